"""Bound what building a model from a wrong config costs, and explain failed loads to people."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import mlx.nn as nn

from engine.checkpoints.model_settings import unreadable
from engine.errors import Refused
from engine.plain_names import folder_name
from engine.sentences import say

# Modules of one model; the largest models have some 10,000.
MAX_MODULES = 100_000


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
    if isinstance(error, MemoryError):
        return say(
            "There is not enough memory to load {folder}. Choose a smaller model.",
            folder=folder_name(folder),
        )
    return _damaged_config(folder)


def _damaged_config(folder: Path) -> str:
    return say(
        "{folder} could not be loaded: its config.json does not match its other files, or is not "
        "supported. Download the model again, or choose another version of it.",
        folder=folder_name(folder),
    )
