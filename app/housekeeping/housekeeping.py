"""Connects the data page of the settings to the data folder."""

import logging
import sqlite3
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Protocol

from PySide6.QtCore import QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices

from app.attachments.previews import Previews
from app.base.mailbox import Mailbox
from app.database.connections import compact
from app.database.store import Store
from app.housekeeping.data_folder import cache_files, measure_disk_use, remove
from app.settings.preferences import Preferences
from ui.look.language import tr
from ui.settings.settings_data import DataPage
from ui.settings.settings_window import SettingsWindow
from ui.state.conversation_entry import HistoryFilter
from ui.state.settings import DiskUsage
from ui.widgets.confirm import confirm
from ui.window.main_window import MainWindow

log = logging.getLogger(__name__)


class Tabs(Protocol):
    def close(self, conversation_id: int) -> bool: ...


class Housekeeping(QObject):
    """Measures, cleans up and deletes. Everything that walks through files runs on a thread."""

    def __init__(
        self,
        window: MainWindow,
        preferences: Preferences,
        store: Store,
        previews: Previews,
        home: Path,
        tabs: Tabs,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._store = store
        self._previews = previews
        self._home = home
        self._tabs = tabs
        self._page: DataPage | None = None
        self._newest_request = 0
        self._measured = Mailbox(self)
        self._measured.arrived.connect(self._show)
        preferences.window_opened.connect(self._connect_page)
        store.changed.connect(self._update_delete_button)

    def close(self) -> None:
        self._measured.close()

    def delete_all(self) -> None:
        """Delete all conversations permanently, with the files that nothing else refers to."""
        former = self._store.used_files() or set()
        for conversation_id in self._store.conversation_ids():
            self._tabs.close(conversation_id)
        self._store.purge_all()
        self._store.when_saved(partial(self._deleted, former, backups=True))

    def purge(self, ids: Collection[int]) -> None:
        """Delete these conversations permanently, with the files that nothing else refers to."""
        former = self._store.used_files() or set()
        for conversation_id in ids:
            self._store.purge(conversation_id)
        self._store.merge_words()
        self._store.when_saved(partial(self._deleted, former, backups=False))

    def _connect_page(self, window: SettingsWindow) -> None:
        self._page = page = window.data
        page.destroyed.connect(partial(self._disconnect_page, page))
        page.set_folder(str(self._home))
        page.folder_requested.connect(self._show_folder)
        page.caches_requested.connect(lambda: self._run(self._clear_caches))
        page.backups_requested.connect(self._ask_about_backups)
        page.export_requested.connect(self._window.workspace.requests.everything_exported)
        page.import_requested.connect(self._window.workspace.requests.imported)
        page.delete_requested.connect(self._ask_to_delete)
        self._update_delete_button()
        self._run()

    def _update_delete_button(self) -> None:
        """Enable "Delete all" if there is anything to delete. This is called often and does not
        wait for the disk."""
        if self._page is not None:
            there = any(
                self._store.entries(HistoryFilter(archived=None, deleted=deleted), limit=1)
                for deleted in (False, True)
            )
            self._page.delete.setEnabled(there and not self._store.read_only)

    def _disconnect_page(self, page: DataPage) -> None:
        if self._page is page:
            self._page = None

    def _run(self, first: Callable[[], None] | None = None) -> None:
        """Run `first`, if given, and measure the disk use on a thread."""
        self._newest_request += 1
        if self._page is not None:
            self._page.set_usage(None)
        work = partial(self._work, self._newest_request, first, self._store.backups())
        Thread(target=work, name="housekeeping", daemon=True).start()

    def _work(self, request: int, first: Callable[[], None] | None, backups: list[Path]) -> None:
        """Run `first` and measure; called on the worker thread."""
        if first is not None:
            first()
        usage = measure_disk_use(self._store.database_path, self._attachments, backups)
        self._measured.post((request, usage))

    @Slot(list)
    def _show(self, measured: list[tuple[int, DiskUsage]]) -> None:
        request, usage = measured[-1]
        if self._page is not None and request == self._newest_request:
            self._page.set_usage(usage)

    @property
    def _attachments(self) -> Path:
        return self._home / "attachments"

    def _clear_caches(self) -> None:
        remove(cache_files(self._attachments))
        self._previews.views_gone()

    def _show_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._home)))

    def _ask_about_backups(self) -> None:
        self._ask(
            tr("Remove the backups?"),
            tr(
                "They are copies of the database from before an update, or of one that was "
                "damaged. This cannot be undone."
            ),
            tr("Remove"),
            lambda: self._run(partial(remove, self._store.backups())),
        )

    def _ask_to_delete(self) -> None:
        count = len(self._store.conversation_ids()) + len(self._store.deleted_ids())
        self._ask(
            tr("Delete %n conversation(s)?", "", count),
            tr(
                "Those in Recently Deleted are counted too. Their images, videos and documents go "
                "with them, and so do the backups. This cannot be undone."
            ),
            tr("Delete all"),
            self.delete_all,
        )

    def _ask(self, question: str, about: str, yes: str, then: Callable[[], None]) -> None:
        if self._page is not None:
            confirm(self._page.window(), question, about, yes, then)

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
