"""Widths of the stats panel in pixels: the usual one, and that at the largest zoom."""

USUAL, WIDEST = 262, 340
