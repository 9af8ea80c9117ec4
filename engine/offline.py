"""Strict offline: while it is on, Python code of this process opens no connection.

Refused are Python's sockets, Qt's network classes and the C library's functions through ctypes.
Sockets of this computer alone (AF_UNIX) are left: event loops need them. Compiled code is not
watched: FFmpeg is bound by its protocols (`clip_frames`), MLX and Qt connect to nothing by
themselves. Of other processes, workers follow the environment and tool servers are not started;
any other program does as it likes.
"""

import errno
import os
import socket
import sys
from functools import cache
from typing import Any

from engine.sentences import say

VARIABLE = "DUOLOGUE_OFFLINE"
# What the libraries ask, some of them once, as they are imported.
_LIBRARIES = (
    *("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE", "HF_DATASETS_OFFLINE"),
    *("HF_HUB_DISABLE_TELEMETRY", "DO_NOT_TRACK"),
)
_NAMES = frozenset(
    ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr", "socket.getnameinfo")
)
_USES = frozenset(("socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg"))
# Modules whose compiled classes open connections. Nothing here imports them.
_MODULES = ("PySide6.QtNetwork", "PySide6.QtWebSockets", "PySide6.QtWebEngineCore")
_FUNCTIONS = frozenset(("socket", "connect", "sendto", "sendmsg", "getaddrinfo", "syscall"))
# Of a socket that is made from a file descriptor, which says later what it is.
_UNSAID = -1
_LOCAL = (socket.AF_UNIX, _UNSAID)

_strict = False


class Offline(PermissionError):
    """A connection was refused. To a library it is one that failed."""


def strict(on: bool) -> None:
    """From now on, and in processes that are started from now on. Without effect on `on` where it
    holds already; connections that are open are not known here."""
    global _strict
    _strict = on
    if on:
        _install()
        os.environ[VARIABLE] = "1"
        # They stay when it ends: nothing here needs the libraries to fetch.
        os.environ.update(dict.fromkeys(_LIBRARIES, "1"))
    else:
        os.environ.pop(VARIABLE, None)


def is_strict() -> bool:
    return _strict


def follow_environment() -> None:
    """In a process that was started by one for which it holds."""
    if os.environ.get(VARIABLE):
        strict(True)


@cache
def _install() -> None:
    """Once: a hook cannot be taken away."""
    sys.addaudithook(_refuse)


def _refuse(event: str, arguments: tuple[Any, ...]) -> None:
    if _strict and _connects(event, arguments):
        raise Offline(errno.EACCES, say("Strict offline is on: no connection is opened."))


def _connects(event: str, arguments: tuple[Any, ...]) -> bool:
    if event == "import":
        return arguments[0] in _MODULES
    if event == "ctypes.dlsym":
        return arguments[1] in _FUNCTIONS
    if event == "socket.__new__":
        return arguments[1] not in _LOCAL
    return event in _NAMES or (event in _USES and arguments[0].family != socket.AF_UNIX)
