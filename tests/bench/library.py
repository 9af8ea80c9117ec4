"""Listing 300 model folders, and the window's thread while disks are cold or do not answer:

uv run python tests/bench/library.py [300] [--quick]

The last line has `ratio`: the listing after the first time, over the 300 ms that it may take.
"""

import argparse
import json
import os
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QCoreApplication, QTimer

from app.models import root_reader
from app.models.library import Library
from app.models.roots import Root
from tests.kit.loop import run_until
from tests.kit.model_folders import write_cached, write_model
from ui.state.library_state import Place
from ui.state.workspace import Workspace

ALLOWED = 0.3
LAYERS, TOKENS = 28, 4_000
# Seconds that each folder of the cold disk takes to answer.
COLD = 0.05


def tensors() -> dict:
    """Return as many tensors as a 4-bit model of 2 B parameters has."""
    found: dict = {"model.embed_tokens.weight": ("U32", (TOKENS, 8))}
    for layer in range(LAYERS):
        for name in ("q_proj", "k_proj", "v_proj", "o_proj", "up_proj", "gate_proj", "down_proj"):
            base = f"model.layers.{layer}.self_attn.{name}"
            found[f"{base}.weight"] = ("U32", (16, 8))
            found[f"{base}.scales"] = found[f"{base}.biases"] = ("BF16", (16, 1))
        found[f"model.layers.{layer}.input_layernorm.weight"] = ("BF16", (64,))
    return found


def write_disk(folder: Path, count: int) -> tuple[Root, ...]:
    described = tensors()
    quantized: dict = {"quantization": {"bits": 4, "group_size": 64}}
    for index in range(count):
        if index % 3:
            write_model(
                folder / "studio" / f"maker{index % 20}" / f"m{index}", described, **quantized
            )
        else:
            snapshot = write_cached(folder / "hub", f"maker{index % 20}/m{index}", **quantized)
            assert snapshot.is_dir()
    return (
        Root(str(folder / "hub"), Place.HUGGING_FACE),
        Root(str(folder / "studio"), Place.LM_STUDIO),
    )


class Gaps:
    """The longest time that the event loop was held up."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._last = time.perf_counter()
        self._timer = QTimer(interval=2)
        self._timer.timeout.connect(self._tick)
        self._timer.start()

    def begin(self) -> None:
        self.longest, self._last = 0.0, time.perf_counter()

    def _tick(self) -> None:
        now = time.perf_counter()
        self.longest, self._last = max(self.longest, now - self._last), now


def listed(home: Path, roots: tuple[Root, ...], count: int, gaps: Gaps) -> tuple[float, float]:
    """Start a library as a start of the application does. Return the seconds until all models are
    listed and read, and the longest gap of the event loop."""
    workspace = Workspace()
    gaps.begin()
    began = time.perf_counter()
    library = Library(workspace, home, find_roots=lambda _: roots)
    done: list[float] = []

    def look() -> None:
        state = workspace.library
        if not state.scanning and len(state.models) == count + 1 and not done:
            done.append(time.perf_counter() - began)

    workspace.library.changed.connect(look)
    library.start()
    run_until(lambda: bool(done), limit=120)
    library.close()
    workspace.deleteLater()
    return done[0], gaps.longest


def with_delay(seconds: float) -> None:
    """Make every search of a folder as slow as a disk that has to start."""
    read = root_reader._with_facts

    def slow(found):
        time.sleep(seconds)
        return read(found)

    root_reader._with_facts = slow


def hang() -> threading.Event:
    """Make searches hang until the event is set."""
    answer, search = threading.Event(), root_reader.find_models

    def find(path, check):
        answer.wait()
        return search(path, check)

    root_reader.find_models = find
    return answer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=300)
    parser.add_argument("--quick", action="store_true")
    args = parser.parse_args()
    times = 3 if args.quick else 9
    app = QCoreApplication(sys.argv)
    gaps = Gaps()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        roots = write_disk(folder, args.count)
        first, first_gap = listed(folder / "home", roots, args.count, gaps)
        later = [listed(folder / "home", roots, args.count, gaps) for _ in range(times)]
        again = sorted(seconds for seconds, _ in later)[times // 2]
        with_delay(COLD)
        few = min(args.count, 40)
        cold_roots = write_disk(folder / "cold", few)
        cold, cold_gap = listed(folder / "cold home", cold_roots, few, gaps)
        hanging = hang()
        gaps.begin()
        workspace = Workspace()
        library = Library(workspace, folder / "home", find_roots=lambda _: roots)
        library.start()
        run_until(lambda: len(workspace.library.models) == args.count + 1)
        hang_gap = gaps.longest
        hanging.set()
        library.close()
    print(f"first {first:.2f} s, then {again:.3f} s; cold {cold:.2f} s for {few}")
    figure = {
        "ratio": round(again / ALLOWED, 3),
        "folders": args.count,
        "first_seconds": round(first, 2),
        "again_seconds": round(again, 3),
        "gap_ms_first": round(first_gap * 1e3),
        "gap_ms_again": round(max(gap for _, gap in later) * 1e3),
        "gap_ms_cold": round(cold_gap * 1e3),
        "gap_ms_hanging": round(hang_gap * 1e3),
    }
    app.quit()
    print(json.dumps(figure))


if __name__ == "__main__":
    main()
