"""Decode speed of the whole path (engine, detokenizer, router, events) against a bare loop over the
same model, and of 4, 8 and 32 rows against mlx-lm's BatchGenerator; in turns in one process,
without garbage collection for any of them.

uv run python tests/bench/decode.py [--quick] [--4b]      --4b: a random bf16 model of Qwen3-4B's
shape, 973 prompt and 512 new tokens, for a GPU
"""

import argparse
import gc
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import mlx.core as mx
from mlx_lm.generate import BatchGenerator

from engine.checkpoints import guard
from engine.engine import Engine
from engine.messages import (
    Abort,
    ChatMessage,
    Event,
    Finished,
    Generate,
    LoadModel,
    SamplingParams,
)
from tests.bench import random_model

CHUNK = 512
ROWS = (4, 8, 32)
# Tokens of a row that does not end while it is measured.
ENDLESS = 4096


class Race:
    """A model loaded once by the engine and shared with the loop it is compared with."""

    def __init__(self, folder: Path, prompt: int, new: int) -> None:
        self.folder = str(folder)
        self.new = new
        self.events: list[Event] = []
        self.engine = Engine(self.events.append)
        self.run(LoadModel(1, self.folder))
        self._scheduler = self.engine._scheduler
        assert self._scheduler is not None
        resident = next(iter(self._scheduler._models))
        self.model, self._decoder = resident.model, resident.decoder
        self._network: Any = vars(self.model.adapter)["_model"]
        # One byte is one token. Rows differ, so that none profits from another.
        self.prompts = [chr(48 + row) * prompt for row in range(max(ROWS))]
        self.ids = [self.model.tokenizer.encode(text) for text in self.prompts]
        assert {len(ids) for ids in self.ids} == {prompt}

    def run(self, *commands) -> None:
        self.events.clear()
        for command in commands:
            self.engine.submit(command)
        while not self.engine.idle:
            self.engine.step()

    def ours_alone(self) -> float:
        """Return tokens per second after the first."""
        self.run(self._request(0, self.new))
        done = next(event for event in self.events if isinstance(event, Finished))
        assert done.usage.generated == self.new, done
        return (self.new - 1) / done.timings.decode

    def bare(self) -> float:
        """Return the same for a loop that only calls the model, one step ahead of the tokens."""
        network, ids = self._network, self.ids[0]
        cache = self.model.adapter.new_cache()
        for start in range(0, len(ids) - 1, CHUNK):
            network(mx.array(ids[start : min(start + CHUNK, len(ids) - 1)])[None], cache=cache)
            mx.eval([entry.state for entry in cache])
        token = mx.argmax(network(mx.array(ids[-1:])[None], cache=cache)[:, -1], axis=-1)
        mx.async_eval(token)
        started = 0.0
        for _ in range(self.new):
            following = mx.argmax(network(token[None], cache=cache)[:, -1], axis=-1)
            mx.async_eval(following)
            token.item()
            started = started or time.perf_counter()
            token = following
        return (self.new - 1) / (time.perf_counter() - started)

    def ours_together(self, rows: int) -> float:
        """Return tokens per second of all rows, in `new` steps from the one in which the last row
        joined."""
        self.events.clear()
        for row in range(rows):
            self.engine.submit(self._request(row, ENDLESS))
        while len(self._decoder.rows) < rows:
            self.engine.step()
        started = time.perf_counter()
        for _ in range(self.new):
            self.engine.step()
        seconds = time.perf_counter() - started
        assert len(self._decoder.rows) == rows, "a row ended"
        self.run(*(Abort(10 + row) for row in range(rows)))
        return self.new * rows / seconds

    def batch_generator(self, rows: int) -> float:
        """Return the same for mlx-lm's BatchGenerator."""
        generator = BatchGenerator(
            self._network,
            stop_tokens=[list(self.model.stop_ids)],
            max_tokens=ENDLESS,
            prefill_step_size=CHUNK,
        )
        generator.insert(self.ids[:rows], [ENDLESS] * rows)
        detokenizers: dict[int, Any] = {}
        count, steps, started = 0, 0, 0.0
        while steps < self.new:
            _, found = generator.next()
            for response in found:
                detokenizer = detokenizers.setdefault(
                    response.uid, self.model.tokenizer.detokenizer
                )
                detokenizer.add_token(response.token)
            if started:
                steps, count = steps + 1, count + len(found)
            elif len(detokenizers) == rows:
                started = time.perf_counter()
        seconds = time.perf_counter() - started
        generator.close()
        return count / seconds

    def _request(self, row: int, tokens: int) -> Generate:
        question = (ChatMessage("user", self.prompts[row]),)
        return Generate(10 + row, self.folder, question, SamplingParams(max_tokens=tokens))


def pairs(rounds: int, mine, theirs) -> tuple[float, float, float]:
    """Return the median speeds, and the median ratio of consecutive runs."""
    mine()
    theirs()
    found = []
    for number in range(rounds):
        # The order alternates, so that a machine that slows down favors neither.
        if number % 2:
            b, a = theirs(), mine()
        else:
            a, b = mine(), theirs()
        found.append((a, b))
    ours, others = zip(*found, strict=True)
    ratio = statistics.median(a / b for a, b in found)
    return statistics.median(ours), statistics.median(others), ratio


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--4b", dest="large", action="store_true")
    args = parser.parse_args()
    # The engine collects nothing while rows decode, and the others are not to be slower for it.
    gc.disable()
    shape = random_model.QWEN3_4B if args.large else random_model.SMALL
    dtype = mx.bfloat16 if args.large else mx.float32
    prompt, new = (973, 512) if args.large else (16, 14) if args.quick else (64, 128)
    rounds = 2 if args.quick else 5 if args.large else 12
    rounds_of_rows = 1 if args.quick else 5
    with tempfile.TemporaryDirectory() as folder:
        guard.OUR_FOLDERS.append(Path(folder).resolve())
        parameters = random_model.make_random_model(Path(folder) / "random", shape, dtype)
        race = Race(Path(folder) / "random", prompt, new)
        print(f"{parameters / 1e6:.0f} million parameters, {mx.default_device()}")
        mine, bare, ratio = pairs(rounds, race.ours_alone, race.bare)
        print(f"1 row: engine {mine:.1f} tok/s, bare loop {bare:.1f} tok/s: {ratio:.3f}")
        figure = {"ratio": round(ratio, 3), "engine": round(mine, 1), "bare": round(bare, 1)}
        for rows in ROWS[:2] if args.quick else ROWS:
            mine, other, ratio = pairs(
                rounds_of_rows,
                lambda n=rows: race.ours_together(n),
                lambda n=rows: race.batch_generator(n),
            )
            print(f"{rows} rows: engine {mine:.1f}, BatchGenerator {other:.1f}: {ratio:.3f}")
            figure |= {f"rows_{rows}": round(ratio, 3), f"rows_{rows}_engine": round(mine, 1)}
        race.engine.close()
    print(json.dumps(figure))


if __name__ == "__main__":
    main()
