"""Ensures one Duologue per data folder: a second start hands over its paths and links and quits.

The kernel frees a `flock` however a process ends; QLockFile trusts process ids. The socket is
Python's because connections of QLocalServer crashed PySide6 if the server was gone before them.
"""

import fcntl
import hashlib
import json
import logging
import os
import select
import socket
import tempfile
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

from PySide6.QtCore import QObject, QSocketNotifier, Signal

from app.desktop import duologue_links
from engine.errors import Refused
from engine.sentences import say

log = logging.getLogger(__name__)

# The running instance may be quitting or suspended.
ANSWER_SECONDS = 15.0
# The running instance listens but has no window yet: the first start of a day is slow.
STARTING_SECONDS = 120.0
TELL_SECONDS = 2.0
_PAUSE = 0.05
_LOCK = "running.lock"
_SOCKET = "running.socket"
# The protocol: the caller sends its paths, then RECEIVED, GO and TAKEN follow.
_RECEIVED = b"received\n"
_GO = b"go\n"
_TAKEN = b"taken\n"
# Ids of callers whose paths were taken, in case one of them repeats its call.
_MAX_TAKEN = 100
# The path of a Unix socket is limited to 104 bytes on macOS and 108 on Linux.
_MAX_PATH = 100
_CHUNK = 1 << 16
_MAX_BYTES = 1 << 20


class Instance(QObject):
    """Holds the lock of a data folder; the kernel releases it however the process ends.

    A later start hands over its paths by sending GO, which it does only while it waits: a caller
    that gave up has closed its connection. Each call has an id, so that its paths are taken
    once. `opened` carries absolute paths and links, which are texts; none if the later start only
    wants the window to be shown.
    """

    opened = Signal(list)

    def __init__(self, home: Path) -> None:
        super().__init__()
        self._home = home
        self._lock = -1
        self._server: socket.socket | None = None
        self._notifier: QSocketNotifier | None = None
        self._callers: set[_Caller] = set()
        self._taken: deque[str] = deque(maxlen=_MAX_TAKEN)

    def begin(
        self,
        paths: Sequence[Path | str],
        report: Callable[[str], object] = lambda _: None,
        timeout: float = ANSWER_SECONDS,
        starting: float = STARTING_SECONDS,
    ) -> bool:
        """Return True if this is the only instance, or False after `paths` have been handed over.

        If the running instance listens but does not answer yet, wait for `starting` seconds and
        give `report` a sentence about it. Raises Refused if it never answers, or if there is a file
        in the place of the data folder.
        """
        call = _Call(_socket_path(self._home), paths, report, starting)
        until = time.monotonic() + timeout
        while not self._claim():
            if call.hand_over():
                return False
            if call.unanswered or time.monotonic() >= until:
                raise Refused(
                    "Duologue is already running but does not respond. Wait a moment and try "
                    "again, or quit it first; what it has saved is kept."
                )
            time.sleep(_PAUSE)
        self._bind()
        return True

    def listen(self) -> None:
        """Answer later starts from now on; needs a QApplication. Has no effect without the lock."""
        if self._server is None:
            return
        read = QSocketNotifier.Type.Read
        self._notifier = QSocketNotifier(self._server.fileno(), read, self)
        self._notifier.activated.connect(self._accept)

    def _bind(self) -> None:
        """Create the socket. From here on later starts can connect and wait for an answer."""
        if self._lock < 0:
            return
        path = _socket_path(self._home)
        server = socket.socket(socket.AF_UNIX)
        server.setblocking(False)
        # Only this user may access the socket, from the moment it exists.
        old_mask = os.umask(0o077)
        try:
            path.unlink(missing_ok=True)
            server.bind(str(path))
            server.listen()
        except OSError as error:
            log.warning("later starts cannot be answered: %s", error)
            server.close()
            return
        finally:
            os.umask(old_mask)
        self._server = server

    def close(self) -> None:
        if self._notifier is not None:
            self._notifier.setEnabled(False)
        for caller in list(self._callers):
            self._drop(caller)
        if self._server is not None:
            self._server.close()
            with suppress(OSError):
                _socket_path(self._home).unlink()
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    def _accept(self) -> None:
        assert self._server is not None
        try:
            connection, _ = self._server.accept()
        except OSError:
            return
        connection.setblocking(False)
        self._callers.add(caller := _Caller(connection, self))
        caller.ended.connect(self._on_line)

    def _on_line(self, caller: "_Caller", line: bytes) -> None:
        if line:
            self._open_paths(*read_call(line))
            caller.answer(_TAKEN)
        self._drop(caller)

    def _open_paths(self, call_id: str, paths: list[Path | str]) -> None:
        if not call_id or call_id not in self._taken:
            self._taken.append(call_id)
            self.opened.emit(paths)

    def _drop(self, caller: "_Caller") -> None:
        self._callers.discard(caller)
        caller.close()

    def _claim(self) -> bool:
        """Return True if the lock was acquired, or if nothing can be locked."""
        try:
            self._home.mkdir(parents=True, exist_ok=True, mode=0o700)
            flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC
            lock = os.open(self._home / _LOCK, flags, 0o600)
        except (FileExistsError, NotADirectoryError):
            # Every part that reads or writes a file there would show a problem of its own.
            raise _refusal(_in_the_way(self._home)) from None
        except OSError:
            return True
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(lock)
            return not isinstance(error, BlockingIOError)
        self._lock = lock
        return True


