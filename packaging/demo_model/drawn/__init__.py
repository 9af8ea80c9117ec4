"""How it is drawn."""
