"""Models with a LoRA adapter: each is a small folder of our own that names the two.

The folder is the id of the model, as that of any other model, so that chats, presets and the
library know it by its id and name.
"""

import logging
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from app.base.disk import read_json, write_json
from app.base.json_values import json_value, restored
from engine.frozen import frozen
from engine.messages import ModelFacts, ModelProfile
from engine.plain_names import model_name, plain_name
from ui.state.library_state import LibraryModel, Place

log = logging.getLogger(__name__)

FOLDER, NAME = "variants", "variant.json"
MAX_BYTES = 1 << 16
MAX_NAME = 60
# Folders of adapters that say nothing; the name of the folder above them is used.
_GENERIC = frozenset({"adapter", "adapters", "lora", "checkpoint", "output"})


@frozen
class Variant:
    """`base` and `adapter` are folders, `model_id` is our own. `nbytes` are those of the adapter's
    weights, 0 if it was attached by a version that did not note them."""

    model_id: str
    base: str
    adapter: str
    nbytes: int = 0


def variants(home: Path) -> list[Variant]:
    """Return the models with an adapter. Entries that cannot be read are left alone."""
    return list(_found(home))


def make_variant(home: Path, base: str, adapter: str, nbytes: int = 0) -> Variant:
    """Return the model `base` with an adapter, under a name of its own. Raises OSError."""
    for known in _found(home):
        if (known.base, known.adapter) == (base, adapter):
            return known
    folder = _free(home / FOLDER, f"{_short(model_name(base))} + {_adapter_name(Path(adapter))}")
    made = Variant(str(folder), base, adapter, nbytes)
    write_json(folder / NAME, json_value(made))
    return made


def remove_variant(home: Path, model_id: str) -> None:
    """Remove our own folder of a model with an adapter; base and adapter stay. Raises OSError."""
    folder = Path(model_id)
    if folder.parent != home / FOLDER or folder.name == ".." or folder.is_symlink():
        return
    (folder / NAME).unlink(missing_ok=True)
    with suppress(OSError):
        # unless there is something in it that is not ours
        folder.rmdir()


def library_model(profile: ModelProfile, base: LibraryModel | None) -> LibraryModel:
    """Return the entry of a model with an adapter; `base` is that of its base model, None if that
    is not there."""
    return LibraryModel(
        profile.model_id,
        Path(profile.model_id).name,
        Place.ADAPTER,
        facts=_with_adapter(base.facts, profile.adapter_bytes) if base and base.facts else None,
        problem=base.problem if base else "",
        available=base is not None and base.available,
        repository=base.repository if base else "",
        state=base.state if base else "",
        modified=base.modified if base else 0.0,
    )


def _with_adapter(facts: ModelFacts, nbytes: int) -> ModelFacts:
    return replace(facts, cost=facts.cost.with_adapter(nbytes)) if facts.cost else facts


def _found(home: Path) -> Iterator[Variant]:
    for path in sorted((home / FOLDER).glob(f"*/{NAME}")):
        try:
            found = restored(Variant, read_json(path, MAX_BYTES))
        except (OSError, ValueError, RecursionError):
            log.warning("%s cannot be read", path)
            continue
        if path.parent.is_symlink() or not all(map(_is_place, (found.base, found.adapter))):
            log.warning("%s does not name a base and an adapter", path)
            continue
        # The data folder may have been moved.
        yield replace(found, model_id=str(path.parent))


def _is_place(path: str) -> bool:
    return os.path.isabs(path) and "\0" not in path


def _adapter_name(adapter: Path) -> str:
    generic = adapter.name.casefold() in _GENERIC
    return _short((adapter.parent if generic else adapter).name)


def _short(name: str) -> str:
    return plain_name(name).replace("/", " ").strip(". ")[:MAX_NAME] or "model"


def _free(folder: Path, name: str) -> Path:
    """Return a path in `folder` that is not taken."""
    found, number = folder / name, 2
    while found.exists():
        found, number = folder / f"{name} {number}", number + 1
    return found
