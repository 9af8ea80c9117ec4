"""Stores what people chose for models on this computer: favorites, added folders, last use."""

import logging
import os
from dataclasses import field, replace
from pathlib import Path

from app.base.disk import read_json, set_aside, write_json
from app.base.json_values import json_value, restored
from engine.frozen import frozen

log = logging.getLogger(__name__)

MAX_RECENT = 8
MAX_BYTES = 4 << 20
# Seconds between saved uses of a model: people see the minute, and each save waits for the disk.
MINUTE = 60.0
# The year 9999, in seconds.
MAX_TIME = 253_000_000_000.0


@frozen
class LibraryChoices:
    """`folders` are those that a person added, `used` the time of the last use of each model in
    seconds since 1970."""

    folders: tuple[str, ...] = ()
    favorites: tuple[str, ...] = ()
    used: dict[str, float] = field(default_factory=dict)


class LibraryFile:
    """The choices in `library.json` of a folder, and the models used last, newest first, in
    `recent.json`. What cannot be saved is kept until the end."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.recent = self._read_recent()
        self.choices = self._read_choices()

    def set(self, choices: LibraryChoices) -> None:
        self.choices = choices
        self._save("library.json", json_value(choices))

    def use(self, path: str, time: float) -> None:
        """Move a model to the front of the recent ones."""
        self.recent = [path, *(it for it in self.recent if it != path)][:MAX_RECENT]
        self._save("recent.json", self.recent)
        self._set_used(path, time)

    def use_again(self, path: str, time: float) -> bool:
        """Note a later use of a model. Return False if one was noted less than a minute before."""
        if 0 <= time - self.choices.used.get(path, 0.0) < MINUTE:
            return False
        self._set_used(path, time)
        return True

    def forget(self, path: str) -> None:
        """Remove a model that was deleted."""
        if path in self.recent:
            self.recent = [it for it in self.recent if it != path]
            self._save("recent.json", self.recent)
        used = {it: time for it, time in self.choices.used.items() if it != path}
        favorites = tuple(it for it in self.choices.favorites if it != path)
        self.set(replace(self.choices, used=used, favorites=favorites))

    def _set_used(self, path: str, time: float) -> None:
        self.set(replace(self.choices, used=self.choices.used | {path: time}))

    def _save(self, name: str, value: object) -> None:
        try:
            write_json(self._folder / name, value)
        except OSError as error:
            log.warning("%s could not be saved in %s: %s", name, self._folder, error)

    def _read_recent(self) -> list[str]:
        path = self._folder / "recent.json"
        try:
            found = read_json(path, MAX_BYTES)
        except FileNotFoundError:
            return []
        except (OSError, ValueError, RecursionError):
            log.warning("%s is unreadable; starting with no recent models", path)
            return []
        return [it for it in found if isinstance(it, str)] if isinstance(found, list) else []

    def _read_choices(self) -> LibraryChoices:
        path = self._folder / "library.json"
        try:
            found = read_json(path, MAX_BYTES)
            times = {it: float(time) for it, time in dict(found.pop("used", {})).items()}
            used = {it: time for it, time in times.items() if 0 <= time < MAX_TIME}
            choices = restored(LibraryChoices, found)
            return replace(choices, folders=tuple(filter(_is_place, choices.folders)), used=used)
        except FileNotFoundError:
            return LibraryChoices()
        except OSError as error:
            log.warning("%s cannot be read: %s", path, error)
        except (ValueError, TypeError, AttributeError, OverflowError, RecursionError):
            log.warning("%s is damaged and was kept as %s", path, set_aside(path).name)
        return LibraryChoices()


def _is_place(folder: str) -> bool:
    return os.path.isabs(folder) and "\0" not in folder
