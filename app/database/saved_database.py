"""A database that is written by one thread and readable at any time, with what is not saved yet."""

import logging
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import local
from typing import TypeVar

from PySide6.QtCore import QObject, Qt, Signal, Slot

from app.base.mailbox import Mailbox
from app.database import connections, database_open, recovery, schema
from app.database.database_errors import NewerVersion, explanation, is_damage
from app.database.file_index import TextOf
from app.database.reader import Reader
from app.database.unsaved import UnsavedOverlay
from app.database.writer import Batch, DatabaseWriter, WriteResult
from app.database.writes import Write, coalesced

log = logging.getLogger(__name__)

# If the database cannot be read, new ids start at this number plus the seconds since 2026: no
# stored id is as high, and Qt signals (32 bits) can carry them until 2062.
UNREAD_IDS = 1_000_000_000
SINCE = 1_767_225_600
# Repairing cannot help if the disk keeps failing.
MAX_REPAIRS = 3
# Unsaved batches, one per turn of the event loop, before they are coalesced.
MAX_UNSAVED = 100

T = TypeVar("T")


class SavedDatabase(QObject):
    """The database of one data folder, and the changes that are on their way into it.

    Belongs to the Qt thread, except for `_read_on_any_thread` and any `Reader` of `database_path`.

    All changes of one turn of the event loop form one transaction. If the database cannot be
    written, everything continues in memory, `problem` gives the reason and the writer retries.
    Reads of one conversation include all its changes; lists do not wait for a pending commit, and
    `changed` follows it.
    """

    problem_changed = Signal(object)
    # Carries a sentence to show once: damage that was found and repaired while running.
    noticed = Signal(object)
    changed = Signal(object)
    _commit_requested = Signal()
    _changed_in_memory = Signal(object)

    def __init__(self, folder: Path, text_of: TextOf) -> None:
        """`text_of` reads the files that are searched; it is called on the thread of the writer."""
        super().__init__()
        self.database_path = folder / connections.NAME
        self.notices: tuple[str, ...] = ()
        self.read_only = False
        self._text_of = text_of
        self.problem = ""
        self._mailbox = Mailbox(self, frame_ms=0)
        self._mailbox.arrived.connect(self._on_results)
        self._commit_requested.connect(self._commit, Qt.ConnectionType.QueuedConnection)
        self._changed_in_memory.connect(self.changed, Qt.ConnectionType.QueuedConnection)
        self._batch: list[Write] = []
        self._commit_scheduled = False
        self._number = 0
        # Batches handed to the writer and not yet known to be on disk, with their numbers.
        self._unsaved: deque[tuple[int, tuple[Write, ...]]] = deque()
        self._callbacks: list[Callable[[], None]] = []
        self._waiting_callbacks: deque[tuple[int, list[Callable[[], None]]]] = deque()
        self._purged: set[int] = set()
        self._overlay: UnsavedOverlay | None = None
        self._overlaid_up_to = 0
        self._repairs = 0
        self._of_thread = local()
        self._of_threads: list[sqlite3.Connection] = []
        self._reader: Reader | None = None
        self._writer = self._open()
        self._newest_id = self._read(Reader.newest_id, -1)
        if self._newest_id < 0:
            self._newest_id = UNREAD_IDS + max(0, int(time.time()) - SINCE)
        self._newest_time = self._read(Reader.newest_time, 0.0)

    def next_id(self) -> int:
        self._newest_id += 1
        return self._newest_id

    def now(self) -> float:
        """Return the current time, but later than any stored time, in case the clock was set
        back."""
        self._newest_time = max(time.time(), self._newest_time + 0.001)
        return self._newest_time

    def at_risk(self) -> str:
        """Return the reason unsaved work would be lost on exit, or "" if none would."""
        waiting = (it for _, changes in self._unsaved for it in changes)
        return self.problem if any(it.touches is not None for it in waiting) else ""

    def when_saved(self, function: Callable[[], None]) -> None:
        """Call `function` once all earlier changes are on disk, or are known not to be writable
        now."""
        self._callbacks.append(function)
        self._schedule_commit()

    def flush(self, timeout: float = 5.0) -> bool:
        """Write all changes now. Return True if all of them are on disk."""
        if not self._writer:
            return False
        answer: SimpleQueue[bool] = SimpleQueue()
        self._commit(answer)
        try:
            saved = answer.get(timeout=timeout)
        except Empty:
            return False
        if saved:
            self._saved_up_to(self._number)
        return saved

    def close(self, timeout: float = 5.0) -> bool:
        """Return False if a change is not on disk, or if the writer thread is still inside a
        call."""
        saved = self.flush(timeout)
        self._mailbox.close()
        self._drop_readers()
        ended = not self._writer or self._writer.close(timeout)
        self._writer = None
        return saved and ended

    def backups(self) -> list[Path]:
        """Return the copies from before migrations and the damaged databases. The user may remove
        them."""
        aside = recovery.damaged_databases(self.database_path)
        return [*database_open.backups(self.database_path), *aside]

    def _open(self, *, damaged: bool = False) -> DatabaseWriter | None:
        connection = None
        try:
            opened = database_open.open_database(
                self.database_path, schema.MIGRATIONS, damaged=damaged
            )
            connection, self.notices = opened.connection, opened.notices
        except NewerVersion:
            self.read_only = True
            self.notices = (database_open.newer_notice(self.database_path),)
            return None
        except (sqlite3.Error, OSError) as error:
            log.warning("%s: %s", self.database_path, error)
            self.problem = explanation(error, self.database_path)
            self.notices = (self.problem,)
        open_again = partial(_connection_of, self.database_path, damaged)
        repairs = self._repairs
        return DatabaseWriter(
            self.database_path,
            connection,
            open_again,
            lambda it: self._mailbox.post((repairs, it)),
            self._text_of,
        )

    def _repair(self) -> bool:
        """Recover a database that turned out to be damaged, then write the unsaved changes. Return
        False if that failed."""
        if self._repairs == MAX_REPAIRS or not self._writer:
            return False
        self._repairs += 1
        self._drop_readers()
        self._writer.close(timeout=5.0)
        self._writer = self._open(damaged=True)
        for notice in self.notices:
            self.noticed.emit(notice)
        if self._writer:
            for number, changes in self._unsaved:
                self._writer.submit(Batch(number, changes, self._newest_id))
            self._writer.submit(Batch(self._number))
        return self._writer is not None

    def _read_on_any_thread(self, function: Callable[[sqlite3.Connection], T], default: T) -> T:
        """Call `function` with a connection of the calling thread; return `default` if it fails.
        Unsaved changes are not read."""
        repairs = self._repairs
        try:
            return function(self._connection_of_thread())
        except sqlite3.Error as error:
            log.warning("%s cannot be read: %s", self.database_path, error)
            if is_damage(error):
                self._mailbox.post((repairs, WriteResult(0, damaged=True)))
            return default

    def _connection_of_thread(self) -> sqlite3.Connection:
        """Return the connection of the calling thread, a new one after a repair."""
        made: sqlite3.Connection | None = getattr(self._of_thread, "connection", None)
        if made is None or self._of_thread.repairs != self._repairs:
            made = connections.connect_to_read(self.database_path)
            self._of_thread.connection, self._of_thread.repairs = made, self._repairs
            self._of_threads.append(made)
        return made

    def _drop_readers(self) -> None:
        for reader in (self._reader, self._overlay):
            if reader:
                reader.close()
        self._reader = self._overlay = None
        # Other threads open new connections or have ended.
        for connection in self._of_threads:
            connection.close()
        self._of_threads.clear()

    def _queue(
        self,
        run: Callable[[sqlite3.Connection], object],
        conversation_id: int | None,
        key: tuple[object, ...] | None = None,
        *,
        listed: bool = True,
    ) -> None:
        if conversation_id in self._purged:
            return
        touches = (conversation_id or 0) if listed else None
        self._batch.append(Write(run, conversation_id, key, touches))
        self._schedule_commit()

    def _schedule_commit(self) -> None:
        if not self._commit_scheduled:
            self._commit_scheduled = True
            self._commit_requested.emit()

    @Slot()
    def _commit(self, answer: SimpleQueue[bool] | None = None) -> None:
        self._commit_scheduled = False
        if not (self._batch or self._callbacks or answer):
            return
        changes, self._batch = tuple(self._batch), []
        callbacks, self._callbacks = self._callbacks, []
        self._number += 1
        if changes:
            self._unsaved.append((self._number, changes))
            self._coalesce_unsaved()
        if not self._writer:
            if touched := _touched(changes):
                self._changed_in_memory.emit(touched)
            for function in callbacks:
                function()
            return
        if callbacks:
            self._waiting_callbacks.append((self._number, callbacks))
        self._writer.submit(Batch(self._number, changes, self._newest_id, answer))

    def _on_results(self, posted: list[tuple[int, WriteResult]]) -> None:
        for repairs, result in posted:
            # Ignore results of a writer or reader from before the last repair.
            if repairs == self._repairs and not (result.damaged and self._repair()):
                self._handle(result)

    def _handle(self, result: WriteResult) -> None:
        if not result.number:
            return
        if not result.problem:
            self._saved_up_to(result.number)
        if result.problem != self.problem:
            self.problem = result.problem
            self.problem_changed.emit(result.problem)
        if result.left_out:
            self.noticed.emit(result.left_out)
        if result.touched:
            self.changed.emit(result.touched)
        while self._waiting_callbacks and self._waiting_callbacks[0][0] <= result.number:
            for function in self._waiting_callbacks.popleft()[1]:
                function()

    def _saved_up_to(self, number: int) -> None:
        while self._unsaved and self._unsaved[0][0] <= number:
            self._unsaved.popleft()
        if not self._unsaved and self._overlay:
            self._overlay.close()
            self._overlay = None

    def _ids(self, function: Callable[[Reader], list[int]]) -> list[int]:
        overlay = self._overlay_of()
        found = set(self._read(function, []))
        if overlay:
            found -= overlay.conversations
            found.update(function(overlay.reader))
        return sorted(found)

    def _read_one(
        self, conversation_id: int, function: Callable[[Reader, int], T], default: T
    ) -> T:
        overlay = self._overlay_of(conversation_id)
        if overlay and conversation_id in overlay.conversations:
            return function(overlay.reader, conversation_id)
        return self._read(lambda it: function(it, conversation_id), default)

    def _read(self, function: Callable[[Reader], T], default: T) -> T:
        """Call `function` with a reader of the disk; return `default` if it fails."""
        try:
            if self._reader is None:
                self._reader = Reader(self.database_path)
            return function(self._reader)
        except (sqlite3.Error, ValueError) as error:
            log.warning("%s cannot be read: %s", self.database_path, error)
            return self._read(function, default) if is_damage(error) and self._repair() else default

    def _overlay_of(self, conversation_id: int | None = None) -> UnsavedOverlay | None:
        """Make all changes of one conversation, or of all, readable: flushed to disk, or in the
        returned overlay if they cannot be written."""
        if not self._has_unsaved(conversation_id):
            return None
        if not self.problem and self.flush():
            return None
        return self._full_overlay()

    def _overlay_of_lists(self) -> UnsavedOverlay | None:
        """Return the overlay for lists, or None while the writer works: a list may lag behind a
        pending commit instead of waiting for the disk."""
        writes = bool(self._writer) and not self.problem
        return None if writes or not self._has_unsaved(None) else self._full_overlay()

    def _full_overlay(self) -> UnsavedOverlay:
        self._commit()
        if self._overlay is None:
            self._read(Reader.newest_id, 0)
            self._overlay = UnsavedOverlay(self._reader)
            self._overlaid_up_to = 0
        for number, changes in self._unsaved:
            if number > self._overlaid_up_to:
                self._overlay.apply(changes)
                self._overlaid_up_to = number
        return self._overlay

    def _coalesce_unsaved(self) -> None:
        """Coalesce unsaved writes, so that an answer growing while nothing can be saved is kept
        only once."""
        if len(self._unsaved) > MAX_UNSAVED:
            changes = coalesced(write for _, each in self._unsaved for write in each)
            self._unsaved = deque([(self._number, tuple(changes))])

    def _has_unsaved(self, conversation_id: int | None) -> bool:
        waiting = [*self._batch, *(write for _, changes in self._unsaved for write in changes)]
        if conversation_id is None:
            # Every write except the cleanup at the start, which no read depends on.
            return any((it.touches, it.conversation_id, it.key) != (None,) * 3 for it in waiting)
        return any(it.conversation_id == conversation_id for it in waiting)


def _touched(changes: Iterable[Write]) -> frozenset[int]:
    return frozenset(it.touches for it in changes if it.touches is not None)


def _connection_of(path: Path, damaged: bool) -> sqlite3.Connection:
    try:
        return database_open.open_database(path, schema.MIGRATIONS, damaged=damaged).connection
    except NewerVersion as error:
        raise OSError(str(error)) from error
