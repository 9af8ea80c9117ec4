"""The paths that are answered, each by the API that it belongs to."""

import logging
from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.routing import Route, Router

from app.server import ollama, ollama_models
from app.server.answering import Answering
from app.server.anthropic_form import MessageForm
from app.server.anthropic_input import read_messages
from app.server.catalog import model_object
from app.server.chat_form import ChatForm
from app.server.chat_input import read_chat
from app.server.completions import CompletionForm, read_completion
from app.server.exchange import Endpoint, Exchange, MakeForm, Read, Work
from app.server.fields import as_text
from app.server.guard import App, Receive, Scope, Send, headers_of, send_json, send_problem
from app.server.journal import Journal
from app.server.media import RequestFiles
from app.server.ollama import GenerateForm, OllamaForm, read_generate, read_ollama
from app.server.problems import FAULT, Problem
from app.server.responses_form import ResponseForm
from app.server.responses_input import read_response

log = logging.getLogger(__name__)

_UNKNOWN = (
    "There is no {path} here. Check the address of the server: with /v1 at its end for OpenAI's "
    "API, without it for the others."
)
_NO_EMBEDDINGS = "Duologue computes no embeddings. Choose another provider for them."


def make_app(answering: Answering, journal: Journal) -> App:
    """Return the ASGI application behind the guard."""
    models = _Models(answering)
    routes = [
        _Route("/", _home, methods=["GET", "HEAD"]),
        _Route("/v1/models", models.all, methods=["GET"]),
        _Route("/v1/models/{name:path}", models.one, methods=["GET"]),
        _post("/v1/chat/completions", answering, journal, read_chat, ChatForm),
        _post("/v1/messages", answering, journal, read_messages, MessageForm),
        _Route(
            "/v1/messages/count_tokens",
            Endpoint(answering, journal, _count_tokens),
            methods=["POST"],
        ),
        _post("/v1/responses", answering, journal, read_response, ResponseForm),
        *(
            _Route(path, Endpoint(answering, journal, work), methods=["POST"])
            for path, work in (
                ("/api/chat", _ollama("messages", read_ollama, OllamaForm)),
                ("/api/generate", _ollama("prompt", read_generate, GenerateForm)),
            )
        ),
        _Route("/api/show", Endpoint(answering, journal, _show), methods=["POST"]),
        _Route("/api/tags", models.tags, methods=["GET"]),
        _Route("/api/ps", models.running, methods=["GET"]),
        _post("/v1/completions", answering, journal, read_completion, CompletionForm),
        _Route("/api/version", _version, methods=["GET"]),
        *(
            Route(path, _missing(_NO_EMBEDDINGS))
            for path in ("/v1/embeddings", "/api/embed", "/api/embeddings")
        ),
    ]

    async def unknown(scope: Scope, receive: Receive, send: Send) -> None:
        # A person who wrote a wrong address into a program sees it in the list of requests.
        journal.refuse(headers_of(scope).get("user-agent", ""), scope["path"], 404)
        await send_problem(scope, send, Problem(404, _UNKNOWN.format(path=scope["path"])))

    return Router(routes, default=unknown)


def _post(path: str, answering: Answering, journal: Journal, read: Read, form: MakeForm) -> Route:
    async def work(exchange: Exchange) -> None:
        await exchange.answer(read, form)

    return _Route(path, Endpoint(answering, journal, work), methods=["POST"])


def _ollama(field: str, read: Read, make_form: Callable[[dict[str, Any], str], OllamaForm]) -> Work:
    """Return the work that answers, or that only loads the model if the field is empty."""

    async def work(exchange: Exchange) -> None:
        body = exchange.body
        if not ollama.only_loads(body, field):
            await exchange.answer(read, make_form)
            return
        name = as_text(body.get("model"), "model")
        model = exchange.answering.catalog.find(name)
        exchange.entry.model = model.name
        await exchange.answering.load(model, exchange.entry.client)
        await exchange.send(make_form(body, name or model.name).loaded())

    return work


async def _count_tokens(exchange: Exchange) -> None:
    with RequestFiles() as files:
        asked = read_messages(exchange.body, files)
        exchange.entry.model = exchange.answering.catalog.find(asked.model).name
        await exchange.send({"input_tokens": await exchange.answering.count(asked)})


async def _show(exchange: Exchange) -> None:
    body = exchange.body
    # Older clients say name.
    name = as_text(body.get("model") or body.get("name"), "model")
    await exchange.send(ollama_models.shown(exchange.answering.catalog.find(name)))


class _Models:
    def __init__(self, answering: Answering) -> None:
        self._answering = answering

    async def all(self, request: Request) -> "_Json":
        models = [model_object(it) for it in self._answering.catalog.models]
        return _Json(
            {
                "object": "list",
                "data": models,
                "has_more": False,
                "first_id": models[0]["id"] if models else None,
                "last_id": models[-1]["id"] if models else None,
            }
        )

    async def tags(self, request: Request) -> "_Json":
        return _Json(ollama_models.tags(self._answering.catalog.models))

    async def running(self, request: Request) -> "_Json":
        return _Json(ollama_models.running(self._answering.catalog.loaded))

    async def one(self, request: Request) -> "_Json | _Refusal":
        try:
            return _Json(model_object(self._answering.catalog.find(request.path_params["name"])))
        except Problem as problem:
            return _Refusal(problem)


class _Json:
    """A response with JSON, as an ASGI application."""

    def __init__(self, body: object) -> None:
        self._body = body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send_json(send, self._body, empty=scope["method"] == "HEAD")


class _Refusal:
    """A response with a problem, as an ASGI application."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send_problem(scope, send, self._problem)


async def _home(request: Request) -> _Json:
    return _Json({"name": "Duologue"})


async def _version(request: Request) -> _Json:
    # Clients compare it with the first version of Ollama that has what they need.
    return _Json({"version": ollama.VERSION})


def _missing(sentence: str) -> _Refusal:
    """Return the answer for a path of an API that is not served."""
    return _Refusal(Problem(404, sentence, "not_supported"))


class _Route(Route):
    """A path that refuses other methods, and tells of a fault, in the form of its API, where
    Starlette and uvicorn send a text."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.methods and scope["method"] not in self.methods:
            methods = ", ".join(sorted(self.methods))
            await send_problem(scope, send, Problem(405, f"Use {methods} here.", allow=methods))
            return
        try:
            await super().handle(scope, receive, send)
        except Exception as error:
            log.error("a request of a client failed: %s", type(error).__name__, exc_info=error)
            await send_problem(scope, send, Problem(500, FAULT))
