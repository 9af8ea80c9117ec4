"""Decode speed of the whole path (engine, detokenizer, router, events), of a bare loop over the
same model, and of mlx-lm's BatchGenerator, for 1, 4, 8 and 32 rows of one length; in turns of a few
steps in one process, without garbage collection for any of them.

uv run python tests/bench/decode.py [--quick] [--4b] [--14b] [--uneven]

--4b, --14b: a random bf16 model of that shape of Qwen3, with prompts of 973 tokens, for a GPU.
--uneven: up to eight rows are each a token shorter than the one before, so that batches are padded.
Nothing is drafted, so that a step is a token of each row; `drafts.py` measures what drafting costs.
"""

import argparse
import gc
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Generator
from dataclasses import replace
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
    Drafting,
    Event,
    Generate,
    LoadModel,
    SamplingParams,
)
from tests.bench import random_model

CHUNK = 512
# Yields before each step, with the length of the longest row.
Loop = Generator[int, None, None]
ROWS = (1, 4, 8, 32)
# Tokens of a row that does not end while it is measured, and steps before the first are timed.
ENDLESS, WARM = 4096, 4
# Steps that are timed together.
STEPS = 12


class Race:
    """A model loaded once by the engine and shared with the loop it is compared with."""

    def __init__(self, folder: Path, prompt: int, new: int, *, uneven: bool = False) -> None:
        self.folder = str(folder)
        self.new = new
        self.events: list[Event] = []
        self.engine = Engine(self.events.append)
        self.run(LoadModel(1, self.folder))
        self._scheduler = self.engine._scheduler
        assert self._scheduler is not None
        resident = next(iter(self._scheduler._models))
        self.model, self._decoder = resident.model, resident.lanes[0].decoder
        self._network: Any = vars(self.model.adapter)["_model"]
        # One byte is one token. Rows differ, so that none profits from another.
        lengths = [prompt - row % 8 * uneven for row in range(max(ROWS))]
        self.prompts = [chr(48 + row) * length for row, length in enumerate(lengths)]
        self.ids = [self.model.tokenizer.encode(text) for text in self.prompts]
        assert [len(ids) for ids in self.ids] == lengths

    def run(self, *commands) -> None:
        self.events.clear()
        for command in commands:
            self.engine.submit(command)
        while not self.engine.idle:
            self.engine.step()

    def ours(self, rows: int) -> Loop:
        """Decode rows, one step at a time, and yield the length of the longest."""
        self.events.clear()
        for row in range(rows):
            self.engine.submit(replace(self._request(row, ENDLESS), drafting=Drafting.OFF))
        while len(self._decoder.rows) < rows:
            self.engine.step()
        try:
            while True:
                yield max(row.position for row in self._decoder.rows)
                self.engine.step()
                assert len(self._decoder.rows) == rows, "a row ended"
                # The window takes them away as well.
                self.events.clear()
        finally:
            self.run(*(Abort(10 + row) for row in range(rows)))

    def bare(self, rows: int) -> Loop:
        """Do the same in a loop that only calls the model, one step ahead of the tokens."""
        caches = [self.model.adapter.new_cache() for _ in range(rows)]
        for ids, cache in zip(self.ids, caches, strict=False):
            for start in range(0, len(ids) - 1, CHUNK):
                chunk = ids[start : min(start + CHUNK, len(ids) - 1)]
                self._network(mx.array(chunk)[None], cache=cache)
                mx.eval([entry.state for entry in cache])
        cache, length = caches[0], len(self.ids[0])
        if rows > 1:
            cache = [type(each[0]).merge(list(each)) for each in zip(*caches, strict=True)]
        del caches
        token = mx.array([ids[-1] for ids in self.ids[:rows]])
        while True:
            yield length
            following = mx.argmax(self._network(token[:, None], cache=cache)[:, -1], axis=-1)
            mx.async_eval(following)
            token.tolist()
            token, length = following, length + 1

    def batch_generator(self, rows: int) -> Loop:
        """Do the same by mlx-lm's BatchGenerator."""
        generator = BatchGenerator(
            self._network,
            stop_tokens=[list(self.model.stop_ids)],
            max_tokens=ENDLESS,
            prefill_step_size=CHUNK,
        )
        generator.insert(self.ids[:rows], [ENDLESS] * rows)
        detokenizers: dict[int, Any] = {}
        length = len(self.ids[0])
        try:
            while True:
                _, found = generator.next()
                for response in found:
                    detokenizer = detokenizers.setdefault(
                        response.uid, self.model.tokenizer.detokenizer
                    )
                    detokenizer.add_token(response.token)
                if len(detokenizers) == rows:
                    yield length
                    length += 1
        finally:
            generator.close()

    def _request(self, row: int, tokens: int) -> Generate:
        question = (ChatMessage("user", self.prompts[row]),)
        return Generate(10 + row, self.folder, question, SamplingParams(max_tokens=tokens))


