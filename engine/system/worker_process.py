"""Start worker processes, and limit what they take of the machine."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from engine import offline

ROOT = Path(__file__).resolve().parents[2]
# By its word an application that is its own interpreter is asked to be a worker.
WORKERS: Mapping[str, str] = {
    "media-worker": "engine.media.media_worker",
    "text-worker": "engine.prompts.text_worker",
}
# All that a worker needs of the environment.
KEPT_ENVIRONMENT = (
    *("PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"),
    *("PYTHONHOME", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX"),
    *("VIRTUAL_ENV", offline.VARIABLE),
)
# Address space, which is limited, goes by thread else: 64 MB of it for the heap of each.
FEW_THREADS = {
    "MALLOC_ARENA_MAX": "2",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "TOKENIZERS_PARALLELISM": "false",
}


def command(word: str) -> list[str]:
    """How a worker is started: by Python, or by the application where that is the executable."""
    if not getattr(sys, "frozen", False) and Path(sys.executable).name.startswith("python"):
        return [sys.executable, "-m", WORKERS[word]]
    return [sys.executable, word]


def environment() -> dict[str, str]:
    kept = {name: os.environ[name] for name in KEPT_ENVIRONMENT if name in os.environ}
    return kept | FEW_THREADS


def limit(**most: int) -> None:
    """Set limits of this process by the names of `resource`, as far as the system has them: macOS
    keeps no limit of the address space. A limit can be raised again."""
    import resource  # noqa: PLC0415  no module of Windows

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
