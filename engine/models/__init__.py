"""Models in memory: loading, one call signature for all families, and prompt caches."""
