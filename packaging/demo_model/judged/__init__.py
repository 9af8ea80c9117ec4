"""Held-out questions, a generator of another make, and the judge of answers."""
