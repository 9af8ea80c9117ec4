"""The memory that a model takes, computed for any prompt: predicted from its files, or measured."""

import math
from dataclasses import dataclass

# Tokens by which the caches of both libraries grow.
CACHE_STEP = 256
# Prompt tokens of a prefill chunk. Other requests take turns between two chunks, so large models,
# whose chunks take longer, get shorter ones.
PREFILL_STEP = 512
LARGE_PREFILL_STEP, LARGE_WEIGHTS = 256, 8e9


@dataclass(frozen=True)
class CacheCost:
    """Bytes of one row's cache by kind of layer: `full` per token for layers that hold all tokens,
    `windows` as pairs (bytes per token, tokens in the window), `fixed` for recurrent states."""

    full: int = 0
    windows: tuple[tuple[int, int], ...] = ()
    fixed: int = 0

    def of(self, tokens: int, chunk: int) -> int:
        """Return the bytes for a row of `tokens`, prefilled in chunks of `chunk` tokens: during
        prefill, a window holds the chunk as well."""
        capacity = math.ceil(tokens / CACHE_STEP) * CACHE_STEP
        sliding = sum(each * min(capacity, window + chunk) for each, window in self.windows)
        return self.full * capacity + sliding + self.fixed


@dataclass(frozen=True)
class ModelCost:
    """Bytes that a model takes: `weights` once, `cache` per row, `embeds` per prompt token,
    `workspace` per token of a prefill chunk, and `scores` per pair of tokens that attend to each
    other at once. `quantized` is the cost with an 8-bit cache, None if the model has none.
    `vocabulary` is the size of its vocabulary in tokens; 0 if not measured. `vision` is the share
    of `weights` that only media need. `logits` are those of the last tokens of a prompt and what is
    sampled from them; `loading` is needed beside the weights while they are loaded. `active` are
    the weights that are read for each token of an answer."""

    weights: int
    cache: CacheCost
    embeds: int = 0
    workspace: int = 0
    scores: int = 0
    quantized: "ModelCost | None" = None
    vocabulary: int = 0
    vision: int = 0
    logits: int = 0
    loading: int = 0
    active: int = 0

    @property
    def prefill_step(self) -> int:
        """Prompt tokens of a prefill chunk."""
        return LARGE_PREFILL_STEP if self.weights > LARGE_WEIGHTS else PREFILL_STEP

    def of(self, kv_bits: int) -> "ModelCost":
        """Return the cost at a KV precision."""
        return self.quantized or self if kv_bits else self

    def prefill(self, chunk: int, tokens: int) -> int:
        """Return the bytes, beside the cache, to prefill a prompt of `tokens` in chunks."""
        computed = self.workspace * chunk + self.scores * chunk * tokens
        return self.embeds * tokens + max(computed, self.logits)

    def row(self, tokens: int, chunk: int) -> int:
        """Return the bytes of a conversation of `tokens`, prefilled in chunks of `chunk`."""
        return self.cache.of(tokens, chunk) + self.prefill(chunk, tokens)

    def peak(self, tokens: int, chunk: int, kv_bits: int) -> int:
        """Return the bytes, beside the weights, to load the model and hold a conversation."""
        return max(self.loading, self.of(kv_bits).row(tokens, chunk))
