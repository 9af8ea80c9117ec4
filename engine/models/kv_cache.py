"""8-bit KV caches: which layers of a model support them, the caches of one row and of a batch, and
the bytes that they save.

mlx-lm's QuantizedKVCache has no batched form. mlx-vlm's has one, but its `left_padding` makes
mlx-vlm's Qwen3.5 omit the mask, so that rows would attend to the padding of others.
"""

import logging
from collections.abc import Iterator
from typing import Any

import mlx.core as mx
from mlx.utils import tree_map
from mlx_lm.models.cache import QuantizedKVCache

from engine.errors import Refused
from engine.frozen import frozen
from engine.models import peak_memory
from engine.models.adapter import Adapter
from engine.models.batch_cache import SharedLengths
from engine.sentences import say

log = logging.getLogger(__name__)

BITS = 8
KV_BITS = (0, BITS)
# Values that share a scale; the first size that divides the head size is used.
GROUPS = (64, 32)
# The largest error of the logits, as a share of their standard deviation. Working attention has an
# error of a few hundredths.
TOLERANCE = 0.2

WINDOW_ONLY = say(
    "This model keeps only a window of the conversation, so an 8-bit cache saves little."
)
STATE_ONLY = say("This model keeps a state of fixed size instead of a cache that grows.")
OTHER_KIND = say("This model keeps the conversation in its own format.")
HEAD_SIZE = say("The size of this model's attention heads is not a multiple of 32.")
SINKS = say("This model uses attention sinks, which do not work with an 8-bit cache.")
UNREAD = say("The attention of this model does not support an 8-bit cache on this device.")
FAR = say("An 8-bit cache would noticeably change this model's answers.")


class QuantizedCache(QuantizedKVCache):
    """The keys and values of one row, each as (packed, scales, biases) of (1, heads, tokens, …)."""

    def __init__(self, group_size: int) -> None:
        super().__init__(group_size, BITS)

    def size(self) -> Any:
        return self.offset

    @classmethod
    def merge(cls, caches: "list[QuantizedCache]") -> "BatchQuantizedCache":
        made = BatchQuantizedCache(caches[0])
        for cache in caches[1:]:
            made.extend(BatchQuantizedCache(cache))
        return made


class BatchQuantizedCache:
    """The keys and values of a batch, padded on the left; `offset` (rows,) are the tokens of each
    row."""

    bits = BITS

    def __init__(self, row: QuantizedCache) -> None:
        self.group_size = row.group_size
        # The offset of this cache includes the padding.
        self._rows = QuantizedCache(row.group_size)
        self._rows.keys, self._rows.values = _used(row)
        self._rows.offset = row.offset
        self.offset = mx.array([row.offset])
        self._padding = mx.array([0])
        self._shared = SharedLengths()

    @property
    def keys(self) -> Any:
        return self._rows.keys

    @keys.setter
    def keys(self, keys: Any) -> None:
        # A stage of a group lets the keys of its last layer wait for what it sends.
        self._rows.keys = keys

    @property
    def values(self) -> Any:
        return self._rows.values

    @property
    def _idx(self) -> int:
        """The padded length, under the name that the libraries look for."""
        return self._rows.offset

    @property
    def state(self) -> Any:
        return self.keys, self.values, self.offset, self._padding

    def size(self) -> int:
        return self._rows.offset

    def empty(self) -> bool:
        return self.keys is None

    def is_trimmable(self) -> bool:
        return False

    def update_and_fetch(self, keys: mx.array, values: mx.array) -> Any:
        self.offset = self._shared.after(self.offset, keys.shape[2])
        return self._rows.update_and_fetch(keys, values)

    def make_mask(
        self, count: int, return_array: bool = False, window_size: int | None = None
    ) -> Any:
        return self._shared.mask(self._padding, count, self.size(), return_array, window_size)

    def share(self, other: "BatchQuantizedCache") -> None:
        """Take the lengths of a layer with the same tokens."""
        self._shared, self.offset, self._padding = other._shared, other.offset, other._padding

    def extend(self, other: "BatchQuantizedCache") -> None:
        """Add the rows of another batch."""
        length = max(self.size(), other.size())
        sides = [_padded(side._rows, length - side.size()) for side in (self, other)]
        paddings = [side._padding + (length - side.size()) for side in (self, other)]
        self._rows.keys, self._rows.values = tree_map(
            lambda mine, theirs: mx.concatenate([mine, theirs]), sides[0], sides[1]
        )
        self._rows.offset = length
        self.offset = mx.concatenate([self.offset, other.offset])
        self._padding = mx.concatenate(paddings)

    def filter(self, rows: mx.array) -> None:
        """Keep these rows, and drop padding that none of them needs."""
        self.offset, padding = self.offset[rows], self._padding[rows]
        cut = min(_numbers(padding))
        self._rows.keys, self._rows.values = tree_map(
            lambda part: part[rows][..., cut:, :], (self.keys, self.values)
        )
        self._rows.offset -= cut
        self._padding = padding - cut

    def extract(self, row: int) -> QuantizedCache:
        """Return the cache of one row."""
        start, found = _numbers(self._padding)[row], QuantizedCache(self.group_size)
        found.keys, found.values = tree_map(
            lambda part: mx.contiguous(part[row : row + 1, :, start : self.size()]),
            (self.keys, self.values),
        )
        found.offset = self.size() - start
        return found


