"""Keys and values of a conversation in 8 bit: which layers of a model can have them so, the caches
of one row and of several, and what is saved.

mlx-lm's QuantizedKVCache has no form for several rows. mlx-vlm's has one, whose `left_padding`
makes its Qwen3.5 leave the mask out, so that rows would attend to the padding of others.
"""

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import mlx.core as mx
from mlx.utils import tree_map
from mlx_lm.models.base import create_causal_mask
from mlx_lm.models.cache import QuantizedKVCache

from engine.errors import Refused
from engine.models import peak_memory
from engine.models.adapter import Adapter
from engine.sentences import say

log = logging.getLogger(__name__)

BITS = 8
KV_BITS = (0, BITS)
# Numbers that share a scale; the first that divides the size of a head is used.
GROUPS = (64, 32)
# How far logits may be off, as a share of their spread. Where attention reads its keys rightly it
# is a few hundredths.
TOLERANCE = 0.2

WINDOW_ONLY = say("This model keeps only a window of the conversation, so there is little to save.")
STATE_ONLY = say("This model keeps a state of fixed size in place of the conversation.")
OTHER_KIND = say("This model keeps the conversation in a form of its own.")
HEAD_SIZE = say("The heads of this model are too small: their size must be a multiple of 32.")
SINKS = say("This model uses attention sinks, which do not work with a conversation in 8 bit.")
UNREAD = say("The attention of this model does not read a conversation in 8 bit on this device.")
FAR = say("In 8 bit this model would give clearly other answers.")


class QuantizedCache(QuantizedKVCache):
    """One row's keys and values, each as (packed, scales, biases) of (1, heads, tokens, …)."""

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
    """Those of several rows, padded at the left; `offset` (rows,) are the tokens of each."""

    bits = BITS

    def __init__(self, row: QuantizedCache) -> None:
        self.group_size = row.group_size
        # Its offset counts the padding as well.
        self._rows = QuantizedCache(row.group_size)
        self._rows.keys, self._rows.values = _used(row)
        self._rows.offset = row.offset
        self.offset = mx.array([row.offset])
        self._padding = mx.array([0])

    @property
    def keys(self) -> Any:
        return self._rows.keys

    @property
    def values(self) -> Any:
        return self._rows.values

    @property
    def _idx(self) -> int:
        """Where the libraries look for the common length."""
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
        self.offset = self.offset + keys.shape[2]
        return self._rows.update_and_fetch(keys, values)

    def make_mask(self, count: int, return_array: bool = False, **options: Any) -> mx.array:
        return create_causal_mask(count, offset=self.size(), left_padding=self._padding, **options)

    def extend(self, other: "BatchQuantizedCache") -> None:
        """Add the rows of another."""
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
        """Keep these rows, without padding that none of them needs."""
        self.offset, padding = self.offset[rows], self._padding[rows]
        cut = min(_numbers(padding))
        self._rows.keys, self._rows.values = tree_map(
            lambda part: part[rows][..., cut:, :], (self.keys, self.values)
        )
        self._rows.offset -= cut
        self._padding = padding - cut

    def extract(self, row: int) -> QuantizedCache:
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
    """The entries of a model's cache, those inside others in their place."""
    for entry in cache:
        inner = getattr(entry, "caches", None)
        yield from layers(inner) if inner else (entry,)


def quantized(cache: list[Any], groups: tuple[int, ...]) -> list[Any]:
    """An empty cache with its plain layers in 8 bit, by their group sizes; 0 leaves one as it
    is."""
    sizes = iter(groups)

    def changed(entry: Any) -> Any:
        if inner := getattr(entry, "caches", None):
            entry.caches = type(inner)(changed(each) for each in inner)
            return entry
        size = next(sizes)
        return QuantizedCache(size) if size else entry

    return [changed(entry) for entry in cache]


def saved(cache: list[Any] | None) -> int:
    """Bytes that a cache would take more if none of its layers were quantised."""
    found = (entry for entry in layers(cache or ()) if hasattr(entry, "bits") and entry.keys)
    return sum(_saved(*entry.keys) + _saved(*entry.values) for entry in found)


def _saved(packed: mx.array, scales: mx.array, biases: mx.array) -> int:
    numbers = packed.size * packed.dtype.size * 8 // BITS
    return numbers * scales.dtype.size - packed.nbytes - scales.nbytes - biases.nbytes


# --- whether a model can -------------------------------------------------------------------


@dataclass(frozen=True)
class Quantization:
    """What a model can keep in 8 bit: a group size for each of its `layers`, or a `note` why
    not. `cache` holds what was read to find out, and `workspace` bytes were used for that,
    its own among them."""

    groups: tuple[int, ...] = ()
    note: str = ""
    cache: tuple[Any, ...] = ()
    workspace: int = 0

    def check(self, kv_bits: int) -> None:
        """Raises Refused where a conversation cannot be kept so."""
        if kv_bits not in KV_BITS:
            raise Refused("A conversation can be kept in {bits} bit, or as it is (0).", bits=BITS)
        if kv_bits and self.note:
            raise Refused("{note} Turn off 8 bit for it.", note=self.note)


def try_out(
    adapter: Adapter, tokens: list[int], plain: list[Any], logits: mx.array
) -> Quantization:
    """Read `tokens` with quantised layers, the last as if it were decoded, and compare with
    `logits`, which came after they were read into `plain`."""
    groups = tuple(_group(entry) for entry in layers(plain))
    if not any(groups):
        return Quantization(note=_why_none(plain))
    try:
        return _compared(adapter, tokens, logits, groups)
    except Exception as error:  # noqa: BLE001  whatever a family does with a kind it does not know
        # The text only: a log record that is kept would keep the traceback and the model.
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
    off = _off(logits, adapter.decode(mx.array([last]), [len(first)], [prompt], cache))
    # Written so that what is no number is far.
    if not off <= TOLERANCE:
        log.info("no 8 bit: logits are off by %.3f", off)
        return Quantization(note=FAR)
    return Quantization(groups, cache=tuple(cache), workspace=workspace)


def _off(plain: mx.array, other: mx.array) -> float:
    plain, other = plain.astype(mx.float32), other.astype(mx.float32)
    share: Any = mx.sqrt(mx.mean((plain - other) ** 2)) / mx.std(plain)
    return share.item()


def _group(entry: Any) -> int:
    """The group size of a plain layer that was written; 0 where it stays."""
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
