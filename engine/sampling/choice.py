"""The arithmetic of a choice: rows of logits with equal options become one token each."""

import math
from collections.abc import Sequence
from typing import NoReturn

import mlx.core as mx
import numpy as np

from engine.errors import FailureKind, Refused, refused_as
from engine.frozen import mutable
from engine.sampling_params import SamplingParams

# Below it float32 overflows; the likeliest token is drawn there anyway.
MIN_TEMPERATURE = 1e-5
# A token's logprob (1,), then the ids (k,) and logprobs (k,) of the likeliest tokens.
Likeliest = tuple[mx.array, mx.array, mx.array]


@mutable
class RowState:
    """What a choice changes: the random keys (rows, 2) and, for penalties, the tokens `seen`. Those
    are booleans of the prompt and counts of the reply, both (rows, vocabulary).

    The counts are an array that each choice updates: the next choice is computed from that array
    without a token being read back, and carries the whole chain of counts with it.
    """

    keys: mx.array
    seen: tuple[mx.array, mx.array] | None = None

    @property
    def rows(self) -> int:
        return self.keys.shape[0]

    def row(self, index: int) -> "RowState":
        of_row = slice(index, index + 1)
        seen = self.seen and (self.seen[0][of_row], self.seen[1][of_row])
        return RowState(self.keys[of_row], seen)

    def count(self, prompt: Sequence[int], reply: Sequence[int], size: int) -> None:
        """Count the tokens so far of one row, whose vocabulary has `size` tokens."""
        inside = np.zeros((1, size), dtype=bool)
        # Placeholders of media can lie outside.
        inside[0, [token for token in set(prompt) if token < size]] = True
        known = np.array([token for token in reply if token < size], dtype=np.int64)
        counts = np.bincount(known, minlength=size).astype(np.float32)
        self.seen = mx.array(inside), mx.array(counts[None])


def joined(states: Sequence[RowState]) -> RowState:
    """Return the states of several rows as one."""
    seen = [it.seen for it in states if it.seen is not None]
    keys = mx.concatenate([it.keys for it in states])
    if not seen:
        return RowState(keys)
    prompts, counts = zip(*seen, strict=True)
    return RowState(keys, (mx.concatenate(list(prompts)), mx.concatenate(list(counts))))


def choose(
    params: SamplingParams, logits: mx.array, state: RowState
) -> tuple[mx.array, list[Likeliest | None]]:
    """Choose from float32 logits (rows, vocabulary) without a mask; return the tokens (rows,) and
    the logprobs of each row, all lazy."""
    tokens = draw(params, shaped(params, logits, state), state)
    add(tokens, state)
    return tokens, likeliest(params.top_logprobs, logits, tokens)


def shaped(params: SamplingParams, logits: mx.array, state: RowState) -> mx.array:
    """Return the logits with bias and penalties."""
    if params.logit_bias:
        ids, values = zip(*params.logit_bias, strict=True)
        if max(ids) >= logits.shape[-1]:  # MLX would write outside of the array.
            refuse_bias(max(ids), logits.shape[-1])
        logits = logits.at[:, mx.array(ids)].add(mx.array(values, dtype=mx.float32))
    if state.seen is None:
        return logits
    in_prompt, counts = state.seen
    if params.repetition_penalty != 1:
        penalty = params.repetition_penalty
        lowered = mx.where(logits > 0, logits / penalty, logits * penalty)
        logits = mx.where(in_prompt | (counts > 0), lowered, logits)
    if params.presence_penalty:
        logits = logits - params.presence_penalty * (counts > 0)
    if params.frequency_penalty:
        logits = logits - params.frequency_penalty * counts
    return logits


def draw(params: SamplingParams, logits: mx.array, state: RowState) -> mx.array:
    """Draw a token for each row, with the row's next random key."""
    if params.temperature == 0:
        return mx.argmax(logits, axis=-1)
    noise = _noise(state, logits.shape[-1])
    # With the likeliest at 0, no temperature makes it overflow.
    logits = logits - mx.max(logits, axis=-1, keepdims=True)
    logits = logits / max(params.temperature, MIN_TEMPERATURE)
    ids = None
    if 0 < params.top_k < logits.shape[-1]:
        ids = mx.argpartition(-logits, kth=params.top_k - 1, axis=-1)[:, : params.top_k]
        logits = mx.take_along_axis(logits, ids, axis=-1)
    if params.top_p < 1:
        order = mx.argsort(-logits, axis=-1)
        logits = mx.take_along_axis(logits, order, axis=-1)
        ids = order if ids is None else mx.take_along_axis(ids, order, axis=-1)
        likelier = mx.cumsum(mx.softmax(logits, axis=-1), axis=-1, inclusive=False)
        logits = mx.where(likelier < params.top_p, logits, -mx.inf)
    if params.min_p:
        logits = mx.where(logits >= math.log(params.min_p), logits, -mx.inf)
    # Not random.categorical: one row and several would get different tokens from equal keys.
    if ids is None:
        return mx.argmax(logits + noise, axis=-1)
    drawn = mx.argmax(logits + mx.take_along_axis(noise, ids, axis=-1), axis=-1)
    return mx.take_along_axis(ids, drawn[:, None], axis=-1)[:, 0]


def _noise(state: RowState, size: int) -> mx.array:
    """Return Gumbel noise (rows, size): the likeliest token after it is added is a draw. Each token
    has its own noise, not each rank: rounding that swaps two tokens of nearly the same logit must
    not change which one is drawn."""

    def of_row(key: mx.array) -> tuple[mx.array, mx.array]:
        following, key = mx.random.split(key)
        return following, mx.random.gumbel((size,), key=key)

    if state.rows == 1:
        # The same numbers, without the time for vmap.
        following, noise = of_row(state.keys[0])
        state.keys = following[None]
        return noise[None]
    state.keys, noise = mx.vmap(of_row)(state.keys)
    return noise


def add(tokens: mx.array, state: RowState) -> None:
    """Count the chosen tokens (rows,)."""
    if state.seen is not None:
        in_prompt, counts = state.seen
        state.seen = in_prompt, counts.at[mx.arange(state.rows), tokens].add(1)


def likeliest(count: int, logits: mx.array, tokens: mx.array) -> list[Likeliest | None]:
    """Return for each row the logprobs of its token and of the `count` likeliest, likeliest
    first."""
    rows, size = logits.shape
    count = min(count, size)
    if not count:
        return [None] * rows
    logprobs = logits - mx.logsumexp(logits, axis=-1, keepdims=True)
    ids = mx.argpartition(-logprobs, kth=count - 1, axis=-1)[:, :count]
    order = mx.argsort(-mx.take_along_axis(logprobs, ids, axis=-1), axis=-1)
    ids = mx.take_along_axis(ids, order, axis=-1)
    values = mx.take_along_axis(logprobs, ids, axis=-1)
    own = mx.take_along_axis(logprobs, tokens[:, None], axis=-1)
    return [(own[row], ids[row], values[row]) for row in range(rows)]


@refused_as(FailureKind.BIAS)
def refuse_bias(token: int, size: int) -> NoReturn:
    """Raise Refused for a bias of a token that is none of the `size` tokens of the model."""
    raise Refused(
        "Token bias names token {token}, but this model's tokens go from 0 to {last}. Remove that "
        "token.",
        token=token,
        last=size - 1,
    )
