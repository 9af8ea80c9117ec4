"""The models in memory, each with the rows that it decodes."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import mlx.core as mx

from engine.errors import faults_logged
from engine.messages import EngineStats
from engine.models import loader, peak_memory
from engine.models.kv_cache import KV_BITS
from engine.models.loader import LoadedModel
from engine.models.model_cost import Ledger, device_limit
from engine.models.prefix_cache import PromptCache
from engine.prompts.remote_writer import RemoteWriter
from engine.requests.decoder import Decoder
from engine.system import heap
from engine.vision.item_cache import MediaItems
from engine.vision.vision_cache import VisionCache

# Of the memory for models, a model's prompts and pictures may keep one part in so many.
PROMPT_SHARE, VISION_SHARE = 2, 16


@dataclass
class Lane:
    """The rows of one model that can decode together, and the prompts that they can begin with:
    those with their caches in the same number of bits."""

    decoder: Decoder
    prompts: PromptCache

    @property
    def saved(self) -> int:
        """Bytes that would be held more without quantisation."""
        return self.decoder.saved + self.prompts.saved


class Resident:
    """`used` is when a request last had to do with it, on a monotonic clock; `limit` the bytes that
    it may keep of prompts, and `room` those that nobody was promised.

    Rows with their caches in different numbers of bits never meet: each number has its lane.
    """

    def __init__(self, model: LoadedModel, limit: int, room: Callable[[], int]) -> None:
        self.model = model
        # The one that was used last is the last.
        self.lanes = {
            bits: Lane(Decoder(model.adapter), PromptCache(limit, room)) for bits in KV_BITS
        }
        plain, quantized = (lane.prompts for lane in self.lanes.values())
        plain.other, quantized.other = quantized, plain
        self.used = time.monotonic()

    def use(self, kv_bits: int) -> Lane:
        """Raises Refused where the model cannot keep a conversation so."""
        self.model.quantization.check(kv_bits)
        self.lanes[kv_bits] = lane = self.lanes.pop(kv_bits)
        return lane

    @property
    def prompts(self) -> PromptCache:
        """Those that are kept as they are."""
        return self.lanes[0].prompts

    @property
    def decoder(self) -> Decoder:
        """Of the rows whose caches are as they are."""
        return self.lanes[0].decoder

    @property
    def features(self) -> VisionCache | None:
        return self.model.adapter.features

    @property
    def rows(self) -> int:
        return sum(len(lane.decoder.rows) for lane in self.lanes.values())

    @property
    def prompt_bytes(self) -> int:
        return sum(lane.prompts.nbytes for lane in self.lanes.values())

    @property
    def kept(self) -> int:
        """Bytes of what was read and looked at before."""
        return sum(part.nbytes for part in self._kept())

    @property
    def saved(self) -> int:
        """Bytes that quantised rows and prompts would take more."""
        return sum(lane.saved for lane in self.lanes.values())

    def spare(self) -> bool:
        """Drop some of what is kept; whether there was anything."""
        return any(part.spare() for part in self._kept())

    def clear(self) -> None:
        """Break the cycles: no collector runs on this thread, and the model's memory is wanted."""
        for lane in self.lanes.values():
            lane.decoder.clear()
            lane.prompts.other = None
        self.lanes.clear()

    def _kept(self) -> list[MediaItems | PromptCache | VisionCache]:
        """In the order in which it goes."""
        adapter = self.model.adapter
        prompts = [lane.prompts for lane in self.lanes.values()]
        parts = [adapter.items, *prompts, adapter.features]
        return [part for part in parts if part is not None]


class Residents:
    """Loads and drops models, and keeps the ledger's account of their weights.

    `limit` None is what the device can give. `spare` and `kept` are the ledger's.
    """

    def __init__(
        self, limit: int | None, spare: Callable[[int], bool], kept: Callable[[], int]
    ) -> None:
        self.ledger = Ledger(device_limit() if limit is None else limit, spare, kept)
        self._by_id: dict[str, Resident] = {}
        peak_memory.begin()

    def __iter__(self) -> Iterator[Resident]:
        return iter(tuple(self._by_id.values()))

    def begin(self) -> None:
        """The engine is no longer idle."""
        peak_memory.reset()

    def get(self, model_id: str) -> Resident | None:
        """The model, where it is in memory; it counts as used now."""
        found = self._by_id.get(model_id)
        if found is not None:
            found.used = time.monotonic()
        return found

    def reserve(self, request_id: int, source: loader.Source) -> str:
        """Empty once the model may be loaded, or is there; else why the request waits."""
        if source.model_id in self._by_id:
            return ""
        return self.ledger.reserve_weights(
            request_id, source.model_id, source.name, source.weight_bytes
        )

    def load(self, source: loader.Source, writer: RemoteWriter | None = None) -> Resident:
        """Load a model whose memory was reserved; raises Refused."""
        model = loader.load(source, writer)
        self.ledger.loaded(source.model_id, model.cost)
        found = Resident(model, self.ledger.limit // PROMPT_SHARE, lambda: self.ledger.free)
        for part in (model.adapter.items, model.adapter.features):
            if part is not None:
                part.limit = min(part.limit, self.ledger.limit // VISION_SHARE)
        self._by_id[source.model_id] = found
        return found

    def kept(self) -> int:
        """Bytes of prompts and pictures that models keep."""
        return sum(resident.kept for resident in self._by_id.values())

    def spare(self) -> bool:
        """Drop some of that, of the model unused for longest; whether there was anything."""
        residents = sorted(self._by_id.values(), key=lambda resident: resident.used)
        if any(resident.spare() for resident in residents):
            self.free_buffers()
            return True
        return False

    def idle(self) -> list[str]:
        """Models that no request runs on, the one unused for longest first."""
        found = sorted((resident.used, model_id) for model_id, resident in self._by_id.items())
        return [model_id for _, model_id in found if not self.ledger.busy(model_id)]

    def drop(self, model_id: str) -> None:
        """Wait for the device, then free the model, if it is there. Its requests have ended."""
        found = self._by_id.pop(model_id, None)
        if found is None:
            return
        self.ledger.unloaded(model_id)
        try:
            found.model.writer.close()
            mx.synchronize()
        finally:
            found.clear()
            del found
            self.free_buffers()
            heap.trim()

    def clear(self) -> None:
        """Drop every model; a fault with one keeps none of the others."""
        for model_id in tuple(self._by_id):
            with faults_logged(f"{model_id} was not dropped in order"):
                self.drop(model_id)

    def free_buffers(self) -> None:
        """Give freed buffers back to the system."""
        mx.clear_cache()

    def measured(self, stats: EngineStats) -> EngineStats:
        """The reading with what the device, the ledger and the models say."""
        return replace(
            stats,
            batch_size=sum(resident.rows for resident in self._by_id.values()),
            active_memory=mx.get_active_memory(),
            peak_memory=peak_memory.highest(),
            cache_memory=mx.get_cache_memory(),
            reserved=self.ledger.reserved,
            memory_limit=self.ledger.limit,
            prompt_memory=sum(resident.prompt_bytes for resident in self._by_id.values()),
            vision_memory=sum(it.nbytes for it in self._features()),
            vision_hits=sum(it.hits for it in self._features()),
            vision_misses=sum(it.misses for it in self._features()),
            kv_saved=stats.kv_saved + sum(resident.saved for resident in self._by_id.values()),
        )

    def _features(self) -> list[VisionCache]:
        found = (resident.features for resident in self._by_id.values())
        return [features for features in found if features is not None]
