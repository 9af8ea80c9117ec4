"""A server on a socket of this computer that says what a test wants, right or wrong.

    with ScriptedServer(streamed(chunk("Hello"), chunk(end="stop"), DONE)) as server:
        ...  server.url, server.asked ...

Each connection takes the next script; the last one is used again.
"""

import json
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Self

DONE = b"data: [DONE]\n\n"
_STREAM = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"


@dataclass
class Seen:
    """A request as it came; `body` is {} without one."""

    line: str
    headers: dict[str, str]
    body: dict[str, Any] = field(default_factory=dict)


Script = Callable[["Line"], None]


@dataclass
class Line:
    """One connection, after its request was read."""

    connection: socket.socket
    seen: Seen
    closing: threading.Event

    def send(self, data: bytes) -> None:
        self.connection.sendall(data)

    def wait(self, seconds: float) -> None:
        self.closing.wait(seconds)

    def closed(self) -> bool:
        """Return True once the client has closed its end; waits for that."""
        self.connection.settimeout(10)
        with suppress(OSError):
            return not self.connection.recv(1)
        return True


class ScriptedServer:
    """`asked` are the requests in the order in which they came; `left` counts the connections that
    clients closed while a script waited for that."""

    def __init__(self, *scripts: Script) -> None:
        self.scripts = list(scripts)
        self.asked: list[Seen] = []
        self.left = 0
        self._closing = threading.Event()
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.set()
        with suppress(OSError):
            # also ends `accept`, which would keep the port
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()

    def _accept(self) -> None:
        while not self._closing.is_set():
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection, suppress(OSError):
            seen = _read(connection)
            self.asked.append(seen)
            script = self.scripts.pop(0) if len(self.scripts) > 1 else self.scripts[0]
            script(Line(connection, seen, self._closing))

    def until_left(self, line: Line) -> None:
        """A script's end: wait until the client goes."""
        self.left += line.closed()


def _read(connection: socket.socket) -> Seen:
    file = connection.makefile("rb")
    line = file.readline().decode().strip()
    headers = {}
    while (text := file.readline().decode().strip()) != "":
        name, _, value = text.partition(":")
        headers[name.lower()] = value.strip()
    length = int(headers.get("content-length", 0))
    body = json.loads(file.read(length)) if length else {}
    return Seen(line, headers, body)


def streamed(*pieces: bytes) -> Script:
    """Return a script that sends these pieces as a stream and closes."""

    def script(line: Line) -> None:
        for it in (_STREAM.encode(), *pieces):
            line.send(it)

    return script


def answered(status: int, body: object, kind: str = "application/json", **headers: str) -> Script:
    """Return a script that sends one answer; `Retry_After` is a header."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    named = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    head = f"HTTP/1.1 {status} X\r\nContent-Type: {kind}\r\nContent-Length: {len(data)}\r\n"
    return lambda line: line.send(f"{head}{named}Connection: close\r\n\r\n".encode() + data)


def event(data: object, name: str = "") -> bytes:
    """Return an event of a stream."""
    text = data if isinstance(data, str) else json.dumps(data)
    return (f"event: {name}\n" if name else "").encode() + f"data: {text}\n\n".encode()


def chunk(content: object = None, end: str | None = None, **delta: object) -> bytes:
    """Return a chunk of a chat completion of OpenAI."""
    said = {**({} if content is None else {"content": content}), **delta}
    return event({"choices": [{"index": 0, "delta": said, "finish_reason": end}]})


def said(kind: str, **fields: object) -> bytes:
    """Return an event of a message of Anthropic."""
    return event({"type": kind, **fields}, kind)
