"""The state of the window as JSON values: its geometry and its panels."""

from base64 import b64decode, b64encode
from contextlib import suppress
from dataclasses import dataclass

from PySide6.QtCore import QByteArray

_MAX_LENGTH = 10_000


@dataclass(frozen=True, slots=True)
class WindowState:
    """`sidebar` and `stats` are True if the panels are shown. `stats` is None while the width of
    the window decides; in a state that was read, None stands for a missing value."""

    geometry: QByteArray | None = None
    sidebar: bool | None = None
    stats: bool | None = None


def window_json(state: WindowState) -> dict[str, object]:
    geometry = state.geometry or QByteArray()
    return {
        "geometry": b64encode(geometry.data()).decode("ascii"),
        "sidebar": state.sidebar,
        "stats": state.stats,
    }


def read_state(values: object) -> WindowState:
    """Return the valid parts of a state: anybody may have changed the file."""
    if not isinstance(values, dict):
        return WindowState()
    sidebar, stats = values.get("sidebar"), values.get("stats")
    return WindowState(
        _read_geometry(values.get("geometry")),
        sidebar if isinstance(sidebar, bool) else None,
        stats if isinstance(stats, bool) else None,
    )


def _read_geometry(text: object) -> QByteArray | None:
    if isinstance(text, str) and len(text) < _MAX_LENGTH:
        with suppress(ValueError):
            return QByteArray(b64decode(text, validate=True))
    return None
