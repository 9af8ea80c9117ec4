"""Attention by matrix products, as on CUDA for passes over drafts, is MLX's own."""

from pathlib import Path
from typing import Any

import mlx.core as mx
import pytest

from engine.models import block_attention
from engine.models.block_attention import attention, unfused
from engine.models.loader import examine_model, load_model
from engine.models.prompt import Prompt
from tests.kit.tiny_models import FAMILIES

ROWS, HEADS, GROUPS, COUNT, LENGTH, SIZE = 2, 6, 3, 5, 21, 16
PADDED = (mx.arange(LENGTH) > 3)[None, None, None] & mx.ones((ROWS, 1, COUNT, 1), mx.bool_)
BIAS = mx.random.normal((ROWS, 1, COUNT, LENGTH), key=mx.random.key(9))


def arrays() -> list[mx.array]:
    shapes = ((HEADS, COUNT), (GROUPS, LENGTH), (GROUPS, LENGTH))
    keys = mx.random.split(mx.random.key(3), 3)
    return [
        mx.random.normal((ROWS, heads, tokens, SIZE), key=key)
        for (heads, tokens), key in zip(shapes, keys, strict=True)
    ]


@pytest.mark.parametrize("sinks", [None, mx.arange(HEADS) / HEADS])
@pytest.mark.parametrize("mask", [None, "causal", PADDED, BIAS], ids=["", "causal", "bool", "bias"])
def test_the_result_is_that_of_mlx(mask: Any, sinks: mx.array | None) -> None:
    given, options = arrays(), {"scale": SIZE**-0.5, "mask": mask, "sinks": sinks}
    expected: mx.array = mx.fast.scaled_dot_product_attention(*given, **options)
    assert mx.allclose(attention(*given, **options), expected, atol=1e-6)
    halves = [each.astype(mx.bfloat16) for each in given]
    found = attention(*halves, **options)
    assert found.dtype == mx.bfloat16
    assert mx.allclose(found, expected, atol=0.03)


@pytest.mark.parametrize("family", ["gpt_oss", "gemma3", "qwen3_5"])
def test_a_model_gives_the_same_logits(
    tmp_path: Path, family: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(block_attention, "HALVES", (mx.float32,))
    FAMILIES[family](tmp_path / family)
    adapter = load_model(examine_model(str(tmp_path / family))).adapter
    prompt = [*range(20, 60)]

    def fed() -> mx.array:
        cache = adapter.new_cache()
        adapter.prefill(adapter.prompt(prompt, {}), 0, len(prompt), cache)
        block = mx.array([[30, 31, 32, 33]])
        logits = adapter.decode_block(block, [len(prompt)], [Prompt([])], cache)
        mx.eval(logits)
        return logits

    calls = list[int]()
    monkeypatch.setattr(
        block_attention, "attention", lambda *a, **o: calls.append(1) or attention(*a, **o)
    )
    expected = fed()
    plain = mx.fast.scaled_dot_product_attention
    with unfused():
        assert mx.fast.scaled_dot_product_attention is not plain
        assert mx.allclose(fed(), expected, atol=1e-4)
    assert calls
    assert mx.fast.scaled_dot_product_attention is plain
