"""Decode speed with drafts over that without, at a chosen share of right drafts, beside what the
time of a pass by its width promises.

uv run python tests/bench/drafts.py [--quick] [--4b]      --4b: as in decode.py, for a GPU

`rest` is the same ratio after the first third of the reply: at a share of 0, drafting pauses there.
"""

import argparse
import gc
import json
import statistics
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import mlx.core as mx

from engine.checkpoints import guard
from engine.messages import DraftCounts, Drafting, Finished
from engine.models.prompt import Prompt
from engine.requests.generation import Generation
from tests.bench import random_model
from tests.bench.decode import Race
from tests.kit.drafters import Knowing

WIDTHS = (1, 2, 3, 5, 9)
SMALLER = random_model.SMALL | {"num_hidden_layers": 2}


class DraftRace(Race):
    """The same replies with and without drafts of a drafter whose hits are chosen."""

    def __init__(self, folder: Path, prompt: int, new: int) -> None:
        super().__init__(folder, prompt, new)
        self.counts = DraftCounts()
        self.replies: list[list[int]] = []

    def without(self, rows: int) -> tuple[float, float]:
        """Return the seconds of the replies, and of what follows their first third."""
        return self._seconds(rows, Drafting.OFF)

    def with_drafts(self, rows: int, right: float) -> tuple[float, float]:
        """Return the same where every row has the drafts of its own reply."""

        def made(sampler: Any, tokens: list[int], *_: Any) -> list[Any]:
            row = next(i for i, ids in enumerate(self.ids) if ids[-8:] == tokens[-8:])
            return [Knowing(tokens, len(tokens), self.replies[row], right)]

        with patch("engine.requests.drafting.drafters_of", made):
            seconds = self._seconds(rows, Drafting.AUTO)
        ended = [event for event in self.events if isinstance(event, Finished)]
        self.counts = ended[0].drafts
        return seconds

    def _seconds(self, rows: int, drafting: Drafting) -> tuple[float, float]:
        requests = [replace(self._request(row, self.new), drafting=drafting) for row in range(rows)]
        take, times, found = Generation.take, list[float](), dict[int, list[int]]()

        def taken(generation: Generation, sampled: Any) -> Any:
            times.append(time.perf_counter())
            found.setdefault(generation.request.request_id, []).append(sampled.token)
            return take(generation, sampled)

        with patch.object(Generation, "take", taken):
            self.run(*requests)
        self.replies = [found[number] for number in sorted(found)]
        assert len(times) == self.new * rows, "a reply ended early"
        return times[-1] - times[rows - 1], times[-1] - times[len(times) // 3]

    def pass_times(self) -> dict[int, float]:
        """Return milliseconds of a pass over so many tokens of one row, the next one queued only
        when it has ended, as with drafts."""
        found = {}
        for width in WIDTHS:
            cache, prompt, times = self.model.adapter.new_cache(), Prompt([]), []
            mx.eval(self.model.adapter.decode_block(mx.array([self.ids[0]]), [0], [prompt], cache))
            for count in range(8):
                began, at = time.perf_counter(), len(self.ids[0]) + count * width
                fed = mx.array([self.ids[0][:width]])
                logits = self.model.adapter.decode_block(fed, [at], [prompt], cache)
                mx.argmax(logits[0], axis=-1).tolist()
                times.append(time.perf_counter() - began)
            found[width] = round(1000 * statistics.median(times[2:]), 3)
        return found


def promised(times: dict[int, float], right: float) -> float:
    """Return the best gain by the formula: the tokens of a pass over its time."""
    tokens = {width: sum(right**count for count in range(width)) for width in times}
    return max(tokens[width] * times[1] / times[width] for width in times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--4b", dest="large", action="store_true")
    args = parser.parse_args()
    gc.disable()
    small = SMALLER if args.quick else random_model.SMALL
    shape = random_model.QWEN3_4B if args.large else small
    dtype = mx.bfloat16 if args.large else mx.float32
    prompt, new = (973, 384) if args.large else (32, 64) if args.quick else (64, 384)
    rounds = 1 if args.quick else 3
    figure: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        guard.OUR_FOLDERS.append(Path(folder).resolve())
        random_model.make_random_model(Path(folder) / "random", shape, dtype)
        race = DraftRace(Path(folder) / "random", prompt, new)
        times = figure["ms"] = race.pass_times()
        print("ms a pass by tokens:", times, flush=True)
        for rows in (1,) if args.quick else (1, 4):
            race.without(rows)
            for right in (0.0, 0.6) if args.quick or args.large else (0.0, 0.3, 0.6, 0.9):
                figure |= _compared(race, rows, right, rounds)
                print(f"  formula {promised(times, right):.2f}", race.counts, flush=True)
        race.engine.close()
    figure["right_0"], figure["right_60"] = figure["rows_1_0"], figure["rows_1_60"]
    print(json.dumps({"ratio": figure["rows_1_0"], **figure}))


def _compared(race: DraftRace, rows: int, right: float, rounds: int) -> dict[str, float]:
    """Return the median ratios of consecutive runs, that of the first pair left out."""
    pairs = []
    for _ in range(rounds + 1):
        plain, drafted = race.without(rows), race.with_drafts(rows, right)
        pairs.append((plain, drafted))
    ratio, rest = (
        statistics.median(plain[at] / drafted[at] for plain, drafted in pairs[1:]) for at in (0, 1)
    )
    plain, drafted = (
        statistics.median(race.new * rows / pair[at][0] for pair in pairs[1:]) for at in (0, 1)
    )
    print(
        f"{rows} rows, {right} right: {drafted:.1f} tok/s with drafts, {plain:.1f} without: "
        f"{ratio:.3f}, rest {rest:.3f}"
    )
    name = f"rows_{rows}_{right * 100:.0f}"
    return {name: round(ratio, 3), f"{name}_rest": round(rest, 3)}


if __name__ == "__main__":
    main()
