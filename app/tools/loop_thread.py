"""A thread with an asyncio loop, which runs tools or talks to servers."""

import asyncio
from collections.abc import Awaitable, Callable
from threading import Thread
from typing import Any


class LoopThread:
    """Starts at the first `post`, which also creates `loop`. To be used from one other thread."""

    def __init__(self, name: str = "tools") -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        # A daemon, so that a tool that cannot be stopped does not keep the application alive.
        self._thread = Thread(target=self._run, name=name, daemon=True)

    def post(self, function: Callable[..., Any], *arguments: Any) -> None:
        """Schedule `function` on the loop."""
        if self.loop is None:
            self.loop = asyncio.new_event_loop()
            self._thread.start()
        self.loop.call_soon_threadsafe(function, *arguments)

    def close(self, wind_down: Callable[[], Awaitable[None]], timeout: float) -> bool:
        """Await `wind_down` on the loop, then stop it. Return False if that takes longer than
        `timeout` seconds; it then continues."""
        if self.loop is None:
            return True
        if self._thread.is_alive():
            asyncio.run_coroutine_threadsafe(self._end(wind_down), self.loop)
            self._thread.join(timeout)
        return not self._thread.is_alive()

    async def _end(self, wind_down: Callable[[], Awaitable[None]]) -> None:
        try:
            await wind_down()
        finally:
            asyncio.get_running_loop().stop()

    def _run(self) -> None:
        assert self.loop is not None
        asyncio.set_event_loop(self.loop)
        try:
            self.loop.run_forever()
            self.loop.run_until_complete(self.loop.shutdown_asyncgens())
        finally:
            self.loop.close()


async def in_thread(function: Callable[[], Any]) -> Any:
    """Run `function` on a daemon thread of its own and return its result. Work that waits for a
    dead network drive cannot be stopped, only abandoned."""
    loop = asyncio.get_running_loop()
    future = loop.create_future()

    def run() -> None:
        try:
            result, error = function(), None
        except Exception as raised:  # noqa: BLE001  it is raised again where it is awaited
            result, error = None, raised
        try:
            loop.call_soon_threadsafe(_settle, future, result, error)
        except RuntimeError:
            return  # the loop is closed, so nobody waits any more

    Thread(target=run, name="tool", daemon=True).start()
    return await future


def _settle(future: asyncio.Future, result: Any, error: Exception | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)
