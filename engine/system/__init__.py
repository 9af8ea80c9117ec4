"""The operating system: bounded file reads, worker processes, threads, freed memory, the GPU."""
