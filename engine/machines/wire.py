"""Commands and events as bytes: JSON, read by the types of the dataclasses, so it runs no code."""

import json
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

from engine.sentences import Sentence, packed, say, unpacked

NOT_CARRIED = say("A group of machines cannot do this. Use a model on this computer.")


def encode(value: Any) -> bytes:
    """Return a value of standard types and dataclasses as bytes that `decode` reads."""
    # A sentence may name a path.
    return json.dumps(_plain(value), separators=(",", ":"), default=str).encode()


def decode(data: bytes, kind: Any) -> Any:
    """Return the value of type `kind`, such as `tuple[Abort, ...]`. Raises ValueError for bytes of
    anything else."""
    try:
        return _read(json.loads(data), kind)
    except (LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"not a {kind}: {error}") from error


def can_carry(value: Any, kind: Any) -> bool:
    """Return True if a reader of this `kind` can decode the value."""
    try:
        decode(encode(value), kind)
    except (ValueError, TypeError, RecursionError):
        return False
    return True


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        named = {it.name: _plain(getattr(value, it.name)) for it in fields(value)}
        return {"": type(value).__name__, **named}
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, Sentence):
        return packed(value)
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, tuple | list | frozenset):
        return [_plain(it) for it in value]
    if isinstance(value, Path):
        return str(value)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise TypeError(f"{type(value).__name__} cannot be sent to other machines")


_types = cache(get_type_hints)


def _read(value: Any, kind: Any) -> Any:
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return _read_union(value, get_args(kind))
    if origin is tuple:
        return _read_tuple(value, get_args(kind))
    if origin is frozenset:
        return frozenset(_read(it, get_args(kind)[0]) for it in value)
    if is_dataclass(kind):
        return _read_dataclass(value, cast("type", kind))
    return _read_plain(value, kind)


def _read_plain(value: Any, kind: Any) -> Any:
    if issubclass(kind, Enum):
        return kind[value]
    if kind is Path:
        return Path(value)
    if kind is bytes:
        return bytes.fromhex(value)
    if kind is str and isinstance(value, list):
        return unpacked(value)
    if kind is float and type(value) is int:
        return value
    if type(value) is not kind:
        raise ValueError(f"{kind.__name__} expected, {type(value).__name__} found")
    return value


def _read_union(value: Any, kinds: tuple[Any, ...]) -> Any:
    if value is None and NoneType in kinds:
        return None
    if isinstance(value, dict):
        return _read(value, {it.__name__: it for it in kinds}[value[""]])
    for kind in kinds:
        if kind is not NoneType:
            try:
                return _read(value, kind)
            except (ValueError, TypeError, KeyError):
                continue
    raise ValueError(f"none of {kinds} found")


def _read_tuple(value: Any, kinds: tuple[Any, ...]) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise ValueError("a list expected")
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        return tuple(_read(it, kinds[0]) for it in value)
    return tuple(_read(it, kind) for it, kind in zip(value, kinds, strict=True))


def _read_dataclass(value: Any, kind: type) -> Any:
    if value[""] != kind.__name__:
        raise ValueError(f"{kind.__name__} expected, {value['']} found")
    types = _types(kind)
    return kind(**{it.name: _read(value[it.name], types[it.name]) for it in fields(kind)})
