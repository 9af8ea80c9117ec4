"""The content of images and videos, as numbers."""
