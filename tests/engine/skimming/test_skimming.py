"""Long prompts are read in part on request, or in full if that cannot be, with the reason."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import mlx.core as mx
import pytest

from engine.drafting.draft_model import DraftModel
from engine.drafting.lookup import Lookup
from engine.drafting.pace import PassTimes
from engine.messages import (
    Abort,
    Aborted,
    ChatMessage,
    Configure,
    Continue,
    Delta,
    Drafting,
    Finished,
    Generate,
    LoadModel,
    LookProgress,
    ModelProfile,
    ModelReady,
    SamplingParams,
    Skim,
    SkimProgress,
    SkimReport,
    Traced,
)
from engine.models.adapter import TextAdapter
from engine.models.skim_support import NO_DRAFT
from engine.requests import drafting, skimming
from tests.conftest import Bench
from tests.kit import images, tiny_models
from tests.kit.draft_mixes import AlwaysWorth
from tests.kit.tiny_text import WINDOW

WORDS = "the quick brown fox jumps over the lazy dog and one two three shapes "
LONG = "".join(f"{at} {WORDS}" for at in range(24))
SYSTEM = ChatMessage("system", "one two three")
READ = ChatMessage("assistant", "the fox")
QUESTION = ChatMessage("user", "the dog?")
SKIM = Skim(0.3, least=200)


@pytest.fixture
def model(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    tiny_models.FAMILIES[getattr(request, "param", "qwen3")](tmp_path / "large")
    tiny_models.qwen3(tmp_path / "small", num_hidden_layers=1)
    return str(tmp_path / "large")


@pytest.fixture
def desk(bench: Bench, model: str) -> Iterator[Bench]:
    """An engine in which the small model drafts for the large one."""
    small = str(Path(model).with_name("small"))
    bench.run(Configure((ModelProfile(model, draft_model=small),)))
    yield bench


def ask(model: str, number: int, *more: ChatMessage, skim: Skim | None = SKIM) -> Generate:
    messages = (SYSTEM, ChatMessage("user", LONG), READ, QUESTION, *more)
    sampling = SamplingParams(max_tokens=8)
    return Generate(number, model, messages, sampling, drafting=Drafting.OFF, skim=skim)


def ended(bench: Bench, number: int) -> Finished:
    [found] = [it for it in bench.events if isinstance(it, Finished) and it.request_id == number]
    return found


def traced(bench: Bench, number: int) -> tuple[list[int], Traced]:
    [*_, found] = [it for it in bench.events if isinstance(it, Traced) and it.request_id == number]
    return [it.token for it in found.tokens], found


def forget(bench: Bench, *, skims: bool = True) -> None:
    """Evict all cached prompts, and what is remembered of skimmed ones."""
    for resident in bench.engine._scheduler._models:  # type: ignore[union-attr]
        for lane in resident.lanes.values():
            while lane.prompts.evict():
                pass
            if skims:
                lane.prompts.skims.clear()


def test_a_long_prompt_is_read_in_part(desk: Bench, model: str) -> None:
    desk.run(ask(model, 1))
    end = ended(desk, 1)
    assert end.skim.chooser == "small"
    assert end.skim.whole == end.usage.prompt > 400
    assert 0.3 * end.skim.whole <= end.skim.read < 0.35 * end.skim.whole
    assert end.skim.seconds > 0
    assert end.timings.skimming > 0
    assert not end.skim.note
    assert desk.stats_now().last is not None
    assert desk.stats_now().last.skim == end.skim  # type: ignore[union-attr]
    assert desk.stats_now().reserved == 0
    progress = [it for it in desk.events if isinstance(it, SkimProgress)]
    assert [it.done for it in progress] == sorted(it.done for it in progress)
    assert progress[-1].total == end.skim.whole


def test_inspect_is_told_what_was_left_out(desk: Bench, model: str) -> None:
    desk.run(ask(model, 1))
    _, record = traced(desk, 1)
    left = "".join(record.prompt[start:stop] for start, stop in record.left_out)
    share = 1 - ended(desk, 1).skim.read / ended(desk, 1).skim.whole
    assert abs(len(left) / len(record.prompt) - share) < 0.05
    assert "jumps" in left
    # The markers between messages, the system prompt and the last question are read.
    assert "<|im" not in left
    for kept in (SYSTEM, QUESTION):
        at = record.prompt.index(kept.content)
        end = at + len(kept.content)
        assert not any(start < end and at < stop for start, stop in record.left_out)


def test_nothing_is_skimmed_unless_asked_for(desk: Bench, model: str) -> None:
    desk.run(ask(model, 1, skim=None))
    forget(desk)
    desk.run(ask(model, 2, skim=Skim(1.0, least=0)))
    assert traced(desk, 1)[0] == traced(desk, 2)[0]
    for number in (1, 2):
        assert ended(desk, number).skim == SkimReport()
        assert not traced(desk, number)[1].left_out


@pytest.mark.parametrize(
    ("skim", "reason"),
    [
        (Skim(0.3, least=200, most=300), "more than can be skimmed (300)"),
        (Skim(0.3), ""),
        (SKIM, "Choosing what to read failed: broken"),
    ],
)
def test_a_prompt_that_is_not_skimmed_is_read_in_full(
    desk: Bench, model: str, skim: Skim, reason: str
) -> None:
    desk.run(ask(model, 1, skim=None))
    forget(desk)
    with patch.object(skimming, "chosen", side_effect=ValueError("broken")):
        desk.run(ask(model, 2, skim=skim))
    assert traced(desk, 1)[0] == traced(desk, 2)[0]
    report = ended(desk, 2).skim
    assert reason in report.note
    assert report.left_out == 0
    assert bool(report.note) == bool(reason)


def test_without_a_draft_model_the_prompt_is_read_in_full(bench: Bench, model: str) -> None:
    bench.run(ask(model, 1))
    assert ended(bench, 1).skim.note == NO_DRAFT
    assert bench.of(1).content


def test_a_loaded_model_says_if_its_prompts_cannot_be_skimmed(desk: Bench, model: str) -> None:
    other = str(Path(model).with_name("small"))
    desk.run(LoadModel(1, model), LoadModel(2, other))
    notes = {it.model.name: it.model.skim_note for it in desk.events if isinstance(it, ModelReady)}
    assert notes == {"large": "", "small": NO_DRAFT}


def test_a_prompt_whose_draft_model_is_lost_says_so(bench: Bench, model: str) -> None:
    lost = str(Path(model).with_name("lost"))
    bench.run(Configure((ModelProfile(model, draft_model=lost),)))
    bench.run(ask(model, 1))
    note = ended(bench, 1).skim.note
    assert note.startswith("large works without its draft model lost. The folder ")
    assert bench.of(1).content


def test_a_family_that_was_not_tested_is_read_in_full(desk: Bench, model: str) -> None:
    with patch.object(TextAdapter, "why_not_skimmed", "Not this one."):
        desk.run(ask(model, 1))
    assert ended(desk, 1).skim.note == "Not this one."


def test_without_memory_for_choosing_the_prompt_is_read_in_full(desk: Bench, model: str) -> None:
    desk.run(ask(model, 1, skim=None))
    forget(desk)
    [resident] = desk.engine._scheduler._models  # type: ignore[union-attr]
    draft = resident.model.draft
    assert draft is not None
    with patch.object(type(draft), "row", lambda *_: 2**60):
        desk.run(ask(model, 2))
    assert ended(desk, 2).skim.note == skimming.NO_MEMORY
    assert traced(desk, 2)[0] == traced(desk, 1)[0]


@pytest.mark.parametrize("model", ["qwen3", "gemma3_text", "qwen3_5_text"], indirect=True)
def test_rows_together_have_the_tokens_that_they_have_alone(desk: Bench, model: str) -> None:
    first, second = ask(model, 1), ask(model, 2, skim=replace(SKIM, keep=0.5))
    dense = ask(model, 3, skim=None)
    for request in (first, second, dense):
        desk.run(replace(request, request_id=10 + request.request_id))
        forget(desk)
    desk.run(first, second, dense)
    for number in (1, 2, 3):
        assert traced(desk, number)[0] == traced(desk, 10 + number)[0]
        assert ended(desk, number).skim.read == ended(desk, 10 + number).skim.read
    assert ended(desk, 2).skim.left_out


@pytest.mark.parametrize("model", ["gemma3_text"], indirect=True)
def test_a_sliding_window_has_no_gaps(desk: Bench, model: str) -> None:
    with patch.object(skimming, "always_read", wraps=skimming.always_read) as asked:
        desk.run(ask(model, 1))
    assert asked.call_args.args[-1] == WINDOW
    assert ended(desk, 1).skim.left_out


@pytest.mark.parametrize("model", ["qwen3", "gemma3_text"], indirect=True)
def test_a_skimmed_cache_is_never_taken_for_a_whole_one(desk: Bench, model: str) -> None:
    desk.run(ask(model, 1, skim=None))
    forget(desk)
    desk.run(ask(model, 2))
    _, record = traced(desk, 2)
    desk.run(ask(model, 3, skim=None))
    assert traced(desk, 3)[0] == traced(desk, 1)[0]
    assert ended(desk, 3).usage.cached <= record.left_out[0][0]
    assert ended(desk, 3).skim == SkimReport()


def test_the_beginning_of_a_skimmed_cache_is_of_use(desk: Bench, model: str) -> None:
    desk.run(ask(model, 1))
    desk.run(ask(model, 2, skim=None))
    assert 0 < ended(desk, 2).usage.cached <= traced(desk, 1)[1].left_out[0][0]


def test_a_whole_cache_is_better_than_skimming(desk: Bench, model: str) -> None:
    desk.run(ask(model, 1, skim=None), ask(model, 2))
    assert ended(desk, 2).skim == SkimReport()
    assert traced(desk, 1)[0] == traced(desk, 2)[0]


@pytest.mark.parametrize("evicted", [False, True])
def test_the_next_question_is_read_densely_after_a_skimmed_one(
    desk: Bench, model: str, evicted: bool
) -> None:
    desk.run(ask(model, 1))
    before = ended(desk, 1)
    answer = ChatMessage("assistant", desk.of(1).content)
    if evicted:
        forget(desk, skims=False)
    with patch.object(skimming, "scoring", side_effect=AssertionError("nothing is chosen again")):
        desk.run(ask(model, 2, answer, ChatMessage("user", "one two three")))
    after = ended(desk, 2)
    assert after.skim.left_out == before.skim.left_out
    assert after.skim.seconds == 0
    assert after.skim.chooser == "small"
    assert after.usage.prompt > before.usage.prompt
    assert bool(after.usage.cached) == (not evicted)
    assert not after.read_again or evicted
    if evicted:
        desk.run(ask(model, 1))
    tokens, _ = traced(desk, 2)
    forget(desk, skims=False)
    desk.run(ask(model, 3, answer, ChatMessage("user", "one two three")))
    assert traced(desk, 3)[0] == tokens


def test_several_answers_to_one_question_choose_only_once(desk: Bench, model: str) -> None:
    with patch.object(skimming, "scoring", wraps=skimming.scoring) as scored:
        desk.run(*(ask(model, number) for number in (1, 2, 3)))
    assert scored.call_count == 1
    assert traced(desk, 1)[0] == traced(desk, 2)[0] == traced(desk, 3)[0]
    assert len({ended(desk, number).skim.read for number in (1, 2, 3)}) == 1
    # The parts are read once as well.
    assert ended(desk, 3).usage.cached > 0.8 * ended(desk, 3).skim.read


def test_others_choose_for_themselves_if_the_first_one_stops(desk: Bench, model: str) -> None:
    desk.engine.submit(ask(model, 1))
    desk.engine.submit(ask(model, 2))
    desk.until(SkimProgress, 1)
    desk.run(Abort(1))
    assert ended(desk, 2).skim.left_out


def test_stop_works_while_it_is_chosen_and_others_go_on(desk: Bench, model: str) -> None:
    other = Generate(7, model, (QUESTION,), SamplingParams(max_tokens=40))
    desk.engine.submit(other)
    desk.until(Delta, 7)
    desk.engine.submit(ask(model, 1))
    desk.until(SkimProgress, 1)
    seen = len(desk.events)
    desk.until(SkimProgress, 1)
    for _ in range(3):
        desk.engine.step()
    assert any(isinstance(it, Delta) and it.request_id == 7 for it in desk.events[seen:])
    desk.run(Abort(1))
    [stopped] = [it for it in desk.events if isinstance(it, Aborted)]
    assert stopped.request_id == 1
    assert desk.stats_now().reserved == 0
    assert ended(desk, 7).usage.generated


@pytest.mark.parametrize("released", [False, True])
def test_a_stopped_reply_goes_on_after_the_same_parts(
    desk: Bench, model: str, released: bool
) -> None:
    long = replace(ask(model, 1), sampling=SamplingParams(max_tokens=24))
    desk.run(replace(long, request_id=5))
    expected, _ = traced(desk, 5)
    forget(desk)
    desk.run(replace(long, sampling=SamplingParams(max_tokens=10)))
    if released:
        for stopped in desk.engine._scheduler._memory.stopped:  # type: ignore[union-attr]
            stopped.release_cache()
        forget(desk, skims=False)
    desk.run(Continue(2, 1))
    assert traced(desk, 1)[0] + traced(desk, 2)[0] == expected[:20]
    assert ended(desk, 2).skim.left_out == ended(desk, 1).skim.left_out
    assert ended(desk, 2).usage.prompt == ended(desk, 1).usage.prompt + 10


def test_drafts_of_a_skimmed_reply_change_nothing(desk: Bench, model: str) -> None:
    desk.run(ask(model, 1))
    forget(desk)
    desk.run(replace(ask(model, 2), drafting=Drafting.AUTO))
    assert traced(desk, 1)[0] == traced(desk, 2)[0]


def test_the_draft_model_reads_a_skimmed_prompt_only_once(desk: Bench, model: str) -> None:
    desk.run(ask(model, 1))
    forget(desk)
    feed, fed = DraftModel._feed, list[int]()

    def counted(draft: DraftModel, tokens: list[int]) -> mx.array:
        fed.append(len(tokens))
        return feed(draft, tokens)

    with (
        patch.object(DraftModel, "_feed", counted),
        patch.object(PassTimes, "is_ready", AlwaysWorth.is_ready),
        patch.object(PassTimes, "is_worth", AlwaysWorth.is_worth),
        patch.object(Lookup, "is_promising", lambda _: False),
    ):
        desk.run(replace(ask(model, 2), drafting=Drafting.AUTO))
    assert ended(desk, 2).drafts.drafter == "model"
    assert 0 < max(fed) < 12
    assert traced(desk, 1)[0] == traced(desk, 2)[0]


def test_memory_for_drafts_that_others_take_during_skimming_is_not_used(
    desk: Bench, model: str
) -> None:
    desk.engine.submit(replace(ask(model, 1), drafting=Drafting.AUTO))
    desk.until(SkimProgress)
    scheduler = desk.engine._scheduler
    assert scheduler is not None
    while scheduler._memory.evict_for(2):
        pass
    desk.run()
    assert ended(desk, 1).drafts.note == drafting.NO_MEMORY


@pytest.mark.parametrize("model", ["qwen3_vl"], indirect=True)
def test_the_draft_models_cache_is_dropped_if_others_take_its_memory_while_images_are_encoded(
    desk: Bench, model: str, tmp_path: Path
) -> None:
    path = images.save_image(tmp_path / "r.png", ("red", "circle", 0.3, 0.6), size=(160, 120))
    asked = replace(ask(model, 1, READ, images.ask("the dog?", path)), drafting=Drafting.AUTO)
    desk.engine.submit(asked)
    desk.until(LookProgress)
    scheduler = desk.engine._scheduler
    assert scheduler is not None
    [job] = scheduler._jobs
    assert job.generation is not None
    assert job.generation._preparation is not None
    choice = job.generation._preparation._skimming
    assert choice.draft_cache is not None
    while scheduler._memory.evict_for(2):
        pass
    assert choice.draft_cache is None
    desk.run()
    assert ended(desk, 1).skim.chooser == "small"
    assert ended(desk, 1).drafts.note == drafting.NO_MEMORY
