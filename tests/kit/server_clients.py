"""Clients of the local server by the hundred: those that stay for their answers, and those that
leave at a random moment. They run in a process of their own, or on a thread of a test."""

import asyncio
import gc
import json
import os
import random
import socket
import struct
import tempfile
import threading
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2

CHAT, MESSAGES, RESPONSES = "/v1/chat/completions", "/v1/messages", "/v1/responses"
COMPLETIONS, OLLAMA = "/v1/completions", "/api/chat"
PATHS = (CHAT, MESSAGES, RESPONSES, COMPLETIONS, OLLAMA)
# A whole stream ends with this, and its last event has one of the others.
_ENDS = {
    CHAT: "data: [DONE]\n\n",
    COMPLETIONS: "data: [DONE]\n\n",
    MESSAGES: '{"type":"message_stop"}\n\n',
    RESPONSES: "}\n\n",
    OLLAMA: "}\n",
}
_LAST = {OLLAMA: ('"done":true',), RESPONSES: ('"response.completed"', '"response.incomplete"')}
# How a client leaves: it closes, or its machine resets the connection.
_RESET = struct.pack("ii", 1, 0)


@dataclass
class Crowd:
    """`answers` has all that was said to a prompt at temperature 0, by API and prompt; `faults` are
    the requests that were refused, cut or failed."""

    requests: int = 0
    tokens: int = 0
    faults: list[str] = field(default_factory=list)
    answers: dict[tuple[str, str], set[str]] = field(default_factory=dict)

    @property
    def mixed(self) -> list[tuple[str, str]]:
        """The prompts to which clients got different answers."""
        return [key for key, said in self.answers.items() if len(said) > 1]


def body_of(path: str, prompt: str, tokens: int, *, stream: bool) -> dict[str, Any]:
    """Return a request in the form of an API."""
    said = [{"role": "user", "content": prompt}]
    common: dict[str, Any] = {"model": "dot", "stream": stream, "temperature": 0}
    match path:
        case "/v1/responses":
            return common | {"input": prompt, "max_output_tokens": tokens}
        case "/v1/completions":
            return common | {"prompt": prompt, "max_tokens": tokens}
        case "/api/chat":
            options = {"temperature": 0, "num_predict": tokens}
            return {"model": "dot", "messages": said, "stream": stream, "options": options}
        case _:
            return common | {"messages": said, "max_tokens": tokens}


def crowd(url: str, token: str, clients: int, seconds: float, seed: int = 0) -> Crowd:
    """Ask from so many clients at once, each again as soon as it is answered, and return what came
    back. A client asks at least once."""
    return asyncio.run(_crowd(url, token, clients, seconds, seed))


async def _crowd(url: str, token: str, clients: int, seconds: float, seed: int) -> Crowd:
    found = Crowd()
    end = asyncio.get_running_loop().time() + seconds

    async def ask(client: httpx2.AsyncClient, chance: random.Random) -> None:
        while True:
            path, stream = chance.choice(PATHS), chance.random() < 0.7
            # Few questions: some are asked twice, so that their answers can be compared.
            prompt = f"What is {chance.randrange(3)} + {chance.randrange(3)}?"
            body = body_of(path, prompt, chance.choice((4, 12, 40)), stream=stream)
            try:
                response = await client.post(path, json=body)
                _check(found, path, body, prompt, response)
            except (httpx2.HTTPError, OSError) as error:
                found.faults.append(f"{path}: {error!r}")
            found.requests += 1
            if asyncio.get_running_loop().time() >= end:
                return

    headers = {"authorization": f"Bearer {token}"}
    limits = httpx2.Limits(max_connections=clients)
    async with httpx2.AsyncClient(
        base_url=url, headers=headers, timeout=120, limits=limits
    ) as client:
        asks = (ask(client, random.Random(f"{seed} {n}")) for n in range(clients))
        await asyncio.gather(*asks)
    return found


