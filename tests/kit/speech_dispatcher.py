"""A stand-in for speech-dispatcher, which is silent and notes what it is told."""

import socket
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread


class SpeechDispatcher:
    """A server of speech-dispatcher's protocol. A sentence ends when `may_end` is set, or with
    STOP."""

    def __init__(self, place: Path) -> None:
        self.lines: list[str] = []
        self.may_end = Event()
        self._server = socket.socket(socket.AF_UNIX)
        self._server.bind(str(place))
        self._server.listen()
        Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        self._server.close()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._server.accept()
                Thread(target=self._answer, args=(connection,), daemon=True).start()

    def _answer(self, connection: socket.socket) -> None:
        # The client may close the connection before it has read all.
        with suppress(ConnectionError), connection, connection.makefile("rwb") as both:
            while line := both.readline().decode().rstrip("\r\n"):
                self.lines.append(line)
                answer = "230 OK RECEIVING DATA" if line == "SPEAK" else "208 OK SET"
                if line == ".":
                    answer = "225-7\r\n225 OK MESSAGE QUEUED"
                both.write(f"{answer}\r\n".encode())
                if line == "." and self.may_end.wait(0.2):
                    both.write(b"702-7\r\n702-1\r\n702 END\r\n")
                both.flush()
