"""Random mixes of requests (joins, an abort, Continue, seeds, a cached prompt, random sleeps on
each rank) in a group of processes, compared token for token with one process.

uv run python tests/bench/machine_mixes.py [--quick] [--mixes 20] [--ranks 2] [--family llama]
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.engine.machines.test_group import RANK, ports
from tests.kit import tiny_text

FAMILIES = {
    "llama": tiny_text.llama,
    "qwen3": tiny_text.qwen3,
    "mistral": tiny_text.mistral,
    "gpt_oss": tiny_text.gpt_oss,
}
SECONDS = 120


def run(model: Path, folder: Path, seed: int, ranks: int) -> str:
    """Return what differs, "" if nothing does."""
    plan, *ring = ports(ranks + 1)
    hosts = folder / "hosts.json"
    hosts.write_text(json.dumps([[f"127.0.0.1:{it}"] for it in ring]))
    base = {**os.environ, "MIX_SEED": str(seed)}
    outs = [folder / "alone", *(folder / f"rank{it}" for it in range(ranks))]
    running = []
    for number, out in enumerate(outs):
        out.unlink(missing_ok=True)
        rank = str(number - 1)
        place = [str(plan)] if number else []
        ring_env = {"MLX_RANK": rank, "MLX_HOSTFILE": str(hosts)} if number else {}
        command = [sys.executable, str(RANK), str(model), str(out), *place]
        running.append(subprocess.Popen(command, env=base | ring_env))
    try:
        codes = [it.wait(SECONDS) for it in running]
    except subprocess.TimeoutExpired:
        return "a process did not end"
    finally:
        for each in running:
            each.kill()
            each.wait()
    if any(codes):
        return f"exit codes {codes}"
    alone, *found = (json.loads(it.read_text()) for it in outs)
    for each in (alone, *found):
        each[1].pop("4", None)  # Count, which a group refuses
    return "" if all(it == alone for it in found) else difference(alone, found[0])


def difference(alone: Any, other: Any) -> str:
    if alone[1] != other[1]:
        return f"ends {alone[1]} and {other[1]}"
    names = [it for it in alone[0] if alone[0][it] != other[0].get(it)]
    return f"tokens of requests {', '.join(names)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--mixes", type=int, default=20, help="for each family")
    parser.add_argument("--ranks", type=int, default=2, choices=(2, 4))
    parser.add_argument("--family", choices=FAMILIES)
    args = parser.parse_args()
    names = [args.family] if args.family else ["llama"] if args.quick else list(FAMILIES)
    same = count = 0
    for name in names:
        with tempfile.TemporaryDirectory() as place:
            model = Path(place) / "model"
            model.mkdir()
            # Heads that four ranks can share.
            heads = {"num_attention_heads": 4, "num_key_value_heads": 4} if args.ranks == 4 else {}
            FAMILIES[name](model, **heads)
            for seed in range(1 if args.quick else args.mixes):
                wrong = run(model, Path(place), seed, args.ranks)
                count += 1
                same += not wrong
                print(f"{name}, mix {seed}: {wrong or 'the same'}", flush=True)
    print(json.dumps({"ratio": same / count, "mixes": count, "ranks": args.ranks}))


if __name__ == "__main__":
    main()
