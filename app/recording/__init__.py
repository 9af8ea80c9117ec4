"""Open conversations are saved as they change, and restored at the next start."""
