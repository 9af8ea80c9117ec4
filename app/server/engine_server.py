"""A server with an engine of its own, without a window."""

import itertools
from typing import TYPE_CHECKING

from app.machines.group_router import GroupRouter
from app.server.calls import QUIET, EngineCalls
from app.server.catalog import Catalog
from app.server.guard import Access
from app.server.server import Server
from engine.engine import Engine
from engine.messages import Event

if TYPE_CHECKING:
    from collections.abc import Callable


class EngineServer:
    """`start` and `stop` it; without that, `engine` and `server` may be. `machines` run the models
    `spread`, by id, together with this computer. `listeners` get every event, on the thread of the
    engine or of the group."""

    def __init__(
        self,
        catalog: Catalog,
        access: Access,
        *,
        memory_limit: int | None = None,
        quiet: float = QUIET,
        machines: tuple[str, ...] = (),
        spread: tuple[str, ...] = (),
    ) -> None:
        numbers = itertools.count(1)
        self.engine = Engine(self._emit, memory_limit=memory_limit)
        self.router = GroupRouter(machines, spread, self.engine.submit, self._emit, memory_limit)
        calls = EngineCalls(self.router.submit, lambda: next(numbers), quiet=quiet)
        self.server = Server(calls, catalog, access)
        # A client that has its answer may ask at once what is loaded.
        self.listeners: list[Callable[[Event], None]] = [catalog.note, calls.post]

    def _emit(self, event: Event) -> None:
        for listener in tuple(self.listeners):
            listener(event)
