"""Model work: loading, reading media, batching, caching and routing, on a thread of its own.

Start with `messages` (what crosses the thread boundary) and `engine` (the thread).
"""
