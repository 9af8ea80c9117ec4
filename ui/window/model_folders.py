"""Model folders among what people drop: a bounded look, without reading any file."""

import os
from pathlib import Path

MODEL_FILE = "config.json"
WEIGHTS = (".safetensors", ".gguf")
# The depth of the hub's cache, models--NAME/snapshots/REVISION, in a folder with others.
DEPTH = 4
MOST_ENTRIES = 20_000


def is_model(path: Path) -> bool:
    return (path / MODEL_FILE).is_file()


def has_weights(folder: Path) -> bool:
    """Return True if a folder holds weights, in whatever format: loading it says what is wrong."""
    return any(name.lower().endswith(WEIGHTS) for name, _ in _entries(str(folder)))


def holds_models(folder: Path) -> bool:
    """Return True if there are models in a folder, at most DEPTH levels down. Links to folders are
    not followed."""
    looked, waiting = 0, [(str(folder), 0)]
    while waiting and looked < MOST_ENTRIES:
        place, depth = waiting.pop()
        entries = _entries(place)
        looked += 1 + len(entries)
        if any(_tells_of_a_model(name) for name, is_folder in entries if not is_folder):
            return True
        if depth < DEPTH:
            inside = [name for name, is_folder in entries if is_folder]
            waiting += [(os.path.join(place, name), depth + 1) for name in inside]
    return False


def _tells_of_a_model(name: str) -> bool:
    return name == MODEL_FILE or name.lower().endswith(WEIGHTS)


def _entries(place: str) -> list[tuple[str, bool]]:
    """Return the names in a folder, with True for folders; none if it cannot be read."""
    try:
        with os.scandir(place) as entries:
            first = zip(entries, range(MOST_ENTRIES), strict=False)
            return [(it.name, it.is_dir(follow_symlinks=False)) for it, _ in first]
    except OSError:
        return []
