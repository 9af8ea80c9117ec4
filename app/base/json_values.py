"""Reads JSON texts of others, and converts dataclasses to JSON values and back.

Validated by hand: importing pydantic takes 160 ms of CPU time, and building adapters of Settings
and Preset another 60 ms, before the first paint.
"""

import dataclasses
import json
import re
import types
from collections.abc import Callable, Iterable
from enum import Enum
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from engine.rendering.half_characters import whole_characters

T = TypeVar("T")
# No number of ours is larger, and larger ones, as infinity, cannot be shown.
MAX_NUMBER = 1 << 80
_PLAIN = frozenset((str, int, bool))
# The escape of half a character.
_SURROGATE = re.compile(r"\\ud[89a-f]", re.IGNORECASE)


def parsed(text: str) -> Any:
    """Return the value of a JSON text. Raises ValueError or RecursionError.

    Programs cut texts between the halves of a character; such a half, which no tokenizer takes, is
    replaced by U+FFFD. NaN and infinite numbers are no JSON."""
    value = json.loads(text, parse_constant=_no_number)
    if _SURROGATE.search(text):
        value = json.loads(whole_characters(json.dumps(value, ensure_ascii=False)))
    return value


def _no_number(text: str) -> float:
    raise ValueError(text)


def json_value(value: Any) -> Any:
    """Return a JSON value; enums become their names."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        found = (it.name for it in dataclasses.fields(value) if it.init)
        return {name: json_value(getattr(value, name)) for name in found}
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, str):
        # Includes sentences, which carry more than their text.
        return str(value)
    if isinstance(value, dict):
        return {str(key): json_value(it) for key, it in value.items()}
    if isinstance(value, Iterable):
        return [json_value(it) for it in value]
    return value


def restored(kind: type[T], value: Any) -> T:
    """Return a `kind` from what `json_value` made of it. Missing fields get their defaults and
    unknown fields are dropped. Raises ValueError if a value does not fit."""
    try:
        return _restored(kind, value)
    except (TypeError, KeyError, AttributeError, OverflowError) as error:
        name = getattr(kind, "__name__", kind)
        raise ValueError(f"{value!r:.99} is not a {name}: {error}") from error


def _restored(kind: Any, value: Any) -> Any:
    return _reader(kind)(value)


# looking at a type takes longer than reading a value of it
@cache
def _reader(kind: Any) -> Callable[[Any], Any]:
    """Return the function that reads values of a type."""
    if kind in _PLAIN:
        return partial(_checked, kind)
    if dataclasses.is_dataclass(kind):
        return partial(_dataclass, kind)
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return partial(_one_of, get_args(kind))
    if origin is tuple:
        return partial(_tuple, get_args(kind))
    if origin is list:
        return partial(_list, get_args(kind)[0])
    if isinstance(kind, type) and issubclass(kind, Enum):
        return lambda value: kind[_checked(str, value)]
    if kind is Path:
        return lambda value: Path(_checked(str, value))
    if kind is float:
        return lambda value: float(_checked(int | float, value))
    return partial(_checked, kind)


def _dataclass(kind: Any, value: Any) -> Any:
    _checked(dict, value)
    readers = _readers(kind).items()
    return kind(**{name: read(value[name]) for name, read in readers if name in value})


def _one_of(kinds: tuple[Any, ...], value: Any) -> Any:
    if value is None and type(None) in kinds:
        return None
    return _restored(next(it for it in kinds if it is not type(None)), value)


def _list(kind: Any, value: Any) -> list[Any]:
    return [_restored(kind, it) for it in _checked(list, value)]


def _tuple(kinds: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    _checked(list, value)
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        return tuple(_restored(kinds[0], it) for it in value)
    if len(kinds) != len(value):
        raise ValueError(f"{value!r:.99} must have {len(kinds)} values")
    return tuple(_restored(kind, it) for kind, it in zip(kinds, value, strict=True))


def _checked(kind: Any, value: Any) -> Any:
    fits = isinstance(value, kind) and (kind is bool or not isinstance(value, bool))
    if not fits or (isinstance(value, int | float) and not abs(value) <= MAX_NUMBER):
        raise ValueError(f"{value!r:.99} is not a {getattr(kind, '__name__', kind)}")
    return value


@cache
def _readers(kind: Any) -> dict[str, Callable[[Any], Any]]:
    """Return a reader for each field of a dataclass that its constructor takes."""
    hints = get_type_hints(kind)
    return {it.name: _reader(hints[it.name]) for it in dataclasses.fields(kind) if it.init}
