"""Keeps the list of downloads in `downloads.json`, written on a thread of its own."""

import os
from dataclasses import replace
from functools import partial
from pathlib import Path

from app.base.disk import read_quietly, write_quietly
from app.base.json_values import json_value, restored
from app.base.work_thread import WorkThread
from app.models.repositories import is_repository
from engine.frozen import frozen
from ui.state.downloads import Download

NAME = "downloads.json"
MAX_BYTES = 4 << 20
# More than all files of a model that may be downloaded.
MAX_TOTAL = 1 << 60


@frozen
class SavedDownloads:
    """`cancelled` are the downloads whose parts have not been deleted yet: repositories, after
    their folder of all models if it is not the standard one."""

    items: tuple[Download, ...] = ()
    cancelled: tuple[str, ...] = ()


def _checked(item: Download) -> Download:
    """Return a download with numbers that can be shown."""
    fits = 0 <= item.done <= item.total <= MAX_TOTAL
    known = item if fits else replace(item, done=0, total=0)
    models = item.models_folder if os.path.isabs(item.models_folder) else ""
    return replace(known, rate=None, seconds_left=None, models_folder=models)


def _is_cancelled(name: str) -> bool:
    folder, _, repository = name.rpartition("/")
    models, _, organization = folder.rpartition("/")
    inner = is_repository(f"{organization}/{repository}")
    return inner and (os.path.isabs(name) or not models)


class DownloadsFile:
    """`save` and `close` are called on one thread."""

    def __init__(self, home: Path) -> None:
        self._path = home / NAME
        self._thread = WorkThread("downloads file")
        self._saved = SavedDownloads()

    def load(self) -> SavedDownloads:
        """Return what was saved. A damaged file is set aside, and costs the list alone."""
        read = partial(restored, SavedDownloads)
        found = read_quietly(self._path, MAX_BYTES, read, SavedDownloads())
        items = {it.repository.lower(): it for it in found.items if is_repository(it.repository)}
        listed = tuple(map(_checked, items.values()))
        self._saved = SavedDownloads(listed, tuple(filter(_is_cancelled, found.cancelled)))
        return self._saved

    def save(self, value: SavedDownloads) -> None:
        """Write the list soon, unless it is what was written last."""
        if value == self._saved:
            return
        self._saved = value
        self._thread.start(partial(self._write, value))

    def close(self, timeout: float) -> bool:
        """Write what is left. Return False if that takes more than `timeout` seconds."""
        return self._thread.close(timeout)

    def _write(self, value: SavedDownloads) -> None:
        write_quietly(self._path, json_value(value))
