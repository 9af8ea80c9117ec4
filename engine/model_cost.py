"""The memory that a model takes, computed for any prompt: predicted from its files, or measured."""

import math
from collections.abc import Sequence
from dataclasses import replace

from engine.frozen import frozen

# Tokens by which the caches of both libraries grow.
CACHE_STEP = 256
# Prompt tokens of a prefill chunk. Other requests take turns between two chunks, so large models,
# whose chunks take longer, get shorter ones.
PREFILL_STEP = 512
LARGE_PREFILL_STEP, LARGE_WEIGHTS = 256, 8e9
# The most tokens of a row in one pass of decoding, all but the first of them drafted.
BLOCK = 16
# Kernels are made for chunks of a multiple of this.
CHUNK_MULTIPLE = 8
# Prompts of more chunks than this have chunks of `step` tokens, as other long prompts have: CUDA
# prepares the attention of each new size.
EQUAL_CHUNKS = 4
# The last tokens of a prompt are prefilled together with the chunk before them, up to this number.
TAIL_TOKENS = 16


def prefill_chunk(tokens: int, step: int) -> int:
    """Return the tokens of each prefill chunk of a prompt of `tokens`: as few chunks as with `step`
    tokens each, but of one size. The last one attends to all tokens and needs most memory; with
    chunks of one size, its own size is known. How much of the prompt is cached changes nothing: the
    memory is reserved before that is known."""
    if tokens > EQUAL_CHUNKS * step:
        return step
    each = math.ceil(tokens / max(1, math.ceil(tokens / step)))
    return min(tokens, step, math.ceil(each / CHUNK_MULTIPLE) * CHUNK_MULTIPLE)


def chunk_end(position: int, total: int, chunk: int, stops: Sequence[int]) -> int:
    """Return the end of the chunk that begins at `position` of `total` tokens: `chunk` tokens
    later, or at the next of the `stops`. With 0, the prompt is not cut into chunks."""
    if total - position <= TAIL_TOKENS:
        return total
    end = next((at for at in stops if at > position), total - bool(chunk))
    if not chunk:
        return end
    if total > EQUAL_CHUNKS * chunk:
        # At the same places in all long prompts.
        chunk -= position % chunk
    return min(end, position + chunk)


def _part(size: int, machines: int) -> int:
    return math.ceil(size / machines)


@frozen
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

    def part(self, machines: int) -> "CacheCost":
        """Return the cost on each of so many machines, which have equal parts of each layer or
        equally many layers."""
        windows = tuple((_part(each, machines), window) for each, window in self.windows)
        return CacheCost(_part(self.full, machines), windows, _part(self.fixed, machines))

    def rollback(self, tokens: int) -> int:
        """Return the bytes of the windows and states of a row of `tokens`, which a pass over a
        block replaces and may restore."""
        return replace(self, full=0).of(tokens, BLOCK)


@frozen
class ModelCost:
    """Bytes that a model takes: `weights` once, `cache` per row, `embeds` per prompt token,
    `workspace` per token of a prefill chunk, and `scores` per pair of tokens that attend to each
    other at once. `quantized` is the cost with an 8-bit cache, None if the model has none.
    `vocabulary` is the size of its vocabulary in tokens; 0 if not measured. `vision` is the share
    of `weights` that only media need. `logits` are those of the last tokens of a prompt and what is
    sampled from them; `loading` is needed beside the weights while they are loaded. `active` are
    the weights that are read for each token of an answer. `masked` are pairs (bytes per pair of
    tokens, window) of the layers with a window, whose attention is not fused in prompts longer than
    the window."""

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
    masked: tuple[tuple[int, int], ...] = ()

    @property
    def prefill_step(self) -> int:
        """Prompt tokens of a prefill chunk."""
        return LARGE_PREFILL_STEP if self.weights > LARGE_WEIGHTS else PREFILL_STEP

    def with_adapter(self, nbytes: int) -> "ModelCost":
        """Return the cost with the weights of an adapter beside those of the model."""
        quantized = self.quantized and self.quantized.with_adapter(nbytes)
        active = self.active + nbytes if self.active else 0
        return replace(self, weights=self.weights + nbytes, active=active, quantized=quantized)

    def with_head(self, token_bytes: int, workspace: int) -> "ModelCost":
        """Return the cost with a drafting head: the bytes of its cache and its workspace, both
        per token."""
        cache = replace(self.cache, full=self.cache.full + token_bytes)
        quantized = self.quantized and self.quantized.with_head(token_bytes, workspace)
        workspace += self.workspace
        return replace(self, cache=cache, workspace=workspace, quantized=quantized)

    def with_draft(self, nbytes: int) -> "ModelCost":
        """Return the cost with the weights of a model that drafts for this one."""
        quantized = self.quantized and self.quantized.with_draft(nbytes)
        return replace(self, weights=self.weights + nbytes, quantized=quantized)

    def part(self, machines: int, whole: int) -> "ModelCost":
        """Return the cost on each of so many machines that split the model, except for `whole`
        bytes of its weights. Workspaces count in full, since not all of their arrays are split."""
        return replace(
            self,
            weights=whole + _part(self.weights - whole, machines),
            active=_part(self.active, machines),
            cache=self.cache.part(machines),
            quantized=self.quantized and self.quantized.part(machines, whole),
        )

    def of(self, kv_bits: int) -> "ModelCost":
        """Return the cost at a KV precision."""
        return self.quantized or self if kv_bits else self

    def prefill(self, chunk: int, tokens: int) -> int:
        """Return the bytes, beside the cache, to prefill a prompt of `tokens` in chunks."""
        masked = sum(each * (window + chunk) for each, window in self.masked if tokens > window)
        computed = (self.workspace + masked) * chunk + self.scores * chunk * tokens
        return self.embeds * tokens + max(computed, self.logits)

    def drafting(self, tokens: int) -> int:
        """Return the bytes, beside the cache, to decode blocks of a row of `tokens`."""
        # The workspace of a short chunk is up to twice its share of a long one.
        workspace = self.prefill(2 * BLOCK, tokens) - self.embeds * tokens
        return self.cache.rollback(tokens) + workspace

    def row(self, tokens: int, chunk: int) -> int:
        """Return the bytes of a conversation of `tokens`, prefilled in chunks of `chunk`."""
        return self.cache.of(tokens, chunk) + self.prefill(chunk, tokens)

    def peak(self, tokens: int, chunk: int, kv_bits: int) -> int:
        """Return the bytes, beside the weights, to load the model and hold a conversation."""
        return max(self.loading, self.of(kv_bits).row(tokens, chunk))
