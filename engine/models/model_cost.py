"""Bytes that requests will need, promised against a limit before anything is allocated."""

import math
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

import mlx.core as mx

from engine.errors import Refused
from engine.models import kv_cache, peak_memory
from engine.models.adapter import Adapter
from engine.models.kv_cache import Quantization
from engine.sentences import say

# Caches of both libraries grow by this many tokens.
CACHE_STEP = 256
# Tokens of the forward pass that measures a model.
PROBE = 16
# Bytes per head and pair of tokens where attention is not fused, as it never is over a quantised
# cache: float32 scores and their softmax.
UNFUSED = 2 * 4
# Share of the machine's memory that models may take where the device names no working set.
CPU_SHARE = 0.75
# Left of a device's working set for what is not counted here: the window, other programs.
DEVICE_RESERVE = 0.08


@dataclass(frozen=True)
class CacheCost:
    """Bytes of one row's cache by kind of layer: `full` per token where all tokens are kept,
    `windows` as pairs of bytes per token and tokens kept, `fixed` for recurrent states."""

    full: int = 0
    windows: tuple[tuple[int, int], ...] = ()
    fixed: int = 0

    def of(self, tokens: int, chunk: int) -> int:
        """Bytes for a row of so many tokens, whose prompt is read in such chunks: while one is
        read, a window holds it as well."""
        capacity = math.ceil(tokens / CACHE_STEP) * CACHE_STEP
        sliding = sum(each * min(capacity, window + chunk) for each, window in self.windows)
        return self.full * capacity + sliding + self.fixed


@dataclass(frozen=True)
class ModelCost:
    """What a model takes: `weights` once, `cache` per row, `embeds` bytes per token of a prompt,
    `workspace` bytes per token of a chunk, and `scores` bytes per pair of tokens that attend to
    each other at once. `quantized` is the same with the cache in 8 bit, where that can be.
    `vocabulary` is how many tokens it knows; 0 where that was not measured."""

    weights: int
    cache: CacheCost
    embeds: int = 0
    workspace: int = 0
    scores: int = 0
    quantized: "ModelCost | None" = None
    vocabulary: int = 0

    def of(self, kv_bits: int) -> "ModelCost":
        """With the cache as a request wants it."""
        return self.quantized or self if kv_bits else self

    def reading(self, chunk: int, tokens: int) -> int:
        """Bytes, beside the cache, to read a prompt of so many tokens in chunks."""
        return self.embeds * tokens + self.workspace * chunk + self.scores * chunk * tokens


def measure(adapter: Adapter, weights: int, heads: int) -> tuple[ModelCost, Quantization]:
    """Read a few tokens and look at what the caches then hold; then the same in 8 bit, where the
    model can. It also compiles GPU kernels."""
    tokens = list(range(PROBE))
    prompt = adapter.prompt(tokens, {})
    cache = adapter.new_cache()
    before = mx.get_active_memory()
    peak_memory.reset()
    logits = adapter.prefill(prompt, 0, PROBE, cache)
    mx.eval([entry.state for entry in cache])
    workspace = max(0, mx.get_peak_memory() - before - nbytes(cache)) // PROBE
    embeds = nbytes([prompt.embeds, prompt.arrays]) // PROBE
    cost = ModelCost(
        weights,
        _cache_cost(cache),
        embeds,
        workspace,
        unfused(heads),
        vocabulary=logits.shape[-1],
    )
    found = kv_cache.try_out(adapter, tokens, cache, logits)
    if not found.groups:
        return cost, found
    quantized = replace(
        cost,
        cache=_cache_cost(found.cache),
        workspace=max(0, found.workspace - nbytes(found.cache)) // (PROBE - 1),
        scores=UNFUSED * heads,
    )
    return replace(cost, quantized=quantized), found


def unfused(heads: int) -> int:
    """Bytes that attention takes for a pair of tokens, beside what comes of it."""
    return 0 if mx.metal.is_available() else UNFUSED * heads


