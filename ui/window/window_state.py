"""Saves the state of the window as JSON values, and restores it."""

from base64 import b64decode, b64encode
from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray

if TYPE_CHECKING:
    from ui.window.main_window import MainWindow

_MOST = 10_000


def state_of(window: "MainWindow") -> dict[str, object]:
    """`stats` is None where the width decides about them."""
    return {
        "geometry": b64encode(window.saveGeometry().data()).decode("ascii"),
        "sidebar": not window.sidebar.isHidden(),
        "stats": window.stats_wanted,
    }


def restore(window: "MainWindow", state: object) -> None:
    """Restore the valid parts of a state: anybody may have changed the file."""
    if not isinstance(state, dict):
        return
    geometry = state.get("geometry")
    if isinstance(geometry, str) and len(geometry) < _MOST:
        with suppress(ValueError):
            window.restoreGeometry(QByteArray(b64decode(geometry, validate=True)))
    shown = state.get("sidebar")
    if isinstance(shown, bool) and shown is window.sidebar.isHidden():
        window.toggle_sidebar()
    if isinstance(wanted := state.get("stats"), bool):
        window.show_stats_panel(wanted)
