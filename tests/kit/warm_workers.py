"""Workers that fork from a process with their imports: each start of a text worker takes two CPU
seconds, each rank of a group five, and each video or document a quarter of one.

The forked process runs the worker's own program with the environment and the pipes of a real start.
"""

import fcntl
import json
import math
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import IO, Any

from engine import offline
from engine.checkpoints import guard
from engine.system import late_modules, worker_process

# The modules that a worker imports, by the name of the worker.
IMPORTS = {
    "media-worker": ("cv2", "engine.media.video_frames", "engine.media.document_pages"),
    "text-worker": ("engine.prompts.text_jobs",),
    "worker": ("engine.requests.scheduler",),
}
MESSAGE = 1 << 16
# File descriptors from here on are free in the warm process.
FREE = 500
POLL_SECONDS = 0.002


class WarmWorker(subprocess.Popen[bytes]):
    """A child of the warm process, with the interface of what `worker_process.start` returns."""

    def __init__(
        self, warm: "WarmWorkers", pass_fds: Sequence[int] = (), errors: int | IO[bytes] = 2
    ) -> None:
        reads, theirs_in = os.pipe()
        ours_out, writes = os.pipe()
        self._warm, self.args = warm, warm.word
        # The process writes its errors where a started one would.
        errors = errors if isinstance(errors, int) else errors.fileno()
        message = {
            "fork": worker_process.environment(),
            # A test may choose another program for a worker.
            "module": worker_process.WORKERS[warm.word],
            "places": [0, 1, 2, *pass_fds],
            # Ranks render the prompts of tests' checkpoints as the process of tests does.
            "folders": list(map(str, guard.OUR_FOLDERS)),
        }
        self.pid = warm.ask(message, (reads, writes, max(errors, 2), *pass_fds))
        os.close(reads)
        os.close(writes)
        self.stdin, self.stdout = os.fdopen(theirs_in, "wb", 0), os.fdopen(ours_out, "rb", 0)
        self.stderr = None
        self.returncode = None

    def poll(self) -> int | None:
        if self.returncode is None:
            code = self._warm.ask({"poll": self.pid})
            self.returncode = None if code > MESSAGE else code
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        end = math.inf if timeout is None else time.monotonic() + timeout
        while self.poll() is None:
            if time.monotonic() > end:
                raise subprocess.TimeoutExpired(self.args, timeout or 0)
            time.sleep(POLL_SECONDS)
        assert self.returncode is not None
        return self.returncode

    def kill(self) -> None:
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)

    def __del__(self) -> None:
        """Do not ask for the exit status, as the base class does."""


class WarmWorkers:
    """Starts the warm process at its first use. `word` is the name of its workers."""

    def __init__(self, word: str) -> None:
        self.word = word
        # Engines of one test may be on threads of their own.
        self._asking = threading.Lock()

    @cached_property
    def _socket(self) -> socket.socket:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        # The first test may be offline; that must not matter to the others.
        environment = worker_process.environment()
        environment.pop(offline.VARIABLE, None)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.kit.warm_workers", self.word, str(theirs.fileno())],
                pass_fds=(theirs.fileno(),),
                cwd=worker_process.ROOT,
                env=environment,
                stderr=subprocess.DEVNULL,
            )
        return ours

    def ask(self, message: dict[str, object], fds: Sequence[int] = ()) -> int:
        with self._asking:
            socket.send_fds(self._socket, [json.dumps(message).encode()], fds)
            return int(self._socket.recv(MESSAGE))

    def close(self) -> None:
        if "_socket" in self.__dict__:
            self._socket.close()
            self._process.wait()

    def start(self, cold: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function in place of `worker_process.start`, which is `cold`."""

        def started(word: str, *given: Any) -> object:
            return WarmWorker(self, *given) if word == self.word else cold(word, *given)

        return started


def _place(fds: Sequence[int], places: Sequence[int]) -> None:
    """Give file descriptors the numbers that their program expects, and close all others."""
    for fd in fds:
        # Away from all places.
        fcntl.fcntl(fd, fcntl.F_DUPFD, FREE)
        os.close(fd)
    for number, place in enumerate(places):
        os.dup2(FREE + number, place)
        os.close(FREE + number)


def main() -> None:
    """Import what the worker imports, and fork it whenever `WarmWorkers` asks."""
    word = sys.argv[1]
    late_modules.import_late()
    for name in IMPORTS[word]:
        import_module(name)
    asked = socket.socket(fileno=int(sys.argv[2]))
    while True:
        data, fds, _, _ = socket.recv_fds(asked, MESSAGE, 4)
        if not data:
            return
        message = json.loads(data)
        if "poll" in message:
            found, status = os.waitpid(message["poll"], os.WNOHANG)
            code = os.waitstatus_to_exitcode(status) if found else MESSAGE + 1
            asked.send(str(code).encode())
        elif pid := os.fork():
            for fd in fds:
                os.close(fd)
            asked.send(str(pid).encode())
        else:
            asked.close()
            os.setsid()
            _place(fds, message["places"])
            os.environ.clear()
            os.environ.update(message["fork"])
            guard.OUR_FOLDERS[:] = map(Path, message["folders"])
            sys.argv = [word]
            os._exit(import_module(message["module"]).main())


if __name__ == "__main__":
    main()