def _cache_cost(cache: Sequence[Any]) -> CacheCost:
    full = fixed = 0
    windows: list[tuple[int, int]] = []
    for entry in kv_cache.layers(cache):
        size = nbytes(entry)
        keys = getattr(entry, "keys", None)
        if keys is None:
            # Recurrent states do not grow; an unknown kind of cache is taken to grow all the time.
            recurrent = type(entry).__name__ == "ArraysCache"
            fixed, full = (fixed + size, full) if recurrent else (fixed, full + size // PROBE)
            continue
        each = size // (keys[0] if isinstance(keys, tuple | list) else keys).shape[2]
        window = getattr(entry, "max_size", None)
        if window:
            windows.append((each, window))
        else:
            full += each
    return CacheCost(full, tuple(windows), fixed)


def nbytes(values: Any) -> int:
    """Bytes of all arrays in caches, lists and dicts."""
    if isinstance(values, mx.array):
        return values.nbytes
    if isinstance(values, dict):
        return nbytes(list(values.values()))
    if isinstance(values, list | tuple):
        return sum(nbytes(value) for value in values)
    keys = getattr(values, "keys", None)
    if keys is not None:
        # The state of some caches is only the part in use.
        return nbytes([keys, values.values])
    return nbytes(values.state) if hasattr(values, "state") else 0


def device_limit() -> int:
    """Bytes that all models together may take on this machine."""
    info = mx.device_info()
    for name in ("max_recommended_working_set_size", "total_memory", "memory_size"):
        size = info.get(name)
        if isinstance(size, int) and size > 0:
            return int(size * (1 - DEVICE_RESERVE))
    return int(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") * CPU_SHARE)


@dataclass(frozen=True)
class Need:
    """What a request asks for: a row of `tokens` of a model, whose prompt is read in chunks of
    `chunk`, and `extra` bytes for that; its cache as it is, or in `kv_bits`."""

    model_id: str
    tokens: int
    chunk: int = 0
    extra: int = 0
    kv_bits: int = 0


@dataclass
class Ledger:
    """Promises of memory. What waits is served in the order in which it arrived.

    `spare` gives up for a request something that nobody uses now (a kept reply, an idle model), and
    says whether there was anything. `kept` are the bytes of kept replies.
    """

    limit: int
    spare: Callable[[int], bool]
    kept: Callable[[], int]
    costs: dict[str, ModelCost] = field(default_factory=dict)
    _needs: dict[int, Need] = field(default_factory=dict)
    _loads: dict[int, tuple[str, int]] = field(default_factory=dict)
    _arrived: dict[int, int] = field(default_factory=dict)
    _waiting: set[int] = field(default_factory=set)
    _numbers: Iterator[int] = field(default_factory=count)

    @property
    def reserved(self) -> int:
        """Promised bytes. Rows that decode together are as long as the longest of them."""
        total = sum(need.extra for need in self._needs.values())
        total += sum(size for _, size in self._loads.values())
        longest: dict[tuple[str, int], int] = {}
        for need in self._needs.values():
            batch = need.model_id, need.kv_bits
            longest[batch] = max(need.tokens, longest.get(batch, 0))
        for need in self._needs.values():
            cost = self.costs[need.model_id].of(need.kv_bits)
            total += cost.cache.of(longest[need.model_id, need.kv_bits], need.chunk)
        return total

    @property
    def free(self) -> int:
        weights = sum(cost.weights for cost in self.costs.values())
        return self.limit - weights - self.kept() - self.reserved

    def arrive(self, request_id: int) -> None:
        """The request takes its place in the line."""
        self._arrived[request_id] = next(self._numbers)

    def holds(self, request_id: int) -> bool:
        """Whether a row was promised to the request."""
        return request_id in self._needs

    def waits(self, request_id: int) -> bool:
        """Whether the request waits for memory."""
        return request_id in self._waiting

    def busy(self, model_id: str) -> bool:
        """Whether a request runs on the model."""
        return any(need.model_id == model_id for need in self._needs.values())

    def reserve(self, request_id: int, need: Need) -> str:
        """Empty once the bytes are promised, else a sentence why the request waits.

        Raises Refused for what does not fit into the limit with everything else gone.
        """
        if self._needs.get(request_id) == need:
            return ""
        self.unpromise(request_id)
        cost = self.costs[need.model_id].of(need.kv_bits)
        size = cost.cache.of(need.tokens, need.chunk) + need.extra
        most = max(0, self.limit - cost.weights)
        if size > most:
            raise Refused(
                "This needs {needed}, and {free} is free beside the model. Shorten the "
                "conversation or the longest answer (Max tokens), leave out pictures, or "
                "allow more memory in the settings.",
                needed=_gb(size),
                free=_gb(most),
            )
        return self._ask(request_id, size, self._needs, need)

    def reserve_weights(self, request_id: int, model_id: str, name: str, size: int) -> str:
        """The same for the weights of a model that is to be loaded."""
        if any(model_id == other for other, _ in self._loads.values()):
            return say("Waiting until {name} is loaded.", name=name)
        if size > self.limit:
            raise Refused(
                "{name} needs {needed} for its weights, and models may take {most} on this "
                "computer. Choose a smaller or a quantised version.",
                name=name,
                needed=_gb(size),
                most=_gb(self.limit),
            )

        return self._ask(request_id, size, self._loads, (model_id, size))

    def loaded(self, model_id: str, cost: ModelCost) -> None:
        """The model's weights are there."""
        self.costs[model_id] = cost

    def unpromise(self, request_id: int) -> None:
        """Take back what was promised to the request, which begins anew. Until it asks again nobody
        waits behind it; then it has the place in the line that it had."""
        self._needs.pop(request_id, None)
        self._loads.pop(request_id, None)
        self._waiting.discard(request_id)

    def unloaded(self, model_id: str) -> None:
        self.costs.pop(model_id, None)

    def prompt_read(self, request_id: int) -> None:
        """The request has its prompt in its cache: what it took to read that is free again."""
        self._needs[request_id] = replace(self._needs[request_id], extra=0)

    def release(self, request_id: int) -> None:
        """The request has ended."""
        self.unpromise(request_id)
        self._arrived.pop(request_id, None)

    def _ask(self, request_id: int, size: int, promises: dict[int, Any], what: Any) -> str:
        self._waiting.add(request_id)
        if min(self._waiting, key=self._arrived.__getitem__) != request_id:
            return say("Waiting for memory, behind an earlier question.")
        while True:
            promises[request_id] = what
            if self.free >= 0:
                self._waiting.remove(request_id)
                return ""
            del promises[request_id]
            free = max(0, self.free)
            if not self.spare(request_id):
                return say(
                    "Waiting until running answers end: needs {needed} of memory, {free} is free.",
                    needed=_gb(size),
                    free=_gb(free),
                )


def _gb(size: int) -> str:
    return (
        say("{size:.1f} GB", size=size / 1e9)
        if size >= 5e7
        else say("{size:.1f} MB", size=size / 1e6)
    )
