"""Batches without padding need no mask, and layers share what is equal in all of them."""

import mlx.core as mx
import pytest
from mlx_lm.models.cache import KVCache, RotatingKVCache

from engine.models import batch_cache
from engine.models.batch_cache import BatchCache, share_lengths
from engine.models.kv_cache import QuantizedCache


def filled(tokens: int, cache: KVCache | QuantizedCache | None = None) -> KVCache | QuantizedCache:
    cache = KVCache() if cache is None else cache
    part = mx.arange(tokens * 32, dtype=mx.float32).reshape(1, 1, tokens, 32)
    cache.update_and_fetch(part, part + 1)
    return cache


def batch(*lengths: int, bits: int = 0) -> BatchCache:
    return batch_cache.merge([filled(it, QuantizedCache(32) if bits else None) for it in lengths])


@pytest.mark.parametrize("bits", [0, 8])
def test_only_padded_rows_get_a_mask(bits: int):
    equal, padded = batch(5, 5, bits=bits), batch(5, 3, bits=bits)
    assert equal.make_mask(1) is None
    assert equal.make_mask(2) == "causal"
    assert padded.make_mask(1).tolist() == [[[[True] * 6]], [[[False] * 2 + [True] * 4]]]
    padded.filter(mx.array([1]))
    assert padded.make_mask(1) is None
    padded.extend(batch(4, bits=bits))
    assert padded.make_mask(1).tolist() == [[[[False] + [True] * 4]], [[[True] * 5]]]


@pytest.mark.parametrize("bits", [0, 8])
def test_layers_with_the_same_tokens_compute_their_lengths_once(bits: int):
    layers = [batch(5, 3, bits=bits) for _ in range(3)]
    other = batch(2, 2, bits=bits)
    share_lengths([*layers, other, RotatingKVCache(4)])
    for entry in (*layers, other):
        part = mx.ones((2, 1, 2, 32))
        entry.update_and_fetch(part, part)
    assert all(it.offset is layers[0].offset for it in layers)
    assert layers[0].offset.tolist() == [7, 5]
    assert other.offset.tolist() == [4, 4]


def test_a_layer_that_was_cut_alone_keeps_its_own_lengths():
    first, second = layers = [batch(5, 3) for _ in range(2)]
    share_lengths(layers)
    second.trim(1)
    part = mx.ones((2, 1, 1, 32))
    for entry in layers:
        entry.update_and_fetch(part, part)
    assert first.offset.tolist() == [6, 4]
    assert second.offset.tolist() == [5, 3]


def test_rows_that_were_cut_to_nothing_share_lengths_too():
    rows = [filled(3), filled(3)]
    for row in rows:
        row.trim(3)
    assert isinstance(batch_cache.merge(rows), BatchCache)
