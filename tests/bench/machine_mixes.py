"""Random mixes of requests (joins, an abort, Continue, seeds, a cached prompt, random sleeps on
each rank) in a group of processes, compared token for token with one process.

uv run python tests/bench/machine_mixes.py [--quick] [--mixes 20] [--ranks 2] [--family llama]
    [--workers 10] runs so many groups at once; each has ranks + 1 processes of one core, on the CPU
    even where MLX has a GPU; [--seconds 500] ends it with the results so far
uv run python tests/bench/machine_mixes.py --kills 20 [--ranks 2] [--family llama]
    kills each rank so often, at random moments, instead: the requests have to end with a sentence
    within 3 s, no process may be left, and the next request has to be answered
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from engine.machines.launch import free_ports
from engine.system.worker_process import FEW_THREADS
from tests.bench import group_rank, machine_kills
from tests.kit import tiny_text

RANK = ROOT / "tests/engine/machines/rank.py"
FAMILIES = {
    "llama": tiny_text.llama,
    "qwen3": tiny_text.qwen3,
    "mistral": tiny_text.mistral,
    "gpt_oss": tiny_text.gpt_oss,
    "qwen3_moe": tiny_text.qwen3_moe,
    "qwen3_5_text": tiny_text.qwen3_5_text,
    # Its ranks hold whole layers.
    "qwen3_next": tiny_text.qwen3_next,
}
# Seconds for the start of a group, and for each mix.
STARTING, MIX = 120, 20
# Mixes that one group runs after each other.
BATCH = 10


class Mixes:
    """Runs mixes until the time is over. `workers` groups run at once."""

    def __init__(self, ranks: int, seconds: float, workers: int) -> None:
        self._ranks = ranks
        self._end = time.monotonic() + seconds
        self._workers = workers
        self._found: dict[str, str] = {}

    def run(self, names: list[str], count: int, place: Path) -> dict[str, Any]:
        """Return the share of the finished mixes that are the same."""
        with ThreadPoolExecutor(self._workers) as pool:
            asked = {}
            models = {it: save(it, place / it, self._ranks) for it in names}
            # All families get their turn if the time is short.
            for first in range(0, count, BATCH):
                seeds = list(range(first, min(first + BATCH, count)))
                for name, model in models.items():
                    asked[pool.submit(self._batch, model, seeds)] = name, seeds
            for each in as_completed(asked):
                name, seeds = asked[each]
                for seed, problem in zip(seeds, each.result(), strict=False):
                    print(f"{name}, mix {seed}: {problem or 'the same'}", flush=True)
                    self._found[f"{name} {seed}"] = problem
        wrong = {it: why for it, why in self._found.items() if why}
        right, total = len(self._found) - len(wrong), count * len(names)
        print(f"{right} of {len(self._found)} mixes equal, {total} were asked for", flush=True)
        ratio = right / len(self._found) if self._found else 0
        return {"ratio": ratio, "mixes": len(self._found), "asked": total, "wrong": wrong}

    def _batch(self, model: Path, seeds: list[int]) -> list[str]:
        """Return what differs in each mix, "" if nothing does. Mixes for which there is no time are
        left out."""
        left = self._end - time.monotonic()
        if left <= 0:
            return []
        with tempfile.TemporaryDirectory() as place:
            held, (plan, *ring) = free_ports(1 + self._ranks)
            with held:
                outs, running = self._start(model, seeds, Path(place), plan, ring)
                problem = ended(running, min(left, STARTING + MIX * len(seeds)))
            found = [json.loads(it.read_text()) if it.exists() else [] for it in outs]
        done = [difference(*each) for each in zip(*found, strict=False)]
        if problem and time.monotonic() < self._end:
            done += [problem] * (len(seeds) - len(done))
        return done

    def _start(
        self, model: Path, seeds: list[int], folder: Path, plan: int, ring: list[int]
    ) -> tuple[list[Path], list[subprocess.Popen]]:
        """Start one process alone and the ranks of a group, on each the same mixes."""
        hosts = folder / "hosts.json"
        hosts.write_text(json.dumps([[f"127.0.0.1:{it}"] for it in ring]))
        outs = [folder / "alone", *(folder / f"rank{it}" for it in range(self._ranks))]
        running = []
        for number, out in enumerate(outs):
            names = {"MIX_SEEDS": " ".join(map(str, seeds))}
            if number:
                names |= {"MLX_RANK": str(number - 1), "MLX_HOSTFILE": str(hosts)}
            command = [sys.executable, "-m", "tests.bench.group_rank", str(RANK)]
            command += [str(model), str(out), *[str(plan)][:number]]
            env = os.environ | FEW_THREADS | names
            running.append(subprocess.Popen(command, env=env, cwd=ROOT))
        return outs, running


def ended(running: list[subprocess.Popen], seconds: float) -> str:
    """Wait for the processes. Return why one of them did not end well, or ""."""
    end = time.monotonic() + seconds
    try:
        codes = [it.wait(max(0, end - time.monotonic())) for it in running]
    except subprocess.TimeoutExpired:
        return "a process did not end"
    finally:
        for each in running:
            each.kill()
            each.wait()
    return f"exit codes {codes}" if any(codes) else ""


def difference(alone: Any, *ranks: Any) -> str:
    alone[1].pop("4", None)  # Count, which a group refuses
    for rank, other in enumerate(ranks):
        other[1].pop("4", None)
        if alone[1] != other[1]:
            return f"rank {rank}: ends {alone[1]} and {other[1]}"
        names = [it for it in alone[0] if alone[0][it] != other[0].get(it)]
        if names:
            return f"rank {rank}: tokens of requests {', '.join(names)}"
    return ""


def save(name: str, folder: Path, ranks: int) -> Path:
    """Return the folder of a tiny model that all ranks can share."""
    folder.mkdir()
    # A stage of a hybrid model has a layer with full attention, and three without.
    four = {"num_attention_heads": 4, "num_key_value_heads": 4} if ranks == 4 else {}
    FAMILIES[name](folder, **({"num_hidden_layers": 4 * ranks} if name == "qwen3_next" else four))
    return folder


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--mixes", type=int, default=20, help="for each family")
    parser.add_argument("--ranks", type=int, default=2, choices=(2, 4))
    parser.add_argument("--family", choices=FAMILIES)
    parser.add_argument("--workers", type=int, help="groups at once")
    parser.add_argument("--kills", type=int, help="of each rank")
    parser.add_argument("--seconds", type=float, default=3600, help="after which it ends")
    args = parser.parse_args()
    names = [args.family] if args.family else ["llama"] if args.quick else list(FAMILIES)
    workers = args.workers or max(1, (os.cpu_count() or 1) // (args.ranks + 1))
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="duologue-mixes-") as name:
        place = Path(name)
        group_rank.use(place, cpu=True)
        if args.kills:
            names = names[:1]
            model = save(names[0], place / "model", args.ranks)
            found = machine_kills.kills(str(model), args.ranks, args.kills, args.seconds, workers)
        else:
            mixes = Mixes(args.ranks, args.seconds, workers)
            found = mixes.run(names, 1 if args.quick else args.mixes, place)
    seconds = round(time.monotonic() - began)
    print(json.dumps(found | {"ranks": args.ranks, "families": names, "seconds": seconds}))


if __name__ == "__main__":
    main()
