"""Quantizing a model on disk into a new folder, in a worker process."""
