"""The conversation database: SQL, one writer thread, recovery. No module here imports a widget."""