def _numbers(array: mx.array) -> list[int]:
    found: Any = array.tolist()
    return found


def _used(cache: QuantizedKVCache) -> Any:
    return tree_map(lambda part: part[..., : cache.offset, :], (cache.keys, cache.values))


def _padded(cache: QuantizedKVCache, left: int) -> Any:
    pads = [(0, 0), (0, 0), (left, 0), (0, 0)]
    return tree_map(lambda part: mx.pad(part, pads) if left else part, _used(cache))


# --- layers ------------------------------------------------------------------------------


def layers(cache: Any) -> Iterator[Any]:
    """Return the entries of a model's cache, with nested entries in the place of their parent."""
    for entry in cache:
        inner = getattr(entry, "caches", None)
        yield from layers(inner) if inner else (entry,)


def quantized(cache: list[Any], groups: tuple[int, ...]) -> list[Any]:
    """Return an empty cache whose layers are quantized by group size; 0 leaves a layer as it is."""
    sizes = iter(groups)

    def convert(entry: Any) -> Any:
        if inner := getattr(entry, "caches", None):
            entry.caches = type(inner)(convert(each) for each in inner)
            return entry
        size = next(sizes)
        return QuantizedCache(size) if size else entry

    return [convert(entry) for entry in cache]


def saved(cache: list[Any] | None) -> int:
    """Return the bytes that quantization saves in a cache."""
    found = (entry for entry in layers(cache or ()) if hasattr(entry, "bits") and entry.keys)
    return sum(_saved(*entry.keys) + _saved(*entry.values) for entry in found)


def _saved(packed: mx.array, scales: mx.array, biases: mx.array) -> int:
    numbers = packed.size * packed.dtype.size * 8 // BITS
    return numbers * scales.dtype.size - packed.nbytes - scales.nbytes - biases.nbytes


# --- support of a model --------------------------------------------------------------------


@frozen
class Quantization:
    """A model's support for 8-bit caches: a group size for each of its `layers`, or a `note` that
    says why not. `cache` is the one that the test prefilled, and `workspace` the bytes that the
    test used, with those of the cache."""

    groups: tuple[int, ...] = ()
    note: str = ""
    cache: tuple[Any, ...] = ()
    workspace: int = 0

    def check(self, kv_bits: int) -> None:
        """Raise Refused if the model does not support the precision."""
        if kv_bits not in KV_BITS:
            raise Refused("The KV cache can have {bits} bits, or 0 for full precision.", bits=BITS)
        if kv_bits and self.note:
            raise Refused("{note} Turn off the 8-bit cache for it.", note=self.note)


def try_out(
    adapter: Adapter, tokens: list[int], plain: list[Any], logits: mx.array
) -> Quantization:
    """Test quantized layers: prefill `tokens`, decode the last one, and compare with `logits`,
    which came from the `plain` cache."""
    groups = tuple(_group(entry) for entry in layers(plain))
    if not any(groups):
        return Quantization(note=_why_none(plain))
    try:
        return _compared(adapter, tokens, logits, groups)
    except Exception as error:  # noqa: BLE001  a family may raise anything for new cache types
        # Log only text: a kept log record would keep the traceback, and with it the model.
        log.info("no 8 bit: %s", str(error))
        sinks = isinstance(error, ValueError) and "attention sinks" in str(error)
        return Quantization(note=SINKS if sinks else UNREAD)


def _compared(
    adapter: Adapter, tokens: list[int], logits: mx.array, groups: tuple[int, ...]
) -> Quantization:
    *first, last = tokens
    prompt, cache = adapter.prompt(first, {}), quantized(adapter.new_cache(), groups)
    before = mx.get_active_memory()
    peak_memory.reset()
    adapter.prefill(prompt, 0, len(first), cache)
    mx.eval([entry.state for entry in cache])
    workspace = max(0, mx.get_peak_memory() - before)
    found = adapter.decode_block(mx.array([[last]]), [len(first)], [prompt], cache)[:, -1]
    error = _error(logits, found)
    # Negated, so that NaN counts as too far off.
    if not error <= TOLERANCE:
        log.info("no 8 bit: logits are off by %.3f", error)
        return Quantization(note=FAR)
    return Quantization(groups, cache=tuple(cache), workspace=workspace)


def _error(plain: mx.array, other: mx.array) -> float:
    plain, other = plain.astype(mx.float32), other.astype(mx.float32)
    share: Any = mx.sqrt(mx.mean((plain - other) ** 2)) / mx.std(plain)
    return share.item()


def _group(entry: Any) -> int:
    """Return the group size for a prefilled plain layer; 0 if it cannot be quantized."""
    if type(entry).__name__ != "KVCache" or entry.keys is None:
        return 0
    sizes = entry.keys.shape[-1], entry.values.shape[-1]
    return next((each for each in GROUPS if not any(size % each for size in sizes)), 0)


def _why_none(plain: list[Any]) -> str:
    kinds = {type(entry).__name__ for entry in layers(plain)}
    if "KVCache" in kinds:
        return HEAD_SIZE
    if kinds <= {"ArraysCache"}:
        return STATE_ONLY
    return WINDOW_ONLY if kinds <= {"RotatingKVCache", "ArraysCache"} else OTHER_KIND
