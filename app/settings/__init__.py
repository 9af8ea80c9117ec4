"""Settings: validated, kept in a file, applied when changed."""
