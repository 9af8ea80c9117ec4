"""The real server with Dot, on a socket of this machine."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import httpx2
import pytest

from app.server.catalog import Catalog, Served
from app.server.engine_server import EngineServer
from app.server.guard import Access
from app.server.server import Server
from engine.messages import EngineStats, Event, ModelReady, ModelUnloaded
from tests.conftest import DOT

TOKEN = "a-token-for-tests"


@dataclass
class Running:
    """A server on `port` before an engine; `stats` has the last sample of the engine, and
    `models` what was loaded and unloaded."""

    server: Server
    port: int
    stats: list[EngineStats] = field(default_factory=list)
    models: list[ModelReady | ModelUnloaded] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def client(self, **headers: str) -> httpx2.Client:
        sent = {"authorization": f"Bearer {TOKEN}"} | headers
        # The address needs no certificates, and reading those of the system takes 25 ms.
        return httpx2.Client(base_url=self.url, headers=sent, timeout=60, verify=False)

    def post(self, path: str, body: object, **headers: str) -> httpx2.Response:
        with self.client(**headers) as client:
            return client.post(path, json=body)

    def note(self, event: Event) -> None:
        if isinstance(event, EngineStats):
            self.stats.append(event)
        if isinstance(event, ModelReady | ModelUnloaded):
            self.models.append(event)

    def idle(self) -> bool:
        """Return True if neither server nor engine have a request."""
        return not self.server.calls.count and not (self.stats and self.stats[-1].requests)

    def wait_until(self, check: Callable[[], bool], seconds: float = 20) -> None:
        end = time.monotonic() + seconds
        while not check():
            assert time.monotonic() < end, "it did not come to that"
            time.sleep(0.005)


@pytest.fixture(scope="module")
def running(dot_in_float32: None) -> Iterator[Running]:
    """A server that serves Dot as "dot", and its threads."""
    before = set(threading.enumerate())
    both = EngineServer(Catalog([Served("dot", str(DOT))]), Access(TOKEN), quiet=0.05)
    engine, server = both.engine, both.server
    made = Running(server, 0)
    both.listeners.append(made.note)
    engine.start()
    made.port = server.start(0)
    yield made
    assert server.stop(10)
    assert engine.stop(20)
    left = [it for it in set(threading.enumerate()) - before if it.name in ("server", "engine")]
    assert not left


def raw_request(port: int, head: str, body: bytes = b"") -> socket.socket:
    """Return a connection on which a request was written."""
    connection = socket.create_connection(("127.0.0.1", port), timeout=20)
    connection.sendall(head.replace("\n", "\r\n").encode() + b"\r\n" + body)
    return connection
