"""A smaller model that a person chose drafts for another one, and is loaded and freed with it."""

import errno
import json
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock, patch

import mlx.core as mx
import pytest

from engine.checkpoints.same_vocabulary import same_vocabulary
from engine.drafting import draft_model
from engine.drafting.draft_model import FIRST_READ, LEAST_READ, MOST_READ, DraftModel, ReadingPace
from engine.drafting.pace import PassTimes
from engine.drafting.row_drafts import BEHIND
from engine.machines import group
from engine.messages import (
    ChatMessage,
    Configure,
    Drafting,
    Finished,
    Generate,
    LoadModel,
    ModelProfile,
    ModelReady,
    SamplingParams,
    Traced,
    UnloadModel,
)
from engine.models.loader import examine_model, load_model
from engine.requests.preparation import need_of
from tests.conftest import DOT, Bench
from tests.kit import tiny_models
from tests.kit.draft_mixes import AlwaysWorth


def test_dot_drafts_for_dot(bench: Bench) -> None:
    profile = ModelProfile(str(DOT), draft_model=str(DOT))
    question = (ChatMessage("user", "Tell me about a red circle."),)
    ask = Generate(2, str(DOT), question, SamplingParams(max_tokens=12))
    bench.run(Configure((profile,)), replace(ask, drafting=Drafting.OFF))
    model = next(iter(bench.engine._scheduler._models)).model  # type: ignore[union-attr]
    alone = examine_model(str(DOT)).load_bytes
    with (
        patch.object(PassTimes, "is_ready", AlwaysWorth.is_ready),
        patch.object(PassTimes, "is_worth", AlwaysWorth.is_worth),
        patch("engine.drafting.row_drafts.Lookup.is_promising", lambda _: False),
    ):
        bench.run(replace(ask, request_id=3))
    assert bench.of(3).content == bench.of(2).content
    [ended] = [it for it in bench.events if isinstance(it, Finished) and it.request_id == 3]
    assert ended.drafts.drafter == "model"
    assert ended.drafts.accepted == ended.drafts.drafted > 0
    assert ended.drafts.passes < 8
    [traced] = [it for it in bench.events if isinstance(it, Traced) and it.request_id == 3]
    assert sum(token.drafted for token in traced.tokens) == ended.drafts.accepted
    assert not traced.tokens[0].drafted
    assert examine_model(str(DOT), profile).load_bytes == 2 * alone
    assert model.draft is not None
    assert model.cost.weights == model.info.weight_bytes + model.draft.cost.weights
    plain = need_of(replace(ask, drafting=Drafting.OFF), model, 100).drafting
    assert need_of(ask, model, 100).drafting - plain >= model.draft.cost.cache.of(112, 0)


def test_the_memory_of_the_draft_model_is_shown_and_freed_with_its_model(
    bench: Bench, tmp_path: Path
) -> None:
    profile = large_and_small(tmp_path)
    model = profile.model_id
    bench.run(LoadModel(1, model))
    before = bench.stats_now()
    bench.run(UnloadModel(2, model))
    bench.run(Configure((profile,)), LoadModel(3, model))
    both = bench.stats_now()
    assert both.active_memory > before.active_memory
    assert both.model_memory > before.model_memory
    bench.run(UnloadModel(4, model), Configure((ModelProfile(model),)), LoadModel(5, model))
    assert bench.stats_now().active_memory <= before.active_memory


def test_models_of_different_vocabularies_do_not_draft_for_each_other(
    bench: Bench, tmp_path: Path
) -> None:
    profile = large_and_small(tmp_path)
    path = tmp_path / "small" / "tokenizer.json"
    settings = json.loads(path.read_text())
    # The same tokens in another file are the same vocabulary.
    path.write_text(json.dumps(settings, indent=1))
    assert same_vocabulary(tmp_path / "large", tmp_path / "small")
    words = settings["model"]["vocab"]
    words["a"], words["b"] = words["b"], words["a"]
    path.write_text(json.dumps(settings))
    reason = "small cannot draft for large: their vocabularies differ"
    assert f"large works without its draft model small. {reason}" in notice(bench, profile)


def without_folder(draft: Path) -> None:
    shutil.rmtree(draft)


def without_end(draft: Path) -> None:
    path = draft / "model.safetensors"
    path.write_bytes(path.read_bytes()[:-1000])


