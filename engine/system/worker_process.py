"""Start worker processes, and limit their memory and CPU time."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, BinaryIO

from engine import offline
from engine.sentences import say

ROOT = Path(__file__).resolve().parents[2]
# Modules of the workers by the argument that makes the packaged application run as that worker.
WORKERS: Mapping[str, str] = {
    "convert-worker": "engine.conversion.convert_worker",
    "media-worker": "engine.media.media_worker",
    "text-worker": "engine.prompts.text_worker",
    "worker": "engine.rank",
}
# The environment variables that a worker needs.
KEPT_ENVIRONMENT = (
    *("PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"),
    *("PYTHONHOME", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX"),
    *("VIRTUAL_ENV", offline.VARIABLE),
    # MLX compiles for CUDA with the system's headers; NCCL is set up by these.
    *("CUDA_HOME", "CUDA_PATH", "NCCL_SOCKET_IFNAME", "NCCL_DEBUG", "NCCL_NVLS_ENABLE"),
)
# A heap per thread would take 64 MB each of the limited address space.
FEW_THREADS = {
    "MALLOC_ARENA_MAX": "2",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "TOKENIZERS_PARALLELISM": "false",
}

Process = subprocess.Popen[bytes]


def command(word: str) -> list[str]:
    """Return the command line of a worker: Python with its module, or the packaged application with
    the worker's name."""
    if not getattr(sys, "frozen", False) and Path(sys.executable).name.startswith("python"):
        return [sys.executable, "-m", WORKERS[word]]
    return [sys.executable, word]


def environment() -> dict[str, str]:
    kept = {name: os.environ[name] for name in KEPT_ENVIRONMENT if name in os.environ}
    return kept | FEW_THREADS


def start(
    word: str, pass_fds: Sequence[int] = (), errors: int | IO[bytes] = subprocess.DEVNULL
) -> Process:
    """Start a worker of this computer, as `spawn` does."""
    return spawn(command(word), pass_fds, errors, cwd=ROOT, env=environment())


def spawn(
    arguments: Sequence[str],
    pass_fds: Sequence[int] = (),
    errors: int | IO[bytes] = subprocess.DEVNULL,
    *,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
) -> Process:
    """Start a program with unbuffered pipes to its standard input and output, and its standard
    error in the file `errors`. Raises OSError."""
    return subprocess.Popen(
        arguments,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        bufsize=0,
        pass_fds=pass_fds,
        cwd=cwd,
        env=env,
        # Ctrl-C in a terminal must not reach the worker: the request ends it.
        start_new_session=True,
    )


def end(process: Process) -> None:
    """Kill a worker, whatever it is doing, and close its pipes."""
    if process.poll() is None:
        process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        assert pipe is not None
        pipe.close()


def own_output() -> BinaryIO:
    """Return the standard output of a worker, to which nothing else writes from now on."""
    mine = os.dup(1)
    os.dup2(2, 1)
    return os.fdopen(mine, "wb")


def say_ended(code: int) -> str:
    """Return how a process ended by itself, in words."""
    if code < 0:
        return say("signal {number}", number=-code)
    return say("exit code {number}", number=code)


def limit_process(**most: int) -> None:
    """Set resource limits of this process by their names in `resource`, as far as the system has
    them: macOS does not limit the address space. Only soft limits are set, so they can be raised
    again."""
    import resource  # noqa: PLC0415  does not exist on Windows

    for name, value in most.items():
        kind = getattr(resource, name, None)
        if kind is None:
            continue
        hard = resource.getrlimit(kind)[1]
        least = value if hard == resource.RLIM_INFINITY else min(value, hard)
        try:
            resource.setrlimit(kind, (least, hard))
        except (ValueError, OSError):
            continue
