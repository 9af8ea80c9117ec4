"""Find the weight files of a model folder, and check that they are complete and unchanged."""

import struct
from pathlib import Path
from typing import Any

from engine.checkpoints.model_settings import DATA_SUFFIXES, MAX_JSON, read_model_json
from engine.errors import Refused
from engine.plain_names import folder_name
from engine.sentences import say
from engine.system import bounded_json
from engine.system.files import open_file

# Name, device, inode, size and modification time of each data file.
State = tuple[tuple[str, int, int, int, int], ...]


def shards(folder: Path) -> list[Path]:
    """Return the weight files, by the index if there is one; raises Refused."""
    index = folder / "model.safetensors.index.json"
    if index.exists():
        names = _shard_names(index)
        missing = [name for name in names if not _inside(folder, name)]
        if missing:
            raise Refused(
                "{folder} is incomplete: {count} of {total} weight files are missing, the "
                "first is {first}. Download the model again.",
                folder=folder_name(folder),
                count=len(missing),
                total=len(names),
                first=missing[0][:200],
            )
        if names:
            return [folder / name for name in names]
    found = sorted(path for path in folder.glob("*.safetensors") if path.is_file())
    if not found:
        raise Refused(_no_weights(folder))
    return found


def check_weights(path: Path) -> None:
    """Raise Refused if a file has fewer bytes than its safetensors header says."""
    try:
        with open_file(path) as file:
            size = struct.unpack("<Q", file.read(8))[0]
            header = bounded_json.parsed(file.read(size)) if size <= MAX_JSON else None
        complete = path.stat().st_size >= 8 + size + _end(header)
    except (OSError, ValueError, LookupError, TypeError, AttributeError, struct.error):
        complete = False
    if not complete:
        raise Refused(
            "{name} in {folder} is damaged or incomplete. Download the model again.",
            name=path.name,
            folder=folder_name(path.parent),
        )


def state(folder: Path) -> State:
    """Return a value that changes when a data file of the folder is written or replaced."""
    data = (path for path in sorted(folder.iterdir()) if path.suffix in DATA_SUFFIXES)
    found = ((path.name, path.stat()) for path in data if path.is_file())
    return tuple((name, it.st_dev, it.st_ino, it.st_size, it.st_mtime_ns) for name, it in found)


def check_unchanged(folder: Path, before: State) -> None:
    """Raise Refused if the folder is no longer in the state `before`."""
    try:
        same = state(folder) == before
    except OSError:
        same = False
    if not same:
        raise Refused(
            "{folder} changed while the model was loading. Load the model again once its "
            "files are complete.",
            folder=folder_name(folder),
        )


def _end(header: Any) -> int:
    """Return the offset of the last tensor's end, counted from the end of the header."""
    ends = (entry["data_offsets"][1] for name, entry in header.items() if name != "__metadata__")
    return max(ends, default=0)


def _shard_names(index: Path) -> list[str]:
    found = read_model_json(index)
    weight_map = found.get("weight_map", {}) if isinstance(found, dict) else None
    if not isinstance(weight_map, dict) or not all(isinstance(v, str) for v in weight_map.values()):
        raise Refused(
            "{name} in {folder} is damaged. Download the model again.",
            name=index.name,
            folder=folder_name(index.parent),
        )
    return sorted(set(weight_map.values()))


def _inside(folder: Path, name: str) -> bool:
    """Return True if `name` is a file directly in `folder`; an index may not point elsewhere."""
    return Path(name).name == name and (folder / name).is_file()


def _no_weights(folder: Path) -> str:
    if any(folder.glob("*.bin")) or any(folder.glob("*.pt*")):
        return say(
            "{folder} has its weights in a format that can run code (.bin or .pt). Choose a "
            "version with .safetensors files.",
            folder=folder_name(folder),
        )
    return say(
        "{folder} has no .safetensors file. Download the model again.", folder=folder_name(folder)
    )
