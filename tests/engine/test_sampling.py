"""The next token: greedy, warm, cut off, seeded."""

import mlx.core as mx
import pytest

from engine.messages import SamplingParams
from engine.sampling import Sampler

LOGITS = mx.log(mx.array([[0.05, 0.6, 0.25, 0.1]]))


def draws(count: int = 300, **params) -> list:
    sample = Sampler(SamplingParams(**params))
    return [sample(LOGITS).item() for _ in range(count)]


def test_greedy() -> None:
    assert set(draws(5)) == {1}


def test_shares_follow_the_probabilities() -> None:
    share = draws(2000, temperature=1.0, seed=1).count(1) / 2000
    assert share == pytest.approx(0.6, abs=0.05)


def test_temperature_sharpens() -> None:
    assert draws(temperature=0.3, seed=1).count(1) > draws(temperature=2.0, seed=1).count(1)


def test_top_p_cuts_the_tail() -> None:
    assert set(draws(temperature=1.0, top_p=0.8, seed=1)) == {1, 2}


def test_a_seed_repeats_whatever_else_draws() -> None:
    alone = draws(50, temperature=1.0, seed=4)
    sample, neighbour = (Sampler(SamplingParams(temperature=1.0, seed=s)) for s in (4, 9))
    mixed = []
    for _ in range(50):
        neighbour(LOGITS)
        mixed.append(sample(LOGITS).item())
    assert mixed == alone
    assert draws(50, temperature=1.0, seed=5) != alone
    assert draws(50, temperature=1.0) != draws(50, temperature=1.0)


@pytest.mark.parametrize(
    "wrong",
    [{"temperature": -1}, {"temperature": 9}, {"top_p": 0}, {"max_tokens": 0}, {"seed": -3}],
)
def test_values_that_no_model_can_use(wrong: dict) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        SamplingParams(**wrong)
