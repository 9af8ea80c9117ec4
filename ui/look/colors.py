"""The colors of the window: tables for light and dark, and what an accent color adds to them."""

from dataclasses import replace
from functools import lru_cache

from engine.frozen import frozen_object

NORMAL_CONTRAST, HIGH_CONTRAST = 4.5, 7.0
_STEPS = 50


@frozen_object
class Colors:
    """The colors of one look. Each object equals only itself, so that things made for one look are
    never taken for those of another."""

    window: str
    sidebar: str
    bar: str
    card: str
    chip: str
    hover: str
    line: str
    scroll: str
    # of segments: the ground of all, and the one that is down
    track: str
    track_line: str
    thumb: str
    thumb_line: str
    text: str
    dim: str
    faint: str
    code: str
    inline_code: str
    green: str
    green_soft: str
    orange: str
    orange_soft: str
    red: str
    red_soft: str
    # highlighted code
    keyword: str
    string: str
    number: str
    comment: str
    function: str
    type: str
    # these depend on the accent
    selected: str = ""
    selected_text: str = ""
    accent: str = ""
    accent_soft: str = ""
    on_accent: str = ""
    user: str = ""

    @property
    def dark(self) -> bool:
        return luminance(self.window) < luminance(self.text)


_LIGHT = Colors(
    window="#ffffff",
    sidebar="#f3f2f4",
    bar="#fbfbfc",
    card="#ffffff",
    chip="#f0f0f3",
    hover="#e7e6ea",
    line="#e2e2e6",
    scroll="#c6c6cc",
    track="#eeeef1",
    track_line="#e4e4e8",
    thumb="#ffffff",
    thumb_line="#d6d6db",
    text="#1d1d1f",
    dim="#5f5f67",
    faint="#64646c",
    code="#f6f6f8",
    inline_code="#ececf0",
    green="#1a7a33",
    green_soft="#e3f6e7",
    orange="#9a5200",
    orange_soft="#fdf0d8",
    red="#c62828",
    red_soft="#fdeceb",
    keyword="#b0206f",
    string="#a83232",
    number="#1c5fb8",
    comment="#62626a",
    function="#5b3fb0",
    type="#0b6e74",
)
_DARK = Colors(
    window="#1e1e20",
    sidebar="#28282b",
    bar="#232326",
    card="#27272a",
    chip="#333337",
    hover="#3a3a3f",
    line="#3a3a3e",
    scroll="#55555c",
    track="#2b2b2f",
    track_line="#38383d",
    thumb="#4c4c53",
    thumb_line="#5a5a62",
    text="#f2f2f4",
    dim="#b0b0b8",
    faint="#a8a8b0",
    code="#29292d",
    inline_code="#37373c",
    green="#32d74b",
    green_soft="#1d3a25",
    orange="#ffb340",
    orange_soft="#453516",
    red="#ff8079",
    red_soft="#452525",
    keyword="#ff7ab2",
    string="#ff8170",
    number="#d9c97c",
    comment="#a0a0a8",
    function="#b9a5f5",
    type="#7fd1d8",
)
_LIGHT_HIGH = replace(
    _LIGHT,
    sidebar="#ffffff",
    bar="#ffffff",
    chip="#f4f4f6",
    hover="#e4e4e8",
    line="#77777d",
    scroll="#333338",
    track="#f4f4f6",
    track_line="#77777d",
    thumb="#ffffff",
    thumb_line="#000000",
    text="#000000",
    dim="#333338",
    faint="#3a3a40",
    code="#ffffff",
    inline_code="#f0f0f3",
)
_DARK_HIGH = replace(
    _DARK,
    window="#000000",
    sidebar="#000000",
    bar="#000000",
    card="#0c0c0e",
    chip="#1c1c1f",
    hover="#2c2c30",
    line="#8e8e96",
    scroll="#d6d6dc",
    track="#1c1c1f",
    track_line="#8e8e96",
    thumb="#000000",
    thumb_line="#ffffff",
    text="#ffffff",
    dim="#d6d6dc",
    faint="#cacad2",
    code="#0c0c0e",
    inline_code="#1c1c1f",
    green_soft="#0d2a15",
    orange_soft="#332709",
    red_soft="#381414",
)
# in light and in dark colors
ACCENT_COLORS = {
    "blue": ("#0a60d8", "#4f9fff"),
    "purple": ("#7c3aed", "#b48cff"),
    "pink": ("#c2185b", "#ff7aa8"),
    "red": ("#c62828", "#ff7b72"),
    "orange": ("#a84c00", "#ffa657"),
    "green": ("#1a7f37", "#4cc96a"),
    "graphite": ("#5b5f66", "#a3a8b0"),
}
_TINTED_TEXT = ("green", "orange", "red")
_CODE_TEXT = ("keyword", "string", "number", "comment", "function", "type")