class _Caller(QObject):
    """A later start. `ended` carries this object and the line it sent, or b"" if it left before
    GO."""

    ended = Signal(object, bytes)

    def __init__(self, connection: socket.socket, parent: QObject) -> None:
        super().__init__(parent)
        self._connection = connection
        self._received_bytes = b""
        self._received = False
        read = QSocketNotifier.Type.Read
        self._notifier = QSocketNotifier(connection.fileno(), read, self)
        self._notifier.activated.connect(self._read)

    def answer(self, word: bytes) -> None:
        with suppress(OSError):
            self._connection.send(word)

    def close(self) -> None:
        self._notifier.setEnabled(False)
        self._connection.close()
        self.deleteLater()

    def _read(self) -> None:
        try:
            chunk = self._connection.recv(_CHUNK)
        except BlockingIOError:
            return
        except OSError:
            chunk = b""
        self._received_bytes += chunk
        line, ended, rest = self._received_bytes.partition(b"\n")
        if ended and not self._received:
            self._received = True
            self.answer(_RECEIVED)
        if rest == _GO:
            self.ended.emit(self, line)
        elif not chunk or not _GO.startswith(rest) or len(self._received_bytes) > _MAX_BYTES:
            self.ended.emit(self, b"")


class _Call:
    """The call of a later start to the running instance, repeated as needed under one id."""

    def __init__(
        self,
        path: Path,
        paths: Sequence[Path | str],
        report: Callable[[str], object],
        patience: float,
    ) -> None:
        message = {"id": uuid4().hex, "paths": [str(path) for path in paths]}
        self._line = json.dumps(message).encode() + b"\n"
        self._path = path
        self._report = report
        self._patience = patience
        # The running instance listens but has not answered in all that time.
        self.unanswered = False

    def hand_over(self) -> bool:
        """Return True if the running instance has the paths, or will take them as soon as it
        can."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(self._patience)
            try:
                connection.connect(str(self._path))
                connection.sendall(self._line)
                self._wait(connection)
                if connection.recv(len(_RECEIVED)) != _RECEIVED:
                    return False
                connection.sendall(_GO)
            except TimeoutError:
                self.unanswered = True
                return False
            except OSError:
                return False
            return _was_taken(connection)

    def _wait(self, connection: socket.socket) -> None:
        """Wait for any answer, and say so if it takes long."""
        if not select.select([connection], [], [], min(TELL_SECONDS, self._patience))[0]:
            self._report(
                say(
                    "Duologue is starting or busy. Its window will come to the front as soon as it "
                    "can…"
                )
            )


def _was_taken(connection: socket.socket) -> bool:
    """Return False if the running instance ended without reading GO, True if it may still read
    it."""
    try:
        return connection.recv(len(_TAKEN)) == _TAKEN
    except TimeoutError:
        return True
    except OSError:
        return False


def read_call(line: bytes) -> tuple[str, list[Path | str]]:
    """Return the id of a call, or "" without one, and its paths and links."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return "", []
    if not isinstance(found, dict):
        return "", []
    call_id, paths = found.get("id"), found.get("paths")
    listed = paths if isinstance(paths, list) else []
    return (
        call_id if isinstance(call_id, str) else "",
        [it if duologue_links.is_link(it) else Path(it) for it in listed if isinstance(it, str)],
    )


def _in_the_way(home: Path) -> Path:
    """Return what exists of the path of a data folder that cannot be created."""
    absolute = home.absolute()
    return next(it for it in (absolute, *absolute.parents) if os.path.lexists(it))


def _refusal(path: Path) -> Refused:
    """Return the reason why no data folder can be created at or below a path."""
    if not os.path.exists(path):
        return Refused(
            "{path} leads to a folder that is not there. Connect its disk, then start Duologue "
            "again.",
            path=path,
        )
    return Refused(
        "{path} is not a folder, so Duologue cannot keep its data there. Move or rename it, then "
        "start Duologue again.",
        path=path,
    )


def _socket_path(home: Path) -> Path:
    """Return a path in the data folder if it is short enough, otherwise in the runtime folder."""
    preferred = home.absolute() / _SOCKET
    if len(os.fsencode(preferred)) <= _MAX_PATH:
        return preferred
    short = hashlib.sha256(os.fsencode(home.absolute())).hexdigest()[:16]
    folder = os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir()
    return Path(folder) / f"duologue-{os.getuid()}-{short}"
