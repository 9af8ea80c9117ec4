"""Random mixes of requests (joins, an abort, Continue, seeds, a cached prompt, random sleeps on
each rank) in a group of processes, compared token for token with one process.

uv run python tests/bench/machine_mixes.py [--quick] [--mixes 20] [--ranks 2] [--family llama]
    [--workers 10] runs so many groups at once; each has ranks + 1 processes of one core
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
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from pathlib import Path
from random import Random
from socket import create_server
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from engine.system.worker_process import FEW_THREADS
from tests.bench import machine_kills
from tests.kit import tiny_text

RANK = ROOT / "tests/engine/machines/rank.py"
FAMILIES = {
    "llama": tiny_text.llama,
    "qwen3": tiny_text.qwen3,
    "mistral": tiny_text.mistral,
    "gpt_oss": tiny_text.gpt_oss,
    "qwen3_moe": tiny_text.qwen3_moe,
    "qwen3_5_text": tiny_text.qwen3_5_text,
}
# Seconds for the start of a group, and for each mix.
STARTING, MIX = 120, 20
# Mixes that one group runs after each other.
BATCH = 10
# Below the ports that systems give out by themselves.
PORTS = range(12_000, 28_000, 8)


@contextmanager
def ports() -> Iterator[list[int]]:
    """Yield seven ports that no other run of this computer uses: the first of eight is taken."""
    for base in Random(os.urandom(8)).sample(PORTS, len(PORTS)):
        found = range(base + 1, base + 8)
        try:
            with create_server(("127.0.0.1", base)):
                for each in found:
                    create_server(("127.0.0.1", each)).close()
                yield list(found)
                return
        except OSError:
            continue
    raise SystemExit("no free ports")


def run(model: Path, seeds: list[int], ranks: int) -> list[str]:
    """Return what differs in each mix, "" if nothing does."""
    with tempfile.TemporaryDirectory() as place, ports() as (plan, *ring):
        folder = Path(place)
        hosts = folder / "hosts.json"
        hosts.write_text(json.dumps([[f"127.0.0.1:{it}"] for it in ring[:ranks]]))
        outs = [folder / "alone", *(folder / f"rank{it}" for it in range(ranks))]
        running = []
        for number, out in enumerate(outs):
            names = {"MIX_SEEDS": " ".join(map(str, seeds))}
            if number:
                names |= {"MLX_RANK": str(number - 1), "MLX_HOSTFILE": str(hosts)}
            command = [sys.executable, str(RANK), str(model), str(out), *[str(plan)][:number]]
            running.append(subprocess.Popen(command, env=os.environ | FEW_THREADS | names))
        problem = ended(running, STARTING + MIX * len(seeds))
        if problem:
            return [problem] * len(seeds)
        alone, *found = (json.loads(it.read_text()) for it in outs)
    return [difference(*each) for each in zip(alone, *found, strict=True)]


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
    """Return the folder of a tiny model whose heads all ranks can share."""
    folder.mkdir()
    heads = {"num_attention_heads": 4, "num_key_value_heads": 4} if ranks == 4 else {}
    FAMILIES[name](folder, **heads)
    return folder


def mixes(names: list[str], count: int, ranks: int, workers: int) -> dict[str, Any]:
    wrong: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as place, ThreadPoolExecutor(workers) as pool:
        asked = {}
        for name in names:
            model = save(name, Path(place) / name, ranks)
            for first in range(0, count, BATCH):
                seeds = list(range(first, min(first + BATCH, count)))
                asked[pool.submit(run, model, seeds, ranks)] = name, seeds
        for each in as_completed(asked):
            name, seeds = asked[each]
            for seed, problem in zip(seeds, each.result(), strict=True):
                print(f"{name}, mix {seed}: {problem or 'the same'}", flush=True)
                if problem:
                    wrong[f"{name} {seed}"] = problem
    total = count * len(names)
    return {"ratio": 1 - len(wrong) / total, "mixes": total, "wrong": wrong}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--mixes", type=int, default=20, help="for each family")
    parser.add_argument("--ranks", type=int, default=2, choices=(2, 4))
    parser.add_argument("--family", choices=FAMILIES)
    parser.add_argument("--workers", type=int, help="groups at once")
    parser.add_argument("--kills", type=int, help="of each rank")
    args = parser.parse_args()
    names = [args.family] if args.family else ["llama"] if args.quick else list(FAMILIES)
    began = time.monotonic()
    if args.kills:
        with tempfile.TemporaryDirectory() as place:
            model = save(names[0], Path(place) / "model", args.ranks)
            found = machine_kills.kills(str(model), args.ranks, args.kills)
        names = names[:1]
    else:
        workers = args.workers or max(1, (os.cpu_count() or 1) // (args.ranks + 1))
        found = mixes(names, 1 if args.quick else args.mixes, args.ranks, workers)
    seconds = round(time.monotonic() - began)
    print(json.dumps(found | {"ranks": args.ranks, "families": names, "seconds": seconds}))


if __name__ == "__main__":
    main()
