"""Bound what building a model from a wrong config costs, and explain failed loads to people."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import mlx.nn as nn

from engine.checkpoints.model_settings import unreadable
from engine.errors import Refused
from engine.plain_names import folder_name, plain_name
from engine.sentences import say

# Modules of one model; the largest models have some 10,000.
MAX_MODULES = 100_000
MAX_NAME = 120

# Errors of MLX, which has one type for all of them.
_MISSING = re.compile(r"Missing (\d+) parameters: \n([^,\n]*)")
_UNKNOWN = re.compile(r"Received (\d+) parameters not in model: \n([^,\n]*)")
_SHAPE = re.compile(r"Expected shape \(([\d, ]*)\) but received shape \(([\d, ]*)\) for \w+ (.*)")
_NO_MEMORY = re.compile(r"malloc\]|out of memory|insufficient memory|bad_alloc", re.IGNORECASE)
_UNREAD = "[read] Unable to read"


@contextmanager
def few_modules(folder: Path) -> Iterator[None]:
    """Raise Refused if a library builds too many modules, as a wrong config can make it do."""
    count, original = 0, nn.Module.__init__

    def counted(self: nn.Module) -> None:
        nonlocal count
        count += 1
        if count > MAX_MODULES:
            raise Refused(_damaged_config(folder))
        original(self)

    nn.Module.__init__ = counted
    try:
        yield
    finally:
        nn.Module.__init__ = original


def not_loaded(folder: Path, error: BaseException) -> str:
    """Return a sentence about an error of a library, whose own text is in the log."""
    if isinstance(error, OSError) and error.errno:
        return unreadable(folder, error)
    if isinstance(error, ImportError | SystemExit):
        return say(
            "{folder} could not be loaded: its family needs software that Duologue does not "
            "have. Choose a model of another family.",
            folder=folder_name(folder),
        )
    if isinstance(error, MemoryError) or _NO_MEMORY.search(str(error)):
        return say(
            "There is not enough memory to load {folder}. Choose a smaller model.",
            folder=folder_name(folder),
        )
    if _UNREAD in str(error):
        return say(
            "A weight file in {folder} could not be read to the end. Check the disk, or download "
            "the model again.",
            folder=folder_name(folder),
        )
    return _wrong_tensors(folder, str(error)) or _damaged_config(folder)


def _wrong_tensors(folder: Path, error: str) -> str:
    """Return a sentence about tensors that the config does not expect; "" for any other error."""
    if found := _MISSING.search(error):
        return say(
            "{folder} could not be loaded: the tensor {name} is missing from its weights, "
            "{count} in all. Download the model again, or choose another version of it.",
            folder=folder_name(folder),
            name=_shown(found[2]),
            count=int(found[1]),
        )
    if found := _UNKNOWN.search(error):
        return say(
            "{folder} could not be loaded: its weights have a tensor {name} that its config.json "
            "does not describe, {count} in all. Choose another version of the model.",
            folder=folder_name(folder),
            name=_shown(found[2]),
            count=int(found[1]),
        )
    if found := _SHAPE.search(error):
        return say(
            "{folder} could not be loaded: the tensor {name} has the shape {shape}, but its "
            "config.json describes {expected}. Download the model again, or choose another "
            "version of it.",
            folder=folder_name(folder),
            name=_shown(found[3]),
            shape=_sizes(found[2]),
            expected=_sizes(found[1]),
        )
    return ""


def _shown(name: str) -> str:
    return plain_name(name.rstrip("."))[:MAX_NAME]


def _sizes(shape: str) -> str:
    return " × ".join(shape.replace(",", " ").split())[:MAX_NAME]


def _damaged_config(folder: Path) -> str:
    return say(
        "{folder} could not be loaded: its config.json does not match its other files, or is not "
        "supported. Download the model again, or choose another version of it.",
        folder=folder_name(folder),
    )
