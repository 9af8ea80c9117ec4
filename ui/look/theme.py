"""Colors, fonts, sizes and icons of the window, as chosen by the person or the system."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from functools import lru_cache
from pathlib import Path
from string import Template
from weakref import WeakSet

from PySide6.QtCore import QByteArray, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QWidget
from shiboken6 import isValid

from engine.frozen import frozen
from ui.look.appearance import DARK as DARK_SCHEME
from ui.look.appearance import LIGHT as LIGHT_SCHEME
from ui.look.appearance import ON, SYSTEM, Appearance
from ui.look.colors import ACCENT_COLORS, Colors, table
from ui.look.fonts import INTER, inter, monospaced
from ui.look.fonts import MONO as MONO

RESOURCES = Path(__file__).resolve().parents[2] / "resources"
# lines and borders do not grow with the zoom
_THIN = 2
_KEPT_FONT = "kept_font"


@frozen
class System:
    """The system's appearance, for choices that follow it. `accent` is "#rrggbb" or "". With
    `overlay_bars`, scroll bars show only while something scrolls."""

    dark: bool = False
    accent: str = ""
    high_contrast: bool = False
    reduced_motion: bool = False
    overlay_bars: bool = False


class Look(QObject):
    """`changed` comes once for each change of the look or the zoom, when widgets have their new
    style and their kept fonts. Qt's own events of style, font and palette come for each step."""

    changed = Signal()


LIGHT = table(dark=False, accent=ACCENT_COLORS["blue"][0])
DARK = table(dark=True, accent=ACCENT_COLORS["blue"][1])

_FONTS = (".otf", ".ttf")

look = Look()

_appearance = Appearance()
_system = System()
_current = LIGHT
_building = False
# True while the style sheet waits for `put_on_sheet`.
_without_sheet = False
# Widgets with a kept font. To find them among all widgets, Python would need an object for each.
_kept_fonts: WeakSet[QWidget] = WeakSet()


def colors() -> Colors:
    """Return the current colors; call it when painting. Every change of the look or the zoom makes
    another object, so anything made with colors or fonts can be checked with `is`."""
    return _current


def appearance() -> Appearance:
    return _appearance


def system() -> System:
    return _system


def motion() -> bool:
    """Return True if animations are allowed."""
    return not _on(_appearance.reduced_motion, _system.reduced_motion)


def high_contrast() -> bool:
    return _on(_appearance.high_contrast, _system.high_contrast)


def px(size: float) -> int:
    """Return `size` pixels, as given for a zoom of 100%, at the current zoom."""
    return round(size * _appearance.zoom / 100)


def install_theme(
    app: QApplication, wanted: Appearance | None = None, *, sheet: bool = True
) -> None:
    """Load the fonts and style `app`. Call it once, before there are windows.

    Without `sheet`, call `put_on_sheet` when the first window has been built: if there is a style
    sheet, Qt styles widgets again whenever they get a parent, a third of the time of a window.
    """
    global _without_sheet
    _without_sheet = not sheet
    for path in sorted((RESOURCES / "fonts").iterdir()):
        if path.suffix in _FONTS:
            QFontDatabase.addApplicationFont(str(path))
    app.setStyle("Fusion")
    wear(app, wanted or Appearance())


def wear(app: QApplication, wanted: Appearance) -> None:
    """Apply the appearance that a person chose."""
    global _appearance
    if wanted != _appearance or not app.styleSheet():
        _appearance = wanted
        _rebuild(app)


def put_on_sheet(app: QApplication) -> None:
    """Apply the style sheet, from now on with every look."""
    global _without_sheet
    _without_sheet = False
    with _applying():
        _put_on(app)


def follow(app: QApplication, found: System) -> None:
    """Apply the appearance of the system. Calls are ignored while a look is being applied, since Qt
    then reports palettes of our own as changes of the system."""
    global _system
    if _building:
        return
    _system = found
    if asdict(_colors_now()) != asdict(_current) or not (app.styleSheet() or _without_sheet):
        _rebuild(app)


def apply(app: QApplication, scheme: Qt.ColorScheme) -> None:
    """Apply `scheme` as if the system had changed to it."""
    follow(app, replace(_system, dark=scheme == Qt.ColorScheme.Dark))


def toggled(wanted: Appearance) -> Appearance:
    """Return `wanted` with light and dark exchanged. The scheme follows the system again if the
    system's is the wanted one."""
    dark = not _dark(wanted)
    scheme = DARK_SCHEME if dark else LIGHT_SCHEME
    return replace(wanted, scheme=SYSTEM if dark == _system.dark else scheme)


