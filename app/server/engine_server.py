"""A server with an engine of its own, without a window."""

import itertools
from typing import TYPE_CHECKING

from app.server.calls import QUIET, EngineCalls
from app.server.catalog import Catalog
from app.server.guard import Access
from app.server.server import Server
from engine.engine import Engine
from engine.messages import Event

if TYPE_CHECKING:
    from collections.abc import Callable


class EngineServer:
    """`engine` and `server` are started and stopped by whoever makes this. `listeners` get every
    event, on the engine's thread."""

    def __init__(
        self,
        catalog: Catalog,
        access: Access,
        *,
        memory_limit: int | None = None,
        quiet: float = QUIET,
    ) -> None:
        numbers = itertools.count(1)
        self.engine = Engine(self._emit, memory_limit=memory_limit)
        calls = EngineCalls(self.engine.submit, lambda: next(numbers), quiet=quiet)
        self.server = Server(calls, catalog, access)
        self.listeners: list[Callable[[Event], None]] = [calls.post]

    def _emit(self, event: Event) -> None:
        for listener in tuple(self.listeners):
            listener(event)