def table(*, dark: bool, accent: str, high: bool = False) -> Colors:
    """Return the colors of a look. `accent` is "#rrggbb"; it is shifted until text in it is
    readable."""
    base = (_DARK_HIGH if high else _DARK) if dark else (_LIGHT_HIGH if high else _LIGHT)
    ratio = HIGH_CONTRAST if high else NORMAL_CONTRAST
    texts = (base.text, base.dim, base.faint)
    soft = _tinted(base.window, accent, 0.2 if dark else 0.09, texts, ratio)
    selected = _tinted(base.window, accent, 0.38 if dark else 0.14, (base.text,), ratio)
    tinted = replace(
        base,
        accent_soft=soft,
        user=_tinted(base.window, accent, 0.18 if dark else 0.08, texts, ratio),
        selected=selected,
        selected_text=readable("#ffffff" if dark else accent, (selected,), max(ratio, 5.5)),
    )
    plain = tuple(getattr(tinted, name) for name in ("window", "bar", "card", "sidebar", "code"))
    seen = readable(accent, (*plain, tinted.chip, tinted.hover, soft, tinted.user), ratio)
    tints: dict[str, str] = {}
    for name in _TINTED_TEXT:
        own = getattr(tinted, f"{name}_soft")
        tints[name] = readable(getattr(tinted, name), (*plain, tinted.chip, own), ratio)
    for name in _CODE_TEXT:
        tints[name] = readable(getattr(tinted, name), (tinted.code, tinted.window), ratio)
    return replace(tinted, accent=seen, on_accent=_on(seen), **tints)


@lru_cache(maxsize=1024)
def luminance(color: str) -> float:
    """Return the relative luminance, as WCAG defines it."""
    parts = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colors, from 1 to 21, as WCAG defines it."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def mixed(ground: str, color: str, share: float) -> str:
    """Return `ground` mixed with a `share` of `color`."""
    pairs = ((int(ground[at : at + 2], 16), int(color[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(low + (high - low) * share):02x}" for low, high in pairs)


@lru_cache(maxsize=256)
def readable(color: str, grounds: tuple[str, ...], ratio: float) -> str:
    """Return `color`, made darker or lighter until it is readable on all of `grounds`."""
    darker = luminance(grounds[0]) > 0.18
    end = "#000000" if darker else "#ffffff"
    for step in range(_STEPS + 1):
        found = mixed(color, end, step / _STEPS)
        if all(contrast(found, ground) >= ratio for ground in grounds):
            return found
    return end


@lru_cache(maxsize=256)
def _tinted(ground: str, accent: str, share: float, texts: tuple[str, ...], ratio: float) -> str:
    """Mix up to `share` of `accent` into `ground`, but only as much as keeps `texts` readable."""
    while True:
        found = mixed(ground, accent, share)
        if share < 0.01 or all(contrast(text, found) >= ratio for text in texts):
            return found
        share *= 0.85


def _on(accent: str) -> str:
    """Return the color of text on `accent`. The better of black and white always reaches a contrast
    of 4.5."""
    dark = mixed("#000000", accent, 0.12)
    return max(("#ffffff", dark), key=lambda color: contrast(color, accent))
