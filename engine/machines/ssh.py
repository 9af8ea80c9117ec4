"""Processes on other computers, started by the system's ssh."""

import socket
import subprocess
from typing import IO

from engine.errors import Refused
from engine.messages import is_host
from engine.system import worker_process

# Seconds for the connection.
CONNECTING = 5
_OPTIONS = (
    # Nobody could answer a question.
    *("-o", "BatchMode=yes"),
    *("-o", f"ConnectTimeout={CONNECTING}"),
    *("-o", "ServerAliveInterval=1", "-o", "ServerAliveCountMax=3"),
)


def check_host(text: str) -> str:
    """Return a host as ssh takes it. Raises Refused."""
    host = text.strip()
    if not is_host(host):
        raise Refused(
            "“{text}” is not the name of a computer. Write one such as mac2.local or anna@mac2.",
            text=host[:60],
        )
    return host


def command(host: str, *words: str) -> list[str]:
    """Return the command line that runs `duologue worker` on a host. A login shell knows where
    programs are."""
    return [
        *("ssh", *_OPTIONS, "--", check_host(host)),
        f'exec "$SHELL" -lc "exec duologue worker {" ".join(words)}"',
    ]


def start(host: str, errors: IO[bytes]) -> worker_process.Process:
    """Start a rank on a host, with its standard error in a file. Raises OSError."""
    return worker_process.spawn(command(host), errors=errors)


def address_of(host: str) -> str:
    """Return the IPv4 address of a host, by the name that ssh's own settings have for it. Raises
    OSError."""
    asked = ["ssh", "-G", "--", check_host(host)]
    said = subprocess.run(asked, capture_output=True, text=True, timeout=CONNECTING, check=False)
    lines = (it.partition(" ") for it in said.stdout.splitlines())
    name = next((value for word, _, value in lines if word == "hostname"), host.split("@")[-1])
    return str(socket.getaddrinfo(name, None, socket.AF_INET)[0][4][0])
