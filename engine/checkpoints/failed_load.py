"""Building a model that its folder describes wrongly: where that ends, and what people are told."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import mlx.nn as nn

from engine.errors import Refused
from engine.sentences import say

# Parts that a library makes of one model; the largest models have some 10,000.
MAX_MODULES = 100_000


@contextmanager
def few_modules(folder: Path) -> Iterator[None]:
    """Refuse a config that makes a library build parts of a model without end."""
    made, plain = 0, nn.Module.__init__

    def counted(self: nn.Module) -> None:
        nonlocal made
        made += 1
        if made > MAX_MODULES:
            raise Refused(_damaged_config(folder))
        plain(self)

    nn.Module.__init__ = counted
    try:
        yield
    finally:
        nn.Module.__init__ = plain


def not_loaded(folder: Path, error: BaseException) -> str:
    """Return a sentence for what a library raised; its own text is in the log."""
    if isinstance(error, OSError) and error.errno:
        return unreadable(folder, error)
    if isinstance(error, ImportError | SystemExit):
        return say(
            "{folder} could not be loaded: its family needs software that Duologue does not "
            "have. Choose a model of another family.",
            folder=folder.name,
        )
    if isinstance(error, MemoryError):
        return say(
            "There is not enough memory to load {folder}. Choose a smaller model.",
            folder=folder.name,
        )
    return _damaged_config(folder)


def unreadable(folder: Path, error: OSError) -> str:
    return say(
        "{folder} cannot be read: {reason}. Choose the folder of the model again.",
        folder=folder.name[:80],
        reason=error.strerror or str(error),
    )


def _damaged_config(folder: Path) -> str:
    return say(
        "{folder} could not be loaded: what its config.json says does not fit its other files, or "
        "is not supported here. Download the model again, or choose another version of it.",
        folder=folder.name,
    )
