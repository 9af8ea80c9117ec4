"""Scores of the tokens of a prompt: the attention that a draft model pays them while it begins to
answer.

After SpecPrefill (Liu and others, 2025, arXiv:2502.02789): the draft model reads the whole prompt
and decodes some tokens; of the attention of these, the maximum over layers and heads is averaged.
"""

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import mlx.core as mx
import numpy as np

from engine.errors import Refused
from engine.models.prompt import Prompt

if TYPE_CHECKING:
    from engine.models.draft_weights import DraftWeights

# Tokens that the draft model decodes after the prompt, and those next to each other whose attention
# is averaged. The prompt's last token looks as well.
LOOK_AHEAD = 8
LOOKS = LOOK_AHEAD + 1
POOL = 13

# The queries (1, heads, tokens, size), the keys (1, fewer heads, cached, size) and the scale of the
# attention of one layer.
Heard = tuple[mx.array, mx.array, float]


def scoring(
    draft: "DraftWeights",
    tokens: Sequence[int],
    cache: list[Any],
    chunk: int,
    read: Callable[[int], None],
) -> Generator[None, None, np.ndarray]:
    """Return the scores (tokens,) of a prompt, in bounded steps of up to `chunk` tokens; `read` is
    told how many tokens the draft model has read. Its empty `cache` then holds the prompt, and
    after it the tokens that the draft model decoded. Raises Refused if its attention cannot be
    observed."""
    adapter, prompt = draft.adapter, Prompt([])

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
    # The last token of the prompt looks for the beginning of the answer.
    token = ids[-1:]
    looks: list[list[mx.array]] = []
    heard: list[Heard] = []
    for position in range(count - 1, count + LOOK_AHEAD):
        # A cache is copied for the next token while somebody holds its keys.
        heard.clear()
        with _attention(heard):
            token = fed(position, token)
        looks.append([queries for queries, _, _ in heard])
        mx.eval(token, looks[-1])
        yield
    best: mx.array | None = None
    for queries, (_, keys, scale) in zip(zip(*looks, strict=True), heard, strict=True):
        found = _scores(queries, keys, scale, count)
        if found is not None:
            best = found if best is None else mx.maximum(best, found)
            mx.eval(best)
            yield
    if best is None:
        raise Refused("The draft model does not report what it attends to.")
    return np.array(best.sum(axis=0))


@contextmanager
def _attention(heard: list[Heard]) -> Iterator[None]:
    """Add the inputs of every attention to `heard` meanwhile. All families call this function,
    while their layers have no other form in common."""
    plain = mx.fast.scaled_dot_product_attention

    def noted(queries: mx.array, keys: mx.array, *rest: Any, scale: float, **more: Any) -> mx.array:
        heard.append((queries, keys, scale))
        return plain(queries, keys, *rest, scale=scale, **more)

    mx.fast.scaled_dot_product_attention = noted
    try:
        yield
    finally:
        mx.fast.scaled_dot_product_attention = plain


def _scores(looks: Sequence[mx.array], keys: mx.array, scale: float, count: int) -> mx.array | None:
    """Return the lazy scores (looks, count) that one layer gives the first tokens, the maximum over
    its heads; None of a layer with a window, which knows only the last tokens and has no say.
    `looks` are the queries of each look, and `keys` what the last one saw."""
    groups, cached, size = keys.shape[1:]
    if cached < count:
        return None
    queries = mx.concatenate([each[0, :, -1:] for each in looks], axis=1)
    logits = queries.reshape(groups, -1, size) * scale @ keys[0].swapaxes(-1, -2)
    # Each look sees one token more than the one before.
    seen = mx.arange(cached) < (mx.arange(len(looks)) + cached - len(looks) + 1)[:, None]
    logits = mx.where(seen, logits.reshape(-1, len(looks), cached), -mx.inf)
    weights = mx.softmax(logits, axis=-1, precise=True)[..., :count]
    return _pooled(weights.astype(mx.float32)).max(axis=0)


def _pooled(weights: mx.array) -> mx.array:
    """Return the moving average of weights (heads, looks, count) over POOL = 8 + 4 + 1 tokens."""
    padded = mx.pad(weights, [(0, 0), (0, 0), (POOL // 2, POOL // 2)])
    two = padded[..., :-1] + padded[..., 1:]
    four = two[..., :-2] + two[..., 2:]
    eight = four[..., :-4] + four[..., 4:]
    return (eight[..., :-5] + four[..., 8:-1] + padded[..., 12:]) / POOL
