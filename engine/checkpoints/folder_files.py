"""Reads what a model folder tells of its model, without weights, and what is ignored in it."""

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

from engine.checkpoints.model_files import ModelFiles
from engine.checkpoints.model_settings import (
    CODE_KEYS,
    REMOVED_KEYS,
    check_numbers,
    keys_of,
    plain_json,
    read_model_json,
)
from engine.checkpoints.template_files import read_template
from engine.checkpoints.tensor_headers import read_tensors
from engine.checkpoints.weight_files import check_weights, shards
from engine.errors import Refused
from engine.plain_names import folder_name
from engine.sentences import say
from engine.system.files import open_file

# Files of a folder that are looked at.
MAX_FILES = 5_000
# Files with settings that are searched for keys; a model has ten of them.
MAX_SETTINGS = 100
# The card begins with its settings, the licence among them.
MAX_CARD = 64 << 10
_LICENCE = re.compile(r"^(?:license|licence):[ \t]*[\"']?([\w.+-]{1,80})", re.MULTILINE)
_FRONT = re.compile(r"---\s*\n(.*?)\n---", re.DOTALL)
_PICKLED = re.compile(r".*\.(bin|pt|pth|ckpt|pkl|pickle)")


def read_model_files(folder: Path) -> ModelFiles:
    """Return the contents of a model folder. Raises Refused if one of its files is damaged, and
    OSError if the folder cannot be read. What is missing is empty."""
    names = frozenset(_names(folder))
    config = _settings(folder, "config.json", names)
    if config:
        check_numbers(folder, config)
    return ModelFiles(
        config=config,
        tensors=_tensors(folder, names),
        template=read_template(folder),
        generation=_settings(folder, "generation_config.json", names),
        names=names,
        licence=licence_of(_beginning(folder / "README.md")) if "README.md" in names else "",
    )


def licence_of(card: str) -> str:
    """Return the licence that the settings at the beginning of a card name, "" if none."""
    front = _FRONT.match(card)
    found = _LICENCE.search(front[1]) if front else None
    return found[1].lower() if found else ""


def stripped_notes(folder: Path) -> tuple[str, ...]:
    """Return a sentence for everything in the folder that is ignored for safety. Raises OSError if
    the folder cannot be read."""
    names = frozenset(_names(folder))
    return tuple(_file_notes(names)) + tuple(_key_notes(folder))


def _file_notes(names: frozenset[str]) -> Iterator[str]:
    scripts = sum(name.endswith((".py", ".so", ".dylib")) for name in names)
    if scripts:
        yield say("%n program file(s) in the folder: ignored for safety.",
                  "", scripts)  # fmt: skip
    pickled = sum(bool(_PICKLED.fullmatch(name)) for name in names)
    if pickled:
        yield say("%n PyTorch or pickle file(s): never opened, since such files can run code.",
                  "", pickled)  # fmt: skip


def _key_notes(folder: Path) -> Iterator[str]:
    keys: set[str] = set()
    for path in islice(plain_json(folder), MAX_SETTINGS):
        with suppress(Refused):
            keys |= keys_of(read_model_json(path))
    if keys & CODE_KEYS:
        yield say("Settings that ask to run code from the folder or the hub: removed.")
    if keys & (REMOVED_KEYS - CODE_KEYS):
        yield say("A setting that points to a file outside the folder was removed.")


def _names(folder: Path) -> Iterator[str]:
    with os.scandir(folder) as entries:
        for entry in islice(entries, MAX_FILES):
            if entry.is_file():
                yield entry.name


def _settings(folder: Path, name: str, names: frozenset[str]) -> dict[str, Any]:
    found = read_model_json(folder / name) if name in names else {}
    return found if isinstance(found, dict) else {}


def _tensors(folder: Path, names: frozenset[str]) -> Any:
    if not any(name.endswith(".safetensors") for name in names):
        return ()
    paths = shards(folder)
    for path in paths:
        check_weights(path)
    try:
        return read_tensors(paths)
    except ValueError as error:
        raise Refused(
            "The weights in {folder} are damaged. Download the model again.",
            folder=folder_name(folder),
        ) from error


def _beginning(path: Path) -> str:
    with open_file(path) as file:
        return file.read(MAX_CARD).decode("utf-8", "replace")
