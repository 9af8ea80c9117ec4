"""How busy the GPU is, where the system has a program that tells it."""

import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import IO

# Seconds from one question to the next; a program that takes longer to answer is not asked again.
INTERVAL = 2.0
PATIENCE = 10.0
# Characters of an answer that are read.
MOST = 1 << 20


class Gpu:
    """`poll` never waits: it asks from time to time, in a process of its own, and tells the newest
    answer in per cent, or None where there is none. Used on one thread."""

    def __init__(
        self, command: list[str] | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._command = command if command is not None else _command()
        self._clock = clock
        self._process: subprocess.Popen[bytes] | None = None
        # Not a pipe: who says more than a pipe holds would wait to be heard, and never end.
        self._told: IO[str] | None = None
        self._asked = float("-inf")
        self._busy: float | None = None

    def poll(self) -> float | None:
        process, passed = self._process, self._clock() - self._asked
        if process is None:
            if self._command and passed >= INTERVAL:
                self._ask()
        elif process.poll() is not None:
            self._busy = self._answer() if self._command else None
            self._process = None
        elif passed >= PATIENCE:
            # Where the driver hangs, not even this ends it, until the driver goes on.
            process.kill()
            self._command, self._busy = [], None
        return self._busy

    def close(self) -> None:
        """End what still runs; it is not waited for where it does not end."""
        self._command = []
        if self._process is not None:
            self._process.kill()
            try:
                self._process.wait(timeout=0.5)
                self._process = None
            except subprocess.TimeoutExpired:
                pass
        if self._told is not None:
            self._told.close()

    def _ask(self) -> None:
        self._asked = self._clock()
        try:
            if self._told is None:
                self._told = tempfile.TemporaryFile(  # noqa: SIM115  open as long as it is asked
                    "w+", encoding="utf-8", errors="replace"
                )
            self._told.seek(0)
            self._told.truncate()
            # Without close_fds this is one posix_spawn, which does not copy the process.
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.DEVNULL,
                stdout=self._told,
                stderr=subprocess.DEVNULL,
                close_fds=False,
            )
        except OSError:
            self.close()

    def _answer(self) -> float | None:
        assert self._told is not None
        self._told.seek(0)
        return percentage(self._told.read(MOST))


def percentage(told: str) -> float | None:
    """Of the busiest GPU, from what ioreg or nvidia-smi says; None where it says nothing."""
    found = re.findall(r'"Device Utilization %"\s*=\s*(\d{1,3})\b', told)
    found = found or re.findall(r"^\s*(\d{1,3})\s*%?\s*$", told, re.MULTILINE)
    return float(min(100, max(map(int, found)))) if found else None


def _command() -> list[str]:
    if sys.platform == "darwin":
        # Lines as long as they are.
        return ["/usr/sbin/ioreg", "-r", "-d", "1", "-w", "0", "-c", "IOAccelerator"]
    program = shutil.which("nvidia-smi")
    if program is None:
        return []
    return [program, "--query-gpu=utilization.gpu", "--format=csv,noheader,nounits"]
