"""First token of a short request while a prompt of 30,000 tokens is read, over the time that it
takes alone plus one chunk of the long prompt.

uv run python tests/bench/fairness.py [--quick]
"""

import argparse
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from engine.engine import Engine
from engine.messages import (
    Abort,
    ChatMessage,
    Event,
    Finished,
    Generate,
    LoadModel,
    PrefillProgress,
    SamplingParams,
)
from tests.bench import random_model

TINY = random_model.SMALL | {
    "hidden_size": 128,
    "num_hidden_layers": 2,
    "intermediate_size": 256,
    "num_attention_heads": 2,
    "num_key_value_heads": 1,
}
LONG, SHORT = 100, 1000


class Bench:
    def __init__(self, folder: Path) -> None:
        self.folder = str(folder)
        self.events: list[Event] = []
        self.engine = Engine(self.events.append)
        self.engine.submit(LoadModel(1, self.folder))
        self.drain()

    def drain(self) -> None:
        while not self.engine.idle:
            self.engine.step()

    def ask(self, request_id: int, tokens: int, new: int) -> None:
        question = (ChatMessage("user", "a" * tokens),)
        self.engine.submit(
            Generate(request_id, self.folder, question, SamplingParams(max_tokens=new))
        )

    def ttft(self, request_id: int) -> float:
        """Step until the short request has ended; the seconds to its first token."""
        self.ask(request_id, 40, 1)
        while True:
            self.engine.step()
            for event in reversed(self.events):
                if isinstance(event, Finished) and event.request_id == request_id:
                    return event.timings.ttft

    def read(self) -> int:
        done = [
            e.done for e in self.events if isinstance(e, PrefillProgress) and e.request_id == LONG
        ]
        return done[-1] if done else 0

    def chunk(self) -> float:
        """Seconds of the next chunk of the long prompt."""
        before, started = self.read(), time.perf_counter()
        while self.read() == before:
            self.engine.step()
        return time.perf_counter() - started


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    tokens = 8_000 if parser.parse_args().quick else 30_000
    with tempfile.TemporaryDirectory() as folder:
        random_model.make(Path(folder) / "random", TINY)
        bench = Bench(Path(folder) / "random")
        for number in range(3):
            bench.ttft(number + 10)
        alone = statistics.median(bench.ttft(number + 20) for number in range(9))
        bench.ask(LONG, tokens, 1)
        bench.chunk()
        waits, bounds = [], []
        while bench.read() + 3 * 512 < tokens:
            before = bench.chunk()
            # It comes while a chunk is on its way; here that is over, so the next one is meant.
            waits.append(bench.ttft(SHORT + len(waits)))
            bounds.append(alone + max(before, bench.chunk()))
        bench.engine.submit(Abort(LONG))
        bench.drain()
        bench.engine.close()
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
