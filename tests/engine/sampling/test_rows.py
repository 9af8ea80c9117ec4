"""Sampling the rows of a batch: those with equal options together, each as if it were alone."""

from typing import Any, cast

import mlx.core as mx
import pytest

from engine.errors import Refused
from engine.messages import SamplingParams
from engine.models.loader import LoadedModel
from engine.sampling.rows import sample_rows
from engine.sampling.sampler import Sampler

SIZE = 997
STEPS = 12
PENALTIES = {"repetition_penalty": 1.3, "presence_penalty": 0.5, "frequency_penalty": 0.4}
SCHEMA = '{"type": "integer"}'
OPTIONS: dict[str, dict[str, Any]] = {
    "hot": {"temperature": 1.0},
    "dropped": {"temperature": 1.3, "top_k": 40, "top_p": 0.9, "min_p": 0.01},
    "penalties": {"temperature": 0.7, "top_p": 0.95, **PENALTIES},
    "greedy penalties": PENALTIES,
    "bias": {"temperature": 1.0, "logit_bias": ((5, 3.0), (7, -4.0))},
    "logprobs": {"temperature": 1.0, "top_logprobs": 3},
    "plain": {},
    "schema": {"temperature": 1.0, "json_schema": SCHEMA},
}


@pytest.fixture(scope="module")
def make_sampler(dot: LoadedModel):
    def make(row: int, name: str) -> Sampler:
        params = SamplingParams(seed=row, **OPTIONS[name])
        prompt = range(row, row + 300)
        return Sampler(params, dot.tokenizer, prompt, dot.stop_ids, dot.markers, reasoning=False)

    return make


def logits_of(row: int, step: int) -> mx.array:
    return mx.random.normal((1, SIZE), key=mx.random.key(1000 * step + row)) * 2


Choice = tuple[int, Any]


def alone(sampler: Sampler, row: int, steps: range) -> list[Choice]:
    found = []
    for step in steps:
        choice = sampler(logits_of(row, step))
        token = cast("int", choice.token.item())
        found.append((token, _numbers(choice.logprobs)))
        sampler.observe(token)
    return found


def together(samplers: dict[int, Sampler], steps: range) -> dict[int, list[Choice]]:
    found: dict[int, list[Choice]] = {row: [] for row in samplers}
    for step in steps:
        logits = mx.concatenate([logits_of(row, step) for row in samplers])
        chosen = sample_rows(list(samplers.values()), logits)
        assert chosen.errors == [None] * len(samplers)
        tokens = cast("list[int]", chosen.tokens.tolist())
        for row, token, values in zip(samplers, tokens, chosen.logprobs, strict=True):
            found[row].append((token, _numbers(values)))
            samplers[row].observe(token)
    return found


def _numbers(logprobs: Any) -> Any:
    return logprobs and [part.tolist() for part in logprobs]


@pytest.mark.parametrize("name", OPTIONS)
def test_rows_together_get_the_tokens_that_each_gets_alone(make_sampler, name: str) -> None:
    steps = range(STEPS)
    found = together({row: make_sampler(row, name) for row in range(3)}, steps)
    assert found == {row: alone(make_sampler(row, name), row, steps) for row in found}


def test_rows_with_different_options_get_their_own_tokens(make_sampler) -> None:
    """The groups are not neighbors, so their tokens must be put back in order."""
    names = [name for name in OPTIONS if name != "schema"] * 2 + ["schema"]
    steps = range(4)
    found = together({row: make_sampler(row, name) for row, name in enumerate(names)}, steps)
    for row, name in enumerate(names):
        assert found[row] == alone(make_sampler(row, name), row, steps), name


@pytest.mark.parametrize("name", ["dropped", "penalties"])
def test_rows_that_join_and_leave_keep_their_tokens(make_sampler, name: str) -> None:
    samplers = {row: make_sampler(row, name) for row in range(4)}
    parts = [together({row: samplers[row] for row in (0, 1, 2)}, range(3))]
    parts.append({1: alone(samplers[1], 1, range(3, 5))})
    parts.append(together({row: samplers[row] for row in (0, 2)}, range(3, 5)))
    parts.append(together({row: samplers[row] for row in (2, 3, 1, 0)}, range(5, 9)))
    for row in range(3):
        found = [choice for part in parts for choice in part.get(row, [])]
        assert found == alone(make_sampler(row, name), row, range(9))


def test_equal_options_are_drawn_in_one_call(make_sampler, monkeypatch) -> None:
    shapes: list[tuple[int, ...]] = []
    argsort = mx.argsort

    def counted(logits: mx.array, **options: Any) -> mx.array:
        shapes.append(logits.shape)
        return argsort(logits, **options)

    monkeypatch.setattr(mx, "argsort", counted)
    together({row: make_sampler(row, "penalties") for row in range(5)}, range(2))
    assert shapes == [(5, SIZE)] * 2


def test_a_failing_sampler_leaves_the_others_their_tokens(make_sampler, dot: LoadedModel) -> None:
    beyond = SamplingParams(logit_bias=((SIZE, 1.0),))
    failing = Sampler(beyond, dot.tokenizer, (), dot.stop_ids, dot.markers, reasoning=False)
    samplers = [make_sampler(0, "hot"), failing, None, make_sampler(3, "hot")]
    logits = mx.concatenate([logits_of(row, 0) for row in range(4)])
    chosen = sample_rows(samplers, logits)
    tokens = cast("list[int]", chosen.tokens.tolist())
    assert [type(error) for error in chosen.errors] == [type(None), Refused, *[type(None)] * 2]
    assert tokens[1:3] == mx.argmax(logits[1:3], axis=-1).tolist()
    for row in (0, 3):
        assert tokens[row] == alone(make_sampler(row, "hot"), row, range(1))[0][0]
