"""Looks for newer versions, if a person wants that, and downloads one that they ask for."""

import logging
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QStandardPaths, QTimer

from app.base.chores import Chores
from app.base.file_manager import open_by_system, show_in_file_manager
from app.hub.halt import Halt
from app.hub.hub_problems import Stopped
from app.program.check_times import FIRST_START, LAST_CHECK, CheckTimes
from app.program.release_download import Downloaded, ReleaseDownload
from app.program.release_feed import OFFLINE, FoundRelease, ReleaseAccess, newest_release
from app.program.release_signature import KEY_FILE, public_key
from engine import offline
from engine.errors import Refused
from engine.sentences import say
from ui.look.language import tr
from ui.state.notice import Notice
from ui.state.settings import ASK, BY_HAND, WEEKLY
from ui.state.updates import UpdateStatus, UpdateStep
from ui.state.workspace import Workspace

log = logging.getLogger(__name__)

LOOK_EVERY_MS = 6 * 3600 * 1000
QUESTION = say(
    "Check for updates once a week? Duologue asks GitHub for the newest version; nothing about you"
    " is sent."
)
NO_ADDRESS = say(
    "This copy of Duologue does not know where its releases are. If it runs from source, update"
    " the source."
)
_FAULT = say("The update failed unexpectedly. Try again.")
_BUSY = (UpdateStep.CHECKING, UpdateStep.DOWNLOADING, UpdateStep.OPENABLE)
# Identifies the notices.
UPDATE = "update"


