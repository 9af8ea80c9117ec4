"""Measures the data folder, removes what can be rebuilt, and deletes conversations for good."""

import logging
import sqlite3
from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject

from app.attachments.previews import Previews
from app.base import file_manager
from app.base.chores import Chores
from app.base.paths import DISK_CACHE
from app.database.connections import compact
from app.database.store import Store
from app.housekeeping.data_folder import cache_files, files_in, measure_disk_use, remove
from app.housekeeping.kept_places import kept_places
from ui.state.settings import DiskUsage, KeptPlace
from ui.state.workspace import Workspace

log = logging.getLogger(__name__)


class Housekeeping(QObject):
    """Measures, cleans up and deletes. Everything that walks through files runs on a thread."""

    def __init__(
        self,
        workspace: Workspace,
        store: Store,
        previews: Previews,
        home: Path,
        close_tab: Callable[[int], object],
    ) -> None:
        super().__init__(workspace)
        self._state = workspace.settings
        self._store = store
        self._previews = previews
        self._home = home
        self._close_tab = close_tab
        self._newest_request = 0
        self._chores = Chores("housekeeping", self)
        self._state.data_folder = str(home)
        requests = workspace.data_requests
        requests.usage_requested.connect(lambda: self._run())
        requests.folder_opened.connect(self._show_folder)
        requests.place_opened.connect(self._show_place)
        requests.caches_cleared.connect(lambda: self._run(self._clear_caches))
        requests.disk_cache_cleared.connect(lambda: self._run(self._clear_disk_cache))
        requests.backups_removed.connect(lambda: self._run(partial(remove, self._store.backups())))
        requests.all_deleted.connect(self.delete_all)

    def close(self) -> None:
        self._chores.close()

    def delete_all(self) -> None:
        """Delete all conversations permanently, with the files that nothing else refers to."""
        former = self._store.used_files() or set()
        for conversation_id in self._store.conversation_ids():
            self._close_tab(conversation_id)
        self._store.purge_all()
        self._store.when_saved(partial(self._deleted, former, backups=True))

    def purge(self, ids: Collection[int]) -> None:
        """Delete these conversations and folders in Recently Deleted permanently, with the files
        that nothing else refers to."""
        former = self._store.used_files() or set()
        folders = {it.folder_id for it in self._store.deleted_folders()}
        for number in ids:
            if number in folders:
                self._store.purge_folder(number)
            else:
                self._store.purge(number)
        self._store.merge_words()
        self._store.when_saved(partial(self._deleted, former, backups=False))

    def _run(self, first: Callable[[], None] | None = None) -> None:
        """Run `first`, if given, and measure the disk use on a thread."""
        self._newest_request += 1
        self._state.set_usage(None)
        chosen = self._state.value.models_folder
        work = partial(self._work, first, self._store.backups(), chosen)
        self._chores.do(work, partial(self._show, self._newest_request))

    def _work(
        self, first: Callable[[], None] | None, backups: list[Path], chosen: str
    ) -> DiskUsage:
        """Run `first` and measure; called on the worker thread."""
        if first is not None:
            first()
        usage = measure_disk_use(
            self._store.database_path, self._attachments, backups, self._home / DISK_CACHE
        )
        places = kept_places(self._home, Path.home(), chosen=chosen)
        return replace(usage, places=places)

    def _show(self, request: int, usage: DiskUsage) -> None:
        if request == self._newest_request:
            self._state.set_usage(usage)

    @property
    def _attachments(self) -> Path:
        return self._home / "attachments"

    def _clear_caches(self) -> None:
        remove(cache_files(self._attachments))
        self._previews.views_gone()

    def _clear_disk_cache(self) -> None:
        """Remove the files of runs before this one, if the engine has not looked at them yet, and
        those of the server without a window."""
        kept = files_in(self._home / DISK_CACHE)
        remove(path for path in kept if path.suffix == ".safetensors")

    def _show_folder(self) -> None:
        file_manager.open_by_system(self._home)

    def _show_place(self, place: KeptPlace) -> None:
        """Show a folder, or the folder of a file."""
        path = Path(place.path)
        file_manager.open_by_system(path if path.is_dir() else path.parent)

    def _deleted(self, former: set[str], *, backups: bool) -> None:
        """Delete files after the conversations are gone; keep them if the deletion could not be
        saved."""
        if self._store.problem or self._store.read_only:
            return
        if backups:
            remove(self._store.backups())
        used = self._store.used_files()
        if used is not None:
            self._previews.files.release(former - used)
            self._previews.collect(used)
        self._run(self._compact)

    def _compact(self) -> None:
        try:
            compact(self._store.database_path)
        except (OSError, sqlite3.Error) as error:
            # The next compaction frees the space.
            log.warning("the database could not be compacted: %s", error)
