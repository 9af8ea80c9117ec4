"""Scores of a prompt's tokens: those of all looks at once are those of each by itself."""

import mlx.core as mx
import numpy as np

from engine.skimming import scoring
from engine.skimming.scoring import LOOKS, POOL

HEADS, GROUPS, SIZE, COUNT = 4, 2, 8, 40


def alone(query: mx.array, keys: mx.array, seen: int) -> np.ndarray:
    """Return the scores by one look, which sees the first keys."""
    grouped = np.repeat(np.array(keys)[0, :, :seen], HEADS // GROUPS, axis=0)
    logits = np.einsum("hs,hks->hk", np.array(query)[0, :, 0], grouped) * 0.5
    weights = np.exp(logits - logits.max(axis=1, keepdims=True))
    weights = (weights / weights.sum(axis=1, keepdims=True))[:, :COUNT]
    kernel = np.full(POOL, 1 / POOL)
    return np.max([np.convolve(row, kernel, mode="same") for row in weights], axis=0)


def test_looks_at_once_score_as_each_alone() -> None:
    mx.random.seed(3)
    queries = [mx.random.normal((1, HEADS, 1, SIZE)) for _ in range(LOOKS)]
    keys = mx.random.normal((1, GROUPS, COUNT + LOOKS - 1, SIZE))
    found = scoring._scores(queries, keys, 0.5, COUNT)
    assert found is not None
    for number, query in enumerate(queries):
        expected = alone(query, keys, COUNT + number)
        np.testing.assert_allclose(np.array(found[number]), expected, rtol=1e-4, atol=1e-6)


def test_a_layer_with_a_window_has_no_say() -> None:
    query, keys = mx.zeros((1, HEADS, 1, SIZE)), mx.zeros((1, GROUPS, COUNT - 1, SIZE))
    assert scoring._scores([query], keys, 0.5, COUNT) is None
