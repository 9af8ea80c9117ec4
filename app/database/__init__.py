"""The database of conversations: SQL, one writing thread, recovery. It knows no widget."""
