"""Passes over 0 to 8 drafts: their time, and the speed of replies where a chosen share of drafts is
accepted, beside what the time of the bare passes promises. At the end, the ratio of a reply with
drafting, none of whose drafts are right, to one without.

uv run python tests/bench/draft_widths.py [--quick] [--4b] [--14b]    --4b, --14b: for a GPU

Acceptance is forced: the choice of the model is computed, then ignored. So a rounding that changes
a token changes no figure.
"""

import argparse
import gc
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import mlx.core as mx

from engine.checkpoints import guard
from engine.drafting.pace import PassTimes, RowPace
from engine.drafting.walk import Walk
from engine.messages import Abort, Drafting, Finished
from engine.models import adapter as adapters
from engine.models.prompt import Prompt
from engine.requests.generation import Generation
from tests.bench import random_model
from tests.bench.decode import Race

DRAFTED, SHARES = (1, 2, 4, 8), (0.0, 0.3, 0.6, 0.9)
ENDLESS = 4096
WARM, COUNTED = 4, 20
# Tokens of replies in which nothing is right, and those that pass before they are timed.
REPLY, LEARNED = 384, 128


class Noise:
    """Drafts of random tokens, as many as asked for."""

    name = "model"

    def __init__(self) -> None:
        self._random = random.Random(1)

    def is_promising(self) -> bool:
        return True

    def draft(self, pending: int, count: int) -> list[int]:
        return [self._random.randrange(256) for _ in range(count)]


