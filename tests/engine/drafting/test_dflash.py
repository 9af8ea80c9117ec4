"""A DFlash drafter drafts for the model that it was made for, and changes no token."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import mlx.core as mx
import pytest

from engine.drafting.dflash_drafts import READ_AT_ONCE, DFlashDrafts
from engine.errors import Refused
from engine.messages import Generate, ModelProfile
from engine.models.loader import LoadedModel, examine_model, load_model
from engine.models.measured_cost import nbytes
from engine.models.prompt import Prompt
from engine.requests.preparation import need_of
from tests.kit.draft_mixes import check_changes_no_token
from tests.kit.images import ask
from tests.kit.tiny_heads import add_head, save_dflash
from tests.kit.tiny_models import FAMILIES


# A text model, one with a head of its own and recurrent states, and one with images.
@pytest.fixture(scope="module", params=["qwen3", "qwen3_5_text", "qwen3_vl"])
def profile(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator:
    folder = tmp_path_factory.mktemp("models")
    FAMILIES[request.param](folder / "model")
    if request.param == "qwen3_5_text":
        add_head(folder / "model")
    save_dflash(folder / "dflash", folder / "model")
    yield ModelProfile(str(folder / "model"), draft_model=str(folder / "dflash"))


def load(profile: ModelProfile) -> LoadedModel:
    return load_model(examine_model(profile.model_id, profile))


def test_a_dflash_drafter_changes_no_token(profile: ModelProfile) -> None:
    check_changes_no_token(profile)


@pytest.mark.parametrize("length", [6, READ_AT_ONCE + 5])
def test_drafts_are_those_of_mlx_vlm(profile: ModelProfile, length: int) -> None:
    model, tokens, pending = load(profile), [20 + at % 50 for at in range(length)], 9
    dflash = model.dflash
    assert dflash is not None
    ours, cache, adapter = DFlashDrafts(dflash, tokens), model.new_cache(), model.adapter
    prompt, prefilled = adapter.prompt(tokens, {}), length - 3
    adapter.prefill(prompt, 0, prefilled, cache)
    assert adapter.hidden is not None
    states = [adapter.hidden]
    ours.hear(0, states[0])
    for at in range(prefilled, length):
        adapter.decode_block(mx.array([[tokens[at]]]), [at], [Prompt([])], cache)
        states.append(adapter.hidden)
        ours.hear(at, adapter.hidden)
    assert ours.is_promising()
    found = ours.draft(pending, 4)
    module, whole = dflash.module, mx.concatenate(states, axis=1)
    assert whole.shape[1] == length
    logits = module(mx.array([[pending, 3, 3, 3, 3]]), whole, module.make_cache())
    assert found == mx.argmax(logits[0, 1:], axis=-1).tolist()


def test_the_memory_of_a_drafter_is_counted(profile: ModelProfile) -> None:
    bare, model = load(ModelProfile(profile.model_id)), load(profile)
    dflash = model.dflash
    assert dflash is not None and model.head is None
    assert model.cost.weights == bare.cost.weights + dflash.nbytes - _head_bytes(bare)
    request = Generate(1, profile.model_id, (ask("a"),))
    extra = need_of(request, model, 100).drafting - need_of(request, bare, 100).drafting
    assert extra >= 100 * dflash.token_bytes > 0


def _head_bytes(model: LoadedModel) -> int:
    return nbytes(model.head.module.parameters()) if model.head else 0


def test_a_drafter_for_another_model_is_not_used(profile: ModelProfile, tmp_path: Path) -> None:
    for number, changes in enumerate(({"hidden_size": 48}, {"num_target_layers": 9})):
        folder = tmp_path / f"other{number}"
        save_dflash(folder, Path(profile.model_id), **changes)
        source = examine_model(profile.model_id, replace(profile, draft_model=str(folder)))
        assert source.draft is None
        assert "was made to draft for a different model" in source.draft_note
    with pytest.raises(Refused, match="Choose it as the draft model on that model's page"):
        examine_model(profile.draft_model)


def test_a_broken_drafter_is_not_used(profile: ModelProfile, tmp_path: Path) -> None:
    save_dflash(tmp_path / "broken", Path(profile.model_id))
    path = tmp_path / "broken" / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"intermediate_size": 32}))
    model = load(replace(profile, draft_model=str(tmp_path / "broken")))
    assert model.dflash is None
    assert "works without its draft model broken. " in model.info.notice
    bare = load(ModelProfile(profile.model_id))
    assert bool(model.head) is bool(bare.head), "its own head drafts instead"
    assert (model.info.weight_bytes, model.cost) == (bare.info.weight_bytes, bare.cost)


def test_layers_are_as_before_after_a_drafter_that_fails(
    profile: ModelProfile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.models.dflash.DFlash.draft", Mock(side_effect=ValueError))
    model, bare = load(profile), load(ModelProfile(profile.model_id))
    assert model.dflash is None
    assert "was made for another model" in model.info.notice
    adapters: list[Any] = [model.adapter, bare.adapter]
    kinds = [{type(it) for it in adapter._model.modules()} for adapter in adapters]
    assert kinds[0] == kinds[1]
    assert model.adapter.hidden is None
