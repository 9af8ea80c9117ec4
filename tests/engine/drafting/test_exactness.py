"""Replies with drafts have exactly the tokens, counts and ends of those without."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.draft_mixes import DRAFTERS, Contest, Mix
from tests.kit.tiny_models import FAMILIES


@pytest.fixture(scope="module")
def contest() -> Iterator[Contest]:
    made = Contest()
    yield made
    made.close()


# Mixes of few tokens: two rows of which one is stopped and continued, wrong drafts that must be
# rolled back, a schema. tests/bench/draft_exactness.py runs hundreds, with every drafter.
@pytest.mark.parametrize(
    ("family", "seeds"),
    [("qwen3", (18, 26, 55)), ("gpt_oss", (22, 42, 55)), ("qwen3_5_text", (22, 42, 55))],
)
def test_drafts_change_no_token(
    contest: Contest, tmp_path: Path, family: str, seeds: tuple[int, ...]
) -> None:
    FAMILIES[family](tmp_path / family)
    bits = (0, 8) if family == "qwen3" else (0,)
    accepted, drafted = contest.accepted, contest.drafted
    for seed in seeds:
        name = [*DRAFTERS][seed % len(DRAFTERS)]
        contest.run(Mix.random(seed, str(tmp_path / family), [], bits), DRAFTERS[name])
    accepted, drafted = contest.accepted - accepted, contest.drafted - drafted
    assert 0 < accepted < drafted
