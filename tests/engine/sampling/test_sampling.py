"""The sampler: temperature, dropped tokens, seeds, bias, penalties and logprobs."""

import math
import os
from pathlib import Path
from typing import Any, cast

import mlx.core as mx
import numpy as np
import pytest
from mlx_lm.tokenizer_utils import TokenizerWrapper
from tokenizers import Tokenizer
from tokenizers.models import BPE
from transformers import PreTrainedTokenizerFast

from engine.channels.markers import Markers
from engine.errors import Refused
from engine.messages import SamplingParams
from engine.models.loader import LoadedModel
from engine.sampling import sampler
from engine.sampling.sampler import NextToken, Sampler

SHARES = [0.05, 0.6, 0.25, 0.1]
LOGITS = mx.log(mx.array([SHARES]))
STOP = frozenset({2})


@pytest.fixture(scope="module")
def make_sampler(dot: LoadedModel):
    def make(prompt: tuple[int, ...] = (), **options: Any) -> Sampler:
        params = SamplingParams(**options)
        return Sampler(params, dot.tokenizer, prompt, STOP, dot.markers, reasoning=False)

    return make


@pytest.fixture(scope="module")
def silent() -> TokenizerWrapper:
    """A tokenizer without reasoning markers."""
    letters = Tokenizer(BPE({"a": 0, "b": 1, "<end>": 2}, []))
    return TokenizerWrapper(PreTrainedTokenizerFast(tokenizer_object=letters, eos_token="<end>"))


def draws(sample: Sampler, count: int = 150, logits: mx.array = LOGITS) -> list[int]:
    return [cast("int", sample(logits).token.item()) for _ in range(count)]


def wide_logits(size: int = 1024, seed: int = 0) -> mx.array:
    """Return logits of a whole vocabulary."""
    return mx.random.normal((1, size), key=mx.random.key(seed)) * 3


def test_temperature_0_takes_the_likeliest_token(make_sampler) -> None:
    assert set(draws(make_sampler(), 5)) == {1}
    assert make_sampler().plain


def test_frequencies_follow_the_probabilities(make_sampler) -> None:
    share = draws(make_sampler(temperature=1.0, seed=1), 800).count(1) / 800
    assert share == pytest.approx(0.6, abs=0.05)


def test_a_lower_temperature_sharpens_the_distribution(make_sampler) -> None:
    sharp, flat = (draws(make_sampler(temperature=t, seed=1)).count(1) for t in (0.3, 2.0))
    assert sharp > flat


@pytest.mark.parametrize("temperature", [1e-45, 1e-30, 1e-6])
def test_a_tiny_temperature_is_greedy(make_sampler, temperature: float) -> None:
    logits = wide_logits() * 1000
    assert set(draws(make_sampler(temperature=temperature), 5, logits)) == {
        mx.argmax(logits).item()
    }


@pytest.mark.parametrize(
    ("options", "left"),
    [
        ({"top_k": 1}, {1}),
        ({"top_k": 2}, {1, 2}),
        ({"top_k": 4}, {0, 1, 2, 3}),
        ({"top_k": 99}, {0, 1, 2, 3}),
        ({"top_p": 0.5}, {1}),
        ({"top_p": 0.8}, {1, 2}),
        ({"top_p": 1e-9}, {1}),
        ({"min_p": 0.3}, {1, 2}),
        ({"min_p": 0.1}, {1, 2, 3}),
        ({"min_p": 1.0}, {1}),
        # 0.6 of the probability of the two likeliest together is 0.71.
        ({"top_k": 2, "top_p": 0.7}, {1}),
        ({"top_k": 2, "top_p": 0.75}, {1, 2}),
        ({"top_k": 3, "top_p": 0.99, "min_p": 0.3}, {1, 2}),
        # The temperature comes first: shares of 0.36, 0.06, 0.01 and 0.003.
        ({"temperature": 0.5, "top_p": 0.8}, {1}),
        ({"temperature": 0.5, "min_p": 0.1}, {1, 2}),
    ],
)
def test_top_k_top_p_and_min_p_drop_tokens(
    make_sampler, options: dict[str, Any], left: set[int]
) -> None:
    assert set(draws(make_sampler(seed=3, **{"temperature": 1.0} | options), 200)) == left


@pytest.mark.parametrize("options", [{"top_k": 3}, {"top_p": 0.375}, {"top_k": 3, "top_p": 0.99}])
def test_top_k_keeps_k_of_equal_tokens(make_sampler, options: dict[str, Any]) -> None:
    even = mx.zeros((1, 8))
    assert len(set(draws(make_sampler(temperature=1.0, seed=1, **options), 200, even))) == 3


