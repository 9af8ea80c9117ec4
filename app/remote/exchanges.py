"""Exchanges with servers over HTTP: requests out, and events of what they answer.

Imported on the sender's thread: httpx2 takes long to import.
"""

import asyncio
import json
import logging
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from time import monotonic
from typing import Any

import httpx2

from app.hub.hub_client import trusted_certificates
from app.remote import anthropic_form, model_list, openai_form, pictures, problems
from app.remote.answer import Answer, broken
from app.remote.asked import Asked, Patience, Then
from app.remote.call_ids import with_call_ids
from app.remote.event_stream import EventStream, StreamTooLong
from app.remote.shortening import Shortening
from app.tools.loop_thread import in_thread
from engine import offline
from engine.errors import Refused, TooLong, reason, trace
from engine.messages import (
    Delta,
    Failed,
    Generate,
    RequestEvent,
    Waiting,
)
from engine.prompts.text_files import inlined
from engine.remote_ids import on_this_computer
from engine.sentences import Sentence, say, say_all
from ui.state.remote_servers import RemoteApi, RemoteServer

log = logging.getLogger(__name__)

MAX_ERROR, MAX_LIST, MAX_WHOLE = 64 << 10, 16 << 20, 64 << 20
# How often a request is put in another form that the server takes.
MAX_FORMS = 5
# Statuses of servers that know no field of a request.
_UNKNOWN_FIELD = (400, 422)
_FORMS = {RemoteApi.OPENAI: openai_form, RemoteApi.ANTHROPIC: anthropic_form}
_HEADERS = {"User-Agent": "Duologue", "Accept-Encoding": "identity"}
Reader = openai_form.Reader | anthropic_form.Reader


