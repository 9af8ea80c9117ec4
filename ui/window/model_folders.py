"""Model folders among what people drop: a bounded look, without reading any file."""

import os
from pathlib import Path

MODEL_FILE = "config.json"
WEIGHTS = (".safetensors", ".gguf")
# As deep as the cache of the hub: models--NAME/snapshots/REVISION, in a folder with others.
DEPTH = 4
MOST_ENTRIES = 20_000


def is_model(path: Path) -> bool:
    return (path / MODEL_FILE).is_file()


def has_weights(folder: Path) -> bool:
    """Return True if a folder holds weights, in whatever format: loading it says what is wrong."""
    try:
        with os.scandir(folder) as entries:
            first = zip(entries, range(MOST_ENTRIES), strict=False)
            return any(entry.name.endswith(WEIGHTS) for entry, _ in first)
    except OSError:
        return False


def count_models(folder: Path) -> int:
    """Return the number of model folders in a folder, at most DEPTH levels down. Links to folders
    are not followed."""
    found, looked = 0, 0
    waiting = [(str(folder), 0)]
    while waiting and looked < MOST_ENTRIES:
        place, depth = waiting.pop()
        inside = _folders_in(place)
        looked += 1 + len(inside)
        if is_model(Path(place)):
            found += 1
        elif depth < DEPTH:
            waiting += [(path, depth + 1) for path in inside]
    return found


def _folders_in(place: str) -> list[str]:
    """Return the folders in a folder, none if it cannot be read."""
    try:
        with os.scandir(place) as entries:
            first = (entry for entry, _ in zip(entries, range(MOST_ENTRIES), strict=False))
            return [it.path for it in first if it.is_dir(follow_symlinks=False)]
    except OSError:
        return []
