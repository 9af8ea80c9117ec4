"""Random mixes of requests with drafts against the same requests without, for each family.

uv run python tests/bench/draft_exactness.py [--quick] [--mixes 200] [--family NAME]
"""

import argparse
import json
import sys
import tempfile
import time
import traceback
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from engine.checkpoints import guard
from tests.conftest import DOT
from tests.kit.draft_mixes import DRAFTERS, Contest, Mix
from tests.kit.images import save_image
from tests.kit.tiny_models import FAMILIES, VISION

QUICK_SECONDS = 2.0


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--mixes", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--family", action="append")
    parser.add_argument("--drafter", action="append")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        guard.OUR_FOLDERS.append(Path(name).resolve())
        families = options.family or [*FAMILIES, "dot"]
        found = {family: checked(family, Path(name), options) for family in families}
    wrong = sum(it["wrong"] for it in found.values())
    print(json.dumps({"ratio": 0.0 if wrong else 1.0, "families": found}))
    sys.exit(bool(wrong))


def checked(family: str, folder: Path, options: argparse.Namespace) -> dict[str, int]:
    """Return counts of one family: mixes, wrong ones, drafted and accepted tokens."""
    path = DOT if family == "dot" else folder / family
    if family != "dot":
        FAMILIES[family](path)
    pictures = []
    if family in VISION or family == "dot":
        pictures = [save_image(folder / "a.png", ("red", "circle", 0.3, 0.5), size=(96, 64))]
    bits = (0, 8) if family in ("qwen3", "llama", "mistral", "dot") else (0,)
    names = options.drafter or [*DRAFTERS]
    contest, wrong, mixes = Contest(), 0, 0
    until = time.monotonic() + (QUICK_SECONDS if options.quick else 1e9)
    for seed in range(options.first, options.first + options.mixes):
        if time.monotonic() > until:
            break
        name = names[seed % len(names)]
        mixes += 1
        try:
            contest.run(Mix.random(seed, str(path), pictures, bits), DRAFTERS[name])
        except AssertionError:
            wrong += 1
            print(f"{family} {name} mix {seed}:\n{traceback.format_exc()[-1500:]}", flush=True)
            contest.plain.replies.clear()
            contest.drafting.replies.clear()
    contest.close()
    found = {
        "mixes": mixes,
        "wrong": wrong,
        "drafted": contest.drafted,
        "accepted": contest.accepted,
    }
    print(family, found, flush=True)
    return found


if __name__ == "__main__":
    main()
