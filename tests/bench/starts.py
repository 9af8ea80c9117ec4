"""Starts of the whole application: first paint, Dot ready, and whether each exit is clean.

uv run python tests/bench/starts.py [--quick]
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def start_once(home: str) -> dict | None:
    """Return the report of one start, or None unless its exit code was 0."""
    environment = os.environ | {"DUOLOGUE_HOME": home}
    environment.setdefault("QT_QPA_PLATFORM", "offscreen")
    command = [sys.executable, "-m", "app", "--probe"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        print(f"exit code {done.returncode}: {done.stderr[-500:]}")
        return None
    return json.loads(done.stdout.splitlines()[-1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    count = 6 if parser.parse_args().quick else 100
    with tempfile.TemporaryDirectory() as home:
        reports = [start_once(home) for _ in range(count)]
    clean = [report for report in reports if report]
    figure: dict = {"ratio": len(clean) / count, "starts": count}
    for name in ("painted_s", "ready_s", "answered_s"):
        times = sorted(report[name] for report in clean)
        figure[name] = {"median": round(statistics.median(times), 3), "max": times[-1]}
    print(json.dumps(figure))


if __name__ == "__main__":
    main()
