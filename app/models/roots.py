"""The folders that are searched for models: of other programs, our own, and those people added."""

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from app.base.paths import DOT
from engine.frozen import frozen
from engine.system import bounded_json
from engine.system.files import read_file
from ui.state.library_state import Place

MAX_BYTES = 1 << 20


@frozen
class Root:
    """A folder that is searched for models; it may be a model itself."""

    path: str
    place: Place


def own_folder(home: Path) -> Path:
    """Return the folder for downloaded and converted models."""
    return home / "models"


def known_roots(
    home: Path, person: Path, environment: Mapping[str, str], added: Iterable[str]
) -> tuple[Root, ...]:
    """Return all roots, each path once; the first place of a path counts. Reads files of other
    programs in the home folder of the `person`."""
    found = (
        Root(str(DOT), Place.BUILT_IN),
        Root(str(own_folder(home)), Place.OWN),
        Root(str(_hugging_face(person, environment)), Place.HUGGING_FACE),
        *(Root(str(path), Place.LM_STUDIO) for path in _lm_studio(person)),
        *(Root(path, Place.ADDED) for path in added),
    )
    by_path: dict[str, Root] = {}
    for root in found:
        by_path.setdefault(root.path, root)
    return tuple(by_path.values())


def _hugging_face(person: Path, environment: Mapping[str, str]) -> Path:
    """Return the folder that the hub's library uses, by the same variables."""

    def named(name: str) -> Path | None:
        value = environment.get(name)
        return Path(os.path.expanduser(value)) if value else None

    cache = named("XDG_CACHE_HOME") or person / ".cache"
    home = named("HF_HOME") or cache / "huggingface"
    return named("HF_HUB_CACHE") or named("HUGGINGFACE_HUB_CACHE") or home / "hub"


def _lm_studio(person: Path) -> Iterator[Path]:
    """Yield the folders of LM Studio: the one in its settings, and those it has by default."""
    folders = [person / ".lmstudio", person / ".cache" / "lm-studio"]
    with suppress(OSError, UnicodeDecodeError):
        pointer = read_file(person / ".lmstudio-home-pointer", MAX_BYTES).decode("utf-8").strip()
        folders.insert(0, Path(pointer))
    for folder in folders:
        downloads = _settings(folder / "settings.json").get("downloadsFolder")
        for path in (Path(downloads) if isinstance(downloads, str) else None, folder / "models"):
            if path is not None and path.is_absolute():
                yield path


def _settings(path: Path) -> dict[str, Any]:
    try:
        found = bounded_json.parsed(read_file(path, MAX_BYTES))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
