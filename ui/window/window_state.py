"""The state of the window as JSON values: its geometry and its panels."""

from base64 import b64decode, b64encode
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, field

from PySide6.QtCore import QByteArray

from engine.frozen import frozen
from ui.state.history_state import FolderLook, FolderOrder
from ui.state.library_state import LibraryLook
from ui.window.sidebar_width import LEAST, MOST

_MAX_LENGTH = 10_000
_MAX_SIDE = 20_000
_MOST_SCREENS = 20
_MOST_SECTIONS = 50
_MOST_FOLDERS = 10_000


@frozen
class WindowState:
    """`sidebar` and `stats` are True if the panels are shown. `stats` is None while the width of
    the window decides; in a state that was read, None stands for a missing value. `models` is the
    look of the models window, `widths` are those of the sidebar by the size of the screen, `folder`
    is the one in which a file was chosen last, `sections` are the open sections of the stats,
    `folders` is how the folders of the history were left."""

    geometry: QByteArray | None = None
    sidebar: bool | None = None
    stats: bool | None = None
    models: LibraryLook = field(default_factory=LibraryLook)
    widths: Mapping[str, int] = field(default_factory=dict)
    folder: str = ""
    sections: tuple[str, ...] = ()
    folders: FolderLook = field(default_factory=FolderLook)


def window_json(state: WindowState) -> dict[str, object]:
    geometry = state.geometry or QByteArray()
    return {
        "geometry": b64encode(geometry.data()).decode("ascii"),
        "sidebar": state.sidebar,
        "stats": state.stats,
        "models": asdict(state.models),
        "widths": dict(state.widths),
        "folder": state.folder,
        "sections": list(state.sections),
        "folders": {"open": sorted(state.folders.open), "order": state.folders.order.value},
    }


def read_state(values: object) -> WindowState:
    """Return the valid parts of a state: anybody may have changed the file."""
    if not isinstance(values, dict):
        return WindowState()
    folder = values.get("folder")
    sidebar, stats = values.get("sidebar"), values.get("stats")
    return WindowState(
        _read_geometry(values.get("geometry")),
        sidebar if isinstance(sidebar, bool) else None,
        stats if isinstance(stats, bool) else None,
        _read_look(values.get("models")),
        _read_widths(values.get("widths")),
        folder if isinstance(folder, str) and len(folder) < _MAX_LENGTH else "",
        _read_sections(values.get("sections")),
        _read_folders(values.get("folders")),
    )


def _read_folders(values: object) -> FolderLook:
    if not isinstance(values, dict):
        return FolderLook()
    found = values.get("open")
    found = found if isinstance(found, list) else []
    by_use = values.get("order") == FolderOrder.USE.value
    return FolderLook(
        frozenset(it for it in found[:_MOST_FOLDERS] if type(it) is int),
        FolderOrder.USE if by_use else FolderOrder.NAME,
    )


def _read_sections(values: object) -> tuple[str, ...]:
    found = values if isinstance(values, list) else []
    return tuple(it for it in found[:_MOST_SECTIONS] if isinstance(it, str))


def _read_widths(values: object) -> dict[str, int]:
    if not isinstance(values, dict):
        return {}
    found = {
        name: width
        for name, width in values.items()
        if isinstance(name, str) and type(width) is int and LEAST <= width <= MOST
    }
    return dict(list(found.items())[:_MOST_SCREENS])


def _read_look(values: object) -> LibraryLook:
    if not isinstance(values, dict):
        return LibraryLook()
    column, descending = values.get("column"), values.get("descending")
    sides = [values.get("width"), values.get("height")]
    width, height = (it if type(it) is int and 0 < it < _MAX_SIDE else 0 for it in sides)
    return LibraryLook(
        column if isinstance(column, str) else "name", descending is True, width, height
    )


def _read_geometry(text: object) -> QByteArray | None:
    if isinstance(text, str) and len(text) < _MAX_LENGTH:
        with suppress(ValueError):
            return QByteArray(b64decode(text, validate=True))
    return None
