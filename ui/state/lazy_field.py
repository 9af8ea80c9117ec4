"""Dataclass fields whose value is made when it is first read."""

from collections.abc import Callable
from typing import Generic, TypeVar, cast

T = TypeVar("T")


class LazyField(Generic[T]):
    """A field of a dataclass that is set to a value, or to a function that returns one. The
    function is called when the field is first read; if it returns None, the field reads as
    `empty()` and the function is called again next time. A `needed` field has no default."""

    def __init__(self, empty: Callable[[], T], *, needed: bool = False) -> None:
        self._empty = empty
        self._needed = needed

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, made: object | None, owner: type | None = None) -> T:
        if made is None:
            if self._needed:
                raise AttributeError(self._name)
            return self._empty()
        value = made.__dict__[self._name]
        if callable(value):
            value = value()
            if value is None:
                return self._empty()
            made.__dict__[self._name] = value
        return cast("T", value)

    def __set__(self, made: object, value: T | Callable[[], T | None]) -> None:
        made.__dict__[self._name] = value
