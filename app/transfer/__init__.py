"""Exports of conversations to files, and imports from them."""
