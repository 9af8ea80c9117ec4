"""Attention of a few queries on CUDA, where MLX has no kernel for it that suits drafting."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

import mlx.core as mx

from engine.model_cost import BLOCK

# MLX hands attention to cuDNN in half precision, and with no larger heads than these.
HALVES, MOST_SIZE = (mx.bfloat16, mx.float16), 128


def block_attention(tokens: int) -> Any:
    """Return a context in which a pass over `tokens` tokens of each row is fast on this device.

    For two queries and more, MLX has cuDNN build a graph for each new number of keys, which takes
    50 to 80 ms: as long as five passes, at every pass over drafts.
    """
    is_short = 1 < tokens <= BLOCK
    return unfused() if is_short and mx.cuda.is_available() else nullcontext()


@contextmanager
def unfused() -> Iterator[None]:
    """Meanwhile, compute attention that would go to cuDNN by matrix products."""
    plain = mx.fast.scaled_dot_product_attention
    # One for all layers: each operation costs the host as much as a small kernel.
    masks: dict[tuple[int, int], mx.array] = {}

    def chosen(
        queries: mx.array, keys: mx.array, values: mx.array, *, mask: Any = None, **options: Any
    ) -> mx.array:
        is_cudnns = queries.dtype in HALVES and max(keys.shape[-1], values.shape[-1]) <= MOST_SIZE
        if is_cudnns and isinstance(mask, str):
            shape = queries.shape[2], keys.shape[2]
            mask = masks[shape] = masks[shape] if shape in masks else causal(*shape)
        return (attention if is_cudnns else plain)(queries, keys, values, mask=mask, **options)

    mx.fast.scaled_dot_product_attention = chosen
    try:
        yield
    finally:
        mx.fast.scaled_dot_product_attention = plain


def attention(
    queries: mx.array,
    keys: mx.array,
    values: mx.array,
    *,
    scale: float,
    mask: mx.array | str | None = None,
    sinks: mx.array | None = None,
) -> mx.array:
    """Return the result of `mx.fast.scaled_dot_product_attention`, with scores in float32.

    `queries` (rows, heads, tokens, size); `keys` and `values` may have fewer heads, each for a
    group of the queries' heads.
    """
    rows, heads, count, _ = queries.shape
    groups, length = keys.shape[1], keys.shape[2]
    asked = (scale * queries.astype(mx.float32)).reshape(rows, groups, -1, queries.shape[-1])
    scores = asked @ keys.astype(mx.float32).swapaxes(-1, -2)
    scores = _masked(scores.reshape(rows, heads, count, length), mask)
    if sinks is not None:
        first = mx.broadcast_to(sinks.astype(mx.float32)[:, None, None], (rows, heads, count, 1))
        scores = mx.concatenate([first, scores], axis=-1)
    shares = mx.softmax(scores, axis=-1)[..., -length:].reshape(rows, groups, -1, length)
    found = shares @ values.astype(mx.float32)
    return found.reshape(rows, heads, count, -1).astype(queries.dtype)


def causal(count: int, length: int) -> mx.array:
    """Return the mask (count, length) of the last `count` of so many tokens."""
    return mx.arange(length) <= mx.arange(length - count, length)[:, None]


def _masked(scores: mx.array, mask: mx.array | str | None) -> mx.array:
    if isinstance(mask, str):
        mask = causal(*scores.shape[-2:])
    if mask is None:
        return scores
    if mask.dtype == mx.bool_:
        return mx.where(mask, scores, mx.finfo(mx.float32).min)
    return scores + mask
