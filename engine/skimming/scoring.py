"""Scores of the tokens of a prompt: the attention that a draft model pays them while it begins to
answer.

After SpecPrefill (Liu and others, 2025, arXiv:2502.02789): the draft model reads the whole prompt
and decodes some tokens; of the attention of these, the maximum over layers and heads is averaged.
"""

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import mlx.core as mx
import numpy as np

from engine.errors import Refused
from engine.models.draft_weights import DraftWeights
from engine.models.prompt import Prompt

# Tokens that the draft model decodes after the prompt, and those next to each other whose attention
# is averaged.
LOOK_AHEAD = 8
POOL = 13

# The queries (1, heads, tokens, size), the keys (1, fewer heads, cached, size) and the scale of the
# attention of one layer.
Heard = tuple[mx.array, mx.array, float]


def scoring(
    draft: DraftWeights, tokens: Sequence[int], chunk: int, read: Callable[[int], None]
) -> Generator[None, None, np.ndarray]:
    """Return the scores (tokens,) of a prompt, in bounded steps of up to `chunk` tokens; `read` is
    told how many tokens the draft model has read. Raises Refused if its attention cannot be
    observed."""
    adapter, cache, prompt = draft.adapter, draft.adapter.new_cache(), Prompt([])

    def fed(position: int, ids: mx.array) -> mx.array:
        """Return the lazy likeliest token (1,) after lazy tokens (count,)."""
        logits = adapter.decode_block(ids[None], [position], [prompt], cache)
        return mx.argmax(logits[:, -1, : draft.vocabulary], axis=-1)

    count = len(tokens)
    # Models with one vocabulary may round its size up differently.
    ids = mx.minimum(mx.array(list(tokens)), draft.vocabulary - 1)
    start = 0
    while start < count - 1:
        began = time.perf_counter()
        stop = min(start + min(draft.chunks.now, chunk), count - 1)
        fed(start, ids[start:stop])
        mx.eval([entry.state for entry in cache])
        draft.chunks.add(stop - start, time.perf_counter() - began)
        start = stop
        read(stop)
        yield
    total = mx.zeros(count)
    # The last token of the prompt looks for the beginning of the answer.
    token = ids[-1:]
    for position in range(count - 1, count + LOOK_AHEAD):
        with _attention() as heard:
            token = fed(position, token)
        total = total + _scores(heard, count)
        mx.eval(token, total)
        yield
    return np.array(total)


@contextmanager
def _attention() -> Iterator[list[Heard]]:
    """Note the inputs of every attention meanwhile. All families call this function, while their
    layers have no other form in common."""
    found: list[Heard] = []
    plain = mx.fast.scaled_dot_product_attention

    def noted(queries: mx.array, keys: mx.array, *rest: Any, scale: float, **more: Any) -> mx.array:
        found.append((queries, keys, scale))
        return plain(queries, keys, *rest, scale=scale, **more)

    mx.fast.scaled_dot_product_attention = noted
    try:
        yield found
    finally:
        mx.fast.scaled_dot_product_attention = plain


def _scores(heard: list[Heard], count: int) -> mx.array:
    """Return the lazy scores (count,) of the first tokens by the last query: the maximum over all
    layers and heads. Layers with a window know only the last tokens and have no say."""
    best: mx.array | None = None
    for queries, keys, scale in heard:
        if keys.shape[2] < count:
            continue
        heads, size = queries.shape[1], queries.shape[3]
        grouped = queries[0, :, -1].reshape(keys.shape[1], -1, size) * scale
        weights = mx.softmax(grouped @ keys[0].swapaxes(-1, -2), axis=-1, precise=True)
        weights = weights[..., :count].reshape(heads, count).astype(mx.float32)
        found = _pooled(weights).max(axis=0)
        best = found if best is None else mx.maximum(best, found)
    if best is None:
        raise Refused("The draft model does not report what it attends to.")
    return best


def _pooled(weights: mx.array) -> mx.array:
    """Return the moving average of weights (heads, count) over tokens."""
    count = weights.shape[1]
    padded = mx.pad(weights, [(0, 0), (POOL // 2, POOL // 2)])
    total = padded[:, :count]
    for shift in range(1, POOL):
        total = total + padded[:, shift : shift + count]
    return total / POOL
