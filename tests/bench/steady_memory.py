"""Memory of 10,000 answers without garbage collection: bytes of the process after all of them over
those after the first tenth, and the objects that only a collection frees.

uv run python tests/bench/steady_memory.py [--quick] [--rows 8]
"""

import argparse
import gc
import json
import os
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))


from engine.engine import Engine
from engine.messages import ChatMessage, Event, Finished, Generate, LoadModel, SamplingParams
from engine.system.process_usage import usage_of
from tests.bench import random_model
from tests.bench.host_time import SMALLEST


class Answers:
    """Counts answers, so that no event is kept."""

    def __init__(self) -> None:
        self.finished = 0

    def take(self, event: Event) -> None:
        self.finished += isinstance(event, Finished)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--rows", type=int, default=8)
    args = parser.parse_args()
    total = 300 if args.quick else 10_000
    answers, sizes = Answers(), list[int]()
    engine = Engine(answers.take)
    with tempfile.TemporaryDirectory() as folder:
        model = Path(folder) / "random"
        random_model.make_random_model(model, SMALLEST)
        engine.submit(LoadModel(1, str(model)))
        gc.collect()
        gc.disable()
        submitted, began = 0, time.perf_counter()
        while answers.finished < total:
            # There is always a row that decodes, so that the engine never rests.
            while submitted - answers.finished < args.rows and submitted < total:
                submitted += 1
                question = (ChatMessage("user", f"{submitted:06d}"),)
                sampling = SamplingParams(max_tokens=12, temperature=1.0, top_p=0.9)
                engine.submit(Generate(1 + submitted, str(model), question, sampling))
            engine.step()
            if answers.finished >= (len(sizes) + 1) * total // 10:
                sizes.append(usage_of(os.getpid()).memory)
                print(f"{answers.finished} answers: {sizes[-1] / 1e6:.1f} MB")
        seconds = time.perf_counter() - began
        cycles = gc.collect()
        print(f"{seconds:.0f} s; a collection then frees {cycles} objects")
        engine.close()
    ratio = round(sizes[-1] / sizes[0], 3)
    grown = (sizes[-1] - sizes[0]) / (0.9 * total)
    print(json.dumps({"ratio": ratio, "bytes_an_answer": round(grown), "cycles": cycles}))


if __name__ == "__main__":
    main()
