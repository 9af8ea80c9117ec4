"""Colours, fonts and icons of the window, light and dark."""

from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from string import Template

from PySide6.QtCore import QByteArray, QEvent, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

RESOURCES = Path(__file__).resolve().parent.parent / "resources"
MONO = "JetBrains Mono"


@dataclass(frozen=True)
class Colors:
    window: str
    sidebar: str
    bar: str
    card: str
    chip: str
    hover: str
    line: str
    text: str
    dim: str
    faint: str
    selected: str
    selected_text: str
    accent: str
    accent_soft: str
    on_accent: str
    code: str
    inline_code: str
    user: str
    green: str
    orange: str
    red: str
    red_soft: str


LIGHT = Colors(
    window="#ffffff",
    sidebar="#f3f2f4",
    bar="#fbfbfc",
    card="#ffffff",
    chip="#f0f0f3",
    hover="#e7e6ea",
    line="#e2e2e6",
    text="#1d1d1f",
    dim="#65656d",
    faint="#6f6f77",
    selected="#dfe9fb",
    selected_text="#0b4fb8",
    accent="#0a60d8",
    accent_soft="#e6f0ff",
    on_accent="#ffffff",
    code="#f6f6f8",
    inline_code="#ececf0",
    user="#eaf2ff",
    green="#1f8f3b",
    orange="#c96f00",
    red="#c62828",
    red_soft="#fdeceb",
)
DARK = Colors(
    window="#1e1e20",
    sidebar="#28282b",
    bar="#232326",
    card="#27272a",
    chip="#333337",
    hover="#3a3a3f",
    line="#3a3a3e",
    text="#f2f2f4",
    dim="#a6a6ae",
    faint="#8e8e96",
    selected="#25406b",
    selected_text="#ffffff",
    accent="#4f9fff",
    accent_soft="#1f3352",
    on_accent="#0b1b30",
    code="#29292d",
    inline_code="#37373c",
    user="#22324d",
    green="#32d74b",
    orange="#ffb340",
    red="#ff6961",
    red_soft="#452525",
)

_current = LIGHT


def colors() -> Colors:
    """The colours in use now; read them when painting, they change with the system's scheme."""
    return _current


def install(app: QApplication) -> None:
    """Load the fonts, style `app` and follow the system between light and dark."""
    for path in sorted((RESOURCES / "fonts").glob("*.[ot]tf")):
        QFontDatabase.addApplicationFont(str(path))
    app.setStyle("Fusion")
    app.setFont(font(13))
    hints = app.styleHints()
    apply(app, hints.colorScheme())
    hints.colorSchemeChanged.connect(lambda scheme: apply(app, scheme))


def apply(app: QApplication, scheme: Qt.ColorScheme) -> None:
    """Paint everything anew in `scheme`; widgets hear of it as a style change."""
    global _current
    wanted = DARK if scheme == Qt.ColorScheme.Dark else LIGHT
    if wanted is _current and app.styleSheet():
        return
    _current = wanted
    _pixmap.cache_clear()
    app.setPalette(_palette(_current))
    style = (RESOURCES / "style.qss").read_text(encoding="utf-8")
    app.setStyleSheet(Template(style).substitute(asdict(_current)))


def is_change(event: QEvent) -> bool:
    """Whether a widget's `changeEvent` says that the colours are others now."""
    return event.type() in (QEvent.Type.StyleChange, QEvent.Type.PaletteChange)


def toggle(app: QApplication) -> None:
    """Change between light and dark by hand; from here on the system is no longer followed."""
    scheme = Qt.ColorScheme.Light if _current is DARK else Qt.ColorScheme.Dark
    app.styleHints().setColorScheme(scheme)
    apply(app, scheme)


def font(pixels: int, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """The interface font: the system's own on macOS, Inter elsewhere."""
    result = QFont()
    if not _is_mac() and "Inter" in QFontDatabase.families():
        result.setFamily("Inter")
    result.setPixelSize(pixels)
    result.setWeight(weight)
    return result


def mono(pixels: int) -> QFont:
    """Without ligatures, which would make other signs of `<|` and `!=`."""
    result = QFont(MONO)
    result.setFeature(QFont.Tag("calt"), 0)
    result.setStyleHint(QFont.StyleHint.Monospace)
    result.setPixelSize(pixels)
    return result


def pixmap(name: str, color: str | None = None, size: int = 16, ratio: float = 2.0) -> QPixmap:
    """A bundled icon in `color` (default: the dim text colour), `size` in device-independent px."""
    return _pixmap(name, color or colors().dim, size, ratio)


def icon(name: str, color: str | None = None, size: int = 16) -> QIcon:
    return QIcon(pixmap(name, color, size))


@lru_cache(maxsize=256)
def _pixmap(name: str, color: str, size: int, ratio: float) -> QPixmap:
    svg = (RESOURCES / "icons" / f"{name}.svg").read_text(encoding="utf-8")
    renderer = QSvgRenderer(QByteArray(svg.replace("currentColor", color).encode()))
    result = QPixmap(round(size * ratio), round(size * ratio))
    result.fill(Qt.GlobalColor.transparent)
    painter = QPainter(result)
    renderer.render(painter, QRectF(0, 0, size * ratio, size * ratio))
    painter.end()
    result.setDevicePixelRatio(ratio)
    return result


def _is_mac() -> bool:
    return QApplication.platformName() == "cocoa"


def _palette(c: Colors) -> QPalette:
    role = QPalette.ColorRole
    result = QPalette(QColor(c.window))
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
    }
    for which, color in pairs.items():
        result.setColor(which, QColor(color))
    return result
