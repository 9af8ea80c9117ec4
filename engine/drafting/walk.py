"""The walk over a drafted block: the row's own sampler decides about every token in turn."""

from collections.abc import Set
from dataclasses import dataclass, field
from typing import Any, cast

import mlx.core as mx

from engine.errors import PASSES
from engine.sampling.choice import Likeliest
from engine.sampling.sampler import NextToken, Sampler

# None if no logprobs are requested.
Logprobs = Likeliest | None


@dataclass
class Walk:
    """The `tokens` that are part of the reply, each with its `logprobs`, then the `pending` token
    (1,) with its own. `error`: the sampler failed at the pending token."""

    tokens: list[int] = field(default_factory=list)
    logprobs: list[Logprobs] = field(default_factory=list)
    pending: Any = None
    pending_logprobs: Logprobs = None
    error: BaseException | None = None


def walk(
    sampler: Sampler,
    logits: mx.array,
    block: list[int],
    logprobs: Logprobs,
    stop_ids: Set[int],
    likeliest: list[int],
) -> Walk:
    """Choose the token after each of `block`, the pending token and its drafts, from the logits
    (1, tokens, vocabulary), until a choice is not the drafted token. The `likeliest` token after
    each is what a plain sampler chooses, and is read for no other.

    The sampler is called once for each token of the reply, as without drafts, so its key,
    penalties, grammar and budget are never rolled back.
    """
    found = Walk(pending_logprobs=logprobs)
    for at, token in enumerate(block):
        found.tokens.append(token)
        found.logprobs.append(found.pending_logprobs)
        if sampler.plain:
            found.pending = mx.array(likeliest[at : at + 1], dtype=mx.uint32)
            following = likeliest[at]
        else:
            _choose(sampler, token, logits[:, at], found)
            is_last = at + 1 == len(block)
            following = None if is_last else cast("int", found.pending.item())
        ended = token in stop_ids or found.error is not None
        if ended or at + 1 == len(block) or following != block[at + 1]:
            break
    return found


def _choose(sampler: Sampler, token: int, logits: mx.array, found: Walk) -> None:
    try:
        if sampler.needs_host:
            sampler.observe(token)
        choice: NextToken = sampler(logits)
        found.pending, found.pending_logprobs = choice.token, choice.logprobs
    except PASSES:
        raise
    except BaseException as error:  # noqa: BLE001  ends this row, never its neighbors
        found.error, found.pending = error, mx.argmax(logits, axis=-1)
