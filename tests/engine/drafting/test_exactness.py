"""Replies with drafts have exactly the tokens, counts and ends of those without."""

from pathlib import Path

import pytest

from engine.messages import Generate, SamplingParams
from tests.kit.draft_mixes import SCHEMA, Contest, Mix
from tests.kit.drafters import half_right
from tests.kit.images import ask
from tests.kit.tiny_models import FAMILIES

HOT = SamplingParams(
    max_tokens=14, temperature=1.5, top_p=0.9, seed=3, repetition_penalty=1.2, top_logprobs=2
)


# Two rows with wrong drafts that must be rolled back: a hot one that outgrows its window, and one
# with a schema that is stopped and continued. tests/bench/draft_exactness.py runs hundreds of
# random mixes, with every drafter and family.
@pytest.mark.parametrize(
    ("family", "changes", "bits"),
    [
        ("qwen3", {"head_dim": 32}, 8),
        ("gpt_oss", {}, 0),
        ("qwen3_5_text", {"num_hidden_layers": 2, "full_attention_interval": 2}, 0),
    ],
)
def test_drafts_change_no_token(
    contest: Contest, tmp_path: Path, family: str, changes: dict, bits: int
) -> None:
    FAMILIES[family](tmp_path / family, **changes)
    model = str(tmp_path / family)
    hot = Generate(1, model, (ask("one two three shapes and " * 4),), HOT, kv_bits=bits)
    strict = SamplingParams(max_tokens=12, json_schema=SCHEMA)
    accepted, drafted = contest.accepted, contest.drafted
    aborted = contest.seen["aborted"]
    contest.run(
        Mix([hot, Generate(2, model, (ask("the fox"),), strict)], [0, 2], {2: 3}), half_right
    )
    accepted, drafted = contest.accepted - accepted, contest.drafted - drafted
    assert 0 < accepted < drafted
    assert contest.seen["aborted"] > aborted
