"""Commands as bytes."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.machines import wire
from engine.machines.group import Shared, fixed
from engine.messages import Abort, ChatMessage, Drafting, Generate, Overflow, SamplingParams
from engine.model_cost import CacheCost, ModelCost

REQUEST = Generate(
    3,
    "a/model",
    (ChatMessage("user", "Ünïcode \x00 \n"),),
    SamplingParams(temperature=0.1 + 0.2, seed=2**64 - 1, logit_bias=((5, -1.5),), stop=("x",)),
    overflow=Overflow.REFUSE,
    drafting=Drafting.AUTO,
)


def test_commands_are_the_same_after_the_wire() -> None:
    plan = (REQUEST, Abort(3))
    assert wire.decode(wire.encode(plan), tuple[Shared, ...]) == plan


def test_a_cost_inside_a_cost_is_the_same() -> None:
    cost = ModelCost(10, CacheCost(4, ((2, 8),)), quantized=ModelCost(10, CacheCost(2)))
    assert wire.decode(wire.encode(cost), ModelCost) == cost


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff",
        b"3",
        b'[{"":"Path"}]',
        b'[{"":"Abort","request_id":"1"}]',
        b'[{"":"Abort"}]',
        b"[[]]",
        b'[{"":[]}]',
        b"[" * 100_000,
    ],
)
def test_bytes_of_anything_else_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError):
        wire.decode(data, tuple[Shared, ...])


def test_what_has_no_form_on_the_wire_is_refused() -> None:
    with pytest.raises(TypeError):
        wire.encode(object())
    assert wire.decode(wire.encode(Path("/a")), Path) == Path("/a")


def test_a_seed_is_drawn_once() -> None:
    free = replace(REQUEST, sampling=replace(REQUEST.sampling, seed=None))
    drawn = fixed(free)
    assert isinstance(drawn, Generate) and drawn.sampling.seed is not None
    assert fixed(REQUEST) == REQUEST
