"""The models in memory, each with its decoders and its caches."""

import time
from collections.abc import Generator, Iterator
from dataclasses import replace
from typing import Protocol

import mlx.core as mx

from engine.disk_cache.disk_cache import DiskCache
from engine.disk_cache.model_disk import DiskChunks, DiskImages, DiskLane
from engine.errors import faults_logged
from engine.frozen import mutable
from engine.messages import EngineStats
from engine.models import loader, peak_memory
from engine.models.kv_cache import KV_BITS
from engine.models.loader import LoadedModel
from engine.models.prefix_cache import PrefixCache
from engine.models.weights import Progress
from engine.prompts.remote_writer import RemoteWriter
from engine.requests.decoder import Decoder
from engine.requests.ledger import Ledger
from engine.system import heap
from engine.vision.vision_cache import VisionCache

# A model's prompts, and each of its two caches of images, may take 1 / divisor of the limit.
PROMPT_DIVISOR, VISION_DIVISOR = 2, 16


class Evictable(Protocol):
    """A cache that can be made smaller at any time."""

    @property
    def nbytes(self) -> int: ...

    def evict(self) -> bool:
        """Drop the least recently used part. Return True if there was one."""
        ...


@mutable
class Lane:
    """The rows of one model that can decode together, and the prompts that they can start with:
    all with KV caches of the same precision."""

    decoder: Decoder
    prompts: PrefixCache

    @property
    def saved(self) -> int:
        """Bytes that quantization saves."""
        return self.decoder.saved + self.prompts.saved


class Resident:
    """A model in memory. `used` is when a request last used it, on a monotonic clock;
    `prompt_limit` is the most bytes that its cached prompts may take.

    Rows of different KV precisions are never batched: each precision has its own lane.
    """

    def __init__(
        self, model: LoadedModel, prompt_limit: int, disk: DiskCache | None = None
    ) -> None:
        self.model = model
        # In order of use, the most recent one last.
        self.lanes = {
            bits: Lane(Decoder(model.adapter), PrefixCache(prompt_limit)) for bits in KV_BITS
        }
        if disk is not None:
            for bits, lane in self.lanes.items():
                lane.prompts.disk = DiskLane(disk, f"{model.fingerprint}, {bits} bits")
            name = f"{model.fingerprint}, {mx.device_info().get('device_name', '')}"
            model.chunks.earlier = DiskChunks(disk, name)
            if model.draft is not None:
                model.draft.chunks.earlier = DiskChunks(disk, f"{name}, {model.draft.name}")
            if self.features is not None:
                self.features.disk = DiskImages(disk, f"{model.fingerprint}, images")
        plain, quantized = (lane.prompts for lane in self.lanes.values())
        plain.other, quantized.other = quantized, plain
        self.used = time.monotonic()

    def use(self, kv_bits: int) -> Lane:
        """Return the lane of a precision. Raises Refused if the model does not support it."""
        self.model.quantization.check(kv_bits)
        self.lanes[kv_bits] = lane = self.lanes.pop(kv_bits)
        return lane

    @property
    def features(self) -> VisionCache | None:
        vision = self.model.adapter.vision
        return vision.features if vision else None

    @property
    def rows(self) -> int:
        return sum(len(lane.decoder.rows) for lane in self.lanes.values())

    @property
    def prompt_bytes(self) -> int:
        return sum(lane.prompts.nbytes for lane in self.lanes.values())

    @property
    def saved(self) -> int:
        """Bytes that quantization saves in rows and cached prompts."""
        return sum(lane.saved for lane in self.lanes.values())

    @property
    def caches(self) -> list[Evictable]:
        """The evictable caches in order of eviction: pixels, prompts, image features."""
        vision = self.model.adapter.vision
        prompts = [lane.prompts for lane in self.lanes.values()]
        return [vision.items, *prompts, vision.features] if vision else [*prompts]

    def clear(self) -> None:
        """Break reference cycles: the garbage collector is off on this thread, and the model's
        memory is needed at once."""
        for lane in self.lanes.values():
            lane.decoder.clear()
            lane.prompts.other = None
        self.lanes.clear()


