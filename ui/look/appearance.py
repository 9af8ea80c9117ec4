"""The look of the window that a person can choose: colors, zoom, motion and contrast."""

from engine.frozen import frozen

SYSTEM, LIGHT, DARK, ON, OFF = "system", "light", "dark", "on", "off"
SCHEMES = (SYSTEM, LIGHT, DARK)
SWITCHES = (SYSTEM, ON, OFF)
ACCENTS = ("blue", "purple", "pink", "red", "orange", "green", "graphite")
ZOOMS = (70, 80, 90, 100, 110, 125, 150, 175, 200)


@frozen
class Appearance:
    """`accent` is one of ACCENTS or SYSTEM, `zoom` is in percent, and `reduced_motion` and
    `high_contrast` are among SWITCHES."""

    scheme: str = SYSTEM
    accent: str = ACCENTS[0]
    zoom: int = 100
    reduced_motion: str = SYSTEM
    high_contrast: str = SYSTEM


def next_zoom(zoom: int, by: int) -> int:
    """Return the next larger or smaller of ZOOMS, or the last one."""
    if by > 0:
        return min((it for it in ZOOMS if it > zoom), default=ZOOMS[-1])
    return max((it for it in ZOOMS if it < zoom), default=ZOOMS[0])
