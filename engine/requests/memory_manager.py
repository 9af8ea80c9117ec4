"""The decisions about memory: who may reserve it, and what is evicted for a request."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

from engine.disk_cache.disk_cache import DiskCache
from engine.machines import group
from engine.messages import EngineStats, ModelProfile, RecipeOffer
from engine.models import kv_cache
from engine.models.device_memory import models_limit, most_memory
from engine.models.model_source import ModelSource
from engine.requests.job import Job
from engine.requests.job_queue import JobQueue
from engine.requests.ledger import Ledger, LoadNeed, RowNeed
from engine.requests.memory_refusals import large_conversion, large_row, large_weights, no_room
from engine.requests.residents import Evictable, Resident, Residents
from engine.requests.stopped_replies import StoppedReplies
from engine.sentences import say, say_size


class MemoryManager:
    """Grants memory in the order in which requests arrived, and evicts what nobody uses now: cached
    prompts and images of models, then the caches of stopped replies, then idle models, then what
    replies have for drafts.

    A `limit` of None is what the device can give. `profiles` are those that a person has chosen, by
    model; a model without one has the defaults. `evicted` are the models that were evicted since
    the scheduler last announced it.
    """

    def __init__(
        self,
        jobs: JobQueue,
        limit: int | None,
        profiles: Mapping[str, ModelProfile] | None = None,
        disk: DiskCache | None = None,
    ) -> None:
        self.profiles = {} if profiles is None else profiles
        self.ledger = Ledger(models_limit(limit))
        self.models = Residents(self.ledger, disk)
        self.stopped = StoppedReplies()
        self.evicted: deque[str] = deque()
        self._jobs = jobs
        self._chosen, self._limit = limit, self.ledger.limit
        self._loading: set[str] = set()

    @property
    def free_bytes(self) -> int:
        """Bytes that are neither reserved nor cached. Negative if caches hold reserved bytes."""
        return self.ledger.unreserved - self.cached_bytes

    @property
    def cached_bytes(self) -> int:
        """Bytes of everything that can be evicted, except for idle models."""
        cached = sum(cache.nbytes for cache in (*self.models.caches, self.stopped))
        return cached + sum(job.held_bytes for job in self._unreserved())

    def reserve_row(self, job: Job, resident: Resident, need: RowNeed) -> str:
        """Return "" once the memory of a row is reserved, else a sentence why the request waits.

        Raises Refused for a row that never fits beside the weights of its model.
        """
        request_id, info = job.request_id, resident.model.info
        if not info.batched and not self.ledger.has_row(request_id) and not self._is_next(job):
            return say("{model} answers one request at a time.", model=info.name)
        return self.reserve(request_id, need)

    def spare_beside(self, need: RowNeed) -> int:
        """Return the bytes that may be reserved beside a need, only to be faster: what is free, or
        a part of what is cached."""
        left = self.ledger.unreserved - self.ledger.size_of(need)
        return max(left - self.cached_bytes, left // 4)

    def affordable(self, request_id: int, need: RowNeed) -> RowNeed:
        """Return the need of a row, without drafting, or without drafting and skimming, if the
        memory for that is not there now: no reply waits or is refused for what would only make it
        faster."""
        plain = replace(need, drafting=0)
        options = need, plain, replace(plain, skimming=0)
        return next((it for it in options if self.ledger.has_room(request_id, it)), options[-1])

    def reserve(self, request_id: int, need: RowNeed) -> str:
        """Reserve the memory of a row that may be batched, as `reserve_row`."""
        if self.ledger.row_of(request_id) == need:
            return ""
        self.ledger.cancel(request_id)
        size = self.ledger.size_of(need)
        cost = self.ledger.costs[need.model_id]
        if size > max(0, self.ledger.limit - cost.weights):
            raise large_row(cost, need, size, self.ledger.limit)
        return self._reserve(request_id, need, size)

    def reserve_weights(self, request_id: int, source: ModelSource) -> str:
        """Return "" once the model may be loaded, else a sentence why the request waits. Raises
        Refused for a model that never fits."""
        limit = self._limit_for(source.model_id)
        room = min(limit, self._most)
        if source.load_bytes > room:
            raise large_weights(source, room, limit, chosen=room == self._chosen)
        self._update_limit()
        return self._reserve(request_id, LoadNeed(source.load_bytes), source.load_bytes)

    def is_loading(self, model_id: str) -> bool:
        """Return True if a request brings the model into memory, or waits for room to do so."""
        return model_id in self._loading

    @contextmanager
    def loading(self, model_id: str) -> Iterator[None]:
        """Keep other requests from loading the same model meanwhile."""
        self._loading.add(model_id)
        try:
            yield
        finally:
            self._loading.discard(model_id)
            self._update_limit()

    def _update_limit(self) -> None:
        """Set the limit for the models that are in memory or being loaded."""
        present = (it.model.info.model_id for it in self.models)
        self.ledger.limit = self._limit_for(*present, *self._loading)

    def _limit_for(self, *model_ids: str) -> int:
        """Return the limit while these models are in memory: all memory of the machine if a person
        wants one of them loaded whatever the limit."""
        profiles = (self.profiles.get(it) for it in model_ids)
        anyway = any(it is not None and it.anyway for it in profiles)
        return max(self._limit, self._most) if anyway else self._limit

    @property
    def _most(self) -> int:
        """The bytes that the system could give at all; in a group, the limit that its machines
        agreed on, since they must decide alike."""
        return self._limit if group.joined() else most_memory()

    def check_room(self, source: ModelSource) -> None:
        """Raise Refused if the model cannot be loaded beside those in memory."""
        self._update_limit()
        free = max(0, self.free_bytes)
        if source.load_bytes > free:
            raise no_room(source, free)

    def end_load(self, request_id: int, model_id: str) -> None:
        """Cancel the reservation of a load; requests that waited for the model go first."""
        self.ledger.cancel(request_id)
        self._jobs.promote(model_id)

    def reserve_conversion(
        self, request_id: int, name: str, offer: RecipeOffer, others: Iterable[RecipeOffer]
    ) -> str:
        """Return "" once the memory of a conversion is reserved, else a sentence why it waits.
        Raises Refused for one that never fits, with what would fit of the `others`."""
        if offer.memory > self.ledger.limit:
            limit = self.ledger.limit
            raise large_conversion(name, offer, others, limit, chosen=limit == self._chosen)
        return self._reserve(request_id, LoadNeed(offer.memory), offer.memory)

    def free_up(self) -> None:
        """Evict cached prompts and images until all reserved bytes are there."""
        while self.free_bytes < 0 and self._evict_from(self.models.caches):
            pass

    def evict_for(self, request_id: int) -> bool:
        """Evict one thing for a request. Return True if there was one."""
        return (
            self._evict_from((*self.models.caches, self.stopped))
            or self._evict_waiting(request_id)
            or self._evict_model(request_id)
            or self._stop_drafting()
        )

    def unload(self, model_id: str) -> None:
        """Unload a model. Its requests that have no memory reserved start over in their turn."""
        try:
            for job in self._jobs.not_decoding:
                if job.model_id == model_id:
                    self._restart(job)
            self.stopped.release_model(model_id)
        finally:
            self.models.unload(model_id)
            self._update_limit()

    def add_to(self, stats: EngineStats) -> EngineStats:
        """Return the stats with all numbers about memory."""
        stopped = [generation for generation in self.stopped if generation.held_bytes]
        prefilling = [job.generation for job in self._jobs if job.generation]
        rows = (generation.row for generation in (*stopped, *prefilling))
        saved = sum(kv_cache.saved(row.cache) for row in rows if row is not None)
        return self.models.add_memory(stats, saved)

    # --- reservations -------------------------------------------------------------------------

    def _reserve(self, request_id: int, need: RowNeed | LoadNeed, size: int) -> str:
        own = need.model_id if isinstance(need, RowNeed) else ""
        if kept := self._kept_instead(own, size):
            # Only a person can free this memory, so nobody waits behind this request.
            self.ledger.stand_aside(request_id)
            return kept
        if not self.ledger.wait(request_id):
            return say("Waiting for memory, behind an earlier question.")
        while not self._fits(request_id, need):
            free = max(0, self.free_bytes)
            if not self.evict_for(request_id):
                return say(
                    "Waiting for running answers to end: needs {needed} of memory, {free} is free.",
                    needed=say_size(size),
                    free=say_size(free),
                )
        return ""

    def _kept_instead(self, own: str, size: int) -> str:
        """Return a sentence if `size` bytes, beside the model `own`, are never free as long as
        other models are kept loaded; else ""."""
        costs = self.ledger.costs
        kept = [it for it in costs if it != own and self._is_kept(it)]
        taken = sum(cost.weights for it, cost in costs.items() if it in (*kept, own))
        free = max(0, self.ledger.limit - taken)
        if not kept or size <= free:
            return ""
        names = [it.model.info.name for it in self.models if it.model.info.model_id in kept]
        return say(
            "Waiting for memory: {needed} is needed, {free} is free. Unload a model that is "
            "kept loaded: {models}.",
            needed=say_size(size),
            free=say_size(free),
            models=", ".join(names),
        )

    def _is_kept(self, model_id: str) -> bool:
        profile = self.profiles.get(model_id)
        return profile is not None and profile.kept

    def _fits(self, request_id: int, need: RowNeed | LoadNeed) -> bool:
        """Reserve the bytes if they are free."""
        self.ledger.reserve(request_id, need)
        if self.free_bytes >= 0:
            return True
        self.ledger.cancel(request_id)
        self.ledger.wait(request_id)
        return False

    def _is_next(self, job: Job) -> bool:
        """Return True if no other request runs on the job's model, and none came before."""
        replies = (other for other in self._jobs if other.generation is not None)
        first = next((other for other in replies if other.model_id == job.model_id), job)
        return first is job and not self.ledger.is_in_use(job.model_id)

    # --- eviction -----------------------------------------------------------------------------

    def _evict_from(self, caches: Iterable[Evictable]) -> bool:
        """Evict from the first cache that has anything."""
        if not any(cache.evict() for cache in caches):
            return False
        self.models.free_buffers()
        return True

    def _evict_waiting(self, request_id: int) -> bool:
        """Restart another request that waits to continue a stopped reply, and holds its cache."""
        for job in self._unreserved():
            if job.request_id != request_id and job.held_bytes:
                self._restart(job)
                self.models.free_buffers()
                return True
        return False

    def _evict_model(self, request_id: int) -> bool:
        """Evict an idle model, but none that is kept or that an earlier request needs: two waiting
        requests would otherwise take it from each other forever."""
        needed = set()
        for job in self._jobs:
            if not self.ledger.is_aside(job.request_id):
                needed.add(job.model_id)
            if job.request_id == request_id:
                break
        idle = [it for it in self.models.idle if it not in needed and not self._is_kept(it)]
        if idle:
            try:
                self.unload(idle[0])
            finally:
                self.evicted.append(idle[0])
        return bool(idle)

    def _stop_drafting(self) -> bool:
        """Take the memory back that replies have for drafts. Return True if there was any."""
        drafting = [job for job in self._jobs if self.ledger.end_drafting(job.request_id)]
        for job in drafting:
            if job.generation is not None:
                job.generation.stop_drafting()
        return bool(drafting)

    def _restart(self, job: Job) -> None:
        job.restart()
        self.ledger.cancel(job.request_id)

    def _unreserved(self) -> list[Job]:
        """The requests that have no row reserved yet."""
        return [job for job in self._jobs.not_decoding if not self.ledger.has_row(job.request_id)]
