"""First token of a short request, asked at a random moment while a prompt of 30,000 tokens is read,
over the time that it takes alone plus one chunk of the long prompt.

uv run python tests/bench/fairness.py [--quick]
"""

import json
import random
import statistics
import sys
import tempfile
import time
from itertools import count
from pathlib import Path
from queue import SimpleQueue

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from engine.engine import Engine
from engine.messages import (
    Abort,
    Aborted,
    ChatMessage,
    Event,
    Finished,
    Generate,
    LoadModel,
    ModelReady,
    PrefillProgress,
    SamplingParams,
)
from tests.bench import random_model
from tests.kit.quick import is_quick

TINY = random_model.SMALL | {
    "hidden_size": 128,
    "num_hidden_layers": 2,
    "intermediate_size": 256,
    "num_attention_heads": 2,
    "num_key_value_heads": 1,
}
LONG, SHORT = 100, 1000


class ThreadedEngine:
    """The engine on its own thread, asked at any moment, as by a person in another chat."""

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder)
        self.chunks: list[float] = []
        self._chunk_at = 0.0
        self._numbers = count()
        self._ended: SimpleQueue[Finished | Aborted | ModelReady] = SimpleQueue()
        self.engine = Engine(self._emit)
        self.engine.start()
        self.engine.submit(LoadModel(1, self.folder))
        self._ended.get()

    def ask(self, request_id: int, tokens: int) -> None:
        # Prompts begin differently, so that none is cached.
        question = (ChatMessage("user", f"{next(self._numbers):05}" + "a" * (tokens - 5)),)
        self.engine.submit(
            Generate(request_id, self.folder, question, SamplingParams(max_tokens=1))
        )

    def ttft(self, request_id: int) -> float:
        """Return the seconds from a question to its first token."""
        self.ask(request_id, 40)
        done = self._ended.get()
        assert isinstance(done, Finished) and done.request_id == request_id, done
        return done.timings.ttft

    def stop(self) -> None:
        self.engine.submit(Abort(LONG))
        self._ended.get()
        assert self.engine.stop(60)

    def _emit(self, event: Event) -> None:
        if isinstance(event, PrefillProgress) and event.request_id == LONG:
            now = time.perf_counter()
            self.chunks.append(now - (self._chunk_at or now))
            self._chunk_at = now
        elif isinstance(event, Finished | Aborted | ModelReady):
            self._ended.put(event)


def main() -> None:
    tokens = 8_000 if is_quick(__doc__) else 30_000
    with tempfile.TemporaryDirectory() as folder:
        random_model.make_random_model(Path(folder) / "random", TINY)
        bench = ThreadedEngine(Path(folder) / "random")
        for number in range(3):
            bench.ttft(number + 10)
        alone = statistics.median(bench.ttft(number + 20) for number in range(9))
        bench.ask(LONG, tokens)
        rng = random.Random(1)
        waits, bounds = [], []
        while len(bench.chunks) < 3:
            time.sleep(0.01)
        while (len(bench.chunks) + 2) * 512 < tokens:
            time.sleep(rng.random() * bench.chunks[-1])
            waits.append(bench.ttft(SHORT + len(waits)))
            bounds.append(alone + max(bench.chunks[-2:]))
        bench.stop()
    ratios = [wait / bound for wait, bound in zip(waits, bounds, strict=True)]
    figure = {
        "ratio": round(statistics.median(ratios), 3),
        "max": round(max(ratios), 3),
        "alone_ms": round(alone * 1e3, 2),
        "behind_ms": round(statistics.median(waits) * 1e3, 2),
        "chunk_ms": round((statistics.median(bounds) - alone) * 1e3, 2),
        "requests": len(waits),
    }
    print(f"{tokens:,} tokens, {len(waits)} short requests while they were read")
    print(json.dumps(figure))


if __name__ == "__main__":
    main()
