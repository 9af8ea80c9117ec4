"""A reply that ends inside of a block of drafts leaves the cache that it would have without."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.messages import ChatMessage, Drafting, Finished, Generate, SamplingParams
from tests.kit.draft_mixes import Contest, Mix
from tests.kit.drafters import half_right
from tests.kit.tiny_models import FAMILIES


@pytest.fixture
def contest() -> Iterator[Contest]:
    made = Contest()
    yield made
    made.close()


def test_a_stop_string_inside_a_block_leaves_the_same_cached_prompt(
    contest: Contest, tmp_path: Path
) -> None:
    FAMILIES["qwen3"](tmp_path / "qwen3")
    question = ChatMessage("user", "the fox")
    request = Generate(1, str(tmp_path / "qwen3"), (question,), SamplingParams(max_tokens=24))
    with contest.plain.recording():
        contest.plain.run(request)
    text = contest.plain.of(1).content
    # Blocks are as wide as a reply of so many tokens.
    request = replace(request, sampling=SamplingParams(max_tokens=24, stop=(text[9:11],)))
    contest.plain.replies.clear()
    contest.plain.events.clear()
    contest.run(Mix([request], [0]), half_right)
    assert contest.accepted
    follow_up = (question, ChatMessage("assistant", text[:9]), ChatMessage("user", "lazy dog"))
    cached = []
    for bench in (contest.plain, contest.drafting):
        bench.events.clear()
        bench.run(replace(request, request_id=7, messages=follow_up, drafting=Drafting.OFF))
        cached += [it.usage.cached for it in bench.events if isinstance(it, Finished)]
    assert len(set(cached)) == 1 and cached[0] > 0
