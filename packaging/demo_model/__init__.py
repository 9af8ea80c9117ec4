"""Dot, the built-in model: its data, training and evaluation. README.md says how to run it."""