def test_dropping_tokens_does_not_shift_ids(make_sampler) -> None:
    """The sort for dropping tokens must give back the right ids."""
    found = draws(make_sampler(temperature=1.0, top_k=3, top_p=0.99, min_p=0.01, seed=2), 600)
    for token in (1, 2, 3):
        share = SHARES[token] / 0.95
        assert found.count(token) / len(found) == pytest.approx(share, abs=0.05)


def test_a_seed_repeats_regardless_of_other_rows(make_sampler) -> None:
    options = {"temperature": 1.0, "top_p": 0.9}
    alone = draws(make_sampler(seed=4, **options), 50, wide_logits())
    sample, neighbour = make_sampler(seed=4, **options), make_sampler(seed=9, **options)
    mixed = []
    for _ in range(50):
        neighbour(wide_logits())
        mx.random.normal((3,))
        mixed.append(sample(wide_logits()).token.item())
    assert mixed == alone
    assert draws(make_sampler(seed=5, **options), 50, wide_logits()) != alone
    assert draws(make_sampler(**options), 50, wide_logits()) != draws(
        make_sampler(**options), 50, wide_logits()
    )


@pytest.mark.parametrize("options", [{"top_p": 0.99}, {"top_k": 3}, {"top_k": 3, "top_p": 0.99}])
def test_rounding_does_not_change_what_a_seed_draws(make_sampler, options: dict[str, Any]) -> None:
    # The first two tokens change their places in the order.
    one, other = (mx.array([[1 + up, 1 - up, 0.5, 0, 0]]) for up in (1e-6, -1e-6))
    for seed in range(40):
        sample, again = (make_sampler(temperature=1.0, seed=seed, **options) for _ in range(2))
        assert draws(sample, 1, one) == draws(again, 1, other)


def test_the_largest_seed_is_accepted(make_sampler) -> None:
    assert len(draws(make_sampler(temperature=1.0, seed=2**64 - 1), 5)) == 5


def test_half_precision_logits_are_sampled_in_float32(make_sampler) -> None:
    logits = wide_logits().astype(mx.bfloat16)
    options = {"temperature": 1.0, "top_p": 0.9, "seed": 1, "top_logprobs": 2}
    assert draws(make_sampler(**options), 9, logits) == draws(
        make_sampler(**options), 9, logits.astype(mx.float32)
    )


def test_bias_adds_to_logits(make_sampler) -> None:
    assert draws(make_sampler(logit_bias=((0, 100), (1, -100))), 1) == [0]
    assert draws(make_sampler(logit_bias=((2, math.log(0.6 / 0.25) + 0.01),)), 1) == [2]
    assert draws(make_sampler(logit_bias=((2, math.log(0.6 / 0.25) - 0.01),)), 1) == [1]


@pytest.mark.parametrize("token", [1536, 2**31])
def test_a_bias_outside_the_vocabulary_is_refused(
    make_sampler, dot: LoadedModel, token: int
) -> None:
    with pytest.raises(Refused, match=f"Token bias names token {token}, .* 0 to 1535"):
        make_sampler(logit_bias=((token, 1),))
    with pytest.raises(Refused, match="Token bias"):
        sampler.check_params(
            SamplingParams(logit_bias=((token, 1),)), dot.tokenizer, dot.markers, "Dot"
        )


def test_a_bias_beyond_the_logits_is_refused_when_sampling(make_sampler) -> None:
    with pytest.raises(Refused, match=r"Token bias names token 7, .* 0 to 3"):
        make_sampler(logit_bias=((7, 1),))(LOGITS)


PENALTIES = [
    {"repetition_penalty": 1.5},
    {"repetition_penalty": 0.7},
    {"presence_penalty": 0.9},
    {"frequency_penalty": 0.4},
    {"repetition_penalty": 1.3, "presence_penalty": 0.5, "frequency_penalty": -0.2},
]


@pytest.mark.parametrize("options", PENALTIES)
def test_penalties_match_their_definition(make_sampler, options: dict[str, Any]) -> None:
    """Compare with the formulas in plain Python, over 30 greedy tokens and a prompt."""
    params = SamplingParams(**options)
    prompt = (3, 3, 5, 5000)
    sample = make_sampler(prompt, **options)
    said: list[int] = []
    for step in range(30):
        logits = wide_logits(12, seed=step % 3)
        expected = np.array(logits)[0].astype(np.float64)
        for token in range(12):
            if token in prompt or token in said:
                factor = params.repetition_penalty
                expected[token] *= 1 / factor if expected[token] > 0 else factor
            expected[token] -= params.presence_penalty * (token in said)
            expected[token] -= params.frequency_penalty * said.count(token)
        said.append(sample(logits).token.item())
        assert said[-1] == int(expected.argmax())
    assert len(set(said)) > 1