class Exchanges:
    """The requests that have not ended; on the sender's thread alone. Each gets one terminal event,
    also after `abort`."""

    def __init__(self, emit: Callable[[RequestEvent], None], patience: Patience) -> None:
        self._emit = emit
        self._patience = patience
        self._open: dict[int, tuple[Answer, asyncio.Task[None]]] = {}
        self._lists: dict[asyncio.Task[None], tuple[RemoteServer, Then]] = {}
        # By address and model, what was said of fields without which a request was then taken, and
        # until when that holds. Models of one server may know different fields.
        self._refusals: dict[tuple[str, str], tuple[float, tuple[str, ...]]] = {}

    def begin(self, asked: Asked) -> None:
        request_id = asked.request.request_id
        continues = asked.request.messages[-1].role == "assistant"
        host, key = asked.server.host, asked.key
        answer = Answer(request_id, host, secret=key, marked=not continues)
        task = asyncio.get_running_loop().create_task(self._answer(asked, answer))
        self._open[request_id] = answer, task

    def abort(self, request_id: int) -> None:
        """Tell the end at once; a connection may take a while to close."""
        if found := self._open.pop(request_id, None):
            answer, task = found
            task.cancel()
            self._emit(answer.aborted())

    def end_all(self, sentence: str) -> None:
        for task in tuple(self._lists):
            server, then = self._lists.pop(task)
            task.cancel()
            then(server, sentence)
        for request_id in tuple(self._open):
            _, task = self._open.pop(request_id)
            task.cancel()
            self._emit(Failed(request_id, sentence))

    async def wind_down(self) -> None:
        tasks = [task for _, task in self._open.values()] + list(self._lists)
        self._open.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _answer(self, asked: Asked, answer: Answer) -> None:
        """Emit the events of a request and its end."""
        request_id, kept = answer.request_id, False
        reminder = asyncio.create_task(self._remind(answer))
        try:
            async for event in self._events(asked, answer):
                kept = kept or isinstance(event, Delta)
                self._tell(event)
            ends = [*answer.end()]
        except TooLong as refusal:
            ends = [Failed(request_id, refusal.args[0], left_out=refusal.left_out)]
        except Refused as refusal:
            sentences = (refusal.args[0], problems.KEPT if kept else "")
            ends = [Failed(request_id, say_all(sentences))]
        except Exception as error:  # noqa: BLE001  each request gets its end
            log.error("a server could not be asked\n%s", trace(error))
            ends = [Failed(request_id, _fault(answer.host, error), fault=True)]
        finally:
            reminder.cancel()
        for event in ends:
            self._tell(event)
        self._open.pop(request_id, None)

    def _tell(self, event: RequestEvent) -> None:
        """Emit an event of a request that has not ended."""
        if event.request_id in self._open:
            self._emit(event)

    async def _remind(self, answer: Answer) -> None:
        """Tell how long the server has been waited for."""
        seconds = 0.0
        while not answer.begun:
            await asyncio.sleep(self._patience.remind)
            seconds += self._patience.remind
            if not answer.begun:
                said = say(
                    "Waiting for {host}, {seconds:.0f} s…", host=answer.host, seconds=seconds
                )
                self._tell(Waiting(answer.request_id, said))

    async def _events(self, asked: Asked, answer: Answer) -> AsyncIterator[RequestEvent]:
        """Yield what comes of a reply before its end, from a shorter chat if the server refuses a
        long one. Raises Refused."""
        shortening = Shortening(asked.request, asked.model.context)
        while True:
            try:
                async for event in self._reply(asked, shortening.request, answer):
                    yield event
                return
            except TooLong as refusal:
                if answer.begun:
                    raise
                if (trimmed := shortening.shorten(refusal)) is not None:
                    yield trimmed

    async def _reply(
        self, asked: Asked, request: Generate, answer: Answer
    ) -> AsyncIterator[RequestEvent]:
        form = _FORMS[asked.server.api]
        made = await in_thread(lambda: _body(asked, request))
        key = asked.server.address, request.model_id
        refusals = known = self._known_refusals(key)
        for refusal in refusals:
            made = form.simpler(made, refusal) or made
        for attempt in range(MAX_FORMS):
            async with self._response(asked.server, asked.key, form.CHAT, made) as response:
                if response.status_code == httpx2.codes.OK:
                    if refusals != known:
                        self._refusals[key] = monotonic() + self._patience.refusal, refusals
                    reader = form.Reader(answer)
                    async for event in self._read(response, reader, answer):
                        yield event
                    if not reader.complete:
                        raise Refused(problems.cut(answer.host))
                    return
                data = await _limited(response, MAX_ERROR)
                problem = _problem(response, answer.host, data, asked.key)
            refusal = data.decode("utf-8", "replace")
            simpler = form.simpler(made, refusal)
            refused = response.status_code in _UNKNOWN_FIELD
            if not refused or simpler is None or attempt == MAX_FORMS - 1:
                raise problem
            made, refusals = simpler, (*refusals, refusal)

    async def _read(
        self, response: httpx2.Response, reader: Reader, answer: Answer
    ) -> AsyncIterator[RequestEvent]:
        kind = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        if kind == "text/html":
            raise broken(answer.host)
        if kind == "application/json":
            data = await _limited(response, MAX_WHOLE)
            for event in reader.whole(data):
                yield event
            return
        try:
            async for name, data in self._pieces(response, reader):
                for event in reader.event(name, data):
                    yield event
                if reader.done:
                    return
        except StreamTooLong as error:
            raise problems.too_much_text(answer.host) from error

    async def _pieces(
        self, response: httpx2.Response, reader: Reader
    ) -> AsyncIterator[tuple[str, str]]:
        """Yield the events of a stream. After the end of the answer, what follows is only waited
        for a little."""
        stream = EventStream()
        pieces = response.aiter_bytes()
        loop = asyncio.get_running_loop()
        until: float | None = None
        while True:
            if until is None and reader.complete:
                until = loop.time() + self._patience.last
            try:
                async with asyncio.timeout_at(until):
                    piece = await anext(pieces)
            except StopAsyncIteration:
                break
            except (TimeoutError, httpx2.TransportError):
                if reader.complete:
                    return
                raise
            for event in stream.feed(piece):
                yield event
        for event in stream.end():
            yield event

    # --- the list of models --------------------------------------------------------------------

    def ask_models(self, server: RemoteServer, key: str, then: Then) -> None:
        task = asyncio.get_running_loop().create_task(self._list(server, key, then))
        self._lists[task] = server, then
        task.add_done_callback(lambda ended: self._lists.pop(ended, None))

    async def _list(self, server: RemoteServer, key: str, then: Then) -> None:
        self._forget_refusals(server)
        path = _FORMS[server.api].MODELS
        try:
            async with self._response(server, key, path) as response:
                data = await _limited(response, MAX_LIST)
                if response.status_code != httpx2.codes.OK:
                    raise _problem(response, server.host, data, key)
            then(server, model_list.listed_models(data, server.host))
        except Refused as refusal:
            then(server, refusal.args[0])
        except Exception as error:  # noqa: BLE001  a test gets its end
            log.error("the models of a server could not be listed\n%s", trace(error))
            then(server, _fault(server.host, error))

    def _known_refusals(self, key: tuple[str, str]) -> tuple[str, ...]:
        until, refusals = self._refusals.get(key, (0.0, ()))
        return refusals if monotonic() < until else ()

    def _forget_refusals(self, server: RemoteServer) -> None:
        """Send all fields again: the server may have been updated."""
        kept = {it: said for it, said in self._refusals.items() if it[0] != server.address}
        self._refusals = kept

    # --- the connection ------------------------------------------------------------------------

    @asynccontextmanager
    async def _response(
        self, server: RemoteServer, key: str, path: str, body: dict[str, Any] | None = None
    ) -> AsyncIterator[httpx2.Response]:
        """Open a path of a server, with a `body` by POST. Redirects are not followed, since the key
        would go to the other address. Raises Refused."""
        if offline.is_strict():
            raise Refused(problems.STRICT)
        content = None if body is None else await in_thread(lambda: _encoded(body))
        headers = _HEADERS | _FORMS[server.api].headers(key)
        if content is not None:
            headers["Content-Type"] = "application/json"
        patience = self._patience
        timeout = httpx2.Timeout(patience.silence, connect=patience.connect)
        context = await in_thread(trusted_certificates)
        try:
            async with (
                # a client for each request: a server must not follow people by its cookies
                httpx2.AsyncClient(
                    timeout=timeout,
                    verify=context,
                    follow_redirects=False,
                    trust_env=not on_this_computer(server.address),
                ) as client,
                client.stream(
                    "GET" if content is None else "POST",
                    server.address + path,
                    content=content,
                    headers=headers,
                ) as response,
            ):
                yield response
        except (httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError, OSError) as error:
            self._forget_refusals(server)
            raise self._named(error, server.host) from error

    def _named(self, error: Exception, host: str) -> Refused:
        if offline.is_strict():
            return Refused(problems.STRICT)
        causes = [*_causes(error)]
        if any(isinstance(it, ssl.SSLCertVerificationError) for it in causes):
            return Refused(problems.untrusted(host))
        if isinstance(error, httpx2.ReadTimeout):
            return Refused(problems.silent(host, self._patience.silence))
        if isinstance(error, httpx2.ConnectError | httpx2.ConnectTimeout | httpx2.ProxyError):
            return Refused(problems.unreachable(host))
        if isinstance(error, httpx2.InvalidURL | httpx2.UnsupportedProtocol | httpx2.DecodingError):
            return broken(host)
        return Refused(problems.cut(host))


