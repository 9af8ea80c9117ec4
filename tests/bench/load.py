"""Time to load a model in steps over that of mlx-lm's load at once, each the least of several, and
the longest gaps between two tokens of an answer: alone, while weights are read, during a load.

uv run python tests/bench/load.py [--quick]
"""

import gc
import itertools
import json
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from engine.checkpoints import guard
from engine.engine import Engine
from engine.messages import (
    Abort,
    ChatMessage,
    Delta,
    Event,
    Generate,
    LoadModel,
    LoadProgress,
    ModelReady,
    SamplingParams,
    UnloadModel,
)
from engine.models import loader  # before mlx: it chooses the libraries
from tests.bench import random_model
from tests.kit.quick import is_quick

import mlx.core as mx  # isort: skip
import mlx_lm.utils  # isort: skip

# 0.6 and 5.6 GB in float32, with which a CPU computes faster than with bfloat16.
QUICK = random_model.SMALL | {
    "hidden_size": 1024,
    "intermediate_size": 3072,
    "num_hidden_layers": 14,
}
WHOLE = QUICK | {"hidden_size": 2048, "intermediate_size": 6144, "num_hidden_layers": 36}
LOADING, ANSWER = 1, 2


def library_seconds(folder: Path) -> float:
    """Return the time of mlx-lm's own load, and of the measurement that the engine makes of every
    model."""
    began = time.perf_counter()
    model, tokenizer = mlx_lm.utils.load(str(folder))[:2]
    adapter = loader.TextAdapter(model)
    loader.with_quantized(adapter, loader.measure_model(adapter, 0, 32), 32, None)
    seconds = time.perf_counter() - began
    del model, tokenizer, adapter
    gc.collect()
    mx.clear_cache()
    return seconds


class Watched:
    """An engine whose events are noted with their times."""

    def __init__(self) -> None:
        self.events: list[tuple[float, Event]] = []
        self.engine = Engine(lambda it: self.events.append((time.perf_counter(), it)))

    def run_until(self, kind: type, request_id: int) -> float:
        """Step until the request has such an event, and return its time."""
        while True:
            start = len(self.events)
            self.engine.step()
            for at, event in self.events[start:]:
                if isinstance(event, kind) and getattr(event, "request_id", 0) == request_id:
                    return at

    def load_seconds(self, folder: Path) -> float:
        began = time.perf_counter()
        self.engine.submit(LoadModel(LOADING, str(folder)))
        return self.run_until(ModelReady, LOADING) - began

    def unload(self, folder: Path) -> None:
        self.engine.submit(UnloadModel(LOADING, str(folder)))
        self.engine.step()

    def gaps(self, small: Path, large: Path) -> tuple[float, float, float]:
        """Return the longest times between two tokens of an answer: alone, while the weights of
        another model are read, and during its whole load."""
        question = (ChatMessage("user", "Tell me everything."),)
        self.engine.submit(
            Generate(ANSWER, str(small), question, SamplingParams(max_tokens=30_000))
        )
        self.run_until(Delta, ANSWER)
        began = self.run_until(Delta, ANSWER)
        while time.perf_counter() < began + 1:
            self.engine.step()
        middle = time.perf_counter()
        self.load_seconds(large)
        times = [at for at, it in self.events if isinstance(it, Delta) and at >= began]
        pairs = list(itertools.pairwise(times))
        self.engine.submit(Abort(ANSWER))
        self.engine.step()
        self.unload(large)
        told = [at for at, it in self.events if isinstance(it, LoadProgress) and at > middle]

        def longest(start: float, end: float) -> float:
            return max(after - before for before, after in pairs if start < after and before < end)

        return longest(0, middle), longest(told[0], told[-1]), longest(middle, times[-1])


def main() -> None:
    quick = is_quick(__doc__)
    with tempfile.TemporaryDirectory() as place:
        # the tokenizer is loaded in this process, as mlx-lm does
        guard.OUR_FOLDERS.append(Path(place).resolve())
        large, small = Path(place) / "large", Path(place) / "small"
        random_model.make_random_model(large, QUICK if quick else WHOLE)
        random_model.make_random_model(small, random_model.SMALL)
        size = (large / "model.safetensors").stat().st_size
        watched = Watched()
        ours, theirs = [], []
        for number in range(4 if quick else 6):
            theirs.append(library_seconds(large))
            ours.append(watched.load_seconds(large))
            watched.unload(large)
            if number == 0:
                # the first reads from the disk and imports
                ours, theirs = [], []
        told = sum(isinstance(it, LoadProgress) for _, it in watched.events)
        alone, reading, during = watched.gaps(small, large)
        watched.engine.close()
    print(f"{size / 1e9:.1f} GB, {told} reports of progress")
    figure = {
        "ratio": round(min(ours) / min(theirs), 3),
        "seconds": round(min(ours), 3),
        "library_seconds": round(min(theirs), 3),
        "gap_alone_ms": round(alone * 1e3, 1),
        "gap_reading_ms": round(reading * 1e3, 1),
        "gap_ms": round(during * 1e3, 1),
    }
    print(json.dumps(figure))


if __name__ == "__main__":
    main()
