"""Makes the methods of our dataclasses when they are first used, so that the window starts soon.

`dataclasses` writes the source of every method and compiles it: 0.4 ms for a frozen class, and the
first window imports 170 classes, of which it uses a third. Our modules use `@dataclass` as usual.
"""

import dataclasses
from collections.abc import Callable
from typing import Any

_OURS = ("app", "engine", "ui")
# Classes with other options get their methods at once.
_OPTIONS = {"frozen", "eq", "slots", "kw_only"}
_plain: Any = dataclasses.dataclass


def install() -> None:
    """Delay the methods of the dataclasses that our packages define from now on."""
    module: Any = dataclasses
    module.dataclass = late_dataclass


def late_dataclass(cls: type | None = None, /, **options: bool) -> Any:
    """Do what `dataclasses.dataclass` does, for a class of ours later."""
    if cls is None:
        return lambda it: late_dataclass(it, **options)
    ours = cls.__module__.partition(".")[0] in _OURS
    return _late(cls, **options) if ours and options.keys() <= _OPTIONS else _plain(cls, **options)


def _late(
    cls: Any, frozen: bool = False, eq: bool = True, slots: bool = False, kw_only: bool = False
) -> type:
    names = ["__init__", "__repr__"]
    if eq:
        names += ["__eq__", "__hash__"] if frozen else ["__eq__"]
    own = vars(cls)
    missing = [name for name in names if own.get(name) is None]
    if eq and not frozen and "__hash__" not in own:
        cls.__hash__ = None
    # without one, dataclasses asks for the signature of `__init__`
    cls.__doc__ = cls.__doc__ or cls.__name__
    result = _plain(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)(cls)
    if frozen:
        _freeze(result)
    _delay(result, missing, frozen=frozen)
    return result


def _delay(cls: type, names: list[str], *, frozen: bool) -> None:
    """Have the first use of a method make it. If two threads do so at once, both make the same."""

    def made(name: str) -> Callable[..., Any]:
        eq = name in ("__eq__", "__hash__")
        options = {"init": name == "__init__", "repr": name == "__repr__", "eq": eq}
        twin = _plain(frozen=frozen, **options)(_twin(cls))
        setattr(cls, name, vars(twin)[name])
        return getattr(cls, name)

    def stand_in(name: str) -> Callable[..., Any]:
        return lambda self, *args, **kwargs: made(name)(self, *args, **kwargs)

    for name in names:
        setattr(cls, name, stand_in(name))


def _twin(cls: Any) -> type:
    """Return a class without methods that has all fields of `cls`, those of its bases too."""
    fields = cls.__dataclass_fields__
    namespace: dict[str, Any] = dict(fields)
    namespace["__annotations__"] = {name: it.type for name, it in fields.items()}
    namespace |= {name: getattr(cls, name) for name in ("__module__", "__qualname__", "__doc__")}
    if hasattr(cls, "__post_init__"):
        namespace["__post_init__"] = None
    return type(cls.__name__, (), namespace)


def _freeze(cls: Any) -> None:
    names = cls.__dataclass_fields__.keys()

    def check(self: object, name: str, change: str) -> None:
        if type(self) is cls or name in names:
            raise dataclasses.FrozenInstanceError(f"cannot {change} field {name!r}")

    def set_other(self: object, name: str, value: object) -> None:
        check(self, name, "assign to")
        super(cls, self).__setattr__(name, value)

    def delete_other(self: object, name: str) -> None:
        check(self, name, "delete")
        super(cls, self).__delattr__(name)

    cls.__setattr__, cls.__delattr__ = set_other, delete_other
