"""A reply that ends inside of a block of drafts leaves the cache that it would have without."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.messages import ChatMessage, Generate, SamplingParams
from tests.conftest import Bench
from tests.kit.draft_mixes import Contest, Mix
from tests.kit.drafters import itself
from tests.kit.tiny_models import FAMILIES


@pytest.fixture
def contest() -> Iterator[Contest]:
    made = Contest()
    yield made
    made.close()


@pytest.mark.parametrize("family", ["qwen3", "gpt_oss"])
def test_a_stop_string_inside_a_block_leaves_the_same_cached_prompt(
    contest: Contest, bench: Bench, tmp_path: Path, family: str
) -> None:
    FAMILIES[family](tmp_path / family)
    question = ChatMessage("user", "the fox")
    request = Generate(1, str(tmp_path / family), (question,), SamplingParams(max_tokens=16))
    bench.run(request)
    text = bench.of(1).content
    # Blocks are as wide as a reply of so many tokens.
    request = replace(request, sampling=SamplingParams(max_tokens=16, stop=(text[9:11],)))
    contest.run(Mix([request], [0]), itself)
    assert contest.accepted
    assert contest.drafting.replies[1].end.drafts.at_once
    plain, drafted = (cached_prompts(bench) for bench in (contest.plain, contest.drafting))
    assert drafted == plain


def cached_prompts(bench: Bench) -> list[list[int]]:
    """Return the tokens of the prompts that can be taken up again, with the replies after them."""
    [resident] = bench.engine._scheduler._models  # type: ignore[union-attr]
    return sorted(it.key.tolist() for it in resident.use(0).prompts._entries)
