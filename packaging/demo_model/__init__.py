"""Dot, the built-in model: its data, training and evaluation. The README says how to run it."""
