"""The real program is killed (kill -9) at random moments of streaming, editing, importing and
migrating, again and again in one home: what of it is there afterwards.

uv run python tests/bench/kills.py [--quick]
"""

import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from app.database.connections import NAME, files_of
from app.database.indexing import GROWING
from app.database.writes import INTERRUPTED
from tests.kit.quick import is_quick

MODES = ("streaming", "editing", "importing", "migrating")
# Milliseconds of an answer that may be lost.
MOST_LOST = 300
# After the first sign of what a mode is about, the longest until it is killed.
LONGEST = {"streaming": 2.5, "editing": 2.5, "importing": 1.5, "migrating": 0.6}
START_LIMIT = 120.0
DRIVER = Path(__file__).with_name("kill_driver.py")


@dataclass
class Tally:
    kills: Counter[str] = field(default_factory=Counter)
    accepted: set[str] = field(default_factory=set)
    lost_prompts: set[str] = field(default_factory=set)
    damaged: list[str] = field(default_factory=list)
    lost_ms: list[float] = field(default_factory=list)
    # Replies that grew when the program was killed, until the next start has marked them.
    cut: set[int] = field(default_factory=set)
    interrupted: int = 0
    unmarked: set[int] = field(default_factory=set)
    migrations: int = 0

    def figure(self) -> dict[str, Any]:
        losses = self.lost_ms or [0.0]
        return {
            "ratio": round(max(losses) / MOST_LOST, 3),
            "kills": sum(self.kills.values()),
            "modes": dict(self.kills),
            "prompts": len(self.accepted),
            "lost_prompts": len(self.lost_prompts),
            "damaged": self.damaged,
            "answers": len(self.lost_ms),
            "lost_ms": {
                "mean": round(sum(losses) / len(losses), 1),
                "max": round(max(losses), 1),
            },
            "interrupted": self.interrupted,
            "not_marked": len(self.unmarked),
            "migrations": self.migrations,
        }

    @property
    def good(self) -> bool:
        bad = self.lost_prompts or self.damaged or self.unmarked
        return not bad and max(self.lost_ms, default=0.0) <= MOST_LOST


class Killed:
    """One run of the program until it was killed; `reports` are the lines that it wrote."""

    def __init__(self, home: Path, mode: str, migrations: int, model: Path, moment: float) -> None:
        command = [sys.executable, str(DRIVER), str(home), mode, str(migrations), str(model)]
        environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "DUOLOGUE_HOME": str(home)}
        with (home.parent / "errors.txt").open("wb") as errors:
            run = subprocess.Popen(
                command,
                cwd=ROOT,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=errors,
                start_new_session=True,
            )
        assert run.stdout
        os.set_blocking(run.stdout.fileno(), False)
        data, until = b"", time.monotonic() + START_LIMIT
        kill_at = None
        while kill_at is None or time.monotonic() < kill_at:
            data += run.stdout.read() or b""
            if kill_at is None and b'"begun"' in data:
                kill_at = time.monotonic() + moment
            if run.poll() is not None or time.monotonic() > until:
                run.kill()
                raise RuntimeError((home.parent / "errors.txt").read_text()[-3000:])
            time.sleep(0.002)
        self.at = time.monotonic()
        os.killpg(run.pid, signal.SIGKILL)
        run.wait()
        os.set_blocking(run.stdout.fileno(), True)
        data += run.stdout.read()
        run.stdout.close()
        lines = data.split(b"\n")[:-1]
        self.reports: list[dict[str, Any]] = [json.loads(line) for line in lines]


def kill_once(home: Path, mode: str, model: Path, tally: Tally, moment: float) -> None:
    tally.migrations += mode == "migrating"
    killed = Killed(home, mode, tally.migrations, model, moment)
    tally.kills[mode] += 1
    tally.accepted.update(it["accepted"] for it in killed.reports if "accepted" in it)
    with tempfile.TemporaryDirectory() as folder:
        # A copy: the next start is to find everything as it was left.
        for file in files_of(home / NAME):
            if file.exists():
                shutil.copy(file, folder)
        with closing(sqlite3.connect(Path(folder) / NAME)) as found:
            _look_at(found, killed, mode, tally)


def _look_at(found: sqlite3.Connection, killed: Killed, mode: str, tally: Tally) -> None:
    said = found.execute("PRAGMA integrity_check").fetchone()[0]
    if said != "ok":
        tally.damaged.append(f"{mode}: {said}")
    kept: dict[int, tuple[str, int, str]] = {
        row[0]: row[1:]
        for row in found.execute(
            "SELECT id, content, length(content) + length(reasoning), state FROM messages"
        )
    }
    deleted = {row[0] for row in found.execute("SELECT id FROM messages WHERE deleted")}
    texts = {content for content, _, _ in kept.values()}
    tally.lost_prompts |= tally.accepted - texts
    if any("opened" in it for it in killed.reports):
        # That start has had its say about what the one before left.
        for message_id in tally.cut:
            state = kept[message_id][2] if message_id in kept else "gone"
            tally.interrupted += state == INTERRUPTED
            if state in (*GROWING, "gone"):
                tally.unmarked.add(message_id)
        tally.cut = set()
    tally.cut |= {it for it, row in kept.items() if row[2] in GROWING} - deleted
    # What was deleted and not brought back is to be gone.
    tally.lost_ms.extend(_losses(killed, kept, deleted))


def _losses(
    killed: Killed, kept: dict[int, tuple[str, int, str]], deleted: set[int]
) -> list[float]:
    """Return, for each answer, how many seconds its lost text was on screen before the kill."""
    missing: dict[int, float] = {}
    for report in killed.reports:
        message_id = report.get("shown")
        if message_id is not None and message_id not in deleted:
            missing.setdefault(message_id, 0.0)
            length = kept[message_id][1] if message_id in kept else -1
            if report["length"] > length and not missing[message_id]:
                missing[message_id] = (killed.at - report["at"]) * 1000
    return list(missing.values())


def kill_often(count: int, folder: Path, modes: tuple[str, ...] = MODES, seed: int = 8) -> Tally:
    from tests.kit import tiny_models

    random_ = random.Random(seed)
    home, model, tally = folder / "home", folder / "tiny", Tally()
    tiny_models.qwen3(model)
    for number in range(count):
        mode = modes[number % len(modes)]
        kill_once(home, mode, model, tally, random_.uniform(0, LONGEST[mode]))
        if number % 10 == 9:
            # it takes a quarter of an hour
            print(json.dumps(tally.figure()), flush=True)
    return tally


def main() -> None:
    count = 4 if is_quick(__doc__) else 100
    with tempfile.TemporaryDirectory() as folder:
        tally = kill_often(count, Path(folder))
    print(json.dumps(tally.figure()))


if __name__ == "__main__":
    main()
