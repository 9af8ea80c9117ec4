"""What pictures and clips show, as numbers."""
