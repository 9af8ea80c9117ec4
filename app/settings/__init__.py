"""The settings: validated, stored in a file, applied when changed."""
