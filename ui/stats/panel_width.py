"""The width of the stats panel in pixels."""

from ui.look import theme

# the usual one, and that at the largest zoom
USUAL, WIDEST = 262, 340


def panel_width() -> int:
    """Return the width at the current zoom. It grows less than the letters do, to leave room for
    the conversation."""
    return max(USUAL, min(theme.px(USUAL), WIDEST))
