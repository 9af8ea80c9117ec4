"""Downloads from a loopback hub: what a resume costs after a kill, dropped links and a pause, and
the speed against a plain GET.

uv run python tests/bench/downloads.py [--quick]
"""

import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.kit.fetching import REPOSITORY, Fetching, model_contents, wanted_size
from tests.kit.loopback_hub import LoopbackHub
from tests.kit.quick import is_quick

FETCH = """
import sys, time
from pathlib import Path
from app.hub.access import HubAccess
from app.hub.fetcher import Fetch
import app.hub.fetch_round
url, models, repository = sys.argv[1:]
start = time.monotonic()
fetch = Fetch(repository, "", Path(models), HubAccess(url), lambda progress: None)
fetch.start()
fetch.join()
print(time.monotonic() - start)
"""
# The fastest download there can be: one connection, one file, nothing checked.
PLAIN = """
import sys, time
import httpx2
start = time.monotonic()
with open(sys.argv[2], "wb") as file, httpx2.stream("GET", sys.argv[1]) as response:
    for piece in response.iter_raw():
        file.write(piece)
print(time.monotonic() - start)
"""
PLAIN_HASHED = (
    PLAIN.replace("import httpx2", "import hashlib, httpx2")
    .replace("file.write(piece)", "file.write(piece); found.update(piece)")
    .replace("start =", "found = hashlib.sha256()\nstart =")
)


class Bench:
    def __init__(self, folder: Path, size: int, speed_size: int) -> None:
        self._folder = folder
        self._contents = model_contents(size)
        self._size, self._speed_size = wanted_size(self._contents), speed_size
        self._random = random.Random(3)
        self._number = 0

    def ratio(self, interrupt: Callable[[LoopbackHub, Fetching], None]) -> float:
        """Return the bytes sent after an interruption, as a share of those that were missing."""
        self._number += 1
        folder = self._folder / f"run{self._number}"
        hub = LoopbackHub(folder / "hub")
        hub.repositories.push(REPOSITORY, self._contents)
        fetching = Fetching(hub, folder / "models")
        try:
            hub.faults.rate = 20e6
            interrupt(hub, fetching)
            hub.faults.rate = None
            before, missing = len(hub.requests), self._size - fetching.arrived()
            end = fetching.run()
            assert end.state.name == "DONE", end
            assert missing > 0
            return hub.sent(after=before) / missing
        finally:
            hub.close()

    def killed(self, hub: LoopbackHub, fetching: Fetching) -> None:
        command = [sys.executable, "-c", FETCH, hub.url, str(fetching.models), REPOSITORY]
        process = subprocess.Popen(command, cwd=ROOT)
        goal = self._random.uniform(0.1, 0.9) * self._size
        fetching.wait(lambda: fetching.arrived() > goal)
        process.send_signal(signal.SIGKILL)
        process.wait()

    def paused(self, hub: LoopbackHub, fetching: Fetching) -> None:
        fetch = fetching.start()
        goal = self._random.uniform(0.1, 0.9) * self._size
        fetching.wait(lambda: hub.sent() > goal)
        fetch.stop()
        assert fetch.join(10)

    def dropped(self, hub: LoopbackHub, fetching: Fetching) -> None:
        """All of the following download is on links that drop at random."""
        hub.faults.drop_between = (1, self._size // 5)

    def pause_seconds(self) -> float:
        """Return the time from a pause to the end of all threads, while a read waits."""
        folder = self._folder / "pause"
        hub = LoopbackHub(folder / "hub")
        hub.repositories.push(REPOSITORY, self._contents)
        fetching = Fetching(hub, folder / "models")
        hub.faults.stall_after = 100_000
        fetching.start()
        fetching.wait(lambda: hub.sent() > 200_000)
        time.sleep(0.1)
        start = time.monotonic()
        assert fetching.fetch
        fetching.fetch.stop()
        assert fetching.fetch.join(10)
        hub.close()
        return time.monotonic() - start

    def megabytes_per_second(self) -> dict[str, float]:
        """Return the speed of a whole model, of a plain GET, and of one with a sha256."""
        hub = LoopbackHub(self._folder / "fast")
        contents = {"model.safetensors": random.Random(5).randbytes(self._speed_size)}
        commit = hub.repositories.push(REPOSITORY, contents)
        url = f"{hub.cdn_url}/{REPOSITORY}/{commit}/model.safetensors"
        target = str(self._folder / "plain")
        speeds: dict[str, list[float]] = {"fetcher": [], "get": [], "get_sha256": []}
        for turn in range(3):
            models = str(self._folder / f"fetched{turn}")
            runs = {
                "fetcher": (FETCH, hub.url, models, REPOSITORY),
                "get": (PLAIN, url, target),
                "get_sha256": (PLAIN_HASHED, url, target),
            }
            for name, command in runs.items():
                seconds = subprocess.run(
                    [sys.executable, "-c", *command],
                    cwd=ROOT,
                    capture_output=True,
                    text=True,
                    check=True,
                ).stdout
                speeds[name].append(self._speed_size / 1e6 / float(seconds))
        hub.close()
        return {name: round(max(found), 1) for name, found in speeds.items()}


def main() -> None:
    quick = is_quick(__doc__)
    turns = 2 if quick else 10
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder), 6_000_000 if quick else 40_000_000, 100_000_000)
        ratios = {
            kind.__name__: max(bench.ratio(kind) for _ in range(turns))
            for kind in (bench.killed, bench.paused, bench.dropped)
        }
        figure = {
            "ratio": round(max(ratios.values()), 4),
            "resumes": {name: round(value, 4) for name, value in ratios.items()},
            "turns": turns,
            "pause_ms": round(bench.pause_seconds() * 1000, 1),
            "megabytes_per_second": bench.megabytes_per_second(),
        }
    print(json.dumps(figure))


if __name__ == "__main__":
    main()
