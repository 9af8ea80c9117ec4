"""One machine of a group holds its part of a model, as predicted before its weights are read."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mlx.utils import tree_flatten

from engine.checkpoints import tensor_headers
from engine.checkpoints.predicted_cost import whole_bytes
from engine.machines.group import Group
from engine.models.model_source import examine_model
from engine.models.weights import build_model
from tests.kit import tiny_text


class OneOfTwo:
    def rank(self) -> int:
        return 0

    def size(self) -> int:
        return 2


@pytest.mark.parametrize(
    "make", [tiny_text.llama, tiny_text.qwen3, tiny_text.qwen3_moe, tiny_text.gpt_oss]
)
def test_the_predicted_part_is_what_a_machine_holds(
    make: Callable[[Path], Any], tmp_path: Path
) -> None:
    make(tmp_path)
    cost = examine_model(str(tmp_path)).cost
    assert cost is not None
    tensors = tensor_headers.read_tensors(tmp_path.glob("*.safetensors"))
    part = cost.part(2, whole_bytes(tensors))
    model = build_model(tmp_path, vision=False)
    Group(OneOfTwo(), []).shard(model, "model", adapted=False)
    held: Any = tree_flatten(model.parameters())
    # Norms and routers are small, and whole on each machine.
    assert sum(it.nbytes for _, it in held) == pytest.approx(part.weights, rel=0.03)
    assert part.weights < 0.95 * cost.weights
    assert part.cache.of(256, 0) == pytest.approx(cost.cache.of(256, 0) / 2, rel=0.01)
