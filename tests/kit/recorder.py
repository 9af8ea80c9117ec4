"""An engine whose replies are recorded token by token, with the logits of each."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

import mlx.core as mx
import numpy as np

from engine.drafting.walk import Walk
from engine.messages import Aborted, Failed, Finished, FinishReason
from engine.requests import block_passes
from engine.requests.decoder import Decoder
from engine.requests.generation import Generation
from engine.requests.row import Row, Sampled
from engine.sampling.sampler import Sampler
from tests.conftest import Bench


class RecordedSampler(Sampler):
    """A sampler that can be made anew. `logits` (1, vocabulary) are those of its first choice."""

    logits: mx.array | None = None

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.made = args, options


@dataclass
class Reply:
    """The tokens that a request got, each with its logprob; the lazy logits (vocabulary,) after
    each of them; the text, and the event that ended it; the sampler, None before its first use."""

    tokens: list[tuple[int, float]] = field(default_factory=list)
    logits: list[mx.array] = field(default_factory=list)
    text: str = ""
    end: Any = None
    sampler: RecordedSampler | None = None

    @property
    def ids(self) -> list[int]:
        return [token for token, _ in self.tokens]

    @property
    def is_cut(self) -> bool:
        return isinstance(self.end, Finished) and self.end.reason is FinishReason.LENGTH


class Recorder(Bench):
    def __init__(self) -> None:
        super().__init__()
        self.replies: dict[int, Reply] = {}

    @contextmanager
    def recording(self) -> Iterator[None]:
        take, sample, walk = Generation.take, Decoder._sample_all, block_passes._walk
        start = Generation._sample

        def taken(generation: Generation, sampled: Sampled) -> list:
            events = take(generation, sampled)
            tokens = self._reply(generation.request.request_id).tokens
            tokens.append((sampled.token, sampled.logprob))
            return events

        def started(generation: Generation, row: Row, logits: mx.array) -> None:
            if row.token is None and isinstance(row.sampler, RecordedSampler):
                row.sampler.logits = logits
            self._reply(row.request_id).sampler = row.sampler  # pyright: ignore
            start(generation, row, logits)

        def sampled(decoder: Decoder, logits: mx.array, errors: dict) -> None:
            for index, row in enumerate(decoder.rows):
                self._reply(row.request_id).logits.append(logits[index])
            sample(decoder, logits, errors)

        def walked(row: Row, logits: mx.array, block: list[int], likeliest: list[int]) -> Walk:
            found = walk(row, logits, block, likeliest)
            after = [logits[0, index] for index in range(len(found.tokens))]
            self._reply(row.request_id).logits.extend(after)
            return found

        with (
            patch.object(Generation, "take", taken),
            patch.object(Generation, "_sample", started),
            patch("engine.requests.generation.Sampler", RecordedSampler),
            patch.object(Decoder, "_sample_all", sampled),
            patch.object(block_passes, "_walk", walked),
        ):
            yield

    def settle(self) -> None:
        """Step until idle and note how each request ended."""
        self.run()
        for event in self.events:
            if isinstance(event, Finished | Aborted | Failed):
                reply, answer = self._reply(event.request_id), self.of(event.request_id)
                reply.end, reply.text = event, answer.reasoning + answer.content
        self.events.clear()

    @property
    def reserved(self) -> int:
        return self.stats_now().reserved

    def _reply(self, request_id: int) -> Reply:
        return self.replies.setdefault(request_id, Reply())


def difference(found: Reply, expected: Reply) -> tuple[int, float]:
    """Return the place of the first token that differs, or the tokens of the shorter reply, and the
    largest difference of the logits before it, in standard deviations of the logits."""
    pairs = enumerate(zip(found.ids, expected.ids, strict=False))
    shorter = min(len(found.tokens), len(expected.tokens))
    at = next((index for index, (mine, other) in pairs if mine != other), shorter)
    count = min(at, len(found.logits), len(expected.logits))
    if not count:
        return at, 0.0
    mine, other = (
        np.array(mx.stack(it.logits[:count]).astype(mx.float32)) for it in (found, expected)
    )
    # Some families pad the vocabulary with -inf.
    known = np.isfinite(other)
    return at, float(np.abs(mine - other)[known].max() / other[known].std())


def chosen_again(reply: Reply, at: int) -> int:
    """Return the token at a place of the reply as a new sampler chooses it from the same logits,
    one after another."""
    assert reply.sampler is not None and reply.sampler.logits is not None
    args, options = reply.sampler.made
    sampler = Sampler(*args, **options)
    choice = sampler(reply.sampler.logits)
    for index in range(at):
        if sampler.needs_host:
            sampler.observe(reply.ids[index])
        choice = sampler(reply.logits[index][None])
    token: Any = choice.token.item()
    return token
