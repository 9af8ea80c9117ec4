"""Models that several machines run together: where, and which."""
