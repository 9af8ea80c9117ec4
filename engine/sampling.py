"""Choose the next token of one row."""

import secrets

import mlx.core as mx
from mlx_lm.sample_utils import apply_top_p

from engine.messages import SamplingParams


class Sampler:
    """Own random key, so that a seed gives the same text whatever else is running."""

    def __init__(self, params: SamplingParams) -> None:
        self._params = params
        seed = secrets.randbits(63) if params.seed is None else params.seed
        self._key = mx.random.key(seed)

    def __call__(self, logits: mx.array) -> mx.array:
        """(1, vocabulary) logits to a (1,) token id, lazily."""
        if self._params.temperature == 0:
            return mx.argmax(logits, axis=-1)
        logits = logits.astype(mx.float32) / self._params.temperature
        logprobs = logits - mx.logsumexp(logits, axis=-1, keepdims=True)
        if self._params.top_p < 1:
            logprobs = apply_top_p(logprobs, self._params.top_p)
        self._key, key = mx.random.split(self._key)
        return mx.random.categorical(logprobs, key=key)
