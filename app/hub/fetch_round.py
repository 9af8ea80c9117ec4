"""The workers that download one version of a model."""

import shutil
import ssl
from collections import deque
from collections.abc import Callable
from functools import partial
from threading import Thread

from app.hub import file_list
from app.hub.access import HubAccess
from app.hub.connection import Connection
from app.hub.file_fetch import FileFetch
from app.hub.halt import Halt
from app.hub.hub_problems import DownloadPaused, Stopped
from app.hub.patience import Patience
from app.hub.retrying import try_patiently
from app.hub.staging import Staging
from app.hub.wanted_files import WantedFiles
from engine.frozen import frozen
from engine.messages import say_size
from engine.sentences import say

WORKERS = 4
TICK = 0.2


@frozen
class RoundProgress:
    """`done` bytes are there, `received` came over the network. `hashing` is True while all workers
    read what an earlier run has left, `trouble` a sentence while all wait for another attempt."""

    done: int
    received: int
    hashing: bool
    trouble: str


class FetchRound:
    """Called on the thread of a Fetch. `halt` ends every method with Stopped."""

    def __init__(
        self,
        access: HubAccess,
        staging: Staging,
        halt: Halt,
        patience: Patience,
        context: ssl.SSLContext,
    ) -> None:
        self._connect = partial(Connection, access, patience, halt, context)
        self._staging = staging
        self._halt = halt
        self._patience = patience

    def list_files(
        self, repository: str, revision: str, tell: Callable[[str], None]
    ) -> WantedFiles:
        """Ask the hub until it answers."""
        found: list[WantedFiles] = []
        connection = self._connect()

        def ask() -> None:
            found.append(file_list.list_files(connection, repository, revision))

        try:
            try_patiently(ask, lambda: 0, self._halt, self._patience, tell)
        finally:
            connection.close()
        return found[0]

    def prepare(self, files: WantedFiles) -> list[str]:
        """Keep what an earlier run has left, and check the disk. Return the names of files that
        have changed since. Raises DownloadPaused and OSError."""
        changed = self._staging.prepare(files, self._halt.check)
        missing = files.size - sum(self._present(files).values())
        free = shutil.disk_usage(self._staging.folder).free
        if missing and free < missing + self._patience.reserve:
            raise DownloadPaused(
                say(
                    "There is not enough disk space: {needed} is needed, {free} is free. "
                    "Free some space, then resume.",
                    needed=say_size(missing + self._patience.reserve),
                    free=say_size(free),
                )
            )
        return changed

    def fetch(self, files: WantedFiles, show: Callable[[RoundProgress], None]) -> None:
        """Download what is missing. `show` is called several times a second."""
        present = self._present(files)
        unique = {it.key: it for it in files.files if not self._staging.is_whole(it)}
        todo = deque(unique.values())
        workers = [
            FileFetch(self._connect(), files, self._staging, self._halt, self._patience)
            for _ in range(min(WORKERS, len(todo)))
        ]
        threads = [
            Thread(target=it.run, args=(todo,), name="fetch files", daemon=True) for it in workers
        ]
        for thread in threads:
            thread.start()
        try:
            while any(it.is_alive() for it in threads):
                show(_progress(present, workers, threads))
                self._wait(workers, threads)
        finally:
            if any(it.is_alive() for it in threads):
                self._halt.stop()
            for thread in threads:
                thread.join()
        _raise_error(workers)
        self._halt.check()
        show(_progress(present, workers, threads))

    def _wait(self, workers: list[FileFetch], threads: list[Thread]) -> None:
        """Wait for a moment, or until a worker ends. Stop all after an error."""
        if any(it.counters.error for it in workers):
            self._halt.stop()
            _raise_error(workers)
        for thread in [it for it in threads if it.is_alive()][:1]:
            thread.join(TICK)

    def _present(self, files: WantedFiles) -> dict[str, int]:
        return {it.key: self._staging.present(it) for it in files.files}


def _raise_error(workers: list[FileFetch]) -> None:
    """Raise the error that ended a worker, rather than the Stopped of the others."""
    errors = [it.counters.error for it in workers if it.counters.error]
    for error in sorted(errors, key=lambda it: isinstance(it, Stopped)):
        raise error


def _progress(
    present: dict[str, int], workers: list[FileFetch], threads: list[Thread]
) -> RoundProgress:
    counters = [it.counters for it in workers]
    done = dict(present)
    for each in counters:
        done |= each.done
    alive = [it.counters for it, thread in zip(workers, threads, strict=True) if thread.is_alive()]
    troubles = [it.trouble for it in alive]
    return RoundProgress(
        done=sum(done.values()),
        received=sum(it.received for it in counters),
        hashing=bool(alive) and all(it.hashing for it in alive),
        trouble=troubles[0] if troubles and all(troubles) else "",
    )
