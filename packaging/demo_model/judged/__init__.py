"""Held-out questions, a generator of another make, and who is right."""
