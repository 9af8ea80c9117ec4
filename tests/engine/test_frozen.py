"""Classes of `frozen` behave as those of `dataclass(frozen=True, slots=True)`; those of
`frozen_object` and `mutable` differ from it as they say."""

import copy
import dataclasses
import pickle
from dataclasses import dataclass, field
from typing import Any

import pytest

from engine.frozen import frozen, frozen_object, mutable


@dataclass(frozen=True, slots=True)
class Usual:
    """A point with a name."""

    x: int
    y: int = 2
    marks: tuple[str, ...] = field(default_factory=lambda: ("a",))
    secret: str = field(default="", repr=False)
    late: int = field(default=0, kw_only=True)


@frozen
class Point:
    """A point with a name."""

    x: int
    y: int = 2
    marks: tuple[str, ...] = field(default_factory=lambda: ("a",))
    secret: str = field(default="", repr=False)
    late: int = field(default=0, kw_only=True)


@frozen
class Checked(Point):
    z: int = 3

    def __post_init__(self) -> None:
        if self.z < 0:
            raise ValueError("z is below 0")


KINDS: list[Any] = [Usual, Point]


@pytest.mark.parametrize("kind", KINDS)
def test_values_fill_the_fields(kind: Any) -> None:
    point = kind(1, marks=("b",), late=4)
    assert dataclasses.astuple(point) == (1, 2, ("b",), "", 4)
    assert dataclasses.asdict(kind(1, 5))["y"] == 5
    assert [it.name for it in dataclasses.fields(kind)] == ["x", "y", "marks", "secret", "late"]
    match point:
        case kind(7, _):
            raise AssertionError
        case kind(1, y):
            assert y == 2


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("values", "named"),
    [((), {}), ((1,), {"x": 1}), ((1,), {"w": 1}), ((1, 2, (), "", 5), {}), ((), {"y": 1})],
)
def test_wrong_values_are_refused(kind: Any, values: tuple[Any, ...], named: dict) -> None:
    with pytest.raises(TypeError):
        kind(*values, **named)


@pytest.mark.parametrize("kind", KINDS)
def test_equal_values_are_equal(kind: Any) -> None:
    assert kind(1) == kind(1, 2)
    assert hash(kind(1)) == hash(kind(1))
    assert kind(1) != kind(1, late=1)
    assert kind(1) != dataclasses.astuple(kind(1))
    assert Point(1) != Usual(1)
    assert repr(kind(1, secret="s")) == f"{kind.__name__}(x=1, y=2, marks=('a',), late=0)"


@pytest.mark.parametrize("kind", KINDS)
def test_no_field_can_be_set(kind: Any) -> None:
    point = kind(1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        point.x = 2
    with pytest.raises(dataclasses.FrozenInstanceError):
        del point.x
    assert not hasattr(point, "__dict__")
    assert dataclasses.replace(point, x=2, late=3) == kind(2, late=3)


@pytest.mark.parametrize("kind", KINDS)
def test_a_copy_is_equal(kind: Any) -> None:
    point = kind(1, secret="s", late=2)
    for other in (copy.copy(point), copy.deepcopy(point), pickle.loads(pickle.dumps(point))):
        assert other == point
        assert type(other) is kind


def test_a_subclass_adds_fields_and_is_checked() -> None:
    checked = Checked(1, z=4, late=2)
    assert (checked.x, checked.z, checked.late) == (1, 4, 2)
    assert Checked(1) != Point(1)
    with pytest.raises(ValueError, match="below 0"):
        dataclasses.replace(checked, z=-1)


def test_a_method_of_the_class_stays() -> None:
    @frozen
    class Named:
        name: str

        def __repr__(self) -> str:
            return self.name

    assert repr(Named("it")) == "it"


@frozen_object
class Shown:
    name: str


@mutable
class Counter:
    name: str
    found: list[int] = field(default_factory=list)
    total: int = 0


@pytest.mark.parametrize("kind", [Shown, Counter])
def test_an_object_equals_only_itself(kind: Any) -> None:
    made, other = kind("it"), kind(name="it")
    assert made == made and made != other
    assert len({made, other}) == 2
    assert repr(made).startswith(f"{kind.__name__}(name='it'")


def test_the_fields_of_an_object_that_is_frozen_cannot_be_set() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Shown("it").name = "other"  # pyright: ignore[reportAttributeAccessIssue]


def test_the_fields_of_one_that_changes_can_be_set() -> None:
    counter = Counter("it")
    counter.found.append(1)
    counter.total += 1
    assert dataclasses.replace(counter, name="other").found == [1]
    assert (counter.total, Counter("it").found) == (1, [])
    with pytest.raises(TypeError):
        Counter("it", [], 0, 0)  # pyright: ignore[reportCallIssue]


@pytest.mark.parametrize("options", [{"compare": False}, {"init": False}])
@pytest.mark.parametrize("decorator", [frozen, frozen_object, mutable])
def test_options_that_a_dataclass_must_have_are_refused(decorator: Any, options: Any) -> None:
    class Hidden:
        name: str = field(default="", **options)

    with pytest.raises(TypeError, match=r"Hidden\.name"):
        decorator(Hidden)
