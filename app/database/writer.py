"""The thread that writes the conversations' database, all that waits in one transaction."""

import errno
import logging
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread

from app.database.connections import identity
from app.database.schema import transaction
from app.database.troubles import is_damage, is_of_the_disk, sentence
from app.database.writes import Write, coalesced, index_some, newest_id, save_counter
from engine.sentences import say

log = logging.getLogger(__name__)

RETRY_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Said:
    """What one turn of the Qt thread wants written. `answer`, where someone waits for it, gets
    whether everything up to it is on the disk."""

    number: int
    writes: tuple[Write, ...] = ()
    newest_id: int = 0
    answer: SimpleQueue[bool] | None = None


@dataclass(frozen=True, slots=True)
class Attempted:
    """What was said up to `number` is on the disk, or cannot be now for a `problem`. `touched` are
    the conversations whose entries may have changed; `left_out` tells of what never can be."""

    number: int
    touched: frozenset[int] = frozenset()
    problem: str = ""
    damaged: bool = False
    left_out: str = ""


class Writer:
    """`post` is called on its thread. Where it cannot write it keeps everything and tries again;
    a damaged database it leaves alone until it is closed. `open_again` makes a connection where
    there is none yet."""

    def __init__(
        self,
        path: Path,
        connection: sqlite3.Connection | None,
        open_again: Callable[[], sqlite3.Connection],
        post: Callable[[Attempted], None],
    ) -> None:
        self._path = path
        self._connection = connection
        self._open_again = open_again
        self._post = post
        self._inbox: SimpleQueue[Said | None] = SimpleQueue()
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

    def tell(self, said: Said) -> None:
        self._inbox.put(said)

    def close(self, timeout: float) -> bool:
        """False where it is still inside a call after `timeout` seconds."""
        self._inbox.put(None)
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        running = True
        while running:
            found = self._next()
            running = None not in found
            said = [it for it in found if it is not None]
            for it in said:
                self._waiting.extend(it.writes)
                self._number = it.number
                self._newest_id = max(self._newest_id, it.newest_id)
            self._write(said)
        if self._connection:
            with suppress(sqlite3.Error):
                self._connection.close()

    def _next(self) -> list[Said | None]:
        """All that is there; nothing where it is time to try again."""
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
        """What a recovery has left, while no one wants anything written."""
        if not self._index_misses or not self._connection:
            return False
        try:
            with transaction(self._connection):
                self._index_misses = index_some(self._connection)
        except sqlite3.Error as error:
            log.warning("%s: %s", self._path, error)
            self._index_misses = False
        return self._index_misses

    def _write(self, said: Sequence[Said]) -> None:
        self._waiting = coalesced(self._waiting)
        touched = frozenset(it.touches for it in self._waiting if it.touches is not None)
        problem, was = self._attempt(), self._problem
        self._problem = problem
        if not problem:
            self._waiting = []
        for it in said:
            if it.answer:
                it.answer.put(not problem)
        if said or problem != was:
            left_out, self._left_out = self._left_out, ""
            self._post(Attempted(self._number, touched, problem, self._damaged, left_out))

    def _attempt(self) -> str:
        """Why what waits could not be written, or nothing."""
        if self._damaged:
            return self._problem
        if not self._waiting and not self._problem:
            return ""
        try:
            self._write_all(self._connected())
        except (sqlite3.Error, OSError) as error:
            self._damaged = is_damage(error)
            if not self._problem:
                log.warning("%s: %s", self._path, error)
            return sentence(error, self._path)
        return ""

    def _connected(self) -> sqlite3.Connection:
        """With the file that is there: what is written into one that is elsewhere by now, or is
        removed, nobody finds again."""
        before, there = self._connection, identity(self._path)
        if before and there == self._file:
            return before
        if before and there is None:
            raise FileNotFoundError(errno.ENOENT, "moved", str(self._path))
        found = self._open_again()
        if before and newest_id(found) < newest_id(before):
            found.close()
            raise FileNotFoundError(errno.ENOENT, "another one", str(self._path))
        if before:
            before.close()
        self._connection, self._file = found, identity(self._path)
        return found

    def _write_all(self, connection: sqlite3.Connection) -> None:
        if self._problem:
            # No one waits for a lock that was there the last time.
            connection.execute("PRAGMA busy_timeout = 50")
        try:
            self._transaction(connection, lambda write: write.run(connection))
        except (sqlite3.Error, OSError) as error:
            if is_damage(error) or is_of_the_disk(error):
                raise
            log.exception("what cannot be written is left out")
            self._transaction(connection, partial(self._if_possible, connection))
        except (ValueError, TypeError, OverflowError):
            log.exception("what cannot be written is left out")
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
        """One that no database takes must not keep the others from it."""
        connection.execute("SAVEPOINT one")
        try:
            write.run(connection)
        except (sqlite3.Error, ValueError, TypeError, OverflowError) as error:
            if isinstance(error, sqlite3.Error) and (is_damage(error) or is_of_the_disk(error)):
                raise
            connection.execute("ROLLBACK TO one")
            log.exception("left out: %s", write)
            self._left_out = say("A change could not be saved: {error}.", error=str(error))
        connection.execute("RELEASE one")
