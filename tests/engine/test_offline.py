"""Strict offline blocks connections from Python code in this process and its workers."""

import asyncio
import ctypes
import importlib
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest

from engine import offline
from engine.system.worker_process import environment


@pytest.fixture
def strict() -> Iterator[None]:
    offline.strict(True)
    yield
    offline.strict(False)


def _made_by_hand() -> None:
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).close()


def _through_qt() -> None:
    sys.modules.pop("PySide6.QtNetwork", None)
    importlib.import_module("PySide6.QtNetwork")


USES: dict[str, Callable[[], object]] = {
    "a socket": lambda: socket.socket(),
    "the next version": lambda: socket.socket(socket.AF_INET6),
    "a datagram": _made_by_hand,
    "a name": lambda: socket.getaddrinfo("localhost", 80),
    "a name of old": lambda: socket.gethostbyname("localhost"),
    "a connection": lambda: socket.create_connection(("127.0.0.1", 9)),
    "Qt": _through_qt,
    "the C library": lambda: ctypes.CDLL(None).connect,
    "any call of the system": lambda: ctypes.CDLL(None).syscall,
    "a server": lambda: socket.create_server(("127.0.0.1", 0)),
}


@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_every_use_of_the_network_is_refused(strict: None, use: Callable[[], object]) -> None:
    with pytest.raises(offline.Offline, match="Strict offline"):
        use()


def test_existing_sockets_cannot_connect() -> None:
    with socket.socket() as stream, socket.socket(type=socket.SOCK_DGRAM) as datagrams:
        offline.strict(True)
        try:
            for use in (
                lambda: stream.connect(("127.0.0.1", 9)),
                lambda: stream.connect_ex(("127.0.0.1", 9)),
                lambda: stream.bind(("127.0.0.1", 0)),
                lambda: datagrams.sendto(b"x", ("127.0.0.1", 9)),
                lambda: datagrams.sendmsg([b"x"], [], 0, ("127.0.0.1", 9)),
            ):
                with pytest.raises(offline.Offline):
                    use()
        finally:
            offline.strict(False)


def test_local_sockets_still_work(strict: None) -> None:
    one, other = socket.socketpair()
    one.send(b"x")
    assert other.recv(1) == b"x"
    one.close()
    other.close()
    asyncio.run(asyncio.sleep(0))


def test_strict_offline_can_be_switched_off() -> None:
    offline.strict(True)
    offline.strict(False)
    socket.create_server(("127.0.0.1", 0)).close()


def test_the_application_needs_nothing_that_is_refused() -> None:
    """This runs in a process of its own: other tests may have imported more."""
    script = (
        "import sys\n"
        "from engine import offline\n"
        "offline.strict(True)\n"
        "import app.assembly, app.desktop.application, app.desktop.instance\n"
        "import app.desktop.system_look\n"
        "from PySide6.QtWidgets import QApplication\n"
        "print([it for it in offline._MODULES if it in sys.modules])\n"
    )
    said = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, text=True
    )
    assert said.stdout.strip() == "[]"


@pytest.mark.skipif(sys.platform != "linux", reason="the C library of a Mac has a function for it")
def test_the_disk_priority_can_still_be_lowered() -> None:
    """In a process of its own, in which nothing has looked up the system call."""
    script = (
        "from engine import offline\n"
        "offline.strict(True)\n"
        "from engine.system import disk_priority\n"
        "disk_priority.lower()\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_workers_and_libraries_follow_strict_offline(strict: None) -> None:
    passed_on = environment()
    said = subprocess.run(
        [
            *(sys.executable, "-c"),
            "from engine import offline; offline.follow_environment(); print(offline.is_strict())",
        ],
        env=passed_on,
        capture_output=True,
        check=True,
        text=True,
    )
    assert said.stdout.strip() == "True"
    offline.strict(False)
    assert offline.VARIABLE not in environment()
