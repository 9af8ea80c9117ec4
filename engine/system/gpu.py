"""Measure GPU utilization with a program of the system, where there is one."""

import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import IO

# Seconds between two runs of the program, and after which a run is killed and not repeated.
INTERVAL = 2.0
TIMEOUT = 10.0
# Characters of output that are read.
MAX_OUTPUT = 1 << 20


class Gpu:
    """Runs the program in the background every INTERVAL. `poll` never blocks: it returns the newest
    utilization in percent, or None if unknown. Used on one thread."""

    def __init__(
        self, command: list[str] | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._command = command if command is not None else _command()
        self._clock = clock
        self._process: subprocess.Popen[bytes] | None = None
        # A file: a program that fills a pipe blocks, and would never end.
        self._output: IO[str] | None = None
        self._last_run = float("-inf")
        self._utilization: float | None = None

    def poll(self) -> float | None:
        process, passed = self._process, self._clock() - self._last_run
        if process is None:
            if self._command and passed >= INTERVAL:
                self._run()
        elif process.poll() is not None:
            self._utilization = self._parsed() if self._command else None
            self._process = None
        elif passed >= TIMEOUT:
            # If the driver hangs, even a killed program ends only when the driver recovers.
            process.kill()
            self._command, self._utilization = [], None
        return self._utilization

    def close(self) -> None:
        """Kill a running program, and wait at most half a second for its end."""
        self._command = []
        if self._process is not None:
            self._process.kill()
            try:
                self._process.wait(timeout=0.5)
                self._process = None
            except subprocess.TimeoutExpired:
                pass
        if self._output is not None:
            self._output.close()

    def _run(self) -> None:
        self._last_run = self._clock()
        try:
            if self._output is None:
                self._output = tempfile.TemporaryFile(  # noqa: SIM115  `close` closes it
                    "w+", encoding="utf-8", errors="replace"
                )
            self._output.seek(0)
            self._output.truncate()
            # Without close_fds Python uses posix_spawn, which does not copy this process.
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.DEVNULL,
                stdout=self._output,
                stderr=subprocess.DEVNULL,
                close_fds=False,
            )
        except OSError:
            self.close()

    def _parsed(self) -> float | None:
        assert self._output is not None
        self._output.seek(0)
        return percentage(self._output.read(MAX_OUTPUT))


def percentage(output: str) -> float | None:
    """Return the utilization of the busiest GPU in the output of ioreg or nvidia-smi, or None."""
    found = re.findall(r'"Device Utilization %"\s*=\s*(\d{1,3})\b', output)
    found = found or re.findall(r"^\s*(\d{1,3})\s*%?\s*$", output, re.MULTILINE)
    return float(min(100, max(map(int, found)))) if found else None


def _command() -> list[str]:
    if sys.platform == "darwin":
        # "-w 0": lines are not cut.
        return ["/usr/sbin/ioreg", "-r", "-d", "1", "-w", "0", "-c", "IOAccelerator"]
    program = shutil.which("nvidia-smi")
    if program is None:
        return []
    return [program, "--query-gpu=utilization.gpu", "--format=csv,noheader,nounits"]
