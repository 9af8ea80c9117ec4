"""The voices of Linux, by the socket of speech-dispatcher: ending its program `spd-say` would not
end what it speaks."""

import logging
import os
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread

from app.base.mailbox import Mailbox
from app.desktop.speech.voice import SILENT, Voice

log = logging.getLogger(__name__)

# Seconds until a stop is noticed, until a started dispatcher answers, and without any answer.
_OFTEN, _START, _PATIENCE = 0.05, 5.0, 10.0
_ENDED = ("702 ", "703 ")
_GREETING = (
    "SET SELF CLIENT_NAME user:duologue:main",
    "SET SELF NOTIFICATION END on",
    "SET SELF NOTIFICATION CANCEL on",
)


class _Spoken:
    """A sentence that is being spoken. Its thread knows it instead of the voice, which must not end
    its life on another thread."""

    stopped = False


class DispatcherVoice(Voice):
    """Each sentence is spoken by a thread with a connection of its own."""

    def __init__(self) -> None:
        super().__init__()
        self._spoken = _Spoken()
        self._ended = Mailbox(self, frame_ms=0)
        self._ended.arrived.connect(self._on_ended)

    def speak(self, sentence: str, language: str) -> None:
        self._spoken = spoken = _Spoken()
        arguments = (spoken, sentence, language, self._ended.post)
        Thread(target=_speak, args=arguments, daemon=True).start()

    def stop(self) -> None:
        self._spoken.stopped = True

    def _on_ended(self, ended: list[tuple[_Spoken, str]]) -> None:
        for spoken, problem in ended:
            if spoken is not self._spoken or spoken.stopped:
                continue
            if problem:
                self.failed.emit(problem)
            else:
                self.finished.emit()


def _speak(
    spoken: _Spoken, sentence: str, language: str, post: Callable[[tuple[_Spoken, str]], None]
) -> None:
    """Speak a sentence until it ends or is stopped. Runs on a thread of its own."""
    problem = ""
    try:
        with _connected() as connection:
            dispatcher = _Dispatcher(connection)
            dispatcher.begin(sentence, language)
            while not spoken.stopped and not dispatcher.ended():
                pass
            if spoken.stopped:
                dispatcher.stop()
    except (OSError, ValueError):
        log.warning("the voice does not answer", exc_info=True)
        problem = SILENT
    if not spoken.stopped:
        post((spoken, problem))


class _Dispatcher:
    """One connection, in SSIP: lines, each answered by lines of which the last has a space after
    its number."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._connection.settimeout(_OFTEN)
        self._buffer = b""

    def begin(self, sentence: str, language: str) -> None:
        """Let a sentence be spoken. Raises OSError or ValueError."""
        for line in _GREETING:
            self._ask(line)
        if language:
            self._ask(f"SET SELF LANGUAGE {language}")
        self._ask("SPEAK")
        # a line with a single dot would end the text
        self._ask(f" {' '.join(sentence.split())}\r\n.")

    def ended(self) -> bool:
        """Return True if the sentence has ended; wait a moment for that."""
        line = self._line()
        return line is not None and line.startswith(_ENDED)

    def stop(self) -> None:
        """Raises OSError or ValueError."""
        self._ask("STOP SELF")

    def _ask(self, line: str) -> None:
        self._connection.sendall(f"{line}\r\n".encode())
        end = time.monotonic() + _PATIENCE
        while (answer := self._line()) is None or answer[3:4] == "-" or answer.startswith("7"):
            if time.monotonic() > end:
                raise TimeoutError
        if not answer.startswith("2"):
            raise ValueError(answer)

    def _line(self) -> str | None:
        if b"\r\n" not in self._buffer:
            try:
                data = self._connection.recv(4096)
            except TimeoutError:
                return None
            if not data:
                raise ConnectionResetError
            self._buffer += data
        line, found, rest = self._buffer.partition(b"\r\n")
        if not found:
            return None
        self._buffer = rest
        return line.decode("utf-8", "replace")


def _connected() -> socket.socket:
    """Connect, and start the dispatcher if it does not run. Raises OSError."""
    try:
        return _connect()
    except OSError:
        subprocess.run(["speech-dispatcher", "--spawn"], capture_output=True, check=False)
    end = time.monotonic() + _START
    while True:
        try:
            return _connect()
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(_OFTEN)


def _connect() -> socket.socket:
    connection = socket.socket(socket.AF_UNIX)
    try:
        connection.connect(str(_place()))
    except OSError:
        connection.close()
        raise
    return connection


def _place() -> Path:
    """Return the place of the socket; an address in a network is not used."""
    kind, _, path = os.environ.get("SPEECHD_ADDRESS", "").partition(":")
    if kind == "unix_socket" and path:
        return Path(path)
    runtime = os.environ.get("XDG_RUNTIME_DIR") or str(Path.home() / ".cache")
    return Path(runtime, "speech-dispatcher", "speechd.sock")
