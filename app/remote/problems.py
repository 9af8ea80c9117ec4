"""Sentences for what goes wrong with a server; they say what to do."""

import re
from contextlib import suppress
from typing import Any

from engine.errors import Refused, TooLong
from engine.plain_names import plain_name
from engine.sentences import Sentence, say, say_all, verbatim
from engine.system import bounded_json

MAX_QUOTED = 300
STRICT = say(
    "Strict offline is on, so nothing is sent to a server. Turn it off in Settings › Privacy, or "
    "choose a model on this computer."
)
KEPT = say("What came so far is kept.")
# Statuses that say that a server is busy for now.
_BUSY = (408, 425, 500, 502, 503, 504, 520, 522, 524, 529)
# OpenAI's and our code; Anthropic's, vLLM's, llama.cpp's and LM Studio's sentences.
_TOO_LONG = re.compile(
    r"context[_ ](length|size|window)|prompt is too long|too many tokens|context the overflows",
    re.IGNORECASE,
)
_REFUSED = (400, 413, 422)


def bad_call(host: str, name: str) -> Refused:
    return Refused(
        "{host} sent a broken tool call: {name}. Regenerate the answer.",
        host=host,
        name=plain_name(name)[:60] or "?",
    )


def too_much_text(host: str) -> Refused:
    return Refused("{host} sent more than an answer can hold.", host=host)


def cut(host: str) -> Sentence:
    return say(
        "{host} ended the connection before the answer was complete. Try again.",
        host=host,
    )


def silent(host: str, seconds: float) -> Sentence:
    return say(
        "{host} has sent nothing for {seconds:.0f} seconds. Check that the server is running, "
        "then try again.",
        host=host,
        seconds=seconds,
    )


def unreachable(host: str) -> Sentence:
    return say(
        "Could not connect to {host}. Check that the server is running and that its address "
        "in Models › Servers is right.",
        host=host,
    )


def untrusted(host: str) -> Sentence:
    return say(
        "The certificate of {host} is not trusted, so nothing was sent. Check the address, and "
        "the date of this computer.",
        host=host,
    )


def moved(host: str) -> Sentence:
    return say(
        "{host} redirects to another address. Your key and chat are not sent there. Enter the "
        "other address in Models › Servers if you trust it.",
        host=host,
    )


def server_text(body: bytes, secret: str) -> str:
    """Return what a server says about a failure, as `quoted`; "" if it says nothing readable."""
    value: Any = None
    with suppress(ValueError):
        value = bounded_json.parsed(body)
    error = value.get("error", value) if isinstance(value, dict) else value
    if isinstance(error, dict):
        error = error.get("message") or error.get("detail") or error.get("code")
    return quoted(error, secret) if isinstance(error, str) else ""


def quoted(text: str, secret: str) -> str:
    """Return a server's words on one line. They are stored with the chat, so `secret`, the key, is
    taken out of them."""
    text = text.replace(secret, "…") if secret else text
    return plain_name(text)[:MAX_QUOTED].rstrip(".")


def failure(host: str, status: int, body: bytes, secret: str, wait: str = "") -> Refused:
    """Return the error for an answer that is no success: TooLong if the chat is. `wait` is its
    Retry-After."""
    text = server_text(body, secret)
    said = say("It says: “{text}”.", text=text) if text else ""
    if status in _REFUSED and _TOO_LONG.search(body.decode("utf-8", "replace")):
        return TooLong(say_all((_too_long(host), said)))
    return Refused(verbatim(say_all((_status_words(host, status, wait), said))))


def _too_long(host: str) -> Sentence:
    return say(
        "This chat is longer than the model at {host} takes. Start a new chat, or have the oldest "
        "messages omitted or summarized (Options).",
        host=host,
    )


def _status_words(host: str, status: int, wait: str) -> Sentence:
    if 300 <= status < 400:
        return moved(host)
    if status in (401, 403):
        return say(
            "{host} does not accept the key (error {status}). Enter the right one in Models › "
            "Servers.",
            host=host,
            status=status,
        )
    if status == 429:
        return _slow_down(host, wait)
    if status == 404:
        return say(
            "{host} does not know this model or address (error 404). Test the server in Models › "
            "Servers.",
            host=host,
        )
    if status in _BUSY:
        return say(
            "{host} has a problem or is busy (error {status}). Try again later.",
            host=host,
            status=status,
        )
    return say("{host} refused the request (error {status}).", host=host, status=status)


def _slow_down(host: str, wait: str) -> Sentence:
    if wait.isascii() and wait.isdigit() and len(wait) <= 5 and int(wait):
        return say(
            "{host} accepts no more requests for now (error 429). Try again in {seconds} seconds.",
            host=host,
            seconds=int(wait),
        )
    return say(
        "{host} accepts no more requests for now (error 429). Try again later, or check what "
        "your account there allows.",
        host=host,
    )


def stream_failure(host: str, error: object, secret: str) -> Refused:
    """Return the error for a failure that a server reports inside an answer."""
    text = error.get("message") if isinstance(error, dict) else error
    code = error.get("code") if isinstance(error, dict) else ""
    if _TOO_LONG.search(f"{code} {text}"):
        return TooLong(_too_long(host))
    if not isinstance(text, str) or not text.strip():
        return Refused("{host} stopped with an error. Try again later.", host=host)
    return Refused(
        "{host} stopped with an error. It says: “{text}”.",
        host=host,
        text=quoted(text, secret),
    )
