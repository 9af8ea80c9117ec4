"""Divides KV caches into parts for the disk, and puts them together again.

Layers that grow with each token are cut into blocks of tokens, which never change and which prompts
with the same beginning share. All other layers (sliding windows, recurrent states) are a state that
belongs to one length.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import mlx.core as mx
from mlx.utils import tree_map

from engine.frozen import frozen
from engine.models.kv_cache import layers
from engine.models.prefix_cache import TRIMMABLE, CachedPrefix

Arrays = dict[str, mx.array]
# Stands in for an array in the JSON of a state; the number is that of the array.
ARRAY = "array"


@frozen
class Unsaved:
    """A cached prompt to save. `is_stored` is False once it was evicted or taken by a request, so
    that its memory is not held by this."""

    fingerprint: str
    entry: CachedPrefix
    is_stored: Callable[[CachedPrefix], bool]


def grows(entry: Any) -> bool:
    """Return True if a layer's cache is keys and values of each token, and nothing else."""
    return type(entry).__name__ in TRIMMABLE


def has_state(cache: Sequence[Any]) -> bool:
    return not all(grows(entry) for entry in layers(cache))


def block(cache: Sequence[Any], start: int, stop: int) -> Arrays:
    """Return the keys and values of the tokens from `start` to `stop`, lazily."""
    return {
        f"{index}.{side}.{name}": part[..., start:stop, :]
        for index, entry in enumerate(layers(cache))
        if grows(entry)
        for side in ("keys", "values")
        for name, part in _flat(getattr(entry, side))
    }


def state(cache: Sequence[Any]) -> tuple[str, Arrays]:
    """Return all other layers as JSON, and the arrays that it refers to. Raises ValueError for a
    layer with anything else in it."""
    arrays: Arrays = {}

    def plain(value: Any) -> Any:
        if isinstance(value, mx.array):
            name = str(len(arrays))
            arrays[name] = value
            return {ARRAY: name}
        if value is None or isinstance(value, bool | int | float | str):
            return value
        if isinstance(value, list | tuple):
            return [plain(each) for each in value]
        raise ValueError(f"a cache holds a {type(value).__name__}")

    kept = [
        None if grows(entry) else {name: plain(value) for name, value in vars(entry).items()}
        for entry in layers(cache)
    ]
    return json.dumps(kept), arrays


def allocate(blank: Sequence[Any], first: Mapping[str, mx.array], tokens: int) -> None:
    """Give the growing layers of an empty cache room for `tokens`, in the form of the `first`
    block. Raises ValueError if the block has other layers."""
    for index, entry in enumerate(layers(blank)):
        if grows(entry):
            entry.keys = _room(first, f"{index}.keys", tokens)
            entry.values = _room(first, f"{index}.values", tokens)


def fill(blank: Sequence[Any], arrays: Mapping[str, mx.array], start: int, stop: int) -> None:
    """Put the first `stop - start` tokens of a block into the layers, in place. Raises ValueError
    if their sizes differ."""
    for index, entry in enumerate(layers(blank)):
        if not grows(entry):
            continue
        for side in ("keys", "values"):
            for name, room in _flat(getattr(entry, side)):
                _fill(room, _named(arrays, f"{index}.{side}.{name}"), start, stop)
        entry.offset = stop


def set_state(blank: Sequence[Any], text: str, arrays: Mapping[str, mx.array]) -> None:
    """Set the other layers. Raises ValueError if they are not those of `state`."""

    def revived(value: Any) -> Any:
        if isinstance(value, dict):
            return _named(arrays, str(value.get(ARRAY)))
        return [revived(each) for each in value] if isinstance(value, list) else value

    kept, entries = json.loads(text), list(layers(blank))
    if not isinstance(kept, list) or len(kept) != len(entries):
        raise ValueError("the state is of another model")
    for entry, found in zip(entries, kept, strict=True):
        if grows(entry):
            continue
        if not isinstance(found, dict) or not vars(entry).keys() <= found.keys():
            raise ValueError("the state is of another kind of cache")
        vars(entry).update({name: revived(value) for name, value in found.items()})


def _flat(value: Any) -> list[tuple[str, mx.array]]:
    """Return an array, or the arrays of a quantized one, by name."""
    if isinstance(value, mx.array):
        return [("", value)]
    return [(str(number), part) for number, part in enumerate(value)]


def _room(first: Mapping[str, mx.array], prefix: str, tokens: int) -> Any:
    def empty(part: mx.array) -> mx.array:
        return mx.zeros((*part.shape[:-2], tokens, part.shape[-1]), part.dtype)

    if (plain := first.get(f"{prefix}.")) is not None:
        return empty(plain)
    return tree_map(empty, tuple(_named(first, f"{prefix}.{number}") for number in range(3)))


def _fill(room: mx.array, part: mx.array, start: int, stop: int) -> None:
    same = part.dtype == room.dtype and part.shape[:-2] == room.shape[:-2]
    if not same or part.shape[-1] != room.shape[-1] or part.shape[-2] < stop - start:
        raise ValueError("a block has another shape")
    room[..., start:stop, :] = part[..., : stop - start, :]


def _named(arrays: Mapping[str, mx.array], name: str) -> mx.array:
    if name not in arrays:
        raise ValueError(f"the array {name[:20]} is missing")
    return arrays[name]
