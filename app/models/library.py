"""Lists the models a user can choose, and the samples of the first start."""

import json
import logging
import os
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QStandardPaths
from PySide6.QtGui import QImage

from app.base.disk import write_json
from app.base.paths import DOT, RESOURCES
from engine.plain_names import plain_name
from engine.sentences import say
from engine.system.files import read_file
from ui.state.model_entry import ModelEntry, Sample

log = logging.getLogger(__name__)

MAX_RECENT = 8
MAX_BYTES = 1 << 20


def home() -> Path:
    """Return the data folder; the environment variable DUOLOGUE_HOME overrides it."""
    given = os.environ.get("DUOLOGUE_HOME")
    where = QStandardPaths.StandardLocation.AppDataLocation
    return Path(given or QStandardPaths.writableLocation(where))


def samples() -> list[Sample]:
    """Return three images and a video to try, in display order."""
    listed = json.loads((RESOURCES / "samples" / "samples.json").read_text(encoding="utf-8"))
    return [
        Sample(
            path=RESOURCES / "samples" / item["file"],
            question=item["question"],
            preview=QImage(str(RESOURCES / "samples" / item["preview"])),
            is_video=item["clip"],
            thinking=item["thinking"],
        )
        for item in listed
    ]


@dataclass
class Library:
    """Recently used model folders, newest first, stored in `recent.json` of `folder`."""

    folder: Path

    def entries(self) -> list[ModelEntry]:
        built_in = ModelEntry("Dot", str(DOT), say("Shapes and small talk, 4 M parameters"), True)
        return [built_in, *(_entry(path) for path in self.recent())]

    def names(self) -> dict[str, str]:
        """Return the names of available models by their ids."""
        return {it.path: it.name for it in self.entries() if it.available}

    def recent(self) -> list[str]:
        try:
            found = json.loads(read_file(self._file, MAX_BYTES).decode("utf-8"))
        except FileNotFoundError:
            return []
        except (OSError, ValueError, RecursionError):
            log.warning("%s is unreadable; starting with no recent models", self._file)
            return []
        return [path for path in found if isinstance(path, str)] if isinstance(found, list) else []

    def used(self, path: str) -> None:
        """Move `path` to the front. The built-in model is always listed and not stored."""
        if Path(path) == DOT:
            return
        listed = [path, *(other for other in self.recent() if other != path)][:MAX_RECENT]
        try:
            write_json(self._file, listed)
        except OSError:
            log.warning("the recent models could not be saved in %s", self.folder)

    @property
    def _file(self) -> Path:
        return self.folder / "recent.json"


def _entry(path: str) -> ModelEntry:
    return ModelEntry(plain_name(Path(path).name), path, available=Path(path).is_dir())
