"""The list of kept conversations: search, archive, deletion and undo."""
