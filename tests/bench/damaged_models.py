"""Damaged weights, configs and tokenizers through library and loader: a sentence each, no crash:

uv run python tests/bench/damaged_models.py [500] [--quick] [--seed 1]

Each copy is described, examined and loaded in a process of its own, made by fork; some also go
through an engine on its thread, which must answer with its built-in model at the end. The last
line has `ratio`: held / tried.
"""

import argparse
import json
import logging
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from queue import SimpleQueue
from types import UnionType

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from app.models import root_reader
from engine.engine import Engine
from engine.errors import Refused
from engine.messages import ChatMessage, Failed, Finished, Generate, LoadModel, ModelReady
from engine.models import loader
from engine.sentences import Sentence
from tests.kit.model_folders import complete_files, damaged_copy
from tests.kit.paths import DOT

MAKE = """
import sys
from pathlib import Path
from tests.kit.tiny_models import FAMILIES
for name in sys.argv[2:]:
    FAMILIES[name](Path(sys.argv[1]) / name)
"""
FAMILIES = ("qwen3", "gemma3", "qwen2_5_vl")
SECONDS = 20


def outcome(folder: Path) -> str:
    """Return what became of the folder in a process of its own."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        os.write(write, _judged(folder).encode()[:4000])
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        said = pipe.read()
    _, status, _ = os.wait4(child, 0)
    return said or f"ended with {os.waitstatus_to_exitcode(status)}"


def _judged(folder: Path) -> str:
    try:
        (found,) = root_reader.find_models(str(folder), lambda: None)
        described = root_reader._with_facts(found)
        if described.problem and not _is_said(described.problem):
            return f"the library said {described.problem}"
        loader.load_model(loader.examine_model(str(folder)))
        return "loaded" if not described.problem else "loaded, but the library refused it"
    except Refused as refusal:
        return "refused" if _is_said(refusal.args[0]) else f"said {refusal}"
    except BaseException as error:  # noqa: BLE001  these are looked for
        return repr(error)[:300]


def _is_said(sentence: str) -> bool:
    return isinstance(sentence, Sentence) and sentence.endswith(".") and len(sentence) < 500


def through_engine(folders: list[Path]) -> Counter[str]:
    """Load each folder in one engine, then ask its built-in model."""
    events: SimpleQueue = SimpleQueue()
    engine = Engine(events.put)
    engine.start()
    ends: Counter[str] = Counter()
    for request, folder in enumerate(folders, 1):
        engine.submit(LoadModel(request, str(folder)))
        event = _end(events, request, Failed | ModelReady)
        said = isinstance(event, ModelReady) or _is_said(getattr(event, "message", ""))
        ends["held" if said else f"{folder.name}: {event}"] += 1
    engine.submit(Generate(10_000, str(DOT), (ChatMessage("user", "Hi"),)))
    answer = _end(events, 10_000, Failed | Finished)
    ends["held" if isinstance(answer, Finished) else "Dot did not answer"] += 1
    engine.stop(20)
    return ends


def _end(events: SimpleQueue, request: int, kinds: UnionType) -> object:
    while True:
        event = events.get(timeout=120)
        if isinstance(event, kinds) and event.request_id == request:
            return event


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=500)
    parser.add_argument("--quick", action="store_true", help="so few that it takes 40 s")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    count, live = (60, 3) if args.quick else (args.count, 20)
    logging.disable(logging.CRITICAL)
    ends: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run([sys.executable, "-P", "-c", MAKE, str(folder), *FAMILIES], check=True)
        for family in FAMILIES:
            complete_files(folder / family)
        slowest = (0.0, "")
        for index in range(count):
            family = folder / FAMILIES[index % len(FAMILIES)]
            file = damaged_copy(family, folder / "copy", f"{args.seed}/{index}")
            began = time.perf_counter()
            said = outcome(folder / "copy")
            slowest = max(slowest, (time.perf_counter() - began, f"{index} {file}: {said}"))
            ends[said] += 1
            if said not in ("loaded", "refused"):
                print(f"{index} {family.name}/{file}: {said}", flush=True)
        copies = [folder / f"live{index}" for index in range(live)]
        for index, copy in enumerate(copies):
            damaged_copy(folder / FAMILIES[index % 3], copy, f"live {args.seed}/{index}")
        engine = through_engine(copies)
    held = ends["loaded"] + ends["refused"] + engine["held"]
    tried = ends.total() + engine.total()
    for said in engine:
        if said != "held":
            print(said)
    print("slowest:", slowest[1])
    figure = {"tried": tried, "slowest_seconds": round(slowest[0], 2)}
    print(json.dumps({"ratio": round(held / tried, 4), **dict(ends), **figure}))


if __name__ == "__main__":
    main()
