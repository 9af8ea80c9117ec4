"""Starts of the whole application: first paint, Dot ready, and the first token and the end of its
first answer, over the first paint of a bare PySide6 window; and whether each exit is clean. The CPU
time to the first paint compares two versions on a busy machine.

uv run python tests/bench/start.py [--quick] [--count 100] [--bundle LAUNCHER]

Each start has an empty data folder, and what begins with `again` one that a first start left: it
restores a chat with an answer. All of them alternate, and medians count. With `--bundle` the
application is started by the launcher of a bundle; the bare window is that of the environment which
runs this script.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = [sys.executable, "-m", "app"]
QUICK, USUAL = 4, 12
# Prints the seconds from the start of the process to its first paint, and of CPU time, taken as the
# probe takes them.
BARE = """
import os, sys, time
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget
STARTED = time.time()

def process_start():
    try:
        ticks = int(Path("/proc/self/stat").read_text().rsplit(")", 1)[1].split()[19])
        booted = time.time() - float(Path("/proc/uptime").read_text().split()[0])
        return booted + ticks / os.sysconf("SC_CLK_TCK")
    except OSError:
        return STARTED

class Window(QWidget):
    def paintEvent(self, event):
        QTimer.singleShot(0, painted)

def painted():
    now = time.time()
    print(now - process_start(), time.process_time())
    QApplication.quit()

app = QApplication(sys.argv[:1])
window = Window()
window.resize(1180, 780)
window.show()
app.exec()
"""


def environment(home: str) -> dict[str, str]:
    """Return ours, in which modules are compiled once, as on any other computer."""
    result = os.environ | {"DUOLOGUE_HOME": home}
    result.setdefault("QT_QPA_PLATFORM", "offscreen")
    if result.pop("PYTHONDONTWRITEBYTECODE", ""):
        result["PYTHONPYCACHEPREFIX"] = str(ROOT / ".venv" / "pycache")
    return result


def run(command: list[str], home: str) -> str:
    """Return the last line that a program writes, "" unless its exit code was 0."""
    done = subprocess.run(
        command, cwd=ROOT, env=environment(home), capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        print(f"exit code {done.returncode}: {done.stderr[-500:]}")
        return ""
    return done.stdout.splitlines()[-1]


class Measured:
    """The time and CPU time of bare windows, and the reports of clean starts: with an empty data
    folder, and with that of an earlier start."""

    def __init__(self, program: list[str]) -> None:
        self._program = program
        self.bare: list[tuple[float, float]] = []
        self.first: list[dict] = []
        self.again: list[dict] = []

    def measure(self, count: int) -> None:
        """The first of each, which may compile modules, does not count."""
        with tempfile.TemporaryDirectory() as earlier:
            self._start(earlier)
            run([sys.executable, "-c", BARE], earlier)
            for _ in range(count):
                if window := run([sys.executable, "-c", BARE], earlier):
                    seconds, cpu = window.split()
                    self.bare.append((float(seconds), float(cpu)))
                with tempfile.TemporaryDirectory() as home:
                    self.first += self._start(home)
                with tempfile.TemporaryDirectory() as home:
                    shutil.copytree(earlier, home, dirs_exist_ok=True)
                    self.again += self._start(home)

    def _start(self, home: str) -> list[dict]:
        report = run(self._program, home)
        return [json.loads(report)] if report else []


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--count", type=int, default=USUAL)
    parser.add_argument("--bundle", metavar="LAUNCHER", help="start this instead of the source")
    args = parser.parse_args()
    count = QUICK if args.quick else args.count
    start = [str(Path(args.bundle).resolve())] if args.bundle else SOURCE
    found = Measured([*start, "--probe"])
    found.measure(count)
    bare, bare_cpu = (statistics.median(times) for times in zip(*found.bare, strict=True))
    clean = (len(found.first) + len(found.again)) / (2 * count)
    figure: dict = {"starts": 2 * count, "clean": clean}
    figure |= {"bare_s": round(bare, 3), "bare_cpu_s": round(bare_cpu, 3)}
    for kind, reports in (("", found.first), ("again_", found.again)):
        for name in ("painted", "painted_cpu", "ready", "token", "answered"):
            median = statistics.median(report[f"{name}_s"] for report in reports)
            over = median / (bare_cpu if name == "painted_cpu" else bare)
            figure |= {
                f"{kind}{name}_s": round(median, 3),
                f"{kind}{name}_over_bare": round(over, 2),
            }
    print(json.dumps({"ratio": figure["painted_over_bare"], **figure}))


if __name__ == "__main__":
    main()