def font(pixels: int, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """Return the interface font at the current zoom: the system's own on macOS, Inter elsewhere."""
    result = QFont() if _is_mac() or not _has_inter() else inter()
    result.setPixelSize(px(pixels))
    result.setWeight(weight)
    return result


def mono(pixels: int) -> QFont:
    return monospaced(px(pixels))


def set_font(
    widget: QWidget,
    pixels: int,
    weight: QFont.Weight = QFont.Weight.Normal,
    *,
    monospaced: bool = False,
) -> None:
    """Set the font of `widget`, and update it after every change of the zoom."""
    widget.setProperty(_KEPT_FONT, [pixels, weight.value, monospaced])
    _kept_fonts.add(widget)
    _set_kept_font(widget)


def applying() -> bool:
    """Return True while a look is being applied, when widgets pass through fonts of no meaning."""
    return _building


def kept_font(widget: QWidget) -> QFont:
    """Return the font that `set_font` gave to `widget`, at the current zoom."""
    pixels, weight, monospaced = widget.property(_KEPT_FONT)
    return mono(pixels) if monospaced else font(pixels, QFont.Weight(weight))


def pixmap(
    name: str, color: str | None = None, size: int = 16, ratio: float | None = None
) -> QPixmap:
    """Return a bundled icon in `color` (default: the dim text color). `size` is in
    device-independent pixels, independent of the zoom. `ratio` is the pixel ratio of the screen
    (default: the highest there is)."""
    return _pixmap(name, color or colors().dim, size, ratio or finest_ratio())


def icon(name: str, color: str | None = None, size: int = 16) -> QIcon:
    """Return a bundled icon that is sharp on every screen."""
    result = QIcon()
    add_to_icon(result, name, color or colors().dim, size)
    return result


def add_to_icon(
    found: QIcon,
    name: str,
    color: str,
    size: int,
    mode: QIcon.Mode = QIcon.Mode.Normal,
    state: QIcon.State = QIcon.State.Off,
) -> None:
    for ratio in sorted({screen.devicePixelRatio() for screen in QApplication.screens()}):
        found.addPixmap(_pixmap(name, color, size, ratio), mode, state)


def finest_ratio() -> float:
    """Return the highest pixel ratio of all screens."""
    app = QApplication.instance()
    return app.devicePixelRatio() if isinstance(app, QApplication) else 1.0


@lru_cache(maxsize=512)
def _pixmap(name: str, color: str, size: int, ratio: float) -> QPixmap:
    renderer = QSvgRenderer(QByteArray(_svg(name).replace("currentColor", color).encode()))
    result = QPixmap(round(size * ratio), round(size * ratio))
    result.fill(Qt.GlobalColor.transparent)
    painter = QPainter(result)
    renderer.render(painter, QRectF(0, 0, size * ratio, size * ratio))
    painter.end()
    result.setDevicePixelRatio(ratio)
    return result


@lru_cache
def _svg(name: str) -> str:
    """Return a bundled drawing; "star-filled" is that of "star" with its inside in color."""
    outline = name.removesuffix("-filled")
    text = (RESOURCES / "icons" / f"{outline}.svg").read_text(encoding="utf-8")
    return text if outline == name else text.replace('fill="none"', 'fill="currentColor"')


@lru_cache(maxsize=1)
def _style() -> Template:
    return Template((RESOURCES / "style.qss").read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def _has_inter() -> bool:
    return INTER in QFontDatabase.families()


def _rebuild(app: QApplication) -> None:
    with _applying():
        _take_off(app)
        if not _without_sheet:
            _put_on(app)


@contextmanager
def _applying() -> Iterator[None]:
    global _building
    _building = True
    try:
        yield
        look.changed.emit()
    finally:
        _building = False


def _take_off(app: QApplication) -> None:
    """Remove the style sheet before another is set: Qt takes four times as long to replace one."""
    global _current
    _current = _colors_now()
    _has_inter.cache_clear()
    app.setStyleSheet("")
    app.setPalette(_palette(_current))
    app.setFont(font(13))


def _put_on(app: QApplication) -> None:
    app.setStyleSheet(_zoomed(_style().substitute(asdict(_current))))
    # last, because setting a style sheet restores the fonts that widgets had before it
    for widget in list(_kept_fonts):
        if isValid(widget):
            _set_kept_font(widget)


def _colors_now() -> Colors:
    dark = _dark(_appearance)
    accent = ACCENT_COLORS.get(_appearance.accent, ACCENT_COLORS["blue"])[dark]
    if _appearance.accent == SYSTEM and _system.accent:
        accent = _system.accent
    return table(dark=dark, accent=accent, high=high_contrast())


def _dark(wanted: Appearance) -> bool:
    return wanted.scheme == DARK_SCHEME or (wanted.scheme == SYSTEM and _system.dark)


def _on(switch: str, by_system: bool) -> bool:
    return switch == ON or (switch == SYSTEM and by_system)


def _set_kept_font(widget: QWidget) -> None:
    kept = kept_font(widget)
    widget.setFont(kept)
    if isinstance(widget, QAbstractScrollArea):
        # a style sheet gives this one a font of its own
        widget.viewport().setFont(kept)


def _zoomed(style: str) -> str:
    if _appearance.zoom == 100:
        return style
    return re.sub(r"\b(\d+)px", lambda it: f"{px(n) if (n := int(it[1])) > _THIN else n}px", style)


def _is_mac() -> bool:
    return QApplication.platformName() == "cocoa"


def _palette(c: Colors) -> QPalette:
    """Return the palette without the Accent role, which the system sets."""
    role = QPalette.ColorRole
    result = QPalette()
    pairs = {
        role.Window: c.window,
        role.Base: c.window,
        role.AlternateBase: c.card,
        role.Button: c.chip,
        role.ToolTipBase: c.card,
        role.Text: c.text,
        role.WindowText: c.text,
        role.ButtonText: c.text,
        role.ToolTipText: c.text,
        role.PlaceholderText: c.faint,
        role.Highlight: c.accent,
        role.HighlightedText: c.on_accent,
        role.Link: c.accent,
        role.LinkVisited: c.accent,
        role.BrightText: c.text,
        role.Light: c.hover,
        role.Midlight: c.hover,
        role.Mid: c.line,
        role.Dark: c.line,
        role.Shadow: c.line,
    }
    for which, color in pairs.items():
        result.setColor(which, QColor(color))
    disabled = QPalette.ColorGroup.Disabled
    for which in (role.Text, role.WindowText, role.ButtonText):
        result.setColor(disabled, which, QColor(c.faint))
    return result
