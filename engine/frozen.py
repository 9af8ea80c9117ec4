"""Dataclasses that are defined in a twentieth of the usual time.

`dataclasses` writes and compiles the methods of each class anew: for the 200 classes of the window,
a quarter of the time to its first paint. Here all classes share their methods.
"""

import dataclasses
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
def frozen(cls: type[T]) -> type[T]:
    """Make the class what `dataclass(frozen=True, slots=True)` makes it, `__post_init__` included.

    The functions of `dataclasses` take it, and so does `match`. Raises TypeError for a field that
    does not take part in `__init__` or in comparisons: `dataclass` is for these.
    """
    return _with_methods(cls, _METHODS | _FIXED | _BY_VALUE, slots=True)


@dataclass_transform(frozen_default=True, eq_default=False, field_specifiers=(dataclasses.field,))
def frozen_object(cls: type[T]) -> type[T]:
    """Make the class what `frozen` makes it, but each object equals only itself."""
    return _with_methods(cls, _METHODS | _FIXED, slots=True)


@dataclass_transform(eq_default=False, field_specifiers=(dataclasses.field,))
def mutable(cls: type[T]) -> type[T]:
    """Make the class what `dataclass(eq=False)` makes it: each object equals only itself. Raises
    TypeError as `frozen` does."""
    return _with_methods(cls, _METHODS, slots=False)


def _with_methods(cls: type[T], methods: dict[str, Any], *, slots: bool) -> type[T]:
    made: Any = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots)(cls)
    own = frozenset(cls.__dict__)
    for it in dataclasses.fields(made):
        if not (it.init and it.compare):
            raise TypeError(f"{cls.__name__}.{it.name} has options that only a dataclass can have")
    for name, method in methods.items():
        if name not in own:
            setattr(made, name, method)
    return made


def _init(self: Any, /, *values: Any, **named: Any) -> None:
    names, put = self.__dataclass_fields__, object.__setattr__
    if named or not len(values) == len(self.__match_args__) == len(names):
        values = _completed(type(self), values, named)
    for name, value in zip(names, values, strict=True):
        put(self, name, value)
    if hasattr(self, "__post_init__"):
        self.__post_init__()


def _completed(kind: Any, values: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, ...]:
    """Return the values of all fields in their order. Raises TypeError as calls do."""
    if len(values) > len(kind.__match_args__):
        raise TypeError(f"{kind.__name__} takes {len(kind.__match_args__)} values, not more")
    given = dict(zip(kind.__match_args__, values, strict=False))
    if twice := given.keys() & named:
        raise TypeError(f"{kind.__name__} gets {', '.join(twice)} twice")
    given |= named
    # not `dataclasses.fields`, which takes as long as the rest
    fields = kind.__dataclass_fields__
    found = tuple([given[name] if name in given else _default(kind, fields[name])
                   for name in fields])  # fmt: skip
    if unknown := given.keys() - fields.keys():
        raise TypeError(f"{kind.__name__} has no {', '.join(unknown)}")
    return found


def _default(kind: type, field: dataclasses.Field[Any]) -> Any:
    if field.default is not dataclasses.MISSING:
        return field.default
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    raise TypeError(f"{kind.__name__} needs {field.name}")


def _values(self: Any) -> tuple[Any, ...]:
    return tuple([getattr(self, name) for name in self.__dataclass_fields__])


def _repr(self: Any) -> str:
    shown = [it.name for it in dataclasses.fields(self) if it.repr]
    values = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
    return f"{type(self).__qualname__}({values})"


def _eq(self: Any, other: object) -> bool:
    return _values(self) == _values(other) if type(self) is type(other) else NotImplemented


def _hash(self: Any) -> int:
    return hash(_values(self))


def _setattr(self: Any, name: str, _value: object) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _delattr(self: Any, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _reduce(self: Any) -> tuple[Any, ...]:
    """Copy and pickle by the values, since no field can be set."""
    return _made, (type(self), dict(zip(self.__dataclass_fields__, _values(self), strict=True)))


def _made(kind: Any, values: dict[str, Any]) -> Any:
    return kind(**values)


_METHODS: dict[str, Any] = {"__init__": _init, "__repr__": _repr}
_BY_VALUE: dict[str, Any] = {"__eq__": _eq, "__hash__": _hash}
_FIXED: dict[str, Any] = {
    "__setattr__": _setattr,
    "__delattr__": _delattr,
    "__reduce__": _reduce,
}
