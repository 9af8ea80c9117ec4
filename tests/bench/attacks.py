"""Attacks on the program by model folders, files, servers and the system, and how many it holds.

Each attack runs in a process of its own with limits of time and memory, and is held where it costs
one sentence within 10 s and 500 MB while Dot goes on answering, Stop and Quit work, and the process
lives. The attacks are in tests/attacks/. `ratio` is held / tried. The seconds are those of an
idle machine: where its `load` is above the number of its cores, they are longer.

uv run python tests/bench/attacks.py [--quick] [--only NAME] [--list]
"""

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.attacks import commands, exports, folders, imports, media_files, program, servers
from tests.attacks.attack import Attack, Outcome

ATTACKS = (
    *folders.ATTACKS,
    *media_files.ATTACKS,
    *servers.ATTACKS,
    *commands.ATTACKS,
    *exports.ATTACKS,
    *imports.ATTACKS,
    *program.ATTACKS,
)
# Seconds after which a quick run starts no further attack.
QUICK_SECONDS = 18.0


def tried(attack: Attack) -> Outcome:
    with tempfile.TemporaryDirectory(prefix="attack-") as folder:
        try:
            return attack.run(Path(folder))
        except (OSError, RuntimeError, ValueError) as error:
            return Outcome((f"the attack itself failed: {error!r:.300}",))


def report_attack(attack: Attack, outcome: Outcome) -> None:
    found = "skipped" if outcome.skipped else "BROKEN" if outcome.problems else "held"
    fields = {key: value for key, value in asdict(outcome).items() if value}
    print(f"{found} [{attack.row}] {attack.name}: {json.dumps(fields)}", flush=True)


def figure(outcomes: Sequence[tuple[Attack, Outcome]], seconds: float) -> dict:
    counted = [(attack, it) for attack, it in outcomes if not it.skipped]
    broken = [attack.name for attack, it in counted if it.problems]
    slowest = max(counted, key=lambda it: it[1].seconds, default=None)
    return {
        "ratio": round(1 - len(broken) / len(counted), 4) if counted else 0.0,
        "tried": len(counted),
        "slowest": f"{slowest[0].name}: {slowest[1].seconds:g} s" if slowest else "",
        "seconds": round(seconds, 1),
        "load": round(os.getloadavg()[0], 1),
        "broken": broken,
        "skipped": [attack.name for attack, it in outcomes if it.skipped],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", default="", metavar="NAME", help="those with NAME in theirs")
    parser.add_argument("--list", action="store_true")
    args = parser.parse_args()
    chosen = [it for it in ATTACKS if args.only in it.name and (it.quick or not args.quick)]
    if args.list:
        for attack in chosen:
            print(f"[{attack.row}] {attack.name}")
        return
    if args.quick:
        # The cheap ones come last in the list.
        chosen.reverse()
    start, outcomes = time.monotonic(), []
    for attack in chosen:
        late = args.quick and time.monotonic() - start > QUICK_SECONDS
        outcome = Outcome(skipped="no time is left") if late else tried(attack)
        outcomes.append((attack, outcome))
        report_attack(attack, outcome)
    print(json.dumps(figure(outcomes, time.monotonic() - start)))


if __name__ == "__main__":
    main()
