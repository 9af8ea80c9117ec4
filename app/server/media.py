"""Images and videos that a client sends inside its request, kept as files while it runs."""

import base64
import binascii
import hashlib
import os
import re
import shutil
import tempfile
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType

from app.server.problems import Problem, invalid
from engine.messages import Media, MediaKind

_DATA_URL = re.compile(r"data:([\w.+-]+/[\w.+-]+)?(?:;[\w.=+-]+)*;base64,", re.IGNORECASE)
_NOT_FETCHED = (
    "This server opens no addresses and no files of this computer. Send the file itself as "
    "base64, in a URL that begins with data:image/png;base64,"
)
_PREFIX = "duologue-request-"


def sweep_files() -> None:
    """Remove the files of requests whose process was killed."""
    try:
        folders = Path(tempfile.gettempdir()).glob(f"{_PREFIX}*")
    except FileNotFoundError:  # no folder for temporary files can be written
        return
    for folder in folders:
        pid = folder.name.removeprefix(_PREFIX).partition("-")[0]
        with suppress(OSError):
            if folder.stat(follow_symlinks=False).st_uid != os.getuid() or folder.is_symlink():
                continue
            if not pid.isdigit() or not _runs(int(pid)):
                shutil.rmtree(folder, ignore_errors=True)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        pass
    return True


class RequestFiles(ExitStack):
    """A folder that lives as long as a request, made for its first file. Files are named by their
    content, so that the same image in a later request finds its cached features."""

    def __init__(self) -> None:
        super().__init__()
        self._folder: Path | None = None
        self._places: dict[str, str] = {}

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> bool | None:
        if isinstance(error, Problem):
            self._name_place(error)
        return super().__exit__(kind, error, traceback)

    def _name_place(self, problem: Problem) -> None:
        """Name a file by its place in the request: the client knows no other name of it."""
        for file, place in self._places.items():
            if file in problem.message:
                problem.message = problem.message.replace(file, place)
                problem.param = place

    def from_url(self, url: object, name: str, kind: MediaKind = MediaKind.IMAGE) -> Media:
        """Return the media of a data URL. Raises Problem for any other address."""
        found = _DATA_URL.match(url) if isinstance(url, str) else None
        if found is None or not isinstance(url, str):
            raise invalid(_NOT_FETCHED, name)
        return self.from_base64(url[found.end() :], name, kind)

    def from_base64(self, data: object, name: str, kind: MediaKind = MediaKind.IMAGE) -> Media:
        """Return the media of base64 text. Raises Problem."""
        try:
            content = base64.b64decode(data, validate=True) if isinstance(data, str) else b""
        except (binascii.Error, ValueError):
            content = b""
        if not content:
            raise invalid(f"{name} is not base64. Send the bytes of a file as base64.", name)
        if self._folder is None:
            folder = tempfile.TemporaryDirectory(prefix=f"{_PREFIX}{os.getpid()}-")
            self._folder = Path(self.enter_context(folder))
        path = self._folder / hashlib.sha256(content).hexdigest()
        path.write_bytes(content)
        self._places.setdefault(path.name, name)
        return Media(kind, path)
