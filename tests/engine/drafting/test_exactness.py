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


@pytest.mark.parametrize("family", ["qwen3", "gpt_oss", "qwen3_5_text"])
def test_drafts_change_no_token(contest, tmp_path: Path, family: str) -> None:
    FAMILIES[family](tmp_path / family)
    bits = (0, 8) if family == "qwen3" else (0,)
    before = contest.accepted
    for seed in (7, 12):
        name = [*DRAFTERS][seed % len(DRAFTERS)]
        contest.run(Mix.random(seed, str(tmp_path / family), [], bits), DRAFTERS[name])
    assert contest.accepted > before