class Widths(Race):
    """Rows whose number of drafts is chosen, and the share of them that is accepted. `wrong`: the
    drafts of the last reply of which none was right."""

    wrong = 0

    def bare_pass(self, rows: int, width: int, *, fused: bool = False) -> float:
        """Return the seconds of a pass of the model alone over so many tokens of each row. `fused`:
        with MLX's own attention, also where the engine takes another."""
        adapter, times = self.model.adapter, list[float]()
        caches = [adapter.new_cache() for _ in range(rows)]
        prompts, at = [Prompt([]) for _ in range(rows)], len(self.ids[0])
        for ids, cache in zip(self.ids, caches, strict=False):
            mx.eval(adapter.decode_block(mx.array([ids]), [0], [Prompt([])], cache))
        cache = caches[0]
        if rows > 1:
            cache = [type(each[0]).merge(list(each)) for each in zip(*caches, strict=True)]
        fed = mx.array([self.ids[0][:width]] * rows)
        with patch.object(adapters, "block_attention", nullcontext) if fused else nullcontext():
            for count in range(WARM + COUNTED // 2):
                began = time.perf_counter()
                logits = adapter.decode_block(fed, [at + count * width] * rows, prompts, cache)
                mx.argmax(logits, axis=-1).tolist()
                times.append(time.perf_counter() - began)
        return statistics.median(times[WARM:])

    def forced(self, rows: int, drafted: int, share: float) -> tuple[float, float]:
        """Return the seconds of a pass of the engine, and tokens per second of all rows."""
        self.events.clear()
        drafting = Drafting.AUTO if drafted else Drafting.OFF
        taken, take = list[float](), Generation.take

        def counted(generation: Generation, sampled: Any) -> Any:
            taken.append(time.perf_counter())
            return take(generation, sampled)

        with _forced(drafted, share), patch.object(Generation, "take", counted):
            for row in range(rows):
                self.engine.submit(replace(self._request(row, ENDLESS), drafting=drafting))
            while len(self._decoder.rows) < rows:
                self.engine.step()
            for _ in range(WARM):
                self.engine.step()
            taken.clear()
            began = time.perf_counter()
            for _ in range(COUNTED):
                self.engine.step()
            seconds = time.perf_counter() - began
            assert len(self._decoder.rows) == rows, "a row ended"
            self.run(*(Abort(10 + row) for row in range(rows)))
        return seconds / COUNTED, len(taken) / seconds

    def unlucky(self, drafting: Drafting) -> float:
        """Return the seconds of the last tokens of a reply whose drafts are all wrong."""
        times, take = list[float](), Generation.take

        def counted(generation: Generation, sampled: Any) -> Any:
            times.append(time.perf_counter())
            return take(generation, sampled)

        # Every reply learns anew what does not pay.
        self._decoder._blocks.times = PassTimes()
        drafters = patch("engine.requests.drafting.drafters_of", lambda *_: [Noise()])
        with drafters, patch.object(Generation, "take", counted):
            self.run(replace(self._request(0, REPLY), drafting=drafting))
        [ended] = [event for event in self.events if isinstance(event, Finished)]
        self.wrong = ended.drafts.drafted
        return times[-1] - times[LEARNED]


@contextmanager
def _forced(drafted: int, share: float) -> Iterator[None]:
    """Let every pass draft so many tokens, each accepted with a chance of `share` if those before
    it are."""
    chance = random.Random(drafted)

    def walk(_: Any, logits: mx.array, block: list[int], *__: Any) -> Walk:
        likeliest: Any = mx.argmax(logits[0], axis=-1).tolist()
        kept = 1
        while kept < len(block) and chance.random() < share:
            kept += 1
        pending = mx.array(likeliest[kept - 1 : kept], dtype=mx.uint32)
        return Walk(block[:kept], [None] * kept, pending)

    def took(pace: RowPace, *_: Any) -> None:
        pace.width = drafted

    with (
        patch("engine.requests.drafting.drafters_of", lambda *_: [Noise()]),
        patch("engine.requests.block_passes.walk", walk),
        patch.object(RowPace, "width", drafted),
        patch.object(RowPace, "__init__", took),
        patch.object(RowPace, "took", took),
        patch.object(RowPace, "is_paused", False),
        patch.object(PassTimes, "is_ready", lambda *_: True),
        patch.object(PassTimes, "is_worth", lambda *_: True),
    ):
        yield


def expected(share: float, drafted: int) -> float:
    """Return the expected tokens of a pass."""
    return sum(share**count for count in range(drafted + 1))


def measured(race: Widths, rows: int, counts: Sequence[int]) -> dict[str, Any]:
    """Print one line for each number of drafts. Return the same numbers."""
    head = "  ".join(f"{share:>4.1f} (formula)" for share in SHARES)
    print(
        f"{rows} row(s): drafts, ms a bare pass (with MLX's attention), ms in the engine, speed at"
    )
    print(f"{'':>28}{head}", flush=True)
    single, figure = race.bare_pass(rows, 1), dict[str, Any]()
    plain, speed = race.forced(rows, 0, 0.0)
    print(f"{0:>3} {1e3 * single:>7.1f} {'':>8} {1e3 * plain:>7.1f}  {speed:.1f} tok/s", flush=True)
    for drafted in counts:
        bare = race.bare_pass(rows, 1 + drafted)
        fused = race.bare_pass(rows, 1 + drafted, fused=True)
        found = [race.forced(rows, drafted, share) for share in SHARES]
        taken = statistics.median(seconds for seconds, _ in found)
        gains = [each / speed for _, each in found]
        hoped = [expected(share, drafted) * single / bare for share in SHARES]
        pairs = "  ".join(f"{a:>5.2f} ({b:>5.2f})  " for a, b in zip(gains, hoped, strict=True))
        print(
            f"{drafted:>3} {1e3 * bare:>7.1f} ({1e3 * fused:>6.1f}) {1e3 * taken:>7.1f}  {pairs}",
            flush=True,
        )
        figure[f"drafts_{drafted}"] = {
            "ms": round(1e3 * taken, 2),
            "bare_ms": round(1e3 * bare, 2),
            "fused_ms": round(1e3 * fused, 2),
            "gains": [round(it, 3) for it in gains],
        }
    return figure | {"ms": round(1e3 * plain, 2), "bare_ms": round(1e3 * single, 2)}


def unlucky(race: Widths, rounds: int) -> float:
    """Return the median ratio of consecutive replies; the order alternates."""
    ratios, wrong = list[float](), list[int]()
    for number in range(rounds + 1):
        order, found = [Drafting.OFF, Drafting.AUTO], dict[Drafting, float]()
        for drafting in order if number % 2 else order[::-1]:
            found[drafting] = race.unlucky(drafting)
            wrong += [race.wrong] if drafting is Drafting.AUTO else []
        ratios.append(found[Drafting.OFF] / found[Drafting.AUTO])
    print(
        f"{wrong} drafts, none right: speed {[round(it, 3) for it in ratios]} of that without, "
        f"the first pair not counted",
        flush=True,
    )
    return round(statistics.median(ratios[1:]), 3)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--4b", dest="b4", action="store_true")
    parser.add_argument("--14b", dest="b14", action="store_true")
    parser.add_argument("--rounds", type=int, default=3, help="pairs of replies with nothing right")
    args = parser.parse_args()
    gc.disable()
    small = random_model.SMALL | ({"num_hidden_layers": 2} if args.quick else {})
    large = {"4b": random_model.QWEN3_4B} if args.b4 else {}
    large |= {"14b": random_model.QWEN3_14B} if args.b14 else {}
    figure: dict[str, Any] = {}
    for name, shape in (large or {"small": small}).items():
        with tempfile.TemporaryDirectory() as folder:
            guard.OUR_FOLDERS.append(Path(folder).resolve())
            path, began = Path(folder) / "random", time.perf_counter()
            dtype = mx.bfloat16 if large else mx.float32
            count = random_model.make_random_model(path, shape, dtype)
            mx.clear_cache()
            race = Widths(path, 500 if large else 64, REPLY)
            taken = time.perf_counter() - began
            print(f"{name}: {count / 1e6:,.0f} million parameters, in {taken:.0f} s", flush=True)
            figure[name] = {"ratio": unlucky(race, 1 if args.quick else args.rounds)}
            for rows in (1,) if args.quick else (1, 4):
                figure[name][f"rows_{rows}"] = measured(
                    race, rows, (1, 4) if args.quick else DRAFTED
                )
            race.engine.close()
            del race
            gc.collect()
            mx.clear_cache()
    print(json.dumps({"ratio": min(it["ratio"] for it in figure.values()), **figure}))


if __name__ == "__main__":
    main()
