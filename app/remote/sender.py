"""The thread on which servers are asked."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.remote.asked import Asked, Patience, Then
from app.tools import loop_thread
from engine.messages import RequestEvent
from ui.state.remote_servers import RemoteServer

if TYPE_CHECKING:
    from app.remote.exchanges import Exchanges


class Sender:
    """Used from one thread; `emit` is called on the sender's. Each request gets one terminal
    event, also after `abort`."""

    def __init__(
        self, emit: Callable[[RequestEvent], None], patience: Patience | None = None
    ) -> None:
        self._emit = emit
        self._patience = patience or Patience()
        self._thread = loop_thread.LoopThread("servers")
        # On the sender's thread alone.
        self._exchanges: Exchanges | None = None

    def send(self, asked: Asked) -> None:
        self._thread.post(lambda: self._get().begin(asked))

    def abort(self, request_id: int) -> None:
        """End a request with Aborted; no effect on one that has ended."""
        self._thread.post(lambda: self._get().abort(request_id))

    def end_all(self, sentence: str) -> None:
        """Fail all requests with a sentence."""
        self._thread.post(lambda: self._get().end_all(sentence))

    def ask_models(self, server: RemoteServer, key: str, then: Then) -> None:
        """Call `then` on the sender's thread with the models of a server, or a sentence why they
        are not known."""
        self._thread.post(lambda: self._get().ask_models(server, key, then))

    def close(self, timeout: float) -> bool:
        return self._thread.close(self._wind_down, timeout)

    # --- on the sender's thread ----------------------------------------------------------------

    async def _wind_down(self) -> None:
        if self._exchanges is not None:
            await self._exchanges.wind_down()

    def _get(self) -> "Exchanges":
        from app.remote.exchanges import Exchanges  # noqa: PLC0415  httpx2 takes long to import

        self._exchanges = self._exchanges or Exchanges(self._emit, self._patience)
        return self._exchanges
