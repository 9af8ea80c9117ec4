"""Runs a server program, and ends every process that it started."""

import asyncio
import logging
import os
import signal
import time
from contextlib import suppress
from io import FileIO
from subprocess import PIPE, Popen
from typing import IO
from uuid import uuid4

from app.tools.loop_thread import in_thread
from app.tools.process_family import Process, family
from app.tools.search_path import search_path
from ui.state.settings import McpServer

log = logging.getLogger(__name__)

# Variables of this process passed on to a server; its settings add the others it needs.
_INHERITED = ("HOME", "LOGNAME", "SHELL", "TERM", "USER")
# Set in the environment of the server, so its child processes inherit it.
MARKER = "DUOLOGUE_SERVER"
# Time to exit after the input is closed, then after SIGTERM, then after SIGKILL.
GRACE_SECONDS = 2.0
SIGNAL_SECONDS = 1.0
_POLL_SECONDS = 0.02

_alive: "set[ServerProcess]" = set()


class ServerProcess:
    """Runs on the loop. `input` and `output` do not block. They are files, not their numbers: a
    number may be that of another file once it is closed."""

    def __init__(self, server: McpServer, errors: IO[str]) -> None:
        """Start the program. Raises OSError if it does not exist or may not be run."""
        self._mark = uuid4().hex
        self.name = server.name
        self._known: set[Process] = set()
        self._popen = Popen(
            [os.path.expanduser(server.command), *server.arguments],
            bufsize=0,
            stdin=PIPE,
            stdout=PIPE,
            stderr=errors,
            env=self._environment(server),
            start_new_session=True,
        )
        self._loop = asyncio.get_running_loop()
        _alive.add(self)
        ours, theirs = self._popen.stdin, self._popen.stdout
        assert isinstance(ours, FileIO) and isinstance(theirs, FileIO)
        self.input, self.output = ours, theirs
        for pipe in (self.input, self.output):
            os.set_blocking(pipe.fileno(), False)
        self._exit = self._loop.create_task(in_thread(self._popen.wait))

    async def exited(self) -> None:
        """Wait until the program exits, then end the processes it left behind, which could hold its
        output open and make calls wait for answers."""
        await asyncio.wait([self._exit])
        await in_thread(self._end_remaining)

    async def end(self) -> None:
        """Close the input, which tells the program to exit, then end its remaining processes. Call
        `release` afterwards."""
        import anyio  # noqa: PLC0415  takes long to import

        # First, since an ended process no longer tells which ones it started.
        await in_thread(self._update_known)
        anyio.notify_closing(self.input)
        self.input.close()
        await asyncio.wait([self._exit], timeout=GRACE_SECONDS)
        await in_thread(self._end_remaining)

    def release(self) -> None:
        self.output.close()
        _alive.discard(self)

    def _environment(self, server: McpServer) -> dict[str, str]:
        return {
            **{name: os.environ[name] for name in _INHERITED if name in os.environ},
            "PATH": search_path(),
            **dict(server.environment),
            MARKER: self._mark,
        }

    def _update_known(self) -> set[Process]:
        try:
            # A copy, because two threads may look.
            found = family(self._popen.pid, f"{MARKER}={self._mark}", tuple(self._known))
        except OSError as error:
            log.warning("the processes of the server %s cannot be listed: %s", self.name, error)
            found = set(self._known)
        self._known.update(found)
        return found

    def _end_remaining(self) -> None:
        """Send SIGTERM to the remaining processes, then SIGKILL to the rest of the server's process
        group. A helper outside the group may belong to the user by now, such as a browser opened
        for a login."""
        for number in (signal.SIGTERM, signal.SIGKILL):
            signaled: set[Process] = set()
            deadline = time.monotonic() + SIGNAL_SECONDS
            while remaining := self._targets(number, self._update_known()):
                # Includes processes that appeared since the last look.
                self._signal(number, remaining - signaled)
                signaled |= remaining
                if time.monotonic() > deadline:
                    break
                time.sleep(_POLL_SECONDS)
            if not remaining:
                return
        log.warning("%d processes of the server %s could not be ended", len(remaining), self.name)

    def _targets(self, number: signal.Signals, found: set[Process]) -> set[Process]:
        """Return the processes that receive this signal."""
        if number == signal.SIGTERM:
            return found
        return {it for it in found if it.group == self._popen.pid}

    def _signal(self, number: int, processes: set[Process]) -> None:
        if not processes:
            return
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._popen.pid, number)
        for process in processes:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process.pid, number)


def kill_all(loop: asyncio.AbstractEventLoop | None) -> None:
    """Kill the servers of a loop that no longer responds, from another thread. Helpers outside
    their process groups only receive SIGTERM."""
    for process in [it for it in tuple(_alive) if it._loop is loop]:
        found = process._update_known()
        for number in (signal.SIGTERM, signal.SIGKILL):
            process._signal(number, process._targets(number, found))
