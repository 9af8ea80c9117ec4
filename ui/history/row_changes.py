"""Steps from one list of rows to another, as Qt's views need them to keep their place."""

from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple


class Removed(NamedTuple):
    first: int
    last: int


class Inserted(NamedTuple):
    first: int
    last: int


class Moved(NamedTuple):
    """A row that moves; `to` is its row afterwards."""

    row: int
    to: int


def steps(old: Sequence[Hashable], new: Sequence[Hashable]) -> Iterator[Removed | Inserted | Moved]:
    """Return the steps that turn `old` into `new`, neither of which has duplicates."""
    keys = list(old)
    yield from _removed(keys, set(new))
    place = {key: row for row, key in enumerate(new)}
    known = set(keys)
    at = 0
    while at < len(new):
        if at < len(keys) and keys[at] == new[at]:
            at += 1
        elif new[at] not in known:
            end = at + 1
            while end < len(new) and new[end] not in known:
                end += 1
            keys[at:at] = new[at:end]
            yield Inserted(at, end - 1)
            at = end
        else:
            yield _moved(keys, place, at, new[at])


def _removed(keys: list[Hashable], wanted: set[Hashable]) -> Iterator[Removed]:
    last = len(keys) - 1
    while last >= 0:
        if keys[last] in wanted:
            last -= 1
            continue
        first = last
        while first > 0 and keys[first - 1] not in wanted:
            first -= 1
        del keys[first : last + 1]
        yield Removed(first, last)
        last = first - 1


def _moved(keys: list[Hashable], place: dict[Hashable, int], at: int, key: Hashable) -> Moved:
    if keys[at + 1] == key:
        # The row before it moves down.
        step = Moved(at, max(at + 1, min(place[keys[at]], len(keys) - 1)))
    else:
        step = Moved(keys.index(key, at), at)
    keys.insert(step.to, keys.pop(step.row))
    return step
