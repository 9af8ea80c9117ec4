"""One machine of a group holds its part of a model, as predicted before its weights are read."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from mlx.utils import tree_flatten

from engine.checkpoints import tensor_headers
from engine.checkpoints.network import split_heads
from engine.checkpoints.predicted_cost import whole_bytes
from engine.errors import Refused
from engine.machines.group import Group
from engine.models.model_source import examine_model
from engine.models.weights import build_model
from tests.kit import tiny_text


class OneOfTwo:
    """It tells a model the size of a group and its rank, and sends nothing."""

    def rank(self) -> int:
        return 0

    def size(self) -> int:
        return 2


def held(folder: Path) -> Any:
    """Return the model of a folder as rank 0 of two holds it."""
    heads = split_heads(json.loads((folder / "config.json").read_text()))
    model = build_model(folder, vision=False)
    Group(OneOfTwo(), []).shard(model, "model", heads, adapted=False)
    return model


@pytest.mark.parametrize(
    "make",
    [
        tiny_text.llama,
        tiny_text.qwen3,
        tiny_text.qwen3_moe,
        tiny_text.gpt_oss,
        partial(tiny_text.qwen3_next, num_hidden_layers=8),
    ],
)
def test_the_predicted_part_is_what_a_machine_holds(
    make: Callable[[Path], Any], tmp_path: Path
) -> None:
    make(tmp_path)
    cost = examine_model(str(tmp_path)).cost
    assert cost is not None
    tensors = tensor_headers.read_tensors(tmp_path.glob("*.safetensors"))
    part = cost.part(2, whole_bytes(tensors))
    found: Any = tree_flatten(held(tmp_path).parameters())
    # Norms and routers are small, and whole on each machine.
    assert sum(it.nbytes for _, it in found) == pytest.approx(part.weights, rel=0.03)
    assert part.weights < 0.95 * cost.weights
    assert part.cache.of(256, 0) == pytest.approx(cost.cache.of(256, 0) / 2, rel=0.01)


def test_layers_that_cannot_be_split_are_held_whole(tmp_path: Path) -> None:
    """mlx-lm splits no layer of Qwen3-Next, and no family has a half of a key-value head."""
    tiny_text.qwen3_next(tmp_path, num_hidden_layers=8)
    assert [it.is_linear for it in held(tmp_path).layers] == [True, False, True, False]
    (tmp_path / "one_head").mkdir()
    tiny_text.qwen3_moe(tmp_path / "one_head", num_key_value_heads=1)
    assert len(held(tmp_path / "one_head").layers) == 1


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (tiny_text.qwen3_next, "models of its kind cannot be split"),
        (partial(tiny_text.llama, num_key_value_heads=1), "split into 2 equal parts"),
        (
            partial(tiny_text.qwen3_moe, num_key_value_heads=1, num_hidden_layers=3),
            "split into 2 equal parts",
        ),
    ],
    ids=["unlike stages", "another network", "an odd layer"],
)
def test_what_has_no_equal_parts_is_refused(
    make: Callable[[Path], Any], why: str, tmp_path: Path
) -> None:
    make(tmp_path)
    with pytest.raises(Refused, match=why):
        held(tmp_path)
