"""The parts that Dash chooses for Dot hold what a question asks for; random parts do not."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count
from unittest.mock import patch

import numpy as np
import pytest

from demo_model.said import filling, told_facts
from engine.messages import ChatMessage, Configure, Generate, ModelProfile, SamplingParams, Skim
from engine.requests import skimming
from tests.conftest import DOT, ROOT, Bench

DASH = ROOT / "tests" / "assets" / "dash"
SENTENCES, DEPTHS = 26, (0.1, 0.9)


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


def at_random(_draft: object, tokens: Sequence[int], _read: object) -> Iterator[None]:
    """Score the tokens of a prompt at random, as `scoring` does by attention."""
    yield
    return np.random.default_rng(len(tokens)).random(len(tokens))


@pytest.mark.usefixtures("dot_read_once")
def test_chosen_parts_hold_the_facts_that_random_ones_miss(bench: Bench) -> None:
    bench.run(Configure((ModelProfile(str(DOT), draft_model=str(DASH)),)))
    right = Counter[str]()
    asked = count(1)
    for depth in DEPTHS:
        messages, value = told(depth)
        for name, scores in (("chosen", skimming.scoring), ("random", at_random)):
            number = next(asked)
            sampling, skim = SamplingParams(max_tokens=24), Skim(0.3, least=100)
            with patch.object(skimming, "scoring", scores):
                bench.run(Generate(number, str(DOT), messages, sampling, skim=skim))
            right[name] += value in bench.of(number).content
            for resident in bench.engine._scheduler._models:  # type: ignore[union-attr]
                resident.prompts.clear()
    assert right["chosen"] == len(DEPTHS)
    assert right["random"] < right["chosen"]
