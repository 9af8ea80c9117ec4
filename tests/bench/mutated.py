"""Mutated files through the intake, without a crash, a hang or an error that is no sentence:

uv run python tests/bench/mutated.py [2000] [--quick] [--seed 1] [--clips 0.2]

Images are decoded in this process; a crash ends it, and the last line names the file and its
seed. Prints what became of them, the slowest, and the growth of memory.
"""

import argparse
import json
import random
import resource
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.kit.mutations import any_edits, edited, moving_files, still_files, taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=2000)
    parser.add_argument("--quick", action="store_true", help="so few that it takes 20 s")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--clips", type=float, default=0.2, help="share that needs the worker")
    args = parser.parse_args()
    count = 100 if args.quick else args.count
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        stills, moving = still_files(folder), moving_files(folder)
        for path in stills:
            taken(path)
        before = peak()
        times: list[tuple[float, str]] = []
        ends: Counter[str] = Counter()
        for index in range(count):
            source = random.Random(f"{args.seed}/{index}")
            path = source.choice(moving if source.random() < args.videos else stills)
            changed = folder / f"changed{path.suffix}"
            changed.write_bytes(edited(path.read_bytes(), any_edits(source)))
            print(f"\r{index} {path.name}".ljust(40), end="", file=sys.stderr, flush=True)
            began = time.perf_counter()
            refusal = taken(changed)
            times.append((time.perf_counter() - began, f"{index} {path.name}: {refusal or 'read'}"))
            ends[f"{path.suffix} {'refused' if refusal else 'read'}"] += 1
        print(file=sys.stderr)
        for end, number in sorted(ends.items()):
            print(f"{end:16} {number}")
        for seconds, what in sorted(times, reverse=True)[:5]:
            print(f"{seconds:6.2f} s  {what}")
        figure = {
            "ratio": round(peak() / before, 3),
            "files": count,
            "refused": sum(ends[end] for end in ends if end.endswith("refused")),
            "slowest_seconds": round(max(times)[0], 2),
            "memory_grew_mb": round((peak() - before) / 1e6),
        }
        print(json.dumps(figure))


def peak() -> int:
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


if __name__ == "__main__":
    main()
