"""Disk use of the data folder, and freeing what can be made again."""
