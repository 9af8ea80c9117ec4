"""The drafting head in a model's folder changes the speed of replies, never their tokens."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import mlx.core as mx
import pytest
from mlx.utils import tree_flatten

from engine.drafting.head_drafts import HeadDrafts
from engine.messages import Generate, SamplingParams
from engine.models.loader import LoadedModel, examine_model, load_model
from engine.models.own_head import MOST_LAYERS
from tests.kit.draft_mixes import Contest, Mix
from tests.kit.drafters import none
from tests.kit.images import ask, save_image
from tests.kit.tiny_heads import add_head
from tests.kit.tiny_text import llama, qwen3_5_text, qwen3_next
from tests.kit.tiny_vision import qwen3_5

# One layer with a state and one with full attention.
FEW: dict[str, Any] = {"num_hidden_layers": 2, "full_attention_interval": 2}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("models") / "qwen3_5"
    qwen3_5(made, **FEW)
    add_head(made)
    return made


@pytest.fixture(scope="module")
def knowing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("models") / "knowing"
    qwen3_5_text(made, **FEW)
    add_head(made, knowing=True)
    return made


def load(folder: Path) -> LoadedModel:
    return load_model(examine_model(str(folder)))


def test_a_head_changes_no_token(contest: Contest, folder: Path, tmp_path: Path) -> None:
    before = contest.drafted
    picture = save_image(tmp_path / "picture.png", size=(64, 64))
    options = SamplingParams(max_tokens=16, stop=("q",))
    questions = ask("the fox", picture), ask("a b c a b c")
    requests = [Generate(it, str(folder), (questions[it - 1],), options) for it in (1, 2)]
    contest.run(Mix(requests, [0, 1], {1: 8}), none)
    assert contest.drafted > before
    assert contest.seen["passes of several rows"]


@pytest.mark.parametrize("family", [qwen3_5, qwen3_5_text, qwen3_next])
def test_a_head_that_knows_the_model_is_always_right(
    contest: Contest, tmp_path: Path, family: Callable[..., None]
) -> None:
    family(tmp_path / "knowing", **FEW)
    add_head(tmp_path / "knowing", knowing=True)
    request = Generate(
        1, str(tmp_path / "knowing"), (ask("the fox"),), SamplingParams(max_tokens=7)
    )
    drafted, accepted = contest.drafted, contest.accepted
    contest.run(Mix([request], [0]), none)
    assert contest.accepted - accepted == contest.drafted - drafted > 3


def test_a_hot_row_takes_the_tokens_it_would_have_chosen(contest: Contest, knowing: Path) -> None:
    hot = SamplingParams(max_tokens=7, temperature=1.5, seed=4, repetition_penalty=1.1)
    drafted = contest.drafted
    contest.run(Mix([Generate(1, str(knowing), (ask("the fox"),), hot)], [0]), none)
    assert contest.drafted > drafted


def test_the_head_starts_cold_after_a_cached_prompt(contest: Contest, knowing: Path) -> None:
    request = Generate(1, str(knowing), (ask("the fox jumps"),), SamplingParams(max_tokens=5))
    contest.run(Mix([request], [0]), none)
    accepted = contest.accepted
    contest.run(Mix([request], [0]), none)
    # The head needs only the last state here.
    assert contest.accepted > accepted


def test_drafts_are_those_of_mlx_vlms_own_loop(folder: Path) -> None:
    model = load(folder)
    head, tokens, pending = model.head, [*range(20, 60)], 9
    assert head is not None
    prompt, cache = model.adapter.prompt(tokens, {}), model.new_cache()
    states = []
    ours = HeadDrafts(head, [*tokens])
    # Chunks, as a prompt is prefilled.
    for start, stop in ((0, 16), (16, 40)):
        model.adapter.prefill(prompt, start, stop, cache)
        hidden = model.adapter.hidden
        assert hidden is not None
        states.append(hidden)
        ours.hear(start, hidden)
    assert ours.is_promising()
    module, hidden = head.module, mx.concatenate(states, axis=1)
    module._cache = module.make_cache()
    module.prefill_from_target_hidden(mx.array([tokens]), hidden, pending, None, greedy=True)
    theirs = module.draft_block(pending, hidden[:, -1:], None, 6, None, greedy=True)
    assert ours.draft(pending, 5) == theirs[0].tolist()
    assert ours._cache[0].offset == len(tokens)


def test_the_weights_and_the_cache_of_a_head_are_counted(folder: Path, tmp_path: Path) -> None:
    qwen3_5(tmp_path / "bare", **FEW)
    bare, model = load(tmp_path / "bare"), load(folder)
    assert bare.head is None
    assert model.head is not None
    parameters: list[Any] = list(tree_flatten(model.head.module.parameters()))
    nbytes = sum(array.nbytes for _, array in parameters)
    assert model.cost.weights - bare.cost.weights == nbytes > 0
    heads, size = 2, 64
    assert model.cost.cache.full - bare.cost.cache.full == 2 * heads * size * 4


def test_a_head_that_does_not_load_is_left_out_with_a_note(folder: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    shutil.copytree(folder, broken)
    path = broken / "model-mtp.safetensors"
    weights: dict[str, Any] = {**mx.load(str(path))}  # pyright: ignore
    weights.pop("mtp.fc.weight")
    mx.save_safetensors(str(path), weights, metadata={"format": "mlx"})
    model = load(broken)
    assert model.head is None
    assert "drafting head" in model.info.notice


def test_a_config_cannot_ask_for_any_number_of_layers(folder: Path, tmp_path: Path) -> None:
    deep = tmp_path / "deep"
    shutil.copytree(folder, deep)
    config = json.loads((deep / "config.json").read_text())
    config["text_config"]["mtp_num_hidden_layers"] = MOST_LAYERS + 1
    (deep / "config.json").write_text(json.dumps(config))
    model = load(deep)
    assert model.head is None
    assert "drafting head" in model.info.notice


def test_a_head_of_another_family_is_named_as_not_used(tmp_path: Path) -> None:
    llama(tmp_path / "plain", num_nextn_predict_layers=1)
    assert load(tmp_path / "plain").head_note == ""
    llama(tmp_path / "with", num_nextn_predict_layers=1)
    weights = {"model.layers.2.eh_proj.weight": mx.zeros((4, 4))}
    mx.save_safetensors(str(tmp_path / "with" / "nextn.safetensors"), weights)
    model = load(tmp_path / "with")
    assert model.head is None
    assert "not used" in model.head_note
    assert model.info.notice == ""