def measured(race: Race, rows: int, slices: int) -> dict[str, float]:
    """Print the speeds, and the ratios of slices of steps that follow one another. Return the
    same."""
    runs = {
        "engine": race.ours(rows),
        "bare": race.bare(rows),
        "batch_generator": race.batch_generator(rows),
    }
    longest = max(next(run) for run in runs.values()) + WARM
    for run in runs.values():
        while next(run) < longest:
            pass
    found: list[dict[str, float]] = []
    for number in range(slices):
        # The order alternates, so that a machine that slows down favors none.
        names = list(runs)[:: -1 if number % 2 else 1]
        found.append({name: _seconds(runs[name]) for name in names})
    for run in runs.values():
        run.close()
    speeds = {name: rows * STEPS / statistics.median(it[name] for it in found) for name in runs}
    ratios = {
        name: statistics.median(it[name] / it["engine"] for it in found)
        for name in ("bare", "batch_generator")
    }
    print(
        f"{rows:>2} rows: engine {speeds['engine']:.1f} tok/s, bare loop {speeds['bare']:.1f}: "
        f"{ratios['bare']:.3f}, BatchGenerator {speeds['batch_generator']:.1f}: "
        f"{ratios['batch_generator']:.3f}",
        flush=True,
    )
    return {
        f"rows_{rows}": round(speeds["engine"], 1),
        f"rows_{rows}_to_bare": round(ratios["bare"], 3),
        f"rows_{rows}_to_batch_generator": round(ratios["batch_generator"], 3),
    }


def _seconds(run: Loop) -> float:
    # The first step after the others' may wait for their last one.
    next(run)
    started = time.perf_counter()
    for _ in range(STEPS):
        next(run)
    return time.perf_counter() - started


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--4b", dest="b4", action="store_true")
    parser.add_argument("--14b", dest="b14", action="store_true")
    parser.add_argument("--uneven", action="store_true")
    args = parser.parse_args()
    # The engine collects nothing while rows decode, and the others are not to be slower for it.
    gc.disable()
    large = {"4b": random_model.QWEN3_4B} if args.b4 else {}
    large |= {"14b": random_model.QWEN3_14B} if args.b14 else {}
    prompt, slices = (973, 16) if large else (16, 2) if args.quick else (64, 12)
    figures: dict[str, dict[str, float]] = {}
    for name, shape in (large or {"small": random_model.SMALL}).items():
        with tempfile.TemporaryDirectory() as folder:
            guard.OUR_FOLDERS.append(Path(folder).resolve())
            path, began = Path(folder) / "random", time.perf_counter()
            dtype = mx.bfloat16 if large else mx.float32
            count = random_model.make_random_model(path, shape, dtype)
            mx.clear_cache()
            race = Race(path, prompt, ENDLESS, uneven=args.uneven)
            taken = time.perf_counter() - began
            print(
                f"{name}: {count / 1e6:,.0f} million parameters, {mx.default_device()}, made and "
                f"loaded in {taken:.0f} s",
                flush=True,
            )
            figures[name] = {}
            for rows in ROWS[:2] if args.quick else ROWS:
                figures[name] |= measured(race, rows, slices)
            race.engine.close()
            del race
            gc.collect()
            mx.clear_cache()
    ratio = min(it["rows_1_to_bare"] for it in figures.values())
    print(json.dumps({"ratio": ratio, **figures}))


if __name__ == "__main__":
    main()
