"""Searches a folder for models: bounded in depth and number, opening no file of a model."""

import os
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import islice
from pathlib import Path

from app.models.found_model import FoundModel
from app.models.repositories import SOURCE, source_of
from engine.checkpoints.model_settings import CONVERTED
from engine.plain_names import REPOSITORY, cached_repository, plain_name
from engine.system.files import read_file

MAX_DEPTH = 6
MAX_FOLDERS = 20_000
MAX_ENTRIES = 5_000
MAX_LOOSE_FILES = 200
_SKIPPED = ("datasets--", "spaces--", ".", "node_modules", "__pycache__")
_NANOSECONDS_IN_A_SECOND = 1e9
_PICKLED = (".bin", ".pt", ".pth", ".ckpt")


@dataclass(slots=True)
class _Folder:
    """A folder that was read: the sizes and times of its files, and the names of its folders."""

    path: str
    identity: str
    files: dict[str, tuple[int, int]] = field(default_factory=dict)
    folders: list[str] = field(default_factory=list)


def find_models(
    root: str, check: Callable[[], None], weightless: list[str] | None = None
) -> Iterator[FoundModel]:
    """Yield the models in a root, or the root itself if it is one, and add to `weightless` the
    folders that lack weights to be one. Raises OSError if the root cannot be read, and what `check`
    raises, which is called for each folder."""
    seen: set[str] = set()
    waiting = deque([(root, 0)])
    while waiting and len(seen) < MAX_FOLDERS:
        check()
        path, depth = waiting.popleft()
        try:
            folder = _read(path)
        except OSError:
            if path == root:
                raise
            continue
        if folder.identity in seen:
            continue
        seen.add(folder.identity)
        if _is_model(folder):
            yield from _models_of(folder, root)
        elif weightless is not None and "config.json" in folder.files:
            weightless.append(path)
        if depth < MAX_DEPTH and not _is_whole(folder):
            waiting.extend((inner, depth + 1) for inner in _inside(folder))


def _read(path: str) -> _Folder:
    status = os.stat(path)
    found = _Folder(path, f"{status.st_dev}:{status.st_ino}")
    with os.scandir(path) as entries:
        for entry in islice(entries, MAX_ENTRIES):
            try:
                if entry.is_dir():
                    found.folders.append(entry.name)
                elif entry.is_file():
                    status = entry.stat()
                    found.files[entry.name] = (status.st_size, status.st_mtime_ns)
            except OSError:
                # a broken link or one that leads to itself
                continue
    return found


def _is_model(folder: _Folder) -> bool:
    names = folder.files
    if "model_index.json" in names or _has(folder, (".safetensors", ".gguf")):
        return True
    return "config.json" in names and _has(folder, _PICKLED)


def _is_whole(folder: _Folder) -> bool:
    """Return True for a model whose folders hold parts of it, not other models."""
    return _is_model(folder) and not _only_gguf(folder)


def _only_gguf(folder: _Folder) -> bool:
    return "config.json" not in folder.files and not _has(folder, (".safetensors",))


def _has(folder: _Folder, endings: tuple[str, ...]) -> bool:
    return any(name.lower().endswith(endings) for name in folder.files)


def _inside(folder: _Folder) -> Iterator[str]:
    """Yield the folders to search next. A repository of the Hugging Face cache has one of its
    commits searched."""
    if Path(folder.path).name.startswith(REPOSITORY) and "snapshots" in folder.folders:
        yield from _snapshot(Path(folder.path))
        return
    for name in sorted(folder.folders):
        if not name.startswith(_SKIPPED) and _is_text(name):
            yield os.path.join(folder.path, name)


def _snapshot(repository: Path) -> Iterator[str]:
    """Yield the folder of the commit that `main` names, or of the newest one."""
    try:
        commit = read_file(repository / "refs" / "main", 200).decode("ascii").strip()
        path = repository / "snapshots" / commit
        if commit == path.name and path.is_dir():
            yield str(path)
            return
    except (OSError, UnicodeDecodeError):
        pass
    try:
        found = [it for it in (repository / "snapshots").iterdir() if it.is_dir()]
        yield from [str(max(found, key=lambda it: it.stat().st_mtime))] if found else []
    except OSError:
        return


def _models_of(folder: _Folder, root: str) -> Iterator[FoundModel]:
    if folder.path == root and _only_gguf(folder) and "model_index.json" not in folder.files:
        # a folder of loose files, each of which is a model
        names = [name for name in sorted(folder.files) if name.lower().endswith(".gguf")]
        for name in filter(_is_text, names[:MAX_LOOSE_FILES]):
            size, time = folder.files[name]
            path = os.path.join(folder.path, name)
            identity, modified = f"{folder.identity}/{name}", time / _NANOSECONDS_IN_A_SECOND
            yield FoundModel(path, identity, f"{size}-{time}", size, modified=modified)
        return
    yield FoundModel(
        folder.path,
        folder.identity,
        _state(folder),
        sum(size for size, _ in folder.files.values()),
        plain_name(_source(folder) or _repository(folder.path, root)),
        modified=max(time for _, time in folder.files.values()) / _NANOSECONDS_IN_A_SECOND,
        ours=SOURCE in folder.files or CONVERTED in folder.files,
    )


def _state(folder: _Folder) -> str:
    text = repr(sorted(folder.files.items()))
    return blake2b(text.encode("utf-8", "surrogateescape"), digest_size=12).hexdigest()


def _source(folder: _Folder) -> str:
    """Return the name on the hub of a folder that we downloaded, which may be called otherwise."""
    return source_of(Path(folder.path))[0] if SOURCE in folder.files else ""


def _repository(path: str, root: str) -> str:
    """Return the name on the hub by the folders: those of the Hugging Face cache, or the maker and
    the model."""
    if cached := cached_repository(Path(path)):
        return "/".join(cached)
    inner = Path(path).relative_to(root).parts
    return "/".join(inner) if len(inner) == 2 else ""


def _is_text(name: str) -> bool:
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
