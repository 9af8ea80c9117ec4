"""Draws images and videos as pixels."""
