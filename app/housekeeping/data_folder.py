"""Measures the disk use of the data folder and removes files that can be rebuilt."""

import logging
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from app.attachments.contents import VIEWS
from app.database.connections import files_of
from ui.state.settings import DiskUsage

log = logging.getLogger(__name__)


def measure_disk_use(
    database: Path, attachments: Path, backups: Iterable[Path], disk_cache: Path
) -> DiskUsage:
    """Measure the disk use. A file that disappears in the meantime counts as 0 bytes."""
    caches = _size(cache_files(attachments))
    return DiskUsage(
        database=_size(files_of(database)),
        attachments=_size(files_in(attachments)) - caches,
        backups=_size(backups),
        caches=caches,
        disk_cache=_size(files_in(disk_cache)),
    )


def cache_files(attachments: Path) -> Iterator[Path]:
    """Return the previews of attachments, which are rebuilt when needed."""
    return (path for path in files_in(attachments) if path.parent.name.endswith(VIEWS))


def remove(paths: Iterable[Path]) -> None:
    for path in list(paths):
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            log.warning("%s could not be removed: %s", path, error)


def size_of(place: Path, without: Path | None = None) -> int:
    """Return the bytes of a file, or of all files in a folder but those in the folder `without`.
    Links are not followed."""
    paths = [place] if os.path.isfile(place) else files_in(place)
    kept = (path for path in paths if without is None or not path.is_relative_to(without))
    return _size(path for path in kept if not path.is_symlink())


def files_in(folder: Path) -> Iterator[Path]:
    """Yield all files in the folder. Unlike `Path.rglob` and `Path.is_file`, this passes over a
    folder that disappears in the meantime, and over links into folders that may not be entered."""
    for place, _, names in os.walk(folder):
        yield from (path for name in names if os.path.isfile(path := Path(place, name)))


def _size(paths: Iterable[Path]) -> int:
    """Count each file once, although it may have several names (hard links)."""
    found: dict[tuple[int, int], int] = {}
    for path in paths:
        with suppress(OSError):
            status = path.stat()
            found[status.st_dev, status.st_ino] = status.st_size
    return sum(found.values())
