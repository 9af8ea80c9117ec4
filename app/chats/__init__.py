"""Chat and compare tabs: make, open, close and restore them, and ask in them."""