def _body(asked: Asked, request: Generate) -> dict[str, Any]:
    """Return the body of a request. Raises Refused. Blocks while files are read."""
    form = _FORMS[asked.server.api]
    if missing := form.unsupported(request.sampling):
        raise Refused(
            "{api} servers do not support this option: {option}. Reset it in Options, then "
            "ask again.",
            api=asked.server.api.value,
            option=missing[0].replace("_", " "),
        )
    request = inlined(request)
    request = replace(request, messages=tuple(with_call_ids(request.messages)))
    found = pictures.pictures_of(request.messages)
    return form.body(request, asked.model, found)


def _encoded(body: dict[str, Any]) -> bytes:
    return json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")


def _fault(host: str, error: Exception) -> Sentence:
    return say(
        "The request to {host} failed because of a fault in Duologue: {cause}.",
        host=host,
        cause=reason(error),
    )


def _problem(response: httpx2.Response, host: str, data: bytes, key: str) -> Refused:
    wait = response.headers.get("Retry-After", "").strip()
    return problems.failure(host, response.status_code, data, key, wait)


async def _limited(response: httpx2.Response, most: int) -> bytes:
    """Return the body, or its first bytes if it is longer."""
    data = bytearray()
    async for piece in response.aiter_bytes():
        data += piece
        if len(data) >= most:
            break
    return bytes(data[:most])


def _causes(error: BaseException) -> list[BaseException]:
    found: list[BaseException] = []
    next_one: BaseException | None = error
    while next_one is not None and next_one not in found:
        found.append(next_one)
        next_one = next_one.__cause__ or next_one.__context__
    return found
