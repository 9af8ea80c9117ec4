"""Stores what people chose for models on this computer: favorites, added folders, last use."""

import logging
import os
from dataclasses import field, replace
from pathlib import Path
from typing import Any

from app.base.disk import read_json, write_quietly
from app.base.json_values import json_value, restored
from app.models.choices_file import ChoicesFile, FileWords
from engine.frozen import frozen
from engine.sentences import SentenceTemplate
from ui.state.notice import Notices

log = logging.getLogger(__name__)

MAX_RECENT = 8
MAX_BYTES = 4 << 20
# Seconds between saved uses of a model: people see the minute, and each save waits for the disk.
MINUTE = 60.0
# Identifies the notice that the choices could not be saved.
LIBRARY = "library"
# The year 9999, in seconds.
MAX_TIME = 253_000_000_000.0
_WORDS = FileWords(
    damaged=SentenceTemplate(
        "The list of your model folders and favorites was damaged and cannot be read. The damaged "
        "file is kept as {path}. Add the folders again."
    ),
    blocked=SentenceTemplate(
        "The model folders and favorites in {path} are left as they are, and changes to them are "
        "not saved. {reason}"
    ),
    not_saved=SentenceTemplate(
        "The model folders and favorites could not be written to {path}: {reason}. Check the disk."
    ),
)


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

    def __init__(self, folder: Path, notices: Notices) -> None:
        self._recent_path = folder / "recent.json"
        self._file = ChoicesFile(folder / "library.json", MAX_BYTES, notices, LIBRARY, _WORDS)
        self.recent = self._read_recent()
        self.choices = self._file.load(_choices, LibraryChoices())

    def set(self, choices: LibraryChoices) -> None:
        self.choices = choices
        self._file.save(json_value(choices))

    def use(self, path: str, time: float) -> None:
        """Move a model to the front of the recent ones."""
        self.recent = [path, *(it for it in self.recent if it != path)][:MAX_RECENT]
        self._save_recent()
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
            self._save_recent()
        used = {it: time for it, time in self.choices.used.items() if it != path}
        favorites = tuple(it for it in self.choices.favorites if it != path)
        self.set(replace(self.choices, used=used, favorites=favorites))

    def _set_used(self, path: str, time: float) -> None:
        self.choices = replace(self.choices, used=self.choices.used | {path: time})
        self._file.save(json_value(self.choices), quiet=True)

    def _save_recent(self) -> None:
        write_quietly(self._recent_path, self.recent)

    def _read_recent(self) -> list[str]:
        try:
            found = read_json(self._recent_path, MAX_BYTES)
        except FileNotFoundError:
            return []
        except (OSError, ValueError, RecursionError):
            log.warning("%s is unreadable; starting with no recent models", self._recent_path)
            return []
        return [it for it in found if isinstance(it, str)] if isinstance(found, list) else []


def _choices(found: Any) -> LibraryChoices:
    """Raises ValueError."""
    try:
        times = {it: float(time) for it, time in dict(found.pop("used", {})).items()}
        choices = restored(LibraryChoices, found)
    except (TypeError, AttributeError, OverflowError) as error:
        raise ValueError(str(error)) from error
    used = {it: time for it, time in times.items() if 0 <= time < MAX_TIME}
    return replace(choices, folders=tuple(filter(_is_place, choices.folders)), used=used)


def _is_place(folder: str) -> bool:
    return os.path.isabs(folder) and "\0" not in folder
