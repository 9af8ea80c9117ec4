"""The files of a temporary conversation: not copied, or in memory, and gone with it."""

import os
import shutil
import stat
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from PySide6.QtGui import QImage

from app.attachments import copying
from app.attachments.kept_files import Files
from app.attachments.run_folder import RunFolder
from app.base.cancelling import Check
from engine.errors import no_check
from engine.messages import Media, MediaKind
from engine.system.files import open_file

_NAME = "duologue-temporary-"


def temporary_folder() -> Path:
    """Return a folder of this person alone. On Linux it is in memory; macOS has no such folder, and
    its temporary one is the next best."""
    for folder in _folders():
        with suppress(OSError):
            folder.mkdir(mode=0o700, exist_ok=True)
            if _is_ours(folder):
                return folder
    return Path(tempfile.mkdtemp(prefix=_NAME))


def clean_temporary() -> None:
    """Remove the files of temporary conversations of runs that crashed."""
    for folder in _folders():
        with suppress(OSError):
            if _is_ours(folder):
                RunFolder(folder).clean()


def _folders() -> list[Path]:
    in_memory = (os.environ.get("XDG_RUNTIME_DIR"), "/dev/shm") if sys.platform == "linux" else ()
    places = (*in_memory, tempfile.gettempdir())
    return [Path(it) / f"{_NAME}{os.getuid()}" for it in places if it]


def _is_ours(folder: Path) -> bool:
    """Return False for a folder that somebody else made under this name. Raises OSError."""
    about = folder.lstat()
    return stat.S_ISDIR(about.st_mode) and about.st_uid == os.getuid()


class TemporaryFiles(Files):
    """Added files stay where they are, and are linked to; pasted images and texts are written into
    `folder`. Views are in memory."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._seen: dict[Media, tuple[QImage, tuple[QImage, ...]]] = {}

    def put(self, path: Path, check: Check = no_check, name: str = "") -> Path:
        """Link to a file under its hash. Raises Refused or what `check` raises."""
        name = name or path.name
        try:
            with open_file(path) as file:
                target = self.path(copying.hash_of(file, check), name)
            target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not target.exists():
                target.unlink(missing_ok=True)
                target.symlink_to(path.absolute())
        except OSError as error:
            raise copying.not_opened(error, name) from error
        return target

    def keep_views(self, media: Media, preview: QImage, strip: tuple[QImage, ...] = ()) -> None:
        former = self._seen.get(media, (QImage(), ()))
        self._seen[media] = (preview, strip or former[1])

    def remove(self) -> None:
        """Remove the folder, with everything that was pasted."""
        self.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _preview(self, media: Media) -> QImage | None:
        if media not in self._seen or media.kind is MediaKind.TEXT:
            return super()._preview(media)
        return self._seen[media][0]

    def _strip(self, media: Media, frames: int, size: tuple[int, int]) -> tuple[QImage, ...] | None:
        return self._seen.get(media, (QImage(), ()))[1]