@pytest.mark.parametrize(
    ("damage", "reason"),
    [(without_folder, "The folder .* was not found"), (without_end, "model.safetensors")],
)
def test_a_model_works_without_a_draft_model_that_cannot_be_read(
    damage: Callable[[Path], None], reason: str, bench: Bench, tmp_path: Path
) -> None:
    profile = large_and_small(tmp_path)
    damage(Path(profile.draft_model))
    note = rf"large works without its draft model small\. {reason}"
    assert re.search(note, notice(bench, profile))
    bare = examine_model(profile.model_id)
    assert examine_model(profile.model_id, profile).load_bytes == bare.load_bytes
    question = (ChatMessage("user", "a"),)
    bench.run(Generate(2, profile.model_id, question, SamplingParams(max_tokens=4)))
    [ended] = [it for it in bench.events if isinstance(it, Finished)]
    assert re.search(note, ended.drafts.note)


def test_a_model_works_without_a_draft_model_whose_vocabulary_cannot_be_read(
    tmp_path: Path,
) -> None:
    profile = large_and_small(tmp_path)
    failing = PermissionError(errno.EACCES, "Permission denied")
    with patch("engine.models.model_source.same_vocabulary", side_effect=failing):
        source = examine_model(profile.model_id, profile)
    assert "draft model small. small cannot be read: Permission denied" in source.draft_note


def test_a_model_works_without_a_draft_model_that_is_gone_before_it_is_read(
    tmp_path: Path,
) -> None:
    profile = large_and_small(tmp_path)
    source = examine_model(profile.model_id, profile)
    without_folder(Path(profile.draft_model))
    model, bare = load_model(source), load_model(examine_model(profile.model_id))
    assert "large works without its draft model small. " in model.info.notice
    assert model.draft is None
    assert model.cost.weights == bare.cost.weights


def test_the_machines_of_a_group_look_for_no_draft_model(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """One of them may not have it, and all must reserve the same memory."""
    profile = large_and_small(tmp_path)
    monkeypatch.setattr(group, "joined", lambda: Mock(size=2))
    source = examine_model(profile.model_id, profile)
    without_folder(Path(profile.draft_model))
    assert source == examine_model(profile.model_id, profile)


def test_a_draft_model_reads_for_a_fifth_of_the_time() -> None:
    pace = ReadingPace()
    assert pace.is_due(10.0)
    pace.read(10.0, 12.0)
    assert not pace.is_due(19.9)
    assert pace.is_due(20.1)


def test_a_slow_draft_model_reads_fewer_tokens_in_a_step() -> None:
    pace = ReadingPace()
    assert pace.tokens == FIRST_READ
    for _ in range(5):
        pace.read(1.0, 3.0)
    assert pace.tokens == LEAST_READ
    for _ in range(9):
        pace.read(1.0, 1.0)
    assert pace.tokens == MOST_READ


def test_an_answer_does_not_wait_for_the_draft_model_to_read_a_long_prompt(
    bench: Bench, tmp_path: Path
) -> None:
    profile = large_and_small(tmp_path)
    question = (ChatMessage("user", "the fox jumps " * 400),)
    ask = Generate(1, profile.model_id, question, SamplingParams(max_tokens=12))
    bench.run(Configure((profile,)), replace(ask, drafting=Drafting.OFF))
    [resident] = bench.engine._scheduler._models  # type: ignore[union-attr]
    times = resident.lanes[0].decoder._blocks.times
    feed, fed, seconds, measured = DraftModel._feed, list[int](), count(), times.of(1, 1).count

    def counted(draft: DraftModel, tokens: list[int]) -> mx.array:
        fed.append(len(tokens))
        return feed(draft, tokens)

    with (
        patch.object(DraftModel, "_feed", counted),
        patch.object(draft_model, "time", SimpleNamespace(perf_counter=lambda: next(seconds))),
        patch.object(PassTimes, "is_ready", AlwaysWorth.is_ready),
        patch("engine.drafting.row_drafts.Lookup.is_promising", lambda _: False),
    ):
        bench.run(replace(ask, request_id=2))
    first, second = (it for it in bench.events if isinstance(it, Finished))
    assert first.usage.prompt > MOST_READ
    assert bench.of(2).content == bench.of(1).content
    # Every step is said to take a second, and so is every read.
    assert fed == [64, 32, 16]
    assert second.drafts.note == BEHIND
    assert second.drafts.drafted == 0
    # The reads are no part of the time that drafts are compared with; the first one comes before a
    # step is timed.
    assert times.of(1, 1).count == 2 * measured - (len(fed) - 1)


def large_and_small(folder: Path) -> ModelProfile:
    """Return the profile of one of two equal models, which the other drafts for."""
    for name in ("large", "small"):
        tiny_models.qwen3(folder / name)
    return ModelProfile(str(folder / "large"), draft_model=str(folder / "small"))


def notice(bench: Bench, profile: ModelProfile) -> str:
    """Load a model. Return what the window shows of it."""
    events = bench.run(Configure((profile,)), LoadModel(1, profile.model_id))
    [ready] = [it for it in events if isinstance(it, ModelReady)]
    return ready.model.notice
