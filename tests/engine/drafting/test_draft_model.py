"""A smaller model that a person chose drafts for another one, and is loaded and freed with it."""

import json
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

from engine.checkpoints.same_vocabulary import same_vocabulary
from engine.drafting.pace import PassTimes
from engine.messages import (
    ChatMessage,
    Configure,
    Drafting,
    Failed,
    Finished,
    Generate,
    LoadModel,
    ModelProfile,
    SamplingParams,
    Traced,
    UnloadModel,
)
from engine.models.model_source import examine_model
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


def test_the_memory_of_the_draft_model_is_freed_with_its_model(
    bench: Bench, tmp_path: Path
) -> None:
    tiny_models.qwen3(tmp_path / "large")
    tiny_models.qwen3(tmp_path / "small")
    model = str(tmp_path / "large")
    bench.run(LoadModel(1, model))
    before = bench.stats_now().active_memory
    bench.run(UnloadModel(2, model))
    profile = ModelProfile(model, draft_model=str(tmp_path / "small"))
    bench.run(Configure((profile,)), LoadModel(3, model))
    assert bench.stats_now().active_memory > before
    bench.run(UnloadModel(4, model), Configure((ModelProfile(model),)), LoadModel(5, model))
    assert bench.stats_now().active_memory <= before


def test_models_of_different_vocabularies_do_not_draft_for_each_other(
    bench: Bench, tmp_path: Path
) -> None:
    for name in ("large", "small"):
        tiny_models.qwen3(tmp_path / name)
    path = tmp_path / "small" / "tokenizer.json"
    settings = json.loads(path.read_text())
    # The same tokens in another file are the same vocabulary.
    path.write_text(json.dumps(settings, indent=1))
    assert same_vocabulary(tmp_path / "large", tmp_path / "small")
    words = settings["model"]["vocab"]
    words["a"], words["b"] = words["b"], words["a"]
    path.write_text(json.dumps(settings))
    profile = ModelProfile(str(tmp_path / "large"), draft_model=str(tmp_path / "small"))
    events = bench.run(Configure((profile,)), LoadModel(1, profile.model_id))
    [failed] = [it for it in events if isinstance(it, Failed)]
    assert "small cannot draft for large: their vocabularies differ" in failed.message
    assert bench.stats_now().reserved == 0
