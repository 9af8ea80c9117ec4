"""How busy the GPU is, where the system has a program that tells it."""

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable

# Seconds from one question to the next; a program that takes longer to answer is not asked again.
INTERVAL = 2.0
PATIENCE = 10.0


class Gpu:
    """`poll` never waits: it asks from time to time, in a process of its own, and tells the newest
    answer in per cent, or None where there is none. Used on one thread."""

    def __init__(
        self, command: list[str] | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._command = command if command is not None else _command()
        self._clock = clock
        self._process: subprocess.Popen[str] | None = None
        self._asked = float("-inf")
        self._busy: float | None = None

    def poll(self) -> float | None:
        process, passed = self._process, self._clock() - self._asked
        if process is None:
            if self._command and passed >= INTERVAL:
                self._ask()
        elif process.poll() is not None:
            self._busy = percentage(process.communicate()[0])
            self._process = None
        elif passed >= PATIENCE:
            self.close()
            self._command, self._busy = [], None
        return self._busy

    def close(self) -> None:
        """End what still runs."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()

    def _ask(self) -> None:
        self._asked = self._clock()
        try:
            # Without close_fds this is one posix_spawn, which does not copy the process.
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                errors="replace",
                close_fds=False,
            )
        except OSError:
            self._command = []


def percentage(told: str) -> float | None:
    """Of the busiest GPU, from what ioreg or nvidia-smi says; None where it says nothing."""
    found = re.findall(r'"Device Utilization %"=(\d+)', told)
    found = found or re.findall(r"^\s*(\d+)\s*%?\s*$", told, re.MULTILINE)
    return float(min(100, max(map(int, found)))) if found else None


def _command() -> list[str]:
    if sys.platform == "darwin":
        return ["/usr/sbin/ioreg", "-r", "-d", "1", "-c", "IOAccelerator"]
    program = shutil.which("nvidia-smi")
    if program is None:
        return []
    return [program, "--query-gpu=utilization.gpu", "--format=csv,noheader,nounits"]
