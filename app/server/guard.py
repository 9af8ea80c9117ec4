"""Refuses requests under other names of this machine, of web pages, and without the token."""

import hmac
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

from app.server.journal import Journal
from app.server.problems import Problem, api_of, problem_body
from app.server.reply import compact, new_id
from engine.frozen import frozen

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

# The names under which programs of this machine reach the server.
LOOPBACK = frozenset({"127.0.0.1", "localhost", "[::1]"})


@frozen
class Access:
    """`hosts` are the names under which this machine may be addressed; `origins` the web pages and
    programs with an Origin that are answered."""

    token: str
    hosts: frozenset[str] = LOOPBACK
    origins: frozenset[str] = frozenset()


class Guard:
    """An ASGI application around another one. Only the allowed origins get CORS headers: with them
    absent, the token and JSON only, a web page can neither read nor write here."""

    def __init__(self, app: App, access: Access, journal: Journal) -> None:
        self._app = app
        self._journal = journal
        self._access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        heads = headers_of(scope)
        origin = heads.get("origin", "")
        allowed = origin in self._access.origins
        if allowed:
            send = _readable_by(origin, send)
        try:
            self._check_source(heads)
            if allowed and scope["method"] == "OPTIONS":
                await _send_preflight(send, heads.get("access-control-request-headers", ""))
                return
            self._check_token(scope, heads)
        except Problem as problem:
            # A person who set up a program sees why it gets no answer.
            agent = heads.get("user-agent", "")
            self._journal.refuse(agent, scope["path"], problem.status)
            await send_problem(scope, send, problem)
            return
        await self._app(scope, receive, send)

    def _check_source(self, heads: dict[str, str]) -> None:
        host = _without_port(heads.get("host", ""))
        if host not in self._access.hosts:
            raise Problem(
                403,
                "This server does not answer to this name. Use the address that its settings show.",
            )
        origin = heads.get("origin")
        if origin is not None and origin not in self._access.origins:
            raise Problem(
                403,
                "This server does not answer this origin. Allow it under “Allowed web pages” in "
                "Duologue's settings, or with “duologue serve --origin”.",
            )
        if origin is None and heads.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            raise Problem(403, "This server does not answer web pages.")

    def _check_token(self, scope: Scope, heads: dict[str, str]) -> None:
        if scope["method"] in ("HEAD", "GET") and scope["path"] == "/":
            return
        bearer = heads.get("authorization", "")
        sent = bearer[7:] if bearer[:7].lower() == "bearer " else heads.get("x-api-key", "")
        if not hmac.compare_digest(sent.strip().encode(), self._access.token.encode()):
            raise Problem(
                401,
                "The token is missing or wrong. Send the one that Duologue's settings or “duologue "
                "serve” show.",
                "invalid_api_key",
            )
        kind = heads.get("content-type", "").partition(";")[0].strip().lower()
        # Some clients do not name it. A web page cannot omit it and the Origin as well.
        if scope["method"] == "POST" and kind not in ("application/json", ""):
            raise Problem(415, "The body must be JSON, with content-type application/json.")


def headers_of(scope: Scope) -> dict[str, str]:
    return {
        key.decode("latin-1").lower(): value.decode("latin-1") for key, value in scope["headers"]
    }


def _readable_by(origin: str, send: Send) -> Send:
    """Return a `send` whose answers a web page of this origin may read."""

    async def readable(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] += [
                (b"access-control-allow-origin", origin.encode("latin-1")),
                (b"access-control-expose-headers", b"*"),
                (b"vary", b"origin"),
            ]
        await send(message)

    return readable


async def _send_preflight(send: Send, names: str) -> None:
    """Allow a request, with the headers of these `names`: browsers ask before, without the token,
    and each SDK has headers of its own."""
    heads = [
        (b"access-control-allow-methods", b"GET, HEAD, POST"),
        (b"access-control-allow-headers", names.encode("latin-1")),
        (b"access-control-max-age", b"600"),
    ]
    await send({"type": "http.response.start", "status": 204, "headers": heads})
    await send({"type": "http.response.body", "body": b""})


def _without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdigit() else host).lower()


async def send_problem(scope: Scope, send: Send, problem: Problem) -> None:
    body = problem_body(api_of(scope["path"]), problem)
    more = [(b"allow", problem.allow.encode())] if problem.allow else []
    await send_json(send, body, problem.status, scope.get("request_id", ""), more=more)


async def send_json(
    send: Send,
    body: Any,
    status: int = 200,
    request_id: str = "",
    *,
    empty: bool = False,
    more: Iterable[tuple[bytes, bytes]] = (),
) -> None:
    content = compact(body).encode("utf-8", "surrogatepass")
    heads = response_headers("application/json", request_id)
    heads += more
    heads.append((b"content-length", str(len(content)).encode()))
    if status >= 400:
        # The SDKs send a request again that fails in the same way.
        heads.append((b"x-should-retry", b"true" if status == 503 else b"false"))
    await send({"type": "http.response.start", "status": status, "headers": heads})
    await send({"type": "http.response.body", "body": b"" if empty else content})


def response_headers(media_type: str, request_id: str = "") -> list[tuple[bytes, bytes]]:
    name = (request_id or new_id("req_")).encode()
    return [
        (b"content-type", media_type.encode()),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
        (b"request-id", name),
        (b"x-request-id", name),
    ]