def _check(
    found: Crowd, path: str, body: dict[str, Any], prompt: str, response: httpx2.Response
) -> None:
    text = response.text
    if response.status_code != 200:
        found.faults.append(f"{path}: {response.status_code} {text[:200]}")
        return
    if body["stream"]:
        last = text.strip().splitlines()[-1] if text.strip() else ""
        if not text.endswith(_ENDS[path]) or not any(it in last for it in _LAST.get(path, ("",))):
            found.faults.append(f"{path}: ends with {text[-200:]!r}")
            return
        objects = [
            json.loads(line.removeprefix("data: "))
            for line in text.splitlines()
            if line.startswith(("data: {", "{"))
        ]
    else:
        objects = [json.loads(text)]
    said = "".join(_said(path, it) for it in objects)
    limit = body.get("max_tokens") or body.get("max_output_tokens") or body["options"]
    found.tokens += len(said.split())
    found.answers.setdefault((path, f"{prompt} {limit}"), set()).add(said)


def _said(path: str, it: dict[str, Any]) -> str:
    """Return the text of an answer, or of one event of its stream."""
    if path == OLLAMA:
        return it["message"]["content"]
    if path == CHAT:
        parts = [c.get("delta") or c.get("message") or {} for c in it["choices"]]
        return "".join(part.get("content") or "" for part in parts)
    if path == COMPLETIONS:
        return "".join(c["text"] for c in it["choices"])
    if path == MESSAGES:
        delta = it.get("delta", {}).get("text", "")
        return delta or "".join(block.get("text", "") for block in it.get("content", ()))
    if it.get("type") == "response.output_text.delta":
        return it["delta"]
    items = it.get("output", ())
    return "".join(part["text"] for item in items for part in item.get("content") or ())


def leave(port: int, token: str, times: int, seed: int = 0, pause: float = 0.0) -> dict[str, int]:
    """Begin so many requests and leave each at a random moment, at most 16 at once. Return how many
    had sent only a part of their body, got nothing, the head, or text of a stream."""
    chance = random.Random(seed)
    met = {"body": 0, "silence": 0, "head": 0, "text": 0}
    open_: list[tuple[float, socket.socket, bytes]] = []
    for _ in range(times):
        path, stream = chance.choice(PATHS), chance.random() < 0.8
        content = json.dumps(body_of(path, "Count from 1 to 29.", 200, stream=stream)).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer {token}\r\n"
            f"content-type: application/json\r\ncontent-length: {len(content)}\r\n\r\n"
        )
        connection = socket.create_connection(("127.0.0.1", port), timeout=20)
        cut = chance.randrange(len(content)) if chance.random() < 0.1 else len(content)
        connection.sendall(head.encode() + content[:cut])
        if cut < len(content):
            met["body"] += 1
            _close(connection, chance)
        else:
            open_.append((chance.choice((0.0, 0.02, 0.2, 1.0)), connection, b""))
        if len(open_) >= 16:
            met[_left(*open_.pop(chance.randrange(16))[:2], chance)] += 1
        if pause:
            time.sleep(pause * chance.random())
    for patience, connection, _ in open_:
        met[_left(patience, connection, chance)] += 1
    return met


def _left(patience: float, connection: socket.socket, chance: random.Random) -> str:
    """Wait a little for the answer, and leave. Return what had come."""
    connection.settimeout(patience * chance.random() + 0.001)
    text = b""
    with suppress(TimeoutError, ConnectionError):
        text = connection.recv(chance.randrange(1, 3000))
    _close(connection, chance)
    if not text:
        return "silence"
    return "text" if b'"content"' in text or b"delta" in text else "head"


def _close(connection: socket.socket, chance: random.Random) -> None:
    if chance.random() < 0.5:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
    connection.close()


def traces() -> Counter[str]:
    """Return what requests may leave behind in this process, by kind: open descriptors, threads,
    running tasks of event loops, and folders for files. The threads of asyncio's pool stay."""
    gc.collect()
    found = Counter({"descriptors": len(os.listdir("/dev/fd"))})
    for thread in threading.enumerate():
        if not thread.name.startswith("asyncio_"):
            found[f"thread {thread.name}"] += 1
    for it in gc.get_objects():
        if isinstance(it, asyncio.Task) and not it.done():
            found[f"task {getattr(it.get_coro(), '__qualname__', '')}"] += 1
    pattern = f"duologue-request-{os.getpid()}-*"
    found["folders"] = len(list(Path(tempfile.gettempdir()).glob(pattern)))
    return found
