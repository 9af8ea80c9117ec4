"""Captures of the screen: one camera for each system, and the key that starts one anywhere."""
