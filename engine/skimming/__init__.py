"""Choosing the parts of a long prompt that are read."""
