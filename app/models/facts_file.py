"""Keeps what was read of the models in one root, so that only changed models are read again."""

import logging
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from app.base.disk import read_json, write_json
from app.base.json_values import json_value, restored
from app.models.found_model import FoundModel
from app.models.roots import Root
from engine.checkpoints.weight_bits import KINDS
from engine.messages import ModelFacts
from engine.sentences import packed, unpacked

log = logging.getLogger(__name__)

FOLDER = "model facts"
MAX_BYTES = 64 << 20
# Facts of another format, or read with other tables of families, are read again.
FORMAT = 3


@cache
def _reader() -> str:
    # takes 50 ms, before the first paint
    from importlib.metadata import version  # noqa: PLC0415

    return f"{FORMAT} {version('mlx-lm')} {version('mlx-vlm')}"


def facts_file(home: Path, root: Root) -> Path:
    name = blake2b(root.path.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    return home / FOLDER / f"{name}.json"


def load_facts(path: Path) -> list[FoundModel]:
    """Return the models that were saved; none if the file cannot be used."""
    try:
        stored = read_json(path, MAX_BYTES)
        if stored["reader"] == _reader():
            return [_model(it) for it in stored["models"]]
    except FileNotFoundError:
        pass
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        log.warning("%s is unreadable; the models are read again", path)
    return []


def save_facts(path: Path, models: Iterable[FoundModel]) -> None:
    """Save the models of a root. They are read again if that fails."""
    try:
        write_json(path, {"reader": _reader(), "models": [_value(it) for it in models]})
    except OSError as error:
        log.warning("the facts about models could not be saved in %s: %s", path, error)


def forget_facts(path: Path) -> None:
    with suppress(OSError):
        path.unlink(missing_ok=True)


def _value(model: FoundModel) -> dict[str, Any]:
    plain = json_value(replace(model, facts=None, problem="", notes=()))
    notes = [packed(note) for note in model.notes]
    facts = json_value(model.facts) if model.facts else None
    return plain | {"facts": facts, "problem": packed(model.problem), "notes": notes}


def _model(stored: Any) -> FoundModel:
    facts = restored(ModelFacts, stored["facts"]) if stored["facts"] else None
    if facts:
        # its sentences, which can be translated
        bits = tuple((KINDS.get(kind, kind), each) for kind, each in facts.layer_bits)
        facts = replace(facts, layer_bits=bits)
    plain = restored(FoundModel, stored | {"facts": None, "problem": "", "notes": []})
    return replace(
        plain,
        facts=facts,
        problem=unpacked(stored["problem"]),
        notes=tuple(unpacked(it) for it in stored["notes"]),
    )
