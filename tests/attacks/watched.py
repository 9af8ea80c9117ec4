"""A program that runs with limits of time and memory, so that an attack on it can be survived.

The memory is what the program and all that it started have for themselves, sampled. A program that
writes `BEGUN` is judged by what it took more since then.
"""

import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from tests.attacks.attack import patience
from tests.kit.paths import ROOT

BEGUN = '{"begun": true}'
PERIOD = 0.05
# Far beyond the bounds of an attack: the rest of the machine must not feel it.
MOST_BYTES = 2 << 30
ADDRESS_SPACE = 24 << 30


@dataclass(frozen=True)
class Watched:
    """`code` is None where the program had to be killed, for the reason `killed`."""

    code: int | None
    out: str
    errors: str
    seconds: float
    peak_bytes: int
    killed: str = ""
    error_bytes: int = 0


class Tree:
    """A process and all that it started, also what left its group; ended by their ids."""

    def __init__(self, pid: int) -> None:
        self._root = pid
        self._seen: dict[int, str] = {}

    def bytes(self) -> int:
        """Return the private memory of the living processes."""
        children: dict[int, list[int]] = {}
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError, IndexError):
                fields = stat.read_text().rpartition(")")[2].split()
                children.setdefault(int(fields[1]), []).append(int(stat.parent.name))
        found, waiting = 0, [self._root, *self._seen]
        done: set[int] = set()
        while waiting:
            pid = waiting.pop()
            if pid in done or not self._is_ours(pid):
                continue
            done.add(pid)
            found += _own_bytes(pid)
            waiting += children.get(pid, [])
        return found

    def end(self) -> None:
        for pid in self._seen:
            if self._is_ours(pid):
                with suppress(OSError):
                    os.kill(pid, signal.SIGKILL)

    def _is_ours(self, pid: int) -> bool:
        """Return False if the process id was reused, which the start time shows."""
        began = _began(pid)
        return bool(began) and self._seen.setdefault(pid, began) == began


def _began(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return ""


def _own_bytes(pid: int) -> int:
    with suppress(OSError):
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        fields = (line.split() for line in lines)
        own = [it for it in fields if it[0] in ("RssAnon:", "RssShmem:")]
        return sum(int(it[1]) << 10 for it in own)
    return 0


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def started(
    command: Sequence[str], out: IO[bytes] | int, errors: IO[bytes] | int, **options: object
) -> subprocess.Popen[bytes]:
    """Start the program in a session of its own, with a memory limit that spares the machine."""
    return subprocess.Popen(
        command,
        stdout=out,
        stderr=errors,
        cwd=ROOT,
        start_new_session=True,
        preexec_fn=_limit,
        **options,  # pyright: ignore[reportArgumentType, reportCallIssue]
    )


def python(module: str, *arguments: str) -> list[str]:
    return [sys.executable, "-m", module, *arguments]


def offscreen_environment(**changes: str) -> dict[str, str]:
    return os.environ | {"QT_QPA_PLATFORM": "offscreen"} | changes


def watch(
    command: Sequence[str],
    seconds: float,
    *,
    begins: bool = True,
    env: Mapping[str, str] | None = None,
    stdin: int | IO[bytes] = subprocess.DEVNULL,
) -> Watched:
    """Run it to its end, or for so many seconds; where it `begins`, from when it says so."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        run = started(command, out, errors, env=dict(env or offscreen_environment()), stdin=stdin)
        tree, base, peak, killed = Tree(run.pid), None if begins else 0, 0, ""
        start = time.monotonic()
        while run.poll() is None and not killed:
            now = tree.bytes()
            if base is None and BEGUN in _content(out):
                base, start = now, time.monotonic()
            peak = max(peak, now - (base or 0)) if base is not None else 0
            limit = patience(seconds if base is not None else seconds + 120)
            if time.monotonic() - start > limit:
                killed = f"did not end within {limit:g} s"
            elif peak > MOST_BYTES:
                killed = f"took more than {peak >> 20:,} MB"
            time.sleep(PERIOD)
        tree.end()
        code = run.wait()
        spent = time.monotonic() - start
        said, size = _content(errors)[-3000:], os.fstat(errors.fileno()).st_size
        return Watched(None if killed else code, _content(out), said, spent, peak, killed, size)


def _content(file: IO[bytes]) -> str:
    """Return the current content without moving the position at which the program writes."""
    return os.pread(file.fileno(), 1 << 20, 0).decode(errors="replace")
