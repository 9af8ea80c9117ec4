"""Small files of our own, never left half written."""

import json
import os
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any


def write_json(path: Path, value: Any) -> None:
    """Replace `path` as a whole, for no other user to read; raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "w", encoding="utf-8") as file:
        json.dump(value, file, indent=1)
        file.flush()
        # else a power cut leaves the name with nothing in it
        os.fsync(file.fileno())
    fresh.replace(path)


def set_aside(path: Path) -> Path:
    """Where a file that cannot be used is kept now, as the next save would write over what a person
    may still mend; beside those that were kept before."""
    names = (f".broken{number if number > 1 else ''}.json" for number in count(1))
    kept = next(it for it in map(path.with_suffix, names) if not it.exists())
    with suppress(OSError):
        path.replace(kept)
    return kept
