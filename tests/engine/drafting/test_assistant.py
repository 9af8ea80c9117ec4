"""A Gemma 4 assistant drafts for its model, and changes no token."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import mlx.core as mx
import pytest

from engine.drafting.assistant_drafts import AssistantDrafts
from engine.errors import Refused
from engine.messages import Generate, ModelProfile
from engine.models.loader import LoadedModel, examine_model, load_model
from engine.models.prompt import Prompt
from engine.requests.preparation import need_of
from tests.kit.draft_mixes import check_changes_no_token
from tests.kit.images import ask
from tests.kit.tiny_heads import save_assistant
from tests.kit.tiny_models import FAMILIES
from tests.kit.tiny_text import WINDOW


@pytest.fixture(scope="module", params=["gemma4", "gemma4_ple"])
def profile(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator:
    folder = tmp_path_factory.mktemp("models")
    FAMILIES[request.param](folder / "model")
    save_assistant(folder / "assistant", folder / "model")
    yield ModelProfile(str(folder / "model"), draft_model=str(folder / "assistant"))


def load(profile: ModelProfile) -> LoadedModel:
    return load_model(examine_model(profile.model_id, profile))


def test_an_assistant_changes_no_token(profile: ModelProfile) -> None:
    check_changes_no_token(profile)


@pytest.mark.parametrize("length", [6, 3 * WINDOW])
def test_drafts_are_those_of_mlx_vlm(profile: ModelProfile, length: int) -> None:
    model, tokens, pending = load(profile), [*range(20, 20 + length)], 9
    assistant = model.assistant
    assert assistant is not None
    ours, cache = AssistantDrafts(assistant, tokens), model.new_cache()
    # Some tokens come one at a time, so that the windows are rotated.
    prompt, prefilled = model.adapter.prompt(tokens, {}), length - 3
    model.adapter.prefill(prompt, 0, prefilled, cache)
    for at in range(prefilled, length):
        model.adapter.decode_block(mx.array([[tokens[at]]]), [at], [Prompt([])], cache)
        hidden = model.adapter.hidden
        assert hidden is not None
        ours.hear(at, hidden)
    ours.see(cache, None)
    assert ours.is_promising()
    found = ours.draft(pending, 4)
    language, module = assistant.language, assistant.module
    whole = language(
        mx.array([tokens]), cache=model.new_cache(), return_hidden=True, return_shared_kv=True
    )
    # A window keeps this much once it is rotated.
    shared = {
        kind: [it[..., -WINDOW:, :] if kind == "sliding_attention" else it for it in pair]
        for kind, pair in whole.shared_kv_states.items()
    }
    module.set_shared_kv(shared, length, length - 1, length)
    state = language.speculative_draft_hidden(whole.hidden_states[-1][:, -1:])
    likeliest = lambda logits: mx.argmax(logits, axis=-1)  # noqa: E731
    expected = module.draft_block(pending, state, None, 5, likeliest, greedy=True)
    assert found == expected[0].tolist()


def test_the_memory_of_an_assistant_is_counted(profile: ModelProfile) -> None:
    bare, model = load(ModelProfile(profile.model_id)), load(profile)
    assert model.assistant is not None
    assert model.cost.weights - bare.cost.weights == model.assistant.nbytes > 0
    request = Generate(1, profile.model_id, (ask("a"),))
    extra = need_of(request, model, 100).drafting - need_of(request, bare, 100).drafting
    assert extra >= 100 * model.assistant.token_bytes > 0


def test_an_assistant_of_another_size_is_not_used(profile: ModelProfile, tmp_path: Path) -> None:
    save_assistant(tmp_path / "other", Path(profile.model_id), backbone_hidden_size=48)
    model = load(replace(profile, draft_model=str(tmp_path / "other")))
    assert model.assistant is None
    assert "was made for a Gemma 4 of another size" in model.info.notice


def test_an_assistant_drafts_for_nothing_else(profile: ModelProfile, tmp_path: Path) -> None:
    FAMILIES["llama"](tmp_path / "llama")
    model = load(ModelProfile(str(tmp_path / "llama"), draft_model=profile.draft_model))
    assert model.assistant is None
    assert "drafts only for Gemma 4" in model.info.notice
    with pytest.raises(Refused, match="Choose it as the draft model on that model's page"):
        examine_model(profile.draft_model)


def test_a_broken_assistant_is_not_used(profile: ModelProfile, tmp_path: Path) -> None:
    save_assistant(tmp_path / "broken", Path(profile.model_id))
    path = tmp_path / "broken" / "config.json"
    config = json.loads(path.read_text())
    config["text_config"]["layer_types"] = ["elsewhere", "full_attention"]
    path.write_text(json.dumps(config))
    model = load(replace(profile, draft_model=str(tmp_path / "broken")))
    assert model.assistant is None
    assert "works without its draft model broken. " in model.info.notice
    assert model.cost.weights == load(ModelProfile(profile.model_id)).cost.weights
