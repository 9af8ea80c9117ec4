"""One request of a client: its body is read, answered, and aborted as soon as the client leaves."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import aclosing, suppress
from dataclasses import replace
from typing import Any

from app.server.answering import Answering
from app.server.asked import Asked, skim_of
from app.server.fields import shallow_json
from app.server.guard import (
    Receive,
    Scope,
    Send,
    headers_of,
    response_headers,
    send_json,
    send_problem,
)
from app.server.journal import Entry, Journal
from app.server.media import RequestFiles
from app.server.problems import FAULT, Problem, invalid
from app.server.reply import Form, Reply, new_id
from engine.errors import Refused
from engine.messages import Delta, Finished, PrefillProgress, RequestEvent, ToolCall, ToolDelta

log = logging.getLogger(__name__)

MAX_BODY = 64 << 20
# Parsing a longer body would hold up other clients.
_LONG = 1 << 20
# nginx counts requests under this status whose client has closed the connection.
GONE = 499
_STOPPED = "Duologue's server was switched off. Switch it on, then send the request again."

Read = Callable[[dict[str, Any], RequestFiles], Asked]
MakeForm = Callable[[dict[str, Any], str], Form]
Work = Callable[["Exchange"], Coroutine[Any, Any, None]]


class Endpoint:
    """An ASGI application that answers POST requests with `work`."""

    def __init__(self, answering: Answering, journal: Journal, work: Work) -> None:
        self._answering = answering
        self._journal = journal
        self._work = work

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        heads = headers_of(scope)
        entry = self._journal.begin(heads.get("user-agent", ""), scope["path"])
        exchange = Exchange(self._answering, entry, scope, send)
        try:
            exchange.body = await _read_body(heads, receive)
            await _until_gone(self._work(exchange), receive)
        except _Gone:
            exchange.status = GONE
        except asyncio.CancelledError:
            # The server stops, and its loop ends with this task.
            await exchange.fail(Problem(503, _STOPPED))
        except Problem as problem:
            await exchange.fail(problem)
        except Refused as refusal:  # the engine is closing
            await exchange.fail(Problem(503, str(refusal)))
        except OSError:
            log.exception("a request of a client failed")
            await exchange.fail(Problem(500, "The files of this request could not be written."))
        except Exception as error:
            # Without the error's own text, which may have words of the client.
            log.error("a request of a client failed: %s", type(error).__name__, exc_info=error)
            await exchange.fail(Problem(500, FAULT))
        finally:
            self._journal.end(entry, exchange.status)


class Exchange:
    """One request, from its body to the end of its answer; `work` gets it."""

    def __init__(self, answering: Answering, entry: Entry, scope: Scope, send: Send) -> None:
        self.answering = answering
        self.entry = entry
        self.body: dict[str, Any] = {}
        self.status = 0
        self._scope = scope
        self._send = send
        self._form: Form | None = None
        self._id = scope["request_id"] = new_id("req_")

    async def answer(self, read: Read, make_form: MakeForm) -> None:
        """Answer with a reply, as a whole or streamed. Raises Problem."""
        with RequestFiles() as files:
            # Images are decoded from base64 and written.
            asked = await asyncio.to_thread(read, self.body, files)
            asked = replace(asked, client=self.entry.client, skim=skim_of(self.body))
            self.entry.model = self.answering.catalog.find(asked.model).name
            form = make_form(self.body, asked.model or self.entry.model)
            if asked.stream:
                await self._stream(asked, form)
            else:
                await self._whole(asked, form)

    async def send(self, body: Any) -> None:
        self.status = 200
        await send_json(self._send, body, request_id=self._id)

    async def fail(self, problem: Problem) -> None:
        """Tell the client of a problem: by the status, or at the end of what was sent."""
        self.status, self.entry.code = problem.status, problem.code
        with suppress(OSError):
            if self._form is None:
                await send_problem(self._scope, self._send, problem)
            else:
                await self._write(self._form.problem(problem), more=False)

    async def _whole(self, asked: Asked, form: Form) -> None:
        replies = [Reply() for _ in range(asked.count)]
        async with aclosing(self.answering.replies(asked)) as batches:
            async for batch in batches:
                for index, event in batch:
                    replies[index].add(event)
                    self._note(event)
        await self.send(form.whole(replies))

    async def _stream(self, asked: Asked, form: Form) -> None:
        loop = asyncio.get_running_loop()
        began = sent = loop.time()
        async with aclosing(self.answering.replies(asked)) as batches:
            async for batch in batches:
                for _, event in batch:
                    self._note(event)
                text = ""
                if self._form is None:
                    if not _begins(batch) and loop.time() - began < self.answering.patience:
                        # Until the prompt is processed, a refusal has a status of its own.
                        continue
                    await self._start(form)
                    text = form.begin(_progress(batch))
                text += "".join(form.add(index, event) for index, event in batch)
                if not text and loop.time() - sent >= self.answering.patience:
                    text = form.quiet()
                if text:
                    sent = loop.time()
                    await self._write(text)
        await self._write(form.end(), more=False)

    async def _start(self, form: Form) -> None:
        self._form, self.status = form, 200
        heads = response_headers(form.media_type, self._id)
        await self._send({"type": "http.response.start", "status": 200, "headers": heads})

    async def _write(self, text: str, *, more: bool = True) -> None:
        content = text.encode("utf-8", "surrogatepass")
        await self._send({"type": "http.response.body", "body": content, "more_body": more})

    def _note(self, event: RequestEvent) -> None:
        entry = self.entry
        if isinstance(event, Finished):
            entry.prompt, entry.cached = event.usage.prompt, event.usage.cached
            entry.generated += event.usage.generated


def _begins(batch: list[tuple[int, RequestEvent]]) -> bool:
    """Return True if the prompt of a reply is being processed, or was."""
    begun = PrefillProgress | Delta | ToolDelta | ToolCall | Finished
    return any(isinstance(event, begun) for _, event in batch)


def _progress(batch: list[tuple[int, RequestEvent]]) -> PrefillProgress | None:
    return next((event for _, event in batch if isinstance(event, PrefillProgress)), None)


class _Gone(Exception):
    """The client closed its connection."""


async def _read_body(heads: dict[str, str], receive: Receive) -> dict[str, Any]:
    """Return the JSON object of a body. Raises Problem."""
    too_large = Problem(413, f"The body is larger than {MAX_BODY >> 20} MB. Send smaller files.")
    length = heads.get("content-length", "")
    if length.isdigit() and int(length) > MAX_BODY:
        raise too_large
    parts, size, more = [], 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise _Gone
        part = message.get("body", b"")
        size += len(part)
        if size > MAX_BODY:
            raise too_large
        parts.append(part)
        more = message.get("more_body", False)
    content = b"".join(parts)
    value = await asyncio.to_thread(_parsed, content) if size > _LONG else _parsed(content)
    if not isinstance(value, dict):
        raise invalid("The body is not a JSON object.")
    return value


def _parsed(content: bytes) -> Any:
    try:
        return shallow_json(content.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise invalid("The body is not JSON, or it is nested too deeply.") from None


async def _until_gone(work: Coroutine[Any, Any, None], receive: Receive) -> None:
    """Do the work, and cancel it if the client leaves: also while a model loads or a prompt is
    processed, when nothing is sent. Raises _Gone."""

    async def leave() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    task, gone = asyncio.ensure_future(work), asyncio.ensure_future(leave())
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        gone.cancel()
        if not task.done():
            task.cancel()
        await asyncio.gather(task, gone, return_exceptions=True)
    if task.cancelled():
        raise _Gone
    task.result()
