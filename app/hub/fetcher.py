"""Downloads one model on threads of its own, and tells how it goes; needs no Qt."""

import logging
import time
from collections.abc import Callable
from dataclasses import replace
from enum import Enum, auto
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, Protocol

from app.hub import fetch_round
from app.hub.access import HubAccess
from app.hub.answers import REVISION_GONE
from app.hub.halt import Halt
from app.hub.hub_problems import (
    ChangedOnHub,
    DownloadFailed,
    DownloadPaused,
    GoneFromHub,
    Stopped,
    disk_problem,
)
from app.hub.patience import Patience
from app.hub.staging import Staging, is_complete, target_folder
from engine.errors import Refused, trace
from engine.frozen import frozen
from engine.sentences import say
from ui.state.work_speed import Speed

if TYPE_CHECKING:
    import ssl

    from app.hub.fetch_round import RoundProgress

log = logging.getLogger(__name__)

# How often a model may change while it is downloaded.
MAX_CHANGES = 3


class FetchState(Enum):
    RUNNING = auto()
    CHECKING = auto()
    PAUSED = auto()
    FAILED = auto()
    DONE = auto()


@frozen
class FetchProgress:
    """Sizes in bytes, times in seconds. `sentence` says what is waited for, or why it ended:
    `disk_away` if that is for want of the disk."""

    state: FetchState = FetchState.RUNNING
    revision: str = ""
    folder: str = ""
    done: int = 0
    total: int = 0
    rate: float | None = None
    seconds_left: float | None = None
    sentence: str = ""
    disk_away: bool = False


class Ending(Protocol):
    """Work on the files of a download that has to end before other work on them."""

    def join(self, timeout: float | None = None) -> object: ...


class Fetch:
    """One run of a download. `post` is called on its thread with each FetchProgress, of which the
    last is neither RUNNING nor CHECKING. After `stop` nothing is posted."""

    def __init__(
        self,
        repository: str,
        revision: str,
        models: Path,
        access: HubAccess,
        post: Callable[[FetchProgress], None],
        *,
        former: Ending | None = None,
        patience: Patience | None = None,
        check_disk: Callable[[], None] = lambda: None,
    ) -> None:
        """`revision` is a commit or a branch, "" for the newest. `models` is the folder of all
        models; `check_disk` raises Refused while its disk is away. `former` is earlier work on the
        same files, which may still be ending."""
        self._repository = repository
        self._models = models
        self._access = access
        self._send = post
        self._former = former
        self._patience = patience or Patience()
        self._check_disk = check_disk
        self._staging = Staging(models, repository)
        self._progress = FetchProgress(revision=revision)
        self._speed = Speed()
        # a file that is not what it was at the start, and the sentence about it
        self._changed = self._note = ""
        self._stopped = False
        self._halt = Halt()
        self._thread = Thread(target=self._run, name="fetch", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Stop at once; called on any thread. What has arrived is kept."""
        # The flag comes first: a new round checks it after its own Halt is in place.
        self._stopped = True
        self._halt.stop()

    def join(self, timeout: float | None = None) -> bool:
        """Return True if all threads have ended within `timeout` seconds."""
        self._thread.join(timeout)
        return not self._thread.is_alive()

    # --- on the fetch's thread -----------------------------------------------------------

    def _run(self) -> None:
        try:
            if self._former is not None:
                self._former.join()
                self._former = None
            self._download()
        except Stopped:
            return
        except Refused as problem:
            self._end_with(problem)
        except OSError as error:
            self._end_with(disk_problem(error))
        except Exception as error:  # noqa: BLE001
            log.error("the download of %s failed\n%s", self._repository, trace(error))
            self._end_with(
                DownloadFailed(say("The download failed unexpectedly. Try again; nothing is lost."))
            )

    def _download(self) -> None:
        self._post()
        # httpx2 takes long to import, so it is imported here
        from app.hub.hub_client import trusted_certificates  # noqa: PLC0415

        context = trusted_certificates()
        for _ in range(MAX_CHANGES):
            try:
                self._download_version(context)
            except ChangedOnHub as change:
                self._mention_change(str(change))
            except GoneFromHub as gone:
                if gone.code != REVISION_GONE or not self._progress.revision:
                    raise
            else:
                return
            # the newest one
            self._post(revision="")
        raise DownloadFailed(
            say(
                "{repository} keeps changing on the hub. Try again later.",
                repository=self._repository,
            )
        )

    def _download_version(self, context: "ssl.SSLContext") -> None:
        """Download the revision. Raises ChangedOnHub if it changes meanwhile."""
        self._speed = Speed()
        self._halt = halt = Halt()
        if self._stopped:
            raise Stopped
        work = fetch_round.FetchRound(self._access, self._staging, halt, self._patience, context)
        files = work.list_files(self._repository, self._progress.revision, self._tell)
        self._check_there()
        target = target_folder(self._models, files)
        self._post(revision=files.commit, folder=str(target), total=files.size, sentence="")
        if not is_complete(target, files):
            for name in work.prepare(files):
                self._mention_change(name)
            work.fetch(files, self._show)
            self._staging.finish(files, target)
        self._staging.remove()
        changed = say("{file} had changed on the hub and was downloaded again.", file=self._changed)
        self._end(FetchState.DONE, changed if self._changed else "")

    def _check_there(self) -> None:
        """Raises Refused while the disk is away."""
        try:
            self._check_disk()
        except Refused:
            self._progress = replace(self._progress, disk_away=True)
            raise

    def _show(self, now: "RoundProgress") -> None:
        self._speed.add(time.monotonic(), now.received)
        self._post(
            state=FetchState.CHECKING if now.hashing else FetchState.RUNNING,
            done=now.done,
            rate=self._speed.rate,
            seconds_left=self._speed.seconds_left(self._progress.total - now.done),
            sentence=now.trouble or self._note,
        )

    def _mention_change(self, name: str) -> None:
        self._changed = name
        self._note = say("{file} changed on the hub; it is downloaded again.", file=name)

    def _tell(self, sentence: str) -> None:
        self._post(sentence=sentence)

    def _end_with(self, problem: Refused) -> None:
        paused = isinstance(problem, DownloadPaused)
        self._end(FetchState.PAUSED if paused else FetchState.FAILED, str(problem))

    def _end(self, state: FetchState, sentence: str) -> None:
        done = self._progress.total if state is FetchState.DONE else self._progress.done
        self._post(state=state, done=done, rate=None, seconds_left=None, sentence=sentence)

    def _post(self, **fields: Any) -> None:
        self._progress = replace(self._progress, **fields)
        if not self._stopped:
            self._send(self._progress)
