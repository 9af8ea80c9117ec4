"""The hidden folder beside a model's own, where the files of a download wait until all are there.

models/organization/.name.downloading/
    plan.json                   the commit, and the contents that each name has
    CHECKSUM-SIZE.part          a file that is being downloaded
    CHECKSUM-SIZE               a file whose checksum is right
    model/                      the model's folder, once all files are there
"""

import errno
import logging
import os
import shutil
from contextlib import suppress
from itertools import chain, count
from pathlib import Path

from app.base.cancelling import Check
from app.base.disk import sync_folder, write_json
from app.hub.part_file import has_contents
from app.hub.wanted_files import WEIGHTS, RemoteFile, WantedFiles
from app.models.repositories import SOURCE, source_of
from engine.system import bounded_json
from engine.system.files import read_file

log = logging.getLogger(__name__)

MAX_PLAN = 4 << 20
_PLAN, _MODEL = "plan.json", "model"


class Staging:
    """Used on one thread at a time; raises OSError."""

    def __init__(self, models: Path, repository: str) -> None:
        """`models` is the folder of all models."""
        self._organization = (models / repository).parent
        self.folder = self._organization / f".{Path(repository).name}.downloading"

    def prepare(self, files: WantedFiles, check: Check) -> list[str]:
        """Keep what an earlier run has left of these files, and delete the rest. Return the names
        of files that have other contents than at the earlier run."""
        self.folder.mkdir(parents=True, exist_ok=True)
        if self.folder.is_symlink():
            # what it leads to is not ours to tidy up
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(self.folder))
        former = self._former()
        self._take_back(files, check)
        keys = {it.key for it in files.files}
        for path in self.folder.iterdir():
            if path.name.removesuffix(".part") not in keys:
                _remove(path)
        now = {it.name: it.key for it in files.files}
        write_json(self.folder / _PLAN, {"commit": files.commit, "files": now})
        return [name for name, key in now.items() if former.get(name, key) != key]

    def present(self, file: RemoteFile) -> int:
        """Return how many bytes of a file are there."""
        for name in (file.key, f"{file.key}.part"):
            with suppress(OSError):
                return min((self.folder / name).stat().st_size, file.size or 0)
        return 0

    def is_whole(self, file: RemoteFile) -> bool:
        return (self.folder / file.key).is_file()

    def finish(self, files: WantedFiles, target: Path) -> None:
        """Move the model's folder to its place, as a whole."""
        model = self.folder / _MODEL
        last_use = {it.key: it.name for it in files.files}
        for file in files.files:
            path = model / file.name
            path.parent.mkdir(parents=True, exist_ok=True)
            if last_use[file.key] == file.name:
                (self.folder / file.key).replace(path)
            else:
                shutil.copyfile(self.folder / file.key, path)
        write_json(model / SOURCE, {"repository": files.repository, "revision": files.commit})
        sync_folder(model)
        # raises OSError if a folder with anything in it has appeared there
        model.rename(target)
        sync_folder(target.parent)
        self.remove()

    def remove(self) -> None:
        """Delete the folder, and the organization's if nothing else is in it."""
        shutil.rmtree(self.folder, ignore_errors=True)
        with suppress(OSError):
            self._organization.rmdir()

    def _former(self) -> dict[str, str]:
        """Return the contents of each name at the earlier run."""
        try:
            found = bounded_json.parsed(read_file(self.folder / _PLAN, MAX_PLAN))
            return {str(name): str(key) for name, key in found["files"].items()}
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            log.warning("%s: the former plan is unreadable: %s", self.folder, error)
            return {}

    def _take_back(self, files: WantedFiles, check: Check) -> None:
        """Undo a `finish` that did not come to its end. It left names, whose contents are not
        certain."""
        model = self.folder / _MODEL
        if model.is_dir():
            for file in files.files:
                path = model / file.name
                if not self.is_whole(file) and has_contents(path, file, check):
                    path.replace(self.folder / file.key)


def target_folder(models: Path, files: WantedFiles) -> Path:
    """Return where a model goes: models/organization/name, with the start of the commit if another
    version or anything else is there, which is left alone."""
    usual = models / files.repository
    other = f"{usual.name}-{files.commit[:7]}"
    names = chain((usual.name, other), (f"{other}-{number}" for number in count(2)))
    found = (usual.with_name(name) for name in names)
    return next(it for it in found if not os.path.lexists(it) or is_complete(it, files))


def is_complete(folder: Path, files: WantedFiles) -> bool:
    """Return True if a folder was downloaded with these files and still has them. A person may have
    edited those that are no weights."""
    if source_of(folder) != (files.repository, files.commit):
        return False
    return all(_has_file(folder, it) for it in files.files)


def _has_file(folder: Path, file: RemoteFile) -> bool:
    with suppress(OSError):
        size = (folder / file.name).stat().st_size
        return size == file.size or not file.name.endswith(WEIGHTS)
    return False


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
