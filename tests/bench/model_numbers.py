"""Each number in the settings of each tiny family, replaced by others: a sentence or a model, soon.

    python -m tests.bench.model_numbers 100000000 0 -1

Prints one JSON line: `ratio` is held / tried, `slowest` in seconds, `largest` in MB. Each case runs
in a process of its own, made by fork before anything was computed.
"""

import json
import logging
import os
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from engine.checkpoints.model_settings import PROCESSORS
from engine.errors import Refused
from engine.models import loader

MOST_SECONDS, MOST_MB = 10.0, 700
FILES = ("config.json", "generation_config.json", *PROCESSORS)
MAKE = """
import sys
from pathlib import Path
from tests.kit import tiny_models
for name, make in tiny_models.FAMILIES.items():
    make(Path(sys.argv[1]) / name)
"""


def integer_paths(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every integer in `value`."""
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from integer_paths(item, (*place, key))
    elif isinstance(value, int) and not isinstance(value, bool):
        yield place


def with_number(value: Any, place: tuple[Any, ...], number: int) -> str:
    copy = json.loads(json.dumps(value))
    at = copy
    for key in place[:-1]:
        at = at[key]
    at[place[-1]] = number
    return json.dumps(copy)


def load_outcome(folder: Path) -> tuple[str, float, int]:
    """Return what came of loading it, the seconds, and the most memory in MB."""
    read, write = os.pipe()
    started = time.monotonic()
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
        try:
            loader.load_model(loader.examine_model(str(folder)))
            said = "loaded"
        except Refused:
            said = "refused"
        except (Exception, SystemExit) as error:  # noqa: BLE001  these are looked for
            said = repr(error)[:200]
        os.write(write, said.encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        said = pipe.read() or "ended"
    _, _, used = os.wait4(child, 0)
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return said, time.monotonic() - started, used.ru_maxrss // unit


def numbered_cases(
    folder: Path, numbers: list[int]
) -> Iterator[tuple[Path, str, tuple[Any, ...], int]]:
    for family in sorted(folder.iterdir()):
        for path in (family / name for name in FILES):
            value = json.loads(path.read_text()) if path.exists() else {}
            for place in integer_paths(value):
                for number in numbers:
                    copy = folder.parent / "case"
                    shutil.rmtree(copy, ignore_errors=True)
                    shutil.copytree(family, copy)
                    (copy / path.name).write_text(with_number(value, place, number))
                    yield copy, f"{family.name}/{path.name}", place, number


def main(numbers: list[int]) -> None:
    logging.disable(logging.CRITICAL)
    tried, held, slowest, largest = 0, 0, 0.0, 0
    with TemporaryDirectory() as name:
        folder = Path(name) / "families"
        folder.mkdir()
        subprocess.run([sys.executable, "-c", MAKE, str(folder)], check=True)
        for copy, where, place, number in numbered_cases(folder, numbers):
            said, seconds, megabytes = load_outcome(copy)
            good = said in {"loaded", "refused"}
            good = good and seconds < MOST_SECONDS and megabytes < MOST_MB
            tried, held = tried + 1, held + good
            slowest, largest = max(slowest, seconds), max(largest, megabytes)
            if not good:
                print(where, place, number, said, f"{seconds:.1f} s, {megabytes} MB", flush=True)
    found = {"tried": tried, "slowest": round(slowest, 1), "largest": largest}
    print(json.dumps({"ratio": held / max(tried, 1), **found}))


if __name__ == "__main__":
    main([int(it) for it in sys.argv[1:]] or [10**8])
