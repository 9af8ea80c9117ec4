"""The parts that Dash chooses for Dot hold what a question asks for; random parts do not."""

import random
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from unittest.mock import patch

import mlx.core as mx
import numpy as np
import pytest

from demo_model.said import filling, told_facts
from engine.messages import (
    ChatMessage,
    Configure,
    Finished,
    Generate,
    ModelProfile,
    SamplingParams,
    Skim,
    Traced,
)
from engine.models.loader import examine_model, load_model
from engine.requests import skimming
from engine.skimming.scoring import LOOK_AHEAD, LOOKS, scoring
from tests.conftest import Bench
from tests.kit.images import ask, save_image

SENTENCES, DEPTHS = 20, (0.1, 0.5, 0.9)


def told(depth: float) -> tuple[tuple[ChatMessage, ...], str]:
    """Return a chat with a fact at a depth of a long text, and what its question asks for."""
    rng = random.Random(f"skimmed/{depth}")
    [name] = told_facts.names(rng, 1)
    fact = told_facts.fact(rng, german=False, name=name)
    text = [filling.sentence(rng, german=False) for _ in range(SENTENCES)]
    text.insert(round(depth * SENTENCES), fact.told)
    said = ("user", " ".join(text)), ("assistant", told_facts.READ[False]), ("user", fact.asked)
    value = fact.told.rpartition(" ")[2] if "paid" not in fact.told else fact.told.split(" ")[2]
    return tuple(ChatMessage(*each) for each in said), value.rstrip(".")


def at_random(_draft: object, tokens: Sequence[int], *_: object) -> Iterator[None]:
    """Score the tokens of a prompt at random, as `scoring` does by attention."""
    yield
    return np.random.default_rng(len(tokens)).random(len(tokens))


def test_chosen_parts_hold_the_facts_that_random_ones_miss(
    bench: Bench, dot_and_dash: ModelProfile
) -> None:
    bench.run(Configure((dot_and_dash,)))
    sampling, skim = SamplingParams(max_tokens=24), Skim(0.3, least=100)
    asked = count(1)

    def found(depth: float) -> bool:
        number, (messages, value) = next(asked), told(depth)
        bench.run(Generate(number, dot_and_dash.model_id, messages, sampling, skim=skim))
        for resident in bench.engine._scheduler._models:  # type: ignore[union-attr]
            resident.lanes[0].prompts.clear()
        return value in bench.of(number).content

    assert all(found(depth) for depth in DEPTHS)
    with patch.object(skimming, "scoring", at_random):
        assert not found(DEPTHS[1])


def test_images_are_read_whole(bench: Bench, dot_and_dash: ModelProfile, tmp_path: Path) -> None:
    bench.run(Configure((dot_and_dash,)))
    rng = random.Random("images")
    filler = " ".join(filling.sentence(rng, german=False) for _ in range(9))
    image = save_image(tmp_path / "one.png", ("green", "triangle", 0.5, 0.5), size=(200, 150))
    messages = (
        ask("What do you see?", image),
        ChatMessage("assistant", "I see a green triangle."),
        ChatMessage("user", filler),
        ChatMessage("assistant", told_facts.READ[False]),
        ChatMessage("user", "What color is the triangle?"),
    )
    skim = Skim(0.3, least=100)
    bench.run(
        Generate(1, dot_and_dash.model_id, messages, SamplingParams(max_tokens=24), skim=skim)
    )
    assert "green" in bench.of(1).content
    [end] = [it for it in bench.events if isinstance(it, Finished)]
    assert end.skim.left_out > 0.3 * end.skim.whole
    # Inspect shows which parts of the text were left out, after the image too.
    [record] = [it for it in bench.events if isinstance(it, Traced)]
    left = [record.prompt[start:stop] for start, stop in record.left_out]
    assert not any("<|" in part for part in left)
    assert sum(len(part) for part in left if part in filler) > 0.3 * len(filler)
    # The next question reads none of the image again.
    more = (ChatMessage("assistant", bench.of(1).content), ChatMessage("user", "And its shape?"))
    bench.run(
        Generate(
            2, dot_and_dash.model_id, (*messages, *more), SamplingParams(max_tokens=24), skim=skim
        )
    )
    [_, after] = [it for it in bench.events if isinstance(it, Finished)]
    assert after.skim.left_out == end.skim.left_out
    assert after.usage.looked == 0
    assert after.usage.cached > 0.8 * after.skim.read


@pytest.mark.parametrize("chunk", [64, 512])
def test_choosing_takes_no_more_memory_than_was_promised(
    chunk: int, dot_and_dash: ModelProfile
) -> None:
    model = load_model(examine_model(dot_and_dash.model_id, dot_and_dash))
    draft, tokens = model.draft, [5 + number % 200 for number in range(700)]
    assert draft is not None
    draft.chunks.now, draft.chunks.settled = chunk, True
    mx.clear_cache()
    mx.reset_peak_memory()
    before = mx.get_active_memory()
    for _ in scoring(draft, tokens, draft.adapter.new_cache(), chunk, lambda _: None):
        pass
    end = len(tokens) + LOOK_AHEAD
    promised = max(draft.row(end, chunk), draft.scores(end, LOOKS))
    assert mx.get_peak_memory() - before <= promised
