"""LoRA adapters of both libraries answer as the libraries' own loading does, or are refused."""

from pathlib import Path
from typing import Any

import mlx.core as mx
import pytest

from engine.errors import Refused
from engine.messages import (
    ChatMessage,
    Configure,
    Failed,
    Generate,
    LoadModel,
    ModelProfile,
    ModelReady,
    SamplingParams,
)
from engine.models.loader import LoadedModel, ModelSource, examine_model, load_model
from tests.conftest import Bench
from tests.kit import tiny_models
from tests.kit.tiny_adapters import text_adapter, vision_adapter
from tests.kit.tiny_checkpoint import library
from tests.kit.tiny_text import llama

TOKENS = mx.array([[1, 5, 9, 30]])


def examine(base: Path, adapter: Path | str = "") -> ModelSource:
    variant = str(base.parent / "variant")
    return examine_model(variant, ModelProfile(variant, str(base), str(adapter)))


def load(base: Path, adapter: Path | str = "") -> LoadedModel:
    return load_model(examine(base, adapter))


def scores(model: Any) -> mx.array:
    """Return the logits of a library's model, or of one that we have loaded."""
    if isinstance(model, LoadedModel):
        adapter: Any = model.adapter
        model = adapter._model
    model = getattr(model, "language_model", model)
    found = model(TOKENS)
    return getattr(found, "logits", found)


def same(one: Any, other: Any) -> bool:
    return bool(mx.array_equal(scores(one), scores(other)))


@pytest.mark.parametrize("kind", ["lora", "dora", "quantized"])
def test_a_text_adapter_answers_as_mlx_lm_does(tmp_path: Path, kind: str) -> None:
    base, adapter = tmp_path / "base", tmp_path / "adapter"
    tiny_models.qwen3(base)
    if kind == "quantized":
        library("mlx_lm.convert").convert(
            str(base), str(tmp_path / "q"), quantize=True, q_bits=4, q_group_size=32
        )
        base = tmp_path / "q"
    text_adapter(base, adapter, "dora" if kind == "dora" else "lora")
    plain, ours = load(base), load(base, adapter)
    theirs, *_ = library("mlx_lm.utils").load(str(base), adapter_path=str(adapter))
    assert same(ours, theirs)
    assert not same(ours, plain)
    assert ours.info.model_id == str(tmp_path / "variant")
    size = (adapter / "adapters.safetensors").stat().st_size
    both = examine(base, adapter).load_bytes
    assert size * 0.8 < both - examine(base).load_bytes <= size
    assert size * 0.8 < ours.cost.weights - plain.cost.weights < size


@pytest.mark.parametrize("legacy", [True, False])
def test_a_vision_adapter_answers_as_mlx_vlm_does(tmp_path: Path, legacy: bool) -> None:
    base, adapter = tmp_path / "base", tmp_path / "adapter"
    tiny_models.FAMILIES["qwen3_vl"](base)
    vision_adapter(base, adapter, legacy=legacy)
    ours = load(base, adapter)
    theirs, _ = library("mlx_vlm.utils").load(str(base), adapter_path=str(adapter))
    assert same(ours, theirs)
    assert not same(ours, load(base))


def test_an_adapter_of_another_model_is_refused(tmp_path: Path) -> None:
    base, other = tmp_path / "base", tmp_path / "other"
    tiny_models.qwen3(base)
    llama(other, hidden_size=32)
    text_adapter(base, tmp_path / "adapter")
    with pytest.raises(Refused, match=r"does not belong to other.*trained on tiny-base"):
        load(other, tmp_path / "adapter")


def test_settings_that_make_other_layers_than_the_weights_are_refused(tmp_path: Path) -> None:
    base, adapter = tmp_path / "base", tmp_path / "adapter"
    tiny_models.qwen3(base)
    text_adapter(base, adapter, keys=["self_attn.q_proj"])
    config = adapter / "adapter_config.json"
    # Without weights, the libraries would fill the other layers at random, in any size.
    config.write_text(config.read_text().replace('"keys"', '"unused"'))
    with pytest.raises(Refused, match="does not match the adapter's weights"):
        load(base, adapter)


def test_a_model_answers_with_and_without_its_adapter_at_once(bench: Bench, tmp_path: Path) -> None:
    base, adapter, variant = (str(tmp_path / name) for name in ("base", "adapter", "variant"))
    tiny_models.qwen3(Path(base))
    text_adapter(Path(base), Path(adapter))
    greedy = SamplingParams(temperature=0, max_tokens=8)

    def ask(request_id: int, model_id: str) -> Generate:
        return Generate(request_id, model_id, (ChatMessage("user", "fox"),), greedy)

    bench.run(Configure((ModelProfile(variant, base, adapter),)), ask(1, base), ask(2, variant))
    assert bench.of(1).content != bench.of(2).content
    bench.run(Configure(()), ask(3, variant))
    # In memory until it is unloaded.
    assert bench.of(3).content == bench.of(2).content


def test_a_profile_holds_for_later_commands_and_after_a_fault(
    bench: Bench, tiny_text: Path, tmp_path: Path
) -> None:
    variant = str(tmp_path / "variant")
    assert isinstance(bench.run(LoadModel(1, variant))[-1], Failed)
    profile = Configure((ModelProfile(variant, folder=str(tiny_text)),))
    assert isinstance(bench.run(profile, LoadModel(2, variant))[-1], ModelReady)
    bench.engine._restart(RuntimeError("a fault"))
    assert isinstance(bench.run(LoadModel(3, variant))[-1], ModelReady)
