"""A skimmed prompt is read as if nobody could attend to what is left out, at its own positions."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import mlx.core as mx
import numpy as np
import pytest

from engine.models.adapter import NOT_SKIMMED, Adapter
from engine.models.loader import examine_model, load_model
from engine.models.prompt import Prompt
from tests.kit import tiny_text, tiny_vision

# Windows longer than the prompt, so that they hide nothing.
WIDE = {"sliding_window": 96}
MAKERS: dict[str, tuple[Callable[..., None], dict[str, Any]]] = {
    "qwen3": (tiny_text.qwen3, {}),
    "llama": (tiny_text.llama, {}),
    "mistral": (tiny_text.mistral, WIDE),
    "gemma3_text": (tiny_text.gemma3_text, WIDE),
    "gpt_oss": (tiny_text.gpt_oss, WIDE),
    "qwen2_5_vl": (tiny_vision.qwen2_5_vl, {}),
    "qwen3_vl": (tiny_vision.qwen3_vl, {}),
}
# Recurrent states cannot be masked.
HYBRID: dict[str, tuple[Callable[..., None], dict[str, Any]]] = {
    "qwen3_5_text": (tiny_text.qwen3_5_text, {}),
    "qwen3_next": (tiny_text.qwen3_next, {}),
    "qwen3_5": (tiny_vision.qwen3_5, {}),
}
COUNT, DECODED = 60, 4
TOKENS = np.random.default_rng(3).integers(20, 200, COUNT).tolist()
KEPT = np.array([*range(8), *range(17, 30), 41, *range(50, COUNT)])


@pytest.fixture(scope="module", params=[*MAKERS, *HYBRID])
def name(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="module")
def adapter(name: str, tmp_path_factory: pytest.TempPathFactory) -> Adapter:
    make, changes = (MAKERS | HYBRID)[name]
    folder = tmp_path_factory.mktemp("positions") / name
    make(folder, **changes)
    return load_model(examine_model(str(folder))).adapter


def read(adapter: Adapter, prompt: Prompt, chunk: int = COUNT) -> tuple[list[int], np.ndarray]:
    """Return the likeliest tokens after a prompt, and the logits before each of them."""
    cache, count = adapter.new_cache(), len(prompt.tokens)
    logits = mx.zeros(0)
    for start in range(0, count, chunk):
        logits = adapter.prefill(prompt, start, min(count, start + chunk), cache)
        mx.eval([entry.state for entry in cache])
    found, seen = [], []
    for position in range(count, count + DECODED):
        seen.append(np.array(logits.astype(mx.float32))[0])
        token = mx.argmax(logits, axis=-1)
        found.append(token.item())
        logits = adapter.decode_block(token[None], [position], [prompt], cache)[:, -1]
    return found, np.array(seen)


@contextmanager
def hidden(left_out: list[int]) -> Iterator[None]:
    """Let no token attend to those that are left out."""
    plain = mx.fast.scaled_dot_product_attention

    def masked(queries: mx.array, keys: mx.array, *rest: Any, **more: Any) -> mx.array:
        own, all_ = queries.shape[2], keys.shape[2]
        mask = np.tril(np.ones((own, all_), dtype=bool), all_ - own)
        mask[:, left_out] = False
        mask |= np.eye(own, all_, all_ - own, dtype=bool)
        return plain(queries, keys, *rest, **more | {"mask": mx.array(mask)})

    mx.fast.scaled_dot_product_attention = masked
    try:
        yield
    finally:
        mx.fast.scaled_dot_product_attention = plain


def test_families_that_were_not_tested_are_named(tmp_path: Path) -> None:
    tiny_vision.gemma3(tmp_path / "gemma3")
    adapter = load_model(examine_model(str(tmp_path / "gemma3"))).adapter
    assert adapter.why_not_skimmed == NOT_SKIMMED


def test_what_is_left_out_is_as_if_nobody_attended_to_it(adapter: Adapter, name: str) -> None:
    assert not adapter.why_not_skimmed
    if name in HYBRID:
        pytest.skip("a recurrent state has no tokens to hide")
    whole = adapter.prompt(TOKENS, {})
    with hidden([at for at in range(COUNT) if at not in KEPT]):
        expected, logits = read(adapter, whole)
    skimmed = adapter.prompt(TOKENS, {}).only(KEPT)
    assert skimmed.skipped == COUNT - len(KEPT)
    found, seen = read(adapter, skimmed)
    assert found == expected
    assert np.abs(seen - logits).max() < 1e-3 * logits.std()


def test_chunks_change_nothing(adapter: Adapter) -> None:
    found, seen = read(adapter, adapter.prompt(TOKENS, {}).only(KEPT))
    again, others = read(adapter, adapter.prompt(TOKENS, {}).only(KEPT), chunk=8)
    assert again == found
    assert np.abs(seen - others).max() < 1e-3 * seen.std()


def test_a_skimmed_prompt_with_all_of_its_tokens_is_the_prompt(adapter: Adapter) -> None:
    found, seen = read(adapter, adapter.prompt(TOKENS, {}))
    again, others = read(adapter, adapter.prompt(TOKENS, {}).only(np.arange(COUNT)))
    assert again == found
    assert np.abs(seen - others).max() < 1e-4 * seen.std()


def test_rope_is_as_before_after_a_skimmed_prompt(adapter: Adapter) -> None:
    rope = mx.fast.rope
    found, _ = read(adapter, adapter.prompt(TOKENS, {}))
    read(adapter, adapter.prompt(TOKENS, {}).only(KEPT))
    assert mx.fast.rope is rope
    assert read(adapter, adapter.prompt(TOKENS, {}))[0] == found
