"""Sampling all rows of a batch: those with equal options in one call."""

from collections.abc import Sequence

import mlx.core as mx

from engine.errors import PASSES
from engine.frozen import frozen
from engine.sampling.choice import Likeliest
from engine.sampling.sampler import Sampler, choose_together


@frozen
class NextTokens:
    """The next tokens (rows,), and for each row its logprobs if requested, and the error of its
    sampler if that failed."""

    tokens: mx.array
    logprobs: list[Likeliest | None]
    errors: list[BaseException | None]


def sample_rows(samplers: Sequence[Sampler | None], logits: mx.array) -> NextTokens:
    """Choose from logits (rows, vocabulary), each row the token that its sampler would choose
    alone. A row without a sampler, or whose sampler fails, gets its likeliest token."""
    groups: dict[object, list[int]] = {}
    for index, sampler in enumerate(samplers):
        alike = index if sampler is None or sampler.needs_host else sampler.options
        groups.setdefault(alike, []).append(index)
    found = NextTokens(logits, [None] * len(samplers), [None] * len(samplers))
    parts = [_sample_group(samplers, rows, logits, found) for rows in groups.values()]
    if len(parts) == 1:
        return NextTokens(parts[0], found.logprobs, found.errors)
    tokens = mx.concatenate(parts)
    order = [index for rows in groups.values() for index in rows]
    if order != sorted(order):
        tokens = tokens[mx.array(sorted(range(len(order)), key=order.__getitem__))]
    return NextTokens(tokens, found.logprobs, found.errors)


def _sample_group(
    samplers: Sequence[Sampler | None], rows: list[int], logits: mx.array, found: NextTokens
) -> mx.array:
    if len(rows) < len(samplers):
        one = len(rows) == 1
        logits = logits[rows[0] : rows[0] + 1] if one else logits[mx.array(rows)]
    group = [sampler for index in rows if (sampler := samplers[index]) is not None]
    if group:
        try:
            tokens, logprobs = choose_together(group, logits)
        except PASSES:
            raise
        except BaseException as error:  # noqa: BLE001  ends these rows, never their neighbors
            for index in rows:
                found.errors[index] = error
        else:
            for index, values in zip(rows, logprobs, strict=True):
                found.logprobs[index] = values
            return tokens
    return mx.argmax(logits, axis=-1)
