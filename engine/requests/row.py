"""One row of a batch, and its tokens as the decoder returns them."""

from typing import Any, NamedTuple, cast

import mlx.core as mx

from engine.drafting.row_drafts import RowDrafts
from engine.drafting.walk import Logprobs
from engine.frozen import mutable
from engine.models.prompt import Prompt
from engine.sampling.sampler import Sampler


@mutable
class Row:
    """One reply in progress: `position` tokens are in its cache, and the next one is sampled.

    Its `sampler` is never shared: penalties, grammar, thinking budget and random key are its own.
    `cache` and `token` (1,) are None while the row is in a decoder, which holds them then. The
    cache never holds more than `end` tokens. `drafts` is None if nothing is drafted. `draft_cache`
    is that of the draft model, until its drafter has it; None if it has read nothing.
    """

    request_id: int
    prompt: Prompt
    sampler: Sampler
    position: int
    cache: list[Any] | None
    token: mx.array | None
    logprobs: Logprobs = None
    end: int = 0
    drafts: RowDrafts | None = None
    draft_cache: list[Any] | None = None


class Sampled(NamedTuple):
    """A row's next token, with its logprob and the likeliest (id, logprob) pairs if requested.
    `error`: the row's sampler failed at the token after this one. `drafted`: it was a draft."""

    row: Row
    token: int
    logprob: float = 0.0
    top: tuple[tuple[int, float], ...] = ()
    error: BaseException | None = None
    drafted: bool = False


def sampled(
    row: Row,
    token: int,
    logprobs: Logprobs,
    error: BaseException | None,
    *,
    drafted: bool = False,
) -> Sampled:
    if logprobs is None:
        return Sampled(row, token, error=error, drafted=drafted)
    own, ids, values = logprobs
    pairs = zip(cast("list[int]", ids.tolist()), cast("list[float]", values.tolist()), strict=True)
    return Sampled(row, token, cast("float", own.item()), tuple(pairs), error, drafted)
