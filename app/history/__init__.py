"""The chat history: search, archive, deletion and undo."""
