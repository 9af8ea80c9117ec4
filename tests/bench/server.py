"""Tokens a second over the local server against the engine alone, for one stream and for eight at
once, and the time to the first byte. The client is a process of its own.

uv run python tests/bench/server.py [--quick] [--4b]      --4b: as in decode.py, for a GPU

`ratio` is that of the worse of both, the median of pairs that alternate.
"""

import argparse
import asyncio
import itertools
import json
import multiprocessing
import statistics
import sys
import tempfile
import threading
import time
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import httpx2
import mlx.core as mx

from app.server.catalog import Catalog, Served
from app.server.engine_server import EngineServer
from app.server.guard import Access
from engine.messages import (
    ChatMessage,
    Delta,
    Event,
    Failed,
    Finished,
    Generate,
    SamplingParams,
)
from tests.bench import random_model

TOKEN = "a-token-for-the-bench"
QUESTION = "Count the stars, and tell me of each of them."
# Far from those of the server.
FIRST_ID = 1_000_000


@dataclass(frozen=True)
class Timed:
    """Generated tokens and seconds of all streams, and the seconds to the first text."""

    tokens: int
    seconds: float
    first: float

    @property
    def speed(self) -> float:
        return self.tokens / self.seconds


class Bench:
    """A server before an engine, which can also be asked without it."""

    def __init__(self, folder: Path, tokens: int) -> None:
        self._model, self._tokens = str(folder), tokens
        self._ids = itertools.count(FIRST_ID)
        both = EngineServer(Catalog([Served("bench", self._model)]), Access(TOKEN))
        self._engine, self._server, self._listeners = both.engine, both.server, both.listeners
        self._engine.start()
        self._url = f"http://127.0.0.1:{self._server.start(0)}/v1/chat/completions"

    def alone(self, streams: int) -> Timed:
        """Ask the engine; its events are taken on its thread."""
        waiting = {next(self._ids) for _ in range(streams)}
        numbers, done = sorted(waiting), threading.Event()
        generated, firsts = [], []

        def take(event: Event) -> None:
            if getattr(event, "request_id", 0) not in waiting:
                return
            if isinstance(event, Delta):
                firsts.append(time.perf_counter())
            elif isinstance(event, Finished | Failed):
                assert isinstance(event, Finished), event
                generated.append(event.usage.generated)
                waiting.discard(event.request_id)
                if not waiting:
                    done.set()

        self._listeners.append(take)
        sampling = SamplingParams(temperature=0.0, max_tokens=self._tokens)
        began = time.perf_counter()
        for number in numbers:
            asked = (ChatMessage("user", QUESTION),)
            self._engine.submit(Generate(number, self._model, asked, sampling))
        done.wait()
        seconds = time.perf_counter() - began
        self._listeners.remove(take)
        return Timed(sum(generated), seconds, firsts[0] - began)

    def served(self, streams: int, clients: Executor) -> Timed:
        """Ask the server, from the client's process."""
        return clients.submit(ask, self._url, streams, self._tokens).result()

    def close(self) -> None:
        self._server.stop(10)
        self._engine.stop(20)


def ask(url: str, streams: int, tokens: int) -> Timed:
    """Read streams of the server at once. Runs in the client's process."""
    return asyncio.run(_ask(url, streams, tokens))


async def _ask(url: str, streams: int, tokens: int) -> Timed:
    body = {
        "model": "bench",
        "messages": [{"role": "user", "content": QUESTION}],
        "temperature": 0,
        "max_tokens": tokens,
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    firsts: list[float] = []

    async def read(client: httpx2.AsyncClient) -> int:
        generated = 0
        async with client.stream("POST", url, json=body) as response:
            async for line in response.aiter_lines():
                if '"content":"' in line:
                    firsts.append(time.perf_counter())
                if '"completion_tokens"' in line:
                    usage = json.loads(line.removeprefix("data: "))["usage"]
                    generated = usage["completion_tokens"]
        return generated

    heads = {"authorization": f"Bearer {TOKEN}"}
    async with httpx2.AsyncClient(headers=heads, timeout=600) as client:
        began = time.perf_counter()
        found = await asyncio.gather(*(read(client) for _ in range(streams)))
        seconds = time.perf_counter() - began
    return Timed(sum(found), seconds, min(firsts) - began)


def measured(bench: Bench, streams: int, pairs: int, clients: Executor) -> dict[str, float]:
    bench.served(streams, clients)
    bench.alone(streams)
    both = [(bench.served(streams, clients), bench.alone(streams)) for _ in range(pairs)]
    assert all(one.tokens == other.tokens for one, other in both), "other answers"
    return {
        "streams": streams,
        "tok_s": round(statistics.median(one.speed for one, _ in both), 1),
        "alone_tok_s": round(statistics.median(other.speed for _, other in both), 1),
        "first_ms": round(1000 * statistics.median(one.first for one, _ in both), 1),
        "alone_first_ms": round(1000 * statistics.median(other.first for _, other in both), 1),
        "ratio": round(statistics.median(one.speed / other.speed for one, other in both), 3),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--4b", dest="large", action="store_true")
    options = parser.parse_args()
    tokens, pairs = (32, 3) if options.quick else (256, 9)
    size: dict[str, Any] = random_model.QWEN3_4B if options.large else random_model.SMALL
    spawn = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as name, ProcessPoolExecutor(1, spawn) as clients:
        dtype = mx.bfloat16 if options.large else mx.float32
        random_model.make_random_model(Path(name), size, dtype)
        bench = Bench(Path(name), tokens)
        found = [measured(bench, streams, pairs, clients) for streams in (1, 8)]
        bench.close()
    for line in found:
        print(json.dumps(line))
    print(json.dumps({"ratio": min(line["ratio"] for line in found)}))


if __name__ == "__main__":
    main()
