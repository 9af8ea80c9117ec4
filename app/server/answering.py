"""Turns what a client asks for into the engine's events."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, suppress
from dataclasses import replace

from app.server.asked import Asked, check_content, check_options, sampling_for, sampling_to_count
from app.server.calls import EngineCalls
from app.server.catalog import Catalog, Served
from app.server.problems import Problem, PromptTooLong, invalid
from engine.messages import (
    Aborted,
    Count,
    Counted,
    Failed,
    FailureKind,
    Generate,
    LoadModel,
    ModelInfo,
    ModelReady,
    Overflow,
    RequestEvent,
    SamplingParams,
)

# Bits of the keys and values in an 8-bit conversation cache.
KV_BITS = 8
# The codes of OpenAI's API.
_CODES = {
    FailureKind.TOO_LONG: "context_length_exceeded",
    FailureKind.MEDIA: "invalid_image",
    FailureKind.MEMORY: "insufficient_memory",
}
# Events with the number of the reply that they belong to.
Batch = list[tuple[int, RequestEvent]]


class Answering:
    """Used on the server's loop. Leaving an iterator early aborts its requests."""

    def __init__(self, calls: EngineCalls, catalog: Catalog) -> None:
        self._calls = calls
        self.catalog = catalog
        self._window_idle = asyncio.Event()
        self._window_idle.set()

    @property
    def patience(self) -> float:
        """Seconds after which a client gets a sign of life."""
        return self._calls.quiet

    def set_window_busy(self, busy: bool) -> None:
        """Hold new requests of clients while the window waits for a reply."""
        if busy:
            self._window_idle.clear()
        else:
            self._window_idle.set()

    async def replies(self, asked: Asked) -> AsyncGenerator[Batch]:
        """Load the model if necessary and yield the events of all replies; an empty list after
        some silence. Raises Problem where a reply fails."""
        served = self.catalog.find(asked.model)
        check_options(asked)
        check_content(asked)
        while not self._window_idle.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(self._calls.quiet):
                    await self._window_idle.wait()
            yield []
        loaded = None
        async with aclosing(self._loaded(served, asked.client)) as loads:
            async for info in loads:
                loaded = info
                yield []
        assert loaded is not None
        kv_bits = KV_BITS if served.in_8_bit and loaded.kv_8bit_bytes else 0
        sampling = _valid(lambda: sampling_for(asked, loaded))
        makers = [
            _maker(asked, served, _seeded(sampling, number), kv_bits)
            for number in range(asked.count)
        ]
        merged = (
            _one(self._events(makers[0], asked))
            if len(makers) == 1
            else self._merged(makers, asked)
        )
        async with aclosing(merged) as batches:
            async for batch in batches:
                yield batch

    async def load(self, served: Served, client: str) -> None:
        """Load a model unless it is loaded. Raises Problem."""
        await self._window_idle.wait()
        async with aclosing(self._loaded(served, client)) as loads:
            async for _ in loads:
                pass

    async def count(self, asked: Asked) -> int:
        """Return the number of tokens of a prompt; no model is loaded for it. Raises Problem."""
        served = self.catalog.find(asked.model)
        check_options(asked)
        thinks = served.thinking or not served.context
        make = _maker(asked, served, _valid(lambda: sampling_to_count(asked, thinks=thinks)))
        command = self._calls.run(lambda number: Count(number, make(number), always=True))
        async with aclosing(command) as batches:
            async for batch in batches:
                for event in batch:
                    if isinstance(event, Counted):
                        return event.tokens
                    _check(event, asked)
        raise invalid("The tokens of this prompt cannot be counted.")

    async def _loaded(self, served: Served, client: str) -> AsyncGenerator[ModelInfo | None]:
        """Yield None while the model loads, and then its facts. Raises Problem."""
        evicts = self.catalog.evicts

        def load(number: int) -> LoadModel:
            return LoadModel(number, served.model_id, evicts)

        async with aclosing(self._calls.run(load, client)) as batches:
            async for batch in batches:
                last = batch[-1] if batch else None
                if isinstance(last, ModelReady):
                    self.catalog.learn(served, last.model)
                    yield last.model
                    return
                if isinstance(last, Failed):
                    raise Problem(503 if not last.fault else 500, last.message, "model_not_loaded")
                if isinstance(last, Aborted):
                    raise _unloaded()
                yield None

    async def _events(
        self, make: Callable[[int], Generate], asked: Asked
    ) -> AsyncGenerator[list[RequestEvent]]:
        async with aclosing(self._calls.run(make, asked.client)) as batches:
            async for batch in batches:
                for event in batch:
                    _check(event, asked)
                yield batch

    async def _merged(
        self, makers: list[Callable[[int], Generate]], asked: Asked
    ) -> AsyncGenerator[Batch]:
        """Yield the events of several replies as they come."""
        queue: asyncio.Queue[Batch | Exception | None] = asyncio.Queue()

        async def carry(index: int, make: Callable[[int], Generate]) -> None:
            try:
                async with aclosing(self._events(make, asked)) as batches:
                    async for batch in batches:
                        queue.put_nowait([(index, event) for event in batch])
                queue.put_nowait(None)
            except Exception as error:  # noqa: BLE001  it is raised again below
                queue.put_nowait(error)

        tasks = [asyncio.create_task(carry(*pair)) for pair in enumerate(makers)]
        try:
            running = len(tasks)
            while running:
                batch = await queue.get()
                if isinstance(batch, Exception):
                    raise batch
                if batch is None:
                    running -= 1
                else:
                    yield batch
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def _one(events: AsyncGenerator[list[RequestEvent]]) -> AsyncGenerator[Batch]:
    async with aclosing(events) as batches:
        async for batch in batches:
            yield [(0, event) for event in batch]


