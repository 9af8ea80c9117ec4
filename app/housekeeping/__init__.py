"""Disk use of the data folder, and removal of files that can be rebuilt."""
