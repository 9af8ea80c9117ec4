"""A prompt whose answer is given, to see what a model predicts at each of its tokens."""

import math
import time
from array import array
from dataclasses import field
from typing import cast

import mlx.core as mx

from engine.frozen import frozen, mutable
from engine.messages import ModelSpeed
from engine.model_cost import prefill_chunk
from engine.models.loader import LoadedModel
from engine.requests.preparation import Prepared
from engine.requests.work_steps import WorkSteps

# Tokens whose probabilities are compared one by one; all others count as one.
TOP = 64
# Probabilities below this are lost when float32 values are added up.
ROUNDING = 1e-6


@frozen
class Prediction:
    """The likeliest tokens at a position, best first, with their logprobs as plain values."""

    ids: array
    logprobs: array
    vocabulary: int

    @property
    def token(self) -> int:
        return self.ids[0]


@mutable
class Speedometer:
    """Tokens and seconds of prefill and decode, prompt by prompt."""

    prompts: list[tuple[int, float, int, float]] = field(default_factory=list)

    @property
    def speed(self) -> ModelSpeed:
        """The speed without the first prompt, for which kernels are compiled."""
        counted = self.prompts[1:] or self.prompts
        read, prefill, fed, decode = (sum(it[part] for it in counted) for part in range(4))
        return ModelSpeed(
            read / prefill if prefill else 0.0,
            fed / decode if decode else 0.0,
        )


class ForcedRow:
    """One row of a model, whose memory is reserved. `logits` (1, vocabulary) are those after the
    last token, once `prefill` has ended."""

    def __init__(self, model: LoadedModel, prepared: Prepared) -> None:
        self.logits = mx.array([])
        self._model = model
        self._prompt, self._cache = prepared.prompt, prepared.cache
        self._position = prepared.cached
        self._read = self._fed = 0
        self._prefill_seconds = self._decode_seconds = 0.0

    @property
    def numbers(self) -> tuple[int, float, int, float]:
        """Tokens and seconds for a Speedometer."""
        return self._read, self._prefill_seconds, self._fed, self._decode_seconds

    def prefill(self) -> WorkSteps:
        """Prefill the prompt, yielding after each chunk."""
        total = len(self._prompt.tokens)
        chunk = prefill_chunk(total, self._model.prefill_step)
        step = chunk if self._prompt.chunkable else total
        while self._position < total:
            began = time.perf_counter()
            stop = min(self._position + step, total)
            self.logits = self._model.adapter.prefill(
                self._prompt, self._position, stop, self._cache
            )
            mx.eval(self.logits, [entry.state for entry in self._cache])
            self._prefill_seconds += time.perf_counter() - began
            self._read += stop - self._position
            self._position = stop
            yield []
        self._prompt.release()

    def feed(self, token: int) -> None:
        """Add a token of the answer."""
        began = time.perf_counter()
        self.logits = self._model.adapter.decode_block(
            mx.array([[token]]), [self._position], [self._prompt], self._cache
        )[:, -1]
        mx.eval(self.logits, [entry.state for entry in self._cache])
        self._decode_seconds += time.perf_counter() - began
        self._position += 1
        self._fed += 1

    def predict(self) -> Prediction:
        """Return what the model predicts now."""
        logprobs = _logprobs(self.logits)
        count = min(TOP, logprobs.size)
        ids = mx.argpartition(-logprobs, kth=count - 1)[:count]
        ids = ids[mx.argsort(-logprobs[ids])]
        values = cast("list[float]", logprobs[ids].tolist())
        tokens = cast("list[int]", ids.tolist())
        return Prediction(array("l", tokens), array("f", values), logprobs.size)

    def compare(self, expected: Prediction) -> tuple[int, float]:
        """Return the model's likeliest token, and the KL divergence in nats of its distribution
        from the `expected` one."""
        logprobs = _logprobs(self.logits)
        own = cast("list[float]", logprobs[mx.array(list(expected.ids))].tolist())
        token = cast("int", mx.argmax(logprobs).item())
        return token, _divergence(list(expected.logprobs), own)


def _logprobs(logits: mx.array) -> mx.array:
    row = logits.reshape(-1).astype(mx.float32)
    return row - mx.logsumexp(row)


def _divergence(expected: list[float], own: list[float]) -> float:
    """Return the KL divergence of distributions given by the logprobs of some tokens; the rest of
    each counts as one token. That is never more than the divergence over all tokens."""
    total = sum(math.exp(p) * (p - q) for p, q in zip(expected, own, strict=True))
    rest, own_rest = (1 - sum(map(math.exp, each)) for each in (expected, own))
    if rest > ROUNDING:
        total += rest * math.log(rest / max(own_rest, ROUNDING))
    return max(0.0, total)
