"""The memory ledger: bytes reserved for models and requests before anything is allocated."""

from collections.abc import Iterator
from dataclasses import field, replace
from itertools import count

from engine.frozen import frozen, mutable
from engine.model_cost import ModelCost


@frozen
class RowNeed:
    """The memory that a request asks for: a row of `tokens` of a model, prefilled in chunks of
    `chunk` tokens, `extra` bytes for the prefill, and `drafting` bytes for passes over drafts, for
    what they replace in its cache and for the cache of the model that drafts. `skimming` bytes are
    those of that model while it chooses what is read. The cache in `kv_bits`, 0 for
    unquantized."""

    model_id: str
    tokens: int
    chunk: int = 0
    extra: int = 0
    kv_bits: int = 0
    drafting: int = 0
    skimming: int = 0

    @property
    def beside(self) -> int:
        """Bytes beside the cache."""
        return self.extra + self.drafting + self.skimming


@frozen
class LoadNeed:
    """The memory that loading or converting a model asks for: `size` bytes."""

    size: int


@mutable
class Ledger:
    """Reservations against `limit` bytes, and the line of requests that wait for one.

    The ledger only counts. MemoryManager decides who may reserve and what is evicted.
    `costs` are those of the models in memory.
    """

    limit: int
    costs: dict[str, ModelCost] = field(default_factory=dict)
    _rows: dict[int, RowNeed] = field(default_factory=dict)
    _loads: dict[int, LoadNeed] = field(default_factory=dict)
    _places: dict[int, int] = field(default_factory=dict)
    _waiting: set[int] = field(default_factory=set)
    _aside: set[int] = field(default_factory=set)
    _numbers: Iterator[int] = field(default_factory=count)

    # --- bytes --------------------------------------------------------------------------------

    @property
    def reserved(self) -> int:
        """Bytes reserved by rows and loads. Rows of one batch are all as long as the longest."""
        total = sum(need.beside for need in self._rows.values())
        total += sum(need.size for need in self._loads.values())
        longest: dict[tuple[str, int], int] = {}
        for need in self._rows.values():
            batch = need.model_id, need.kv_bits
            longest[batch] = max(need.tokens, longest.get(batch, 0))
        for need in self._rows.values():
            cost = self.costs[need.model_id].of(need.kv_bits)
            total += cost.cache.of(longest[need.model_id, need.kv_bits], need.chunk)
        return total

    @property
    def unreserved(self) -> int:
        """Bytes of the limit beside weights and reservations; caches may hold some of them."""
        weights = sum(cost.weights for cost in self.costs.values())
        return self.limit - weights - self.reserved

    def has_room(self, request_id: int, need: RowNeed) -> bool:
        """Return True if the row fits beside all other reservations, once nothing is cached."""
        return replace(self, _rows={**self._rows, request_id: need}).unreserved >= 0

    def size_of(self, need: RowNeed) -> int:
        """Return the bytes of a row on its own."""
        cache = self.costs[need.model_id].of(need.kv_bits).cache
        return cache.of(need.tokens, need.chunk) + need.beside

    # --- models -------------------------------------------------------------------------------

    def add_model(self, model_id: str, cost: ModelCost) -> None:
        self.costs[model_id] = cost

    def remove_model(self, model_id: str) -> None:
        self.costs.pop(model_id, None)

    def is_in_use(self, model_id: str) -> bool:
        """Return True if a request has a row reserved on the model."""
        return any(need.model_id == model_id for need in self._rows.values())

    # --- requests -----------------------------------------------------------------------------

    def enqueue(self, request_id: int) -> None:
        """Give the request its place in the line."""
        self._places[request_id] = next(self._numbers)

    def has_row(self, request_id: int) -> bool:
        return request_id in self._rows

    def row_of(self, request_id: int) -> RowNeed | None:
        return self._rows.get(request_id)

    def is_waiting(self, request_id: int) -> bool:
        return request_id in self._waiting or request_id in self._aside

    def is_aside(self, request_id: int) -> bool:
        """Return True if the request waits for memory that no request will free."""
        return request_id in self._aside

    def wait(self, request_id: int) -> bool:
        """Let the request wait for memory. Return True if it is first in the line."""
        self._aside.discard(request_id)
        self._waiting.add(request_id)
        return min(self._waiting, key=self._places.__getitem__) == request_id

    def stand_aside(self, request_id: int) -> None:
        """Let the request wait without blocking those behind it."""
        self._waiting.discard(request_id)
        self._aside.add(request_id)

    def reserve(self, request_id: int, need: RowNeed | LoadNeed) -> None:
        """Reserve the bytes, even where they exceed the limit; the request waits no longer."""
        if isinstance(need, RowNeed):
            self._rows[request_id] = need
        else:
            self._loads[request_id] = need
        self._waiting.discard(request_id)
        self._aside.discard(request_id)

    def cancel(self, request_id: int) -> None:
        """Cancel the request's reservation or its waiting. It keeps its place in the line,
        and blocks no other request until it reserves again."""
        self._rows.pop(request_id, None)
        self._loads.pop(request_id, None)
        self._waiting.discard(request_id)
        self._aside.discard(request_id)

    def finish_prefill(self, request_id: int) -> None:
        """Free what only the prefill of the request needed."""
        self._rows[request_id] = replace(self._rows[request_id], extra=0, skimming=0)

    def end_drafting(self, request_id: int) -> bool:
        """Free what only the drafts of the request needed. Return True if there was anything."""
        need = self._rows.get(request_id)
        if need is None or not need.drafting:
            return False
        self._rows[request_id] = replace(need, drafting=0)
        return True

    def release(self, request_id: int) -> None:
        """Forget a request that has ended."""
        self.cancel(request_id)
        self._places.pop(request_id, None)