def test_penalties_do_not_wait_for_tokens(make_sampler) -> None:
    """The tokens are the same if all steps are queued before the first is read."""
    options = {"repetition_penalty": 1.4, "frequency_penalty": 0.3, "temperature": 0.8, "seed": 6}
    sample = make_sampler((1, 2), **options)
    assert not sample.needs_host
    queued = [sample(wide_logits(seed=step)).token for step in range(20)]
    other = make_sampler((1, 2), **options)
    assert [token.item() for token in queued] == [
        other(wide_logits(seed=step)).token.item() for step in range(20)
    ]


@pytest.mark.parametrize("options", [*PENALTIES, {"temperature": 1.0, "seed": 1}])
def test_graphs_stay_small(make_sampler, tmp_path: Path, options: dict[str, Any]) -> None:
    """Decoding evaluates only the tokens; the sampler's state must not grow a chain of graphs."""
    sizes = []
    sample = make_sampler((1,), **options)
    for step in range(40):
        mx.eval(sample(wide_logits(64, seed=step)).token)
        path = tmp_path / "graph.dot"
        mx.export_to_dot(os.fspath(path), sample(wide_logits(64)).token)
        sizes.append(len(path.read_text().splitlines()))
    assert sizes[-1] <= sizes[1]


def test_logprobs_are_those_of_the_model(make_sampler) -> None:
    """Logprobs come before bias, penalties and temperature."""
    logits = wide_logits()
    options = {"temperature": 0.7, "seed": 1, "presence_penalty": 1.0}
    sample = make_sampler(top_logprobs=5, logit_bias=((3, 50),), **options)
    for _ in range(3):
        choice = sample(logits.astype(mx.float16))
        assert choice.logprobs is not None
        own, ids, values = choice.logprobs
        full = np.array(logits.astype(mx.float16).astype(mx.float32))[0].astype(np.float64)
        full -= np.log(np.exp(full).sum())
        assert choice.token.item() == 3
        assert own.shape == (1,)
        assert own.item() == pytest.approx(full[3], abs=1e-4)
        assert ids.tolist() == np.argsort(-full)[:5].tolist()
        assert values.tolist() == pytest.approx(np.sort(full)[::-1][:5].tolist(), abs=1e-4)


def test_logprobs_only_if_requested(make_sampler) -> None:
    assert make_sampler(temperature=1.0)(LOGITS).logprobs is None
    found: NextToken = make_sampler(top_logprobs=20)(LOGITS)
    assert found.logprobs is not None
    assert found.logprobs[1].tolist() == [1, 2, 3, 0]


@pytest.mark.parametrize(
    "options",
    [
        {"temperature": 0.1},
        {"top_logprobs": 1},
        {"logit_bias": ((1, 1),)},
        {"repetition_penalty": 1.1},
        {"presence_penalty": 0.1},
        {"frequency_penalty": 0.1},
        {"thinking_budget": 3},
        {"json_schema": "{}"},
    ],
)
def test_options_that_change_logits_are_not_plain(make_sampler, options: dict[str, Any]) -> None:
    sample = make_sampler(**options)
    assert not sample.plain
    assert sample.needs_host == bool({"thinking_budget", "json_schema"} & set(options))


@pytest.mark.parametrize("options", [{"stop": ("a",)}, {"seed": 1}, {"top_p": 0.5}, {"top_k": 1}])
def test_options_without_effect_at_temperature_0_are_plain(
    make_sampler, options: dict[str, Any]
) -> None:
    assert make_sampler(**options).plain


def test_check_accepts_supported_options(dot: LoadedModel) -> None:
    params = SamplingParams(
        thinking=True, thinking_budget=5, json_schema="{}", logit_bias=((1023, 1),)
    )
    sampler.check_params(params, dot.tokenizer, dot.markers, "Dot")
    sampler.check_params(SamplingParams(thinking=True), dot.tokenizer, dot.markers, "Dot")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"thinking": True}, "Tiny has no reasoning to switch on"),
        ({"thinking_budget": 1}, "thinking budget"),
    ],
)
def test_check_refuses_thinking_of_models_that_do_not_reason(
    silent, options: dict[str, Any], words: str
) -> None:
    with pytest.raises(Refused, match=words):
        sampler.check_params(SamplingParams(**options), silent, Markers(), "Tiny")


def test_no_budget_without_reasoning(silent) -> None:
    with pytest.raises(Refused, match="thinking budget"):
        Sampler(SamplingParams(thinking_budget=1), silent, (), STOP, Markers(), reasoning=False)
