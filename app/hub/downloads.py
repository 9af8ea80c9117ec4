"""The queue of downloads: one model at a time, resumed after a restart."""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any

from PySide6.QtCore import QObject

from app.base.mailbox import Mailbox
from app.hub import fetcher, staging
from app.hub.access import HubAccess
from app.hub.downloads_file import DownloadsFile, SavedDownloads
from app.hub.hub_problems import OFFLINE, no_repository
from app.hub.patience import Patience
from app.models.download_folder import check_there, download_folder, is_there
from app.models.repositories import is_repository
from engine import offline
from ui.state.downloads import Download, DownloadPhase
from ui.state.workspace import Workspace

# Seconds between two saves while bytes arrive.
SAVE_EVERY = 5.0
_WORKING = (DownloadPhase.RUNNING, DownloadPhase.CHECKING)

WithAccess = Callable[[Callable[[HubAccess], None]], None]


class DownloadQueue(QObject):
    """Used on the Qt thread. Fetches start when they are asked for; those that an earlier run of
    the program has left wait for `start`."""

    def __init__(
        self,
        workspace: Workspace,
        home: Path,
        with_access: WithAccess,
        patience: Patience | None = None,
    ) -> None:
        """`with_access` calls a function with the way to the hub, at once or later."""
        super().__init__(workspace)
        self._state = workspace.downloads
        self._notices = workspace.notices
        self._home = home
        self._settings = workspace.settings
        self._with_access = with_access
        self._patience = patience or Patience()
        self._file = DownloadsFile(home)
        self._mail = Mailbox(self)
        self._removed = Mailbox(self)
        self._fetch: fetcher.Fetch | None = None
        self._current = ""
        self._closed = False
        # strict offline has stopped the queue
        self._held = False
        self._next_save = 0.0
        # the last work on the files of a repository
        self._endings: dict[str, fetcher.Ending] = {}
        self._cancelled: tuple[str, ...] = ()
        self._restore()
        self._connect(workspace)

    def start(self) -> None:
        """Go on with what was running when the program ended."""
        for cancelled in self._cancelled:
            self._delete_parts(cancelled)
        self._advance()

    def close(self, timeout: float) -> bool:
        """Stop, to go on at the next start. Return False if a thread is still inside a call after
        `timeout` seconds."""
        self._closed = True
        self._mail.close()
        self._removed.close()
        if self._fetch:
            self._fetch.stop()
        self._save()
        saved = self._file.close(timeout / 2)
        return (self._fetch is None or self._fetch.join(timeout / 2)) and saved

    def _connect(self, workspace: Workspace) -> None:
        requests = workspace.download_requests
        requests.started.connect(self._add)
        requests.paused.connect(self._pause)
        requests.resumed.connect(self._resume)
        requests.cancelled.connect(self._cancel)
        requests.removed.connect(self._remove)
        self._mail.arrived.connect(self._on_progress)
        self._removed.arrived.connect(self._on_removed)
        workspace.settings.changed.connect(self._follow_settings)

    def _restore(self) -> None:
        """Show the list of the last run; what was running waits for its turn."""
        saved = self._file.load()
        self._cancelled = saved.cancelled
        self._state.set_items(
            replace(it, phase=DownloadPhase.QUEUED) if it.active else it for it in saved.items
        )

    # --- requests ------------------------------------------------------------------------

    def _add(self, repository: str, revision: str) -> None:
        if not is_repository(repository):
            self._notices.show(str(no_repository(repository[:80])), "error")
            return
        # names in another case are the same folder on the disks of a Mac
        alike = (it for it in self._state.items if it.repository.lower() == repository.lower())
        known = next(alike, None)
        if known is None:
            item = Download(repository, revision, **self._usual(repository))
            self._state.set_items((*self._state.items, item))
        elif known.phase is DownloadPhase.DONE:
            anew = {"revision": revision, "done": 0, "total": 0, **self._usual(known.repository)}
            self._change(known, phase=DownloadPhase.QUEUED, problem="", **anew)
        elif not known.active:
            # what the two revisions share goes on where it began
            self._queue(known, revision or known.revision)
        self._advance()

    def _usual(self, repository: str) -> dict[str, Any]:
        """Return the fields of where a download goes that begins now."""
        chosen = self._settings.value.models_folder
        folder = str(download_folder(self._home, chosen) / repository)
        return {"folder": folder, "models_folder": chosen}

    def _queue(self, item: Download, revision: str) -> None:
        """Queue a download again. It goes on where it began, unless that disk was away and another
        folder has been chosen."""
        where = self._usual(item.repository)
        if where["models_folder"] == item.models_folder or (item.done and not item.disk_away):
            where = {}
        elif item.done:
            self._cancelled = (*self._cancelled, _parts_name(item))
            where["done"] = 0
        anew = {"revision": revision, "problem": "", "disk_away": False}
        self._change(item, phase=DownloadPhase.QUEUED, **anew, **where)

    def _pause(self, repository: str) -> None:
        item = self._state.find(repository)
        if item is not None and item.active:
            self._stop(repository)
            self._change(item, phase=DownloadPhase.PAUSED, problem="")
            self._advance()

    def _resume(self, repository: str) -> None:
        item = self._state.find(repository)
        if item is not None and item.phase in (DownloadPhase.PAUSED, DownloadPhase.FAILED):
            self._queue(item, item.revision)
            self._advance()

    def _cancel(self, repository: str) -> None:
        item = self._state.find(repository)
        if item is None or item.phase is DownloadPhase.DONE:
            return
        self._stop(repository)
        cancelled = _parts_name(item)
        self._cancelled = (*self._cancelled, cancelled)
        self._state.set_items(it for it in self._state.items if it is not item)
        self._save()
        self._delete_parts(cancelled)
        self._advance()

    def _remove(self, repository: str) -> None:
        """Take a download off the list; nothing of an unfinished one is left."""
        item = self._state.find(repository)
        if item is not None and item.phase is DownloadPhase.DONE:
            self._state.set_items(it for it in self._state.items if it is not item)
            self._save()
        else:
            self._cancel(repository)

    def _follow_settings(self) -> None:
        """Strict offline does not close open connections by itself."""
        if offline.is_strict() and self._current:
            item = self._state.find(self._current)
            self._stop(self._current)
            self._held = True
            if item is not None:
                self._change(item, phase=DownloadPhase.PAUSED, problem=OFFLINE)
        elif not offline.is_strict():
            for item in self._state.items:
                if item.problem == OFFLINE:
                    self._change(item, problem="")
            if self._held:
                self._held = False
                self._advance()

    # --- one at a time -------------------------------------------------------------------

    def _advance(self) -> None:
        """Start the next download, unless one runs."""
        waiting = (it for it in self._state.items if it.phase is DownloadPhase.QUEUED)
        item = None if self._current or self._closed else next(waiting, None)
        if item is not None:
            self._current = item.repository
            self._change(item, phase=DownloadPhase.RUNNING)
            self._with_access(lambda access: self._run(item.repository, access))

    def _run(self, repository: str, access: HubAccess) -> None:
        item = self._state.find(repository)
        if self._current != repository or self._fetch or self._closed or item is None:
            return
        # a start must not delete what arrives from now on
        self._on_removed([_parts_name(item)])
        self._fetch = fetch = fetcher.Fetch(
            repository,
            item.revision,
            download_folder(self._home, item.models_folder),
            access,
            lambda progress: self._mail.post((fetch, progress)),
            former=self._endings.get(repository),
            patience=self._patience,
            check_disk=lambda: check_there(item.models_folder),
        )
        self._endings[repository] = fetch
        fetch.start()

    def _stop(self, repository: str) -> None:
        if repository == self._current:
            if self._fetch:
                self._fetch.stop()
            self._fetch, self._current = None, ""

    def _on_progress(self, items: "list[tuple[fetcher.Fetch, fetcher.FetchProgress]]") -> None:
        found = [progress for fetch, progress in items if fetch is self._fetch]
        item = self._state.find(self._current)
        if not found or item is None:
            return
        now = found[-1]
        state = fetcher.FetchState
        ended = now.state in (state.PAUSED, state.FAILED, state.DONE)
        if ended:
            self._fetch, self._current = None, ""
        item = self._change(
            item,
            phase=DownloadPhase[now.state.name],
            revision=now.revision or item.revision,
            folder=now.folder or item.folder,
            done=now.done or item.done,
            total=now.total or item.total,
            rate=now.rate,
            seconds_left=now.seconds_left,
            problem=now.sentence,
            disk_away=now.disk_away,
        )
        if now.state is fetcher.FetchState.DONE:
            self._state.finished.emit(item)
        if ended:
            self._advance()

    # --- cancelled downloads -------------------------------------------------------------

    def _delete_parts(self, cancelled: str) -> None:
        """Delete what has arrived, on a thread, once nothing else works on it. On a disk that is
        away, that waits for a later start."""
        *_, organization, name = Path(cancelled).parts
        repository = f"{organization}/{name}"
        former = self._endings.get(repository)
        models = cancelled.removesuffix(repository).rstrip("/")
        parts = staging.Staging(download_folder(self._home, models), repository)

        def work() -> None:
            if former is not None:
                former.join()
            if is_there(models):
                parts.remove()
                self._removed.post(cancelled)

        self._endings[repository] = thread = Thread(target=work, name="cancelled", daemon=True)
        thread.start()

    def _on_removed(self, removed: list[str]) -> None:
        self._cancelled = tuple(it for it in self._cancelled if it not in removed)
        self._save()

    # --- the list ------------------------------------------------------------------------

    def _change(self, item: Download, **fields: Any) -> Download:
        """Show a download with other fields, and save what must survive a kill."""
        if fields.get("phase") not in _WORKING:
            fields |= {"rate": None, "seconds_left": None}
        changed = replace(item, **fields)
        self._state.set_items(changed if it is item else it for it in self._state.items)
        now = time.monotonic()
        if _essence(changed) != _essence(item) or now >= self._next_save:
            self._next_save = now + SAVE_EVERY
            self._save()
        return changed

    def _save(self) -> None:
        items = (replace(it, rate=None, seconds_left=None) for it in self._state.items)
        self._file.save(SavedDownloads(tuple(items), self._cancelled))


def _parts_name(item: Download) -> str:
    """Return what names the parts of a download among those that were cancelled."""
    return str(Path(item.models_folder, item.repository))


def _essence(item: Download) -> tuple[object, ...]:
    return item.phase in _WORKING or item.phase, item.revision, item.folder, item.total
