"""The thread that writes the conversation database, with all pending writes in one transaction."""

import errno
import logging
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread

from app.database.connections import connect_to_read, identity
from app.database.database_errors import cause, explanation, is_damage, is_disk_error
from app.database.file_index import TextOf, index_a_file
from app.database.indexing import index_some
from app.database.schema import transaction
from app.database.writes import Write, coalesced, newest_id, save_counter
from engine.frozen import frozen
from engine.sentences import say

log = logging.getLogger(__name__)

RETRY_SECONDS = 1.0


@frozen
class Batch:
    """The writes of one turn of the Qt thread. `answer`, if given, receives True if everything up
    to `number` is on disk, else False."""

    number: int
    writes: tuple[Write, ...] = ()
    newest_id: int = 0
    answer: SimpleQueue[bool] | None = None


@frozen
class WriteResult:
    """The result of a write: everything up to `number` is on disk, or cannot be written because of
    `problem`. `touched` has the conversations whose entries may have changed; `left_out` explains a
    change that can never be written."""

    number: int
    touched: frozenset[int] = frozenset()
    problem: str = ""
    damaged: bool = False
    left_out: str = ""


class DatabaseWriter:
    """Writes on its own thread, where it also calls `post`. If writing fails, it keeps everything
    and retries; it leaves a damaged database alone until it is closed. `open_again` returns a new
    connection if there is none or the file was replaced. `text_of` reads what it indexes."""

    def __init__(
        self,
        path: Path,
        connection: sqlite3.Connection | None,
        open_again: Callable[[], sqlite3.Connection],
        post: Callable[[WriteResult], None],
        text_of: TextOf,
    ) -> None:
        self._path = path
        self._connection = connection
        self._open_again = open_again
        self._post = post
        self._text_of = text_of
        self._inbox: SimpleQueue[Batch | None] = SimpleQueue()
        self._waiting: list[Write] = []
        self._newest_id = 0
        self._number = 0
        self._problem = ""
        self._damaged = False
        self._left_out = ""
        self._index_misses = True
        self._file = identity(path) if connection else None
        self._thread = Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    def submit(self, batch: Batch) -> None:
        self._inbox.put(batch)

    def close(self, timeout: float) -> bool:
        """Return False if the thread is still inside a call after `timeout` seconds."""
        self._inbox.put(None)
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        running = True
        while running:
            found = self._next()
            running = None not in found
            batches = [it for it in found if it is not None]
            for it in batches:
                self._waiting.extend(it.writes)
                self._number = it.number
                self._newest_id = max(self._newest_id, it.newest_id)
            self._write(batches)
        if self._connection:
            with suppress(sqlite3.Error):
                self._connection.close()

    def _next(self) -> list[Batch | None]:
        """Return everything in the inbox, or nothing if it is time to retry."""
        while self._inbox.empty() and not self._problem and self._index():
            pass
        try:
            found = [self._inbox.get(timeout=RETRY_SECONDS if self._problem else None)]
        except Empty:
            return []
        with suppress(Empty):
            while True:
                found.append(self._inbox.get_nowait())
        return found

    def _index(self) -> bool:
        """Index attached texts, and messages left over from a recovery, while there is nothing to
        write. Return True if more may be left."""
        if not self._index_misses or not self._connection:
            return False
        try:
            self._index_misses = index_some(self._connection) or index_a_file(
                self._connection, self._text_of
            )
        except Exception:
            log.warning("%s: indexing failed", self._path, exc_info=True)
            self._index_misses = False
        return self._index_misses

    def _write(self, batches: Sequence[Batch]) -> None:
        self._waiting = coalesced(self._waiting)
        touched = frozenset(it.touches for it in self._waiting if it.touches is not None)
        problem, was = self._attempt(), self._problem
        self._problem = problem
        if not problem:
            self._waiting, self._index_misses = [], True
        for it in batches:
            if it.answer:
                it.answer.put(not problem)
        if batches or problem != was:
            left_out, self._left_out = self._left_out, ""
            self._post(WriteResult(self._number, touched, problem, self._damaged, left_out))

    def _attempt(self) -> str:
        """Write everything that is pending. Return the problem, or ""."""
        if self._damaged:
            return self._problem
        if not self._waiting and not self._problem:
            return ""
        try:
            self._write_all(self._connected())
        except Exception as error:
            # Without this thread, nothing would be saved any more.
            self._damaged = is_damage(error)
            if not self._problem:
                log.warning("%s cannot be written", self._path, exc_info=True)
            return explanation(error, self._path)
        return ""

    def _connected(self) -> sqlite3.Connection:
        """Return a connection to the file at `path` now. Writes to a file that was moved or removed
        could not be found again."""
        before, there = self._connection, identity(self._path)
        if before and there == self._file:
            return before
        if before and there is None:
            raise FileNotFoundError(errno.ENOENT, "moved", str(self._path))
        if before:
            self._refuse_another(newest_id(before))
        found = self._open_again()
        if before:
            before.close()
        self._connection, self._file = found, identity(self._path)
        return found

    def _refuse_another(self, newest: int) -> None:
        """Raise FileNotFoundError if the database at `path` lacks the `newest` id. To open it for
        writing could back it up and change its tables."""
        with closing(connect_to_read(self._path)) as there:
            try:
                found = newest_id(there)
            except sqlite3.OperationalError:
                # Without tables, or not yet with them.
                found = 0
        if found < newest:
            raise FileNotFoundError(errno.ENOENT, "another one", str(self._path))

    def _write_all(self, connection: sqlite3.Connection) -> None:
        if self._problem:
            # Do not wait again for a lock that was held the last time.
            connection.execute("PRAGMA busy_timeout = 50")
        try:
            self._transaction(connection, lambda write: write.run(connection))
        except Exception as error:
            if is_damage(error) or is_disk_error(error):
                raise
            log.exception("skipping writes that no database accepts")
            self._transaction(connection, partial(self._if_possible, connection))
        if self._problem:
            connection.execute("PRAGMA busy_timeout = 1000")

    def _transaction(
        self, connection: sqlite3.Connection, write_one: Callable[[Write], object]
    ) -> None:
        with transaction(connection):
            for write in self._waiting:
                write_one(write)
            save_counter(self._newest_id, connection)

    def _if_possible(self, connection: sqlite3.Connection, write: Write) -> None:
        """Run one write in a savepoint, so that a write no database accepts does not block the
        others."""
        connection.execute("SAVEPOINT one")
        try:
            write.run(connection)
        except Exception as error:
            if is_damage(error) or is_disk_error(error):
                raise
            connection.execute("ROLLBACK TO one")
            log.exception("skipped: %s", write)
            self._left_out = say(
                "A change could not be saved: {error}. Make it again.", error=cause(error)
            )
        connection.execute("RELEASE one")