class Updater(QObject):
    """Used on the Qt thread. GitHub is asked once a week if the settings say so, or when a person
    asks for it; never in strict offline."""

    def __init__(
        self,
        workspace: Workspace,
        home: Path,
        *,
        key_file: Path = KEY_FILE,
        downloads: Path | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        """`downloads` is the folder for downloads, that of the person if it is None."""
        super().__init__(workspace)
        self._workspace, self._state = workspace, workspace.updates
        self._times = CheckTimes(home, now)
        self._key_file = key_file
        self._downloads = downloads
        self._found: FoundRelease | None = None
        self._downloaded: Downloaded | None = None
        self._halt = Halt()
        self._chores = Chores("updates", self)
        self._look_again = QTimer(self, interval=LOOK_EVERY_MS)
        self._look_again.timeout.connect(self._look)
        requests = workspace.update_requests
        requests.checked.connect(self.check)
        requests.downloaded.connect(self.download)
        requests.cancelled.connect(self.cancel)
        requests.opened.connect(self._open_file)
        requests.shown.connect(self._show_file)

    def start(self) -> None:
        """Begin to look for newer versions, once the facts about this one are known."""
        self._chores.do(self._times.read, self._on_times)

    def close(self) -> None:
        self._chores.close()
        self._halt.stop()

    # --- when ----------------------------------------------------------------------------

    def _on_times(self, times: dict[str, float]) -> None:
        self._times.take(times)
        self._look()
        self._look_again.start()

    def _look(self) -> None:
        """Ask the person, or GitHub, if it is time."""
        wanted = self._workspace.settings.value.update_checks
        if offline.is_strict() or not self._repository or wanted == BY_HAND:
            return
        if wanted == ASK and self._times.is_due(FIRST_START):
            self._ask_person()
        elif wanted == WEEKLY and self._times.is_due(LAST_CHECK):
            self._ask_github(quiet=True)

    def _ask_person(self) -> None:
        self._workspace.notices.tell(
            Notice(
                *(QUESTION, "info", UPDATE),
                *(tr("Yes"), partial(self._choose, WEEKLY)),
                stays=True,
                other=tr("No"),
                do_other=partial(self._choose, BY_HAND),
            )
        )

    def _choose(self, checks: str) -> None:
        self._workspace.settings_requests.changed.emit({"update_checks": checks})
        self._look()

    # --- asking ----------------------------------------------------------------------------

    @property
    def _repository(self) -> str:
        return self._workspace.about.facts.repository.removeprefix("https://github.com/")

    def check(self) -> None:
        """Ask GitHub now, and tell the person what it says."""
        if offline.is_strict():
            self._tell(OFFLINE, "error")
        elif not self._repository:
            self._tell(NO_ADDRESS)
        elif self._state.status.step in (UpdateStep.DOWNLOADING, UpdateStep.OPENABLE):
            self._workspace.update_requests.notes_opened.emit()
        else:
            self._tell(say("Checking for updates…"))
            self._ask_github(quiet=False)

    def _ask_github(self, *, quiet: bool) -> None:
        # The answer replaces the status, and with it a download that is under way or can be opened.
        if self._state.status.step in _BUSY:
            return
        self._halt = halt = Halt()
        self._state.set_status(replace(self._state.status, step=UpdateStep.CHECKING))
        access, version = self._access(), self._workspace.about.facts.version
        self._run(
            lambda: newest_release(access, halt, version),
            partial(self._on_release, quiet),
            partial(self._on_no_release, quiet),
        )

    def _access(self) -> ReleaseAccess:
        return ReleaseAccess(self._repository, self._workspace.settings.value.proxy)

    def _on_release(self, quiet: bool, found: FoundRelease | None) -> None:
        # Only now: a check without a network is tried again soon, not in a week.
        self._times.note(LAST_CHECK)
        self._found = found
        if found is None:
            self._state.set_status(UpdateStatus(UpdateStep.NEWEST))
            if not quiet:
                self._tell(say("This is the newest version of Duologue."))
            return
        release = found.release
        if not self._workspace.about.facts.build or not public_key(self._key_file):
            # A copy from source is no bundle, and what cannot be checked is not downloaded.
            release = replace(release, asset="", size=0)
        self._state.set_status(UpdateStatus(UpdateStep.FOUND, release))
        sentence = say("Duologue {version} is available.", version=release.version)
        requests = self._workspace.update_requests
        show = partial(Notice, sentence, "info", UPDATE, tr("Release notes"), stays=True)
        download = tr("Download") if release.asset else ""
        self._workspace.notices.tell(
            show(do=requests.notes_opened.emit, other=download, do_other=self._download_in_sight)
        )

    def _on_no_release(self, quiet: bool, sentence: str) -> None:
        self._state.set_status(UpdateStatus(UpdateStep.FAILED, problem=sentence))
        if not quiet:
            self._tell(sentence, "error")

    def _tell(self, sentence: str, kind: str = "info") -> None:
        self._workspace.notices.show(sentence, kind, UPDATE)

    # --- downloading -----------------------------------------------------------------------

    def _download_in_sight(self) -> None:
        self._workspace.update_requests.notes_opened.emit()
        self.download()

    def download(self) -> None:
        found, release = self._found, self._state.status.release
        if found is None or release is None or not release.asset:
            return
        if self._state.status.step in (UpdateStep.CHECKING, UpdateStep.DOWNLOADING):
            return
        if offline.is_strict():
            self._on_no_download(OFFLINE)
            return
        self._halt = halt = Halt()
        self._state.set_status(UpdateStatus(UpdateStep.DOWNLOADING, release))
        key = public_key(self._key_file)
        tell = partial(self._chores.post, self._on_progress)
        work = ReleaseDownload(self._access(), found, key, halt, tell)
        self._run(partial(work.fetch, self._folder()), self._on_download, self._on_no_download)

    def cancel(self) -> None:
        """End the download; nothing of it is left."""
        if self._state.status.step is UpdateStep.DOWNLOADING:
            self._halt.stop()
            self._state.set_status(UpdateStatus(UpdateStep.FOUND, self._state.status.release))

    def _folder(self) -> Path:
        where = QStandardPaths.StandardLocation.DownloadLocation
        return self._downloads or Path(QStandardPaths.writableLocation(where))

    def _on_progress(self, done: int) -> None:
        if self._state.status.step is UpdateStep.DOWNLOADING:
            self._state.set_status(replace(self._state.status, done=done))

    def _on_download(self, downloaded: Downloaded) -> None:
        self._downloaded = downloaded
        release = self._state.status.release
        done, path = release.size if release else 0, str(downloaded.path)
        self._state.set_status(UpdateStatus(UpdateStep.OPENABLE, release, done, path))

    def _on_no_download(self, sentence: str) -> None:
        release = self._state.status.release
        self._state.set_status(UpdateStatus(UpdateStep.FAILED, release, problem=sentence))

    def _open_file(self) -> None:
        """Open the file if it is still the one that was checked, perhaps hours ago."""
        if self._downloaded:
            self._run(self._downloaded.check_again, open_by_system, self._on_no_download)

    def _show_file(self) -> None:
        show_in_file_manager(Path(self._state.status.path))

    def _run(
        self,
        work: Callable[[], Any],
        done: Callable[[Any], object],
        failed: Callable[[str], object],
    ) -> None:
        """Call `work` on a thread, then `done` with its result, or `failed` with a sentence. Work
        that was stopped has neither."""
        self._chores.do(work, done, partial(_on_error, failed))


def _on_error(failed: Callable[[str], object], error: Exception) -> None:
    if isinstance(error, Stopped):
        return
    if isinstance(error, Refused):
        failed(str(error))
        return
    log.warning("the update failed", exc_info=error)
    failed(_FAULT)
