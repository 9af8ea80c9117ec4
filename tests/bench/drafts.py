"""Decode speed with drafts over that without, when none and when 6 of 10 drafted tokens are right;
and the time of a pass by its width.

uv run python tests/bench/drafts.py [--quick] [--4b]      --4b: as in decode.py, for a GPU
"""

import argparse
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

from engine.messages import Drafting, Finished
from engine.models.adapter import Prompt
from engine.requests.generation import Generation
from tests.bench import random_model
from tests.bench.decode import Race
from tests.kit.draft_mixes import Knowing

WIDTHS = (1, 2, 3, 5, 9)


class DraftRace(Race):
    """The same replies with and without drafts of a drafter whose hits are chosen."""

    def without(self, rows: int) -> float:
        return self._speed(rows, Drafting.OFF)

    def with_drafts(self, rows: int, right: float) -> float:
        """Return tokens per second; every row has the drafts of its own reply."""

        def made(sampler: Any, tokens: list[int]) -> list[Any]:
            row = next(i for i, ids in enumerate(self.ids) if ids[-8:] == tokens[-8:])
            return [Knowing(tokens, len(tokens), self.replies[row], right)]

        with patch("engine.requests.generation.drafters_of", made):
            return self._speed(rows, Drafting.AUTO)

    def _speed(self, rows: int, drafting: Drafting) -> float:
        requests = [replace(self._request(row), drafting=drafting) for row in range(rows)]
        self.run(*requests)
        ended = [event for event in self.events if isinstance(event, Finished)]
        self.counts = ended[0].drafts
        # Rows begin one after another and end together, nearly.
        return sum(it.usage.generated - 1 for it in ended) / max(it.timings.decode for it in ended)

    def learn(self, rows: int) -> None:
        """Note the replies, token by token, as the drafts to come."""
        take, self.replies = Generation.take, {}

        def taken(generation: Generation, sampled: Any) -> Any:
            number = generation.request.request_id
            self.replies.setdefault(number, []).append(sampled.token)
            return take(generation, sampled)

        with patch.object(Generation, "take", taken):
            self.without(rows)
        self.replies = dict(enumerate(self.replies[it] for it in sorted(self.replies)))

    def pass_times(self) -> dict[int, float]:
        """Return milliseconds of a pass over so many tokens of one row."""
        found = {}
        for width in WIDTHS:
            cache, prompt, times = self.model.adapter.new_cache(), Prompt([]), []
            start = mx.array([self.ids[0]])
            mx.eval(self.model.adapter.decode_block(start, [0], [prompt], cache))
            for _ in range(6):
                began = time.perf_counter()
                fed = mx.array([self.ids[0][:width]])
                mx.eval(self.model.adapter.decode_block(fed, [0], [prompt], cache))
                times.append(time.perf_counter() - began)
            found[width] = round(1000 * statistics.median(times[1:]), 2)
        return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--4b", dest="large", action="store_true")
    args = parser.parse_args()
    shape = random_model.QWEN3_4B if args.large else random_model.SMALL
    dtype = mx.bfloat16 if args.large else mx.float32
    prompt, new = (973, 512) if args.large else (64, 96 if args.quick else 384)
    with tempfile.TemporaryDirectory() as folder:
        random_model.make_random_model(Path(folder) / "random", shape, dtype)
        race = DraftRace(Path(folder) / "random", prompt, new)
        print("ms a pass by tokens:", times := race.pass_times())
        figure: dict[str, Any] = {"ms": times}
        for rows in (1, 4):
            race.learn(rows)
            for right in (0.0, 0.3, 0.6, 0.9):
                pairs = [
                    (race.with_drafts(rows, right), race.without(rows))
                    for _ in range(2 if args.quick else 4)
                ]
                ratio = statistics.median(mine / plain for mine, plain in pairs)
                print(f"{rows} rows, {right} right: {pairs[-1]} {ratio:.3f}", race.counts)
                figure[f"rows_{rows}_right_{right}"] = round(ratio, 3)
        race.engine.close()
    print(json.dumps({"ratio": figure["rows_1_right_0.0"], **figure}))


if __name__ == "__main__":
    main()