class Residents:
    """Loads and unloads models, and enters their weights into the ledger."""

    def __init__(self, ledger: Ledger, disk: DiskCache | None = None) -> None:
        self._ledger = ledger
        self._disk = disk
        self._by_id: dict[str, Resident] = {}
        peak_memory.begin()

    def __iter__(self) -> Iterator[Resident]:
        return iter(tuple(self._by_id.values()))

    def __contains__(self, model_id: str) -> bool:
        return model_id in self._by_id

    def get(self, model_id: str) -> Resident | None:
        """Return the model if it is in memory, and mark it as used now."""
        found = self._by_id.get(model_id)
        if found is not None:
            found.used = time.monotonic()
        return found

    def load_steps(
        self, source: loader.ModelSource, writer: RemoteWriter | None = None
    ) -> Generator[Progress, None, Resident]:
        """Load a model whose memory is reserved, in bounded steps. Raises Refused."""
        model = yield from loader.load_steps(source, writer)
        limit = self._ledger.limit
        if vision := model.adapter.vision:
            for cache in (vision.items, vision.features):
                cache.limit = min(cache.limit, limit // VISION_DIVISOR)
        found = Resident(model, limit // PROMPT_DIVISOR, self._disk)
        self._ledger.add_model(source.model_id, model.cost)
        self._by_id[source.model_id] = found
        return found

    @property
    def caches(self) -> list[Evictable]:
        """The evictable caches of all models, those of the least recently used model first."""
        by_use = sorted(self._by_id.values(), key=lambda resident: resident.used)
        return [cache for resident in by_use for cache in resident.caches]

    @property
    def idle(self) -> list[str]:
        """The models on which no request runs, the least recently used first."""
        found = sorted((resident.used, model_id) for model_id, resident in self._by_id.items())
        return [model_id for _, model_id in found if not self._ledger.is_in_use(model_id)]

    def unload(self, model_id: str) -> None:
        """Wait for the device, then free the model if it is in memory. Its requests have ended or
        were restarted."""
        found = self._by_id.pop(model_id, None)
        if found is None:
            return
        self._ledger.remove_model(model_id)
        try:
            found.model.writer.close()
            mx.synchronize()
        finally:
            found.clear()
            del found
            self.free_buffers()
            heap.trim()

    def clear(self) -> None:
        """Unload every model; a fault with one does not keep the others."""
        for model_id in tuple(self._by_id):
            with faults_logged(f"{model_id} was not unloaded in order"):
                self.unload(model_id)

    def reset_peak(self) -> None:
        """Start a new measurement of the peak memory: the engine is no longer idle."""
        peak_memory.reset()

    def free_buffers(self) -> None:
        """Return freed buffers to the system."""
        mx.clear_cache()

    def add_memory(self, stats: EngineStats, saved: int) -> EngineStats:
        """Return the stats with the numbers of the device, the ledger and the models; `saved` are
        the bytes that quantization saves in rows that do not decode."""
        found = [it.model.adapter.vision for it in self._by_id.values()]
        parts = [vision for vision in found if vision is not None]
        return replace(
            stats,
            batch_size=sum(resident.rows for resident in self._by_id.values()),
            active_memory=mx.get_active_memory(),
            peak_memory=peak_memory.highest(),
            cache_memory=mx.get_cache_memory(),
            reserved=self._ledger.reserved,
            memory_limit=self._ledger.limit,
            model_memory=sum(it.model.cost.weights for it in self._by_id.values()),
            prompt_memory=sum(resident.prompt_bytes for resident in self._by_id.values()),
            vision_memory=sum(it.items.nbytes + it.features.nbytes for it in parts),
            vision_hits=sum(it.features.hits for it in parts),
            vision_misses=sum(it.features.misses for it in parts),
            kv_saved=saved + sum(resident.saved for resident in self._by_id.values()),
        )
