"""Runs tools on the tools thread; each call ends with exactly one event."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from functools import partial

from app.tools.arguments import checked
from app.tools.events import ToolFinished
from app.tools.loop_thread import in_thread
from app.tools.tool import CALL_SECONDS, Tool, ToolContext, ToolError

log = logging.getLogger(__name__)

MAX_ERROR = 2_000

# Calls a server's tool with checked arguments. Raises ToolError.
ServerCall = Callable[[Tool, dict], Awaitable[str]]


class Runner:
    """Runs calls on the loop. Nothing runs after `close`."""

    def __init__(
        self,
        post: Callable[[ToolFinished], None],
        server_call: ServerCall,
        timeout: float = CALL_SECONDS,
    ) -> None:
        self._post = post
        self._server_call = server_call
        self._timeout = timeout
        self._tasks: dict[str, asyncio.Task[str]] = {}

    def begin(self, run_id: str, tool: Tool, arguments: str, context: ToolContext) -> None:
        task = asyncio.get_running_loop().create_task(self._result(tool, arguments, context))
        self._tasks[run_id] = task
        # Also called if the task is cancelled before its first step.
        task.add_done_callback(partial(self._ended, run_id, tool, time.monotonic()))

    def cancel(self, run_id: str) -> None:
        task = self._tasks.get(run_id)
        if task is not None:
            task.cancel()

    async def close(self) -> None:
        for task in self._tasks.values():
            task.cancel()
        if self._tasks:
            await asyncio.wait(list(self._tasks.values()))

    async def _result(self, tool: Tool, arguments: str, context: ToolContext) -> str:
        try:
            async with asyncio.timeout(self._timeout):
                found = await in_thread(partial(checked, arguments, tool.parameters))
                if tool.run is None:
                    return await self._server_call(tool, found)
                return await in_thread(partial(tool.run, found, context))
        except TimeoutError as error:
            raise ToolError(
                f"{tool.entry.title} gave no result within {self._timeout:g} seconds."
            ) from error

    def _ended(self, run_id: str, tool: Tool, began: float, task: asyncio.Task[str]) -> None:
        del self._tasks[run_id]
        seconds = time.monotonic() - began
        if task.cancelled():
            self._post(ToolFinished(run_id, "Error: The call was stopped.", True, seconds))
            return
        error = task.exception()
        if error is None:
            self._post(ToolFinished(run_id, task.result(), False, seconds))
            return
        if not isinstance(error, ToolError):
            log.error("%s failed", tool.entry.tool_id, exc_info=error)
            error = f"{tool.entry.title} failed: {error}"
        self._post(ToolFinished(run_id, f"Error: {str(error)[:MAX_ERROR]}", True, seconds))