def _valid(make: Callable[[], SamplingParams]) -> SamplingParams:
    """Return the options of a client. Raises Problem if they are wrong."""
    try:
        return make()
    except (ValueError, TypeError) as error:
        raise invalid(str(error)) from error


def _seeded(sampling: SamplingParams, number: int) -> SamplingParams:
    """Return the options of one of several replies: the same seed would give the same reply."""
    if sampling.seed is None:
        return sampling
    return replace(sampling, seed=(sampling.seed + number) % 2**64)


def _maker(
    asked: Asked, served: Served, sampling: SamplingParams, kv_bits: int = 0
) -> Callable[[int], Generate]:
    """Return what makes the command of a reply."""
    messages, tools = asked.messages, asked.tools

    def make(request_id: int) -> Generate:
        return Generate(
            request_id,
            served.model_id,
            messages,
            sampling,
            tools,
            Overflow.TRIM if asked.trims else Overflow.REFUSE,
            # Nothing is a marker in the continuation of a raw text.
            channel_format="plain" if asked.raw else served.channel_format,
            kv_bits=kv_bits,
            # What clients ask is not saved, only their system prompt and tools.
            shares_beginning=True,
            skim=asked.skim,
            tool_choice=asked.tool_choice,
            raw=asked.raw,
        )

    return make


def _problem(failed: Failed, asked: Asked) -> Problem:
    """Return the refusal for a failure. A request that fails again in the same way is no 5xx: the
    SDKs would send it again."""
    if failed.fault:
        return Problem(500, failed.message)
    if failed.kind is FailureKind.TOO_LONG and failed.context:
        return PromptTooLong(failed.tokens, failed.context, asked.name("messages"))
    if failed.kind is FailureKind.BIAS:
        # The window has another name for it.
        return invalid(failed.message.replace("Token bias", "logit_bias", 1), "logit_bias")
    if failed.kind is FailureKind.SCHEMA:
        return invalid(failed.message, asked.name("json_schema"))
    return Problem(400, failed.message, _CODES.get(failed.kind, ""))


def _check(event: RequestEvent, asked: Asked) -> None:
    """Raise Problem for an event that ends a reply without an answer."""
    if isinstance(event, Failed):
        raise _problem(event, asked)
    if isinstance(event, Aborted):
        raise _unloaded()


def _unloaded() -> Problem:
    return Problem(503, "The model was unloaded. Send the request again.")
