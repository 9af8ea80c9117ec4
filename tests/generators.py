"""Work that is done in pieces, done at once."""

from collections.abc import Generator
from typing import Any, TypeVar

T = TypeVar("T")


def returned(work: Generator[Any, None, T]) -> T:
    """Run a generator to its end, and return what it returns."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            return done.value
