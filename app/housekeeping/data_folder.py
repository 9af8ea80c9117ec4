"""What the data of a home folder takes on the disk, and removing what can be done without."""

import logging
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from app.attachments.contents import VIEWS
from app.database.connections import files_of
from ui.state.disk_usage import DiskUsage

log = logging.getLogger(__name__)


def measure(database: Path, attachments: Path, backups: Iterable[Path]) -> DiskUsage:
    """What goes while it is read counts nothing."""
    caches = _size(cache_files(attachments))
    return DiskUsage(
        database=_size(files_of(database)),
        attachments=_size(_files(attachments)) - caches,
        backups=_size(backups),
        caches=caches,
    )


def cache_files(attachments: Path) -> Iterator[Path]:
    """What is shown of attachments, which is made again where it is missing."""
    return (path for path in _files(attachments) if path.parent.name.endswith(VIEWS))


def remove(paths: Iterable[Path]) -> None:
    for path in list(paths):
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            log.warning("%s could not be removed: %s", path, error)


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file())


def _size(paths: Iterable[Path]) -> int:
    """Each content once: other names of it are the same file."""
    found: dict[tuple[int, int], int] = {}
    for path in paths:
        with suppress(OSError):
            status = path.stat()
            found[status.st_dev, status.st_ino] = status.st_size
    return sum(found.values())
