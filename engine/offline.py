"""Strict offline: while it is on, no Python code of this process opens a connection.

It refuses Python's sockets, Qt's network classes, and the C library's functions through ctypes.
Sockets of this computer alone (AF_UNIX) are allowed: event loops need them. Compiled code is not
watched: FFmpeg is limited to file protocols (`video_frames`), MLX and Qt open no connections by
themselves. Worker processes follow the environment, and tool servers are not started; any other
program does as it likes.
"""

import ctypes
import errno
import os
import socket
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

from engine.sentences import say

VARIABLE = "DUOLOGUE_OFFLINE"
# Variables that the libraries read, some of them once, when they are imported.
_LIBRARIES = (
    *("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE", "HF_DATASETS_OFFLINE"),
    *("HF_HUB_DISABLE_TELEMETRY", "DO_NOT_TRACK"),
)
_NAMES = frozenset(
    ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr", "socket.getnameinfo")
)
_USES = frozenset(("socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg"))
# Modules whose compiled classes open connections. This program does not import them.
_MODULES = ("PySide6.QtNetwork", "PySide6.QtWebSockets", "PySide6.QtWebEngineCore")
_FUNCTIONS = frozenset(("socket", "connect", "sendto", "sendmsg", "getaddrinfo", "syscall"))
# The family of a socket made from a file descriptor, which tells its own later.
_UNKNOWN_FAMILY = -1

_strict = False


class Offline(PermissionError):
    """A refused connection. To a library it looks like a connection that failed."""


def strict(on: bool) -> None:
    """Switch strict offline, for this process and for those that are started from now on. Open
    connections are not closed."""
    global _strict
    if on:
        _install()
    _strict = on
    if on:
        os.environ[VARIABLE] = "1"
        # These remain set: nothing here needs the libraries to download.
        os.environ.update(dict.fromkeys(_LIBRARIES, "1"))
    else:
        os.environ.pop(VARIABLE, None)


def is_strict() -> bool:
    return _strict


def follow_environment() -> None:
    """Switch strict offline on if the parent process had it on."""
    if os.environ.get(VARIABLE):
        strict(True)


@cache
def _install() -> None:
    """Install the audit hook once: a hook cannot be removed."""
    if sys.platform == "linux":
        system_call()
    sys.addaudithook(_refuse)


@cache
def system_call() -> Callable[..., int]:
    """Return the C library's `syscall`, which nobody can look up while strict offline is on."""
    return ctypes.CDLL(None).syscall


def _refuse(event: str, arguments: tuple[Any, ...]) -> None:
    if _strict and _connects(event, arguments):
        raise Offline(errno.EACCES, say("Strict offline is on: no connection is opened."))


def _connects(event: str, arguments: tuple[Any, ...]) -> bool:
    if event == "import":
        return arguments[0] in _MODULES
    if event == "ctypes.dlsym":
        return arguments[1] in _FUNCTIONS
    if event == "socket.__new__":
        return arguments[1] not in (socket.AF_UNIX, _UNKNOWN_FAMILY)
    return event in _NAMES or (event in _USES and arguments[0].family != socket.AF_UNIX)
