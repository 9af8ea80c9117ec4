"""Dit drafts with the head that was trained with it: fewer passes, and the same answers."""

import pytest

from engine.messages import Generate, SamplingParams
from tests.kit.draft_mixes import Contest, Mix
from tests.kit.drafters import none
from tests.kit.float32 import in_float32
from tests.kit.images import ask
from tests.kit.paths import DIT

# Each with a part of its answer.
QUESTIONS = (
    ("Count from 3 to 20.", "3, 4, 5, 6, 7"),
    ("Tell me a story.", "It lived alone on a quiet hill"),
)


@pytest.fixture(scope="module")
def dit(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(in_float32(DIT, tmp_path_factory.mktemp("float32") / "dit"))


def test_a_trained_head_saves_passes_and_changes_no_token(dit: str) -> None:
    contest = Contest()
    options = SamplingParams(max_tokens=24, temperature=0.0, thinking=False)
    tokens = passes = 0
    for question, part in QUESTIONS:
        contest.run(Mix([Generate(1, dit, (ask(question),), options)], [0]), none)
        reply = contest.drafting.replies[1]
        assert part in reply.text
        assert reply.end.drafts.drafter == "head"
        tokens += reply.end.usage.generated
        passes += reply.end.drafts.passes
    contest.close()
    assert tokens / passes > 1.5


def test_dit_is_small() -> None:
    assert (DIT / "model.safetensors").stat().st_size < 3_000_000
