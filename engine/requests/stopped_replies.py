"""Caches of replies that were stopped or cut short, for Continue; their text is in the window."""

from collections import OrderedDict
from collections.abc import Iterator

from engine.requests.generation import Generation

MAX_REPLIES = 8


class StoppedReplies:
    """Replies by the id of their last request, the one stopped first at the front. Evicting a reply
    drops its KV cache only: the prompt is prefilled again when the reply continues."""

    def __init__(self) -> None:
        self._by_id: OrderedDict[int, Generation] = OrderedDict()

    def __iter__(self) -> Iterator[Generation]:
        return iter(tuple(self._by_id.values()))

    @property
    def nbytes(self) -> int:
        return sum(generation.held_bytes for generation in self)

    def add(self, reply_id: int, generation: Generation) -> None:
        self._by_id[reply_id] = generation
        if len(self._by_id) > MAX_REPLIES:
            self._by_id.popitem(last=False)

    def take(self, reply_id: int) -> Generation | None:
        """Remove and return a reply."""
        return self._by_id.pop(reply_id, None)

    def evict(self) -> bool:
        """Drop the cache of the reply stopped first. Return True if there was one."""
        for generation in self:
            if generation.held_bytes:
                generation.release_cache()
                return True
        return False

    def release_model(self, model_id: str) -> None:
        """Drop everything that refers to a model."""
        for generation in self:
            if generation.request.model_id == model_id:
                generation.release_model()

    def clear(self) -> None:
        self._by_id.clear()
