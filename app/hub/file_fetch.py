"""Fetches files of a model on one worker thread, each from where it stopped."""

import re
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field

from app.hub.connection import Answer, Connection
from app.hub.halt import Halt
from app.hub.hub_problems import (
    CONNECTION_LOST,
    ChangedOnHub,
    DownloadFailed,
    TryAgain,
    disk_problem,
)
from app.hub.part_file import PartFile
from app.hub.patience import Patience
from app.hub.retrying import try_patiently
from app.hub.staging import Staging
from app.hub.wanted_files import RemoteFile, WantedFiles
from engine.sentences import say

_SPAN = re.compile(r"bytes (\d+)-\d*/(\d+|\*)")


@dataclass
class Counters:
    """The progress of a worker, written by its thread alone and read by others. `received` are
    bytes that came over the network, `trouble` is a sentence while the worker waits for another
    attempt, and `hashing` is True while it reads what an earlier run has left. `error` ended the
    worker."""

    done: dict[str, int] = field(default_factory=dict)
    received: int = 0
    trouble: str = ""
    hashing: bool = False
    error: BaseException | None = None


class FileFetch:
    """Takes files from `todo`, which other workers share, until it is empty."""

    def __init__(
        self,
        connection: Connection,
        files: WantedFiles,
        staging: Staging,
        halt: Halt,
        patience: Patience,
    ) -> None:
        self._connection = connection
        self._files = files
        self._staging = staging
        self._halt = halt
        self._patience = patience
        self.counters = Counters()

    def run(self, todo: deque[RemoteFile]) -> None:
        """Raises nothing: `counters.error` has what went wrong."""
        try:
            while file := _next(todo):
                self._fetch(file)
        except OSError as error:
            self.counters.error = disk_problem(error)
        except Exception as error:  # noqa: BLE001  a fault of ours must end the download too
            self.counters.error = error
        finally:
            self._connection.close()

    def _fetch(self, file: RemoteFile) -> None:
        part = PartFile(self._staging.folder, file)
        self.counters.hashing = True
        try:
            part.open(self._halt.check)
            self.counters.hashing = False
            self._complete(part, file)
        finally:
            part.close()

    def _complete(self, part: PartFile, file: RemoteFile) -> None:
        """Receive the rest of a file, and once more the whole file if its checksum is wrong."""
        for _ in range(2):
            try_patiently(
                lambda: self._receive(part, file),
                lambda: part.done,
                self._halt,
                self._patience,
                self._tell,
            )
            if part.finish():
                self.counters.done[file.key] = part.done
                return
        raise DownloadFailed(
            say(
                "{file} arrived damaged twice: its checksum is wrong. Try again later, or use"
                " another network.",
                file=file.name,
            )
        )

    def _receive(self, part: PartFile, file: RemoteFile) -> None:
        """Receive from where the part ends. Raises TryAgain if the connection ends before it."""
        self.counters.done[file.key] = part.done
        if part.done == file.size:
            return
        path = self._files.path_of(file)
        what = f"{self._files.repository}/{file.name}"
        with self._connection.stream(path, what, start=part.done) as answer:
            self._begin(part, file, answer)
            for piece in answer.response.iter_raw():
                self._halt.check()
                kept = piece[: (file.size or 0) - part.done]
                part.write(kept)
                self.counters.received += len(piece)
                self.counters.done[file.key] = part.done
                self.counters.trouble = ""
                if len(kept) < len(piece):
                    # more than the whole file
                    return
        if part.done != file.size:
            raise TryAgain(CONNECTION_LOST)

    def _tell(self, sentence: str) -> None:
        self.counters.trouble = sentence

    def _begin(self, part: PartFile, file: RemoteFile, answer: Answer) -> None:
        """Check that the answer is about the same file, and from where it goes on."""
        self._halt.check()
        other = len(answer.etag) == len(file.checksum) and answer.etag != file.checksum
        sizes = {answer.linked_size, _size_told(answer)} - {None, file.size}
        if other or sizes or answer.response.status_code == 416:
            raise ChangedOnHub(file.name)
        if not part.done:
            return
        span = _SPAN.match(answer.response.headers.get("Content-Range", ""))
        if answer.response.status_code != 206 or not span or int(span[1]) != part.done:
            # the server cannot continue a file
            part.restart()
            if answer.response.status_code == 206:
                raise TryAgain(CONNECTION_LOST)


def _size_told(answer: Answer) -> int | None:
    """Return the size that a server tells of a whole file. One that is too small would be asked
    for its end without end."""
    headers = answer.response.headers
    if answer.response.status_code == 206:
        span = _SPAN.match(headers.get("Content-Range", ""))
        text = span[2] if span else ""
    else:
        text = headers.get("Content-Length", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None


def _next(todo: deque[RemoteFile]) -> RemoteFile | None:
    """Return a file that no other worker takes; None if there is none."""
    with suppress(IndexError):
        return todo.popleft()
    return None
