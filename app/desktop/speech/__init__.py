"""Answers read aloud by the voices of the system."""
