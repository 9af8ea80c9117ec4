"""A dataclass whose methods are made late behaves as any other."""

import dataclasses
from collections.abc import Callable
from typing import Any, ClassVar

import pytest

from engine.system.late_dataclasses import _plain, late_dataclass

FROZEN = {"frozen": True, "slots": True}


def make(decorate: Callable[..., Any], **options: bool) -> Any:
    @decorate(**options)
    class Point:
        # ours, so that its methods are late
        __module__ = "ui.state"

        x: int
        y: int = 0
        names: list[str] = dataclasses.field(default_factory=list, compare=False, repr=False)
        origin: ClassVar[int] = 0

        def __post_init__(self) -> None:
            object.__setattr__(self, "y", self.y + 1)

    return Point


def told(action: Callable[[], object]) -> object:
    try:
        return action()
    except (TypeError, AttributeError):
        return "refused"


ACTIONS: dict[str, Callable[[Any], object]] = {
    "repr": lambda cls: repr(cls(1, names=["a"])).rpartition(".")[2],
    "equal": lambda cls: (cls(1) == cls(1), cls(1) == cls(2), cls(1) == 1),
    "hash": lambda cls: len({cls(1), cls(1)}),
    "missing value": lambda cls: cls(),
    "fields": lambda cls: [it.name for it in dataclasses.fields(cls)],
    "replaced": lambda cls: dataclasses.asdict(dataclasses.replace(cls(1), y=4)),
    "own list": lambda cls: cls(1).names is not cls(1).names,
    "set": lambda cls: setattr(cls(1), "x", 3),
    "set another": lambda cls: setattr(cls(1), "z", 3),
    "delete": lambda cls: delattr(cls(1), "x"),
    "match": lambda cls: cls.__match_args__,
    "slots": lambda cls: vars(cls).get("__slots__"),
}
OPTIONS = [{}, {"frozen": True}, FROZEN, {"eq": False}, {"frozen": True, "eq": False}]


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("options", [*OPTIONS, {"kw_only": True}, {"slots": True}], ids=str)
def test_a_late_dataclass_does_what_a_plain_one_does(options: dict[str, bool], action: str) -> None:
    late, plain = make(late_dataclass, **options), make(_plain, **options)
    act = ACTIONS[action]
    assert told(lambda: act(late)) == told(lambda: act(plain))


def test_methods_are_made_once_at_their_first_use() -> None:
    late = make(late_dataclass, **FROZEN)
    before = late.__init__
    late(1)
    made = late.__init__
    late(2)
    assert before is not made is late.__init__


def test_a_subclass_has_the_fields_of_its_base() -> None:
    base = make(late_dataclass, frozen=True)

    @late_dataclass(frozen=True)
    class Named(base):
        __module__ = "ui.state"

        name: str = ""

    assert repr(Named(1, name="a")).endswith("Named(x=1, y=1, name='a')")
    assert Named(1) != Named(1, name="b")
    with pytest.raises(dataclasses.FrozenInstanceError):
        Named(1).x = 2


def test_a_method_that_a_class_defines_stays() -> None:
    @late_dataclass(frozen=True)
    class Named:
        __module__ = "ui.state"

        name: str

        def __eq__(self, other: object) -> bool:
            return str(self).lower() == str(other).lower()

        def __hash__(self) -> int:
            return hash(self.name.lower())

    assert len({Named("a"), Named("A")}) == 1


def test_classes_of_libraries_and_other_options_are_plain() -> None:
    @late_dataclass(order=True)
    class Ordered:
        __module__ = "ui.state"

        place: int

    @late_dataclass
    class Foreign:
        place: int

    for cls in (Ordered, Foreign):
        before = cls.__init__
        cls(1)
        assert cls.__init__ is before
    assert Ordered(1) < Ordered(2)
