"""Loads, answers and unloads in one process, two models in turn: memory after the last against that
after the first, and every answer the same.

uv run python tests/bench/lifecycle.py [--quick]
"""

import json
import resource
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import mlx.core as mx

from engine.answers import generate
from engine.engine import Engine
from engine.messages import Generate, LoadModel, ModelReady, SamplingParams, UnloadModel
from tests.kit import tiny_models
from tests.kit.images import ask, save_image
from tests.kit.quick import is_quick

DOT = str(ROOT / "resources" / "dot")


def resident_bytes() -> int:
    """Return the resident bytes of this process, on Linux."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def main() -> None:
    rounds = 20 if is_quick(__doc__) else 200
    engine = Engine(lambda event: None)
    answers: dict[str, set[str]] = {}
    active, process = [], []
    with tempfile.TemporaryDirectory() as folder:
        tiny = Path(folder) / "tiny"
        tiny_models.qwen3(tiny)
        path = save_image(Path(folder) / "red.png", ("red", "circle", 0.5, 0.5))
        for number in range(rounds):
            model = DOT if number % 2 == 0 else str(tiny)
            question = ask("What do you see?", path) if model == DOT else ask("the quick fox")
            ready = list(engine.stream(LoadModel(1, model)))[-1]
            assert isinstance(ready, ModelReady), ready
            sampling = SamplingParams(max_tokens=30)
            answer = generate(engine, Generate(2, model, (question,), sampling))
            assert answer.reason is not None, answer
            answers.setdefault(model, set()).add(answer.content)
            list(engine.stream(UnloadModel(3, model)))
            active.append(mx.get_active_memory())
            process.append(resident_bytes())
        engine.close()
    assert all(len(texts) == 1 for texts in answers.values()), answers
    # The first rounds fill caches of the interpreter and of the libraries.
    settled = len(process) // 4
    figure = {
        "ratio": round(active[-1] / active[1], 4) if active[1] else 1.0,
        "rounds": rounds,
        "active_bytes_first": active[1],
        "active_bytes_last": active[-1],
        "process_mb_settled": round(process[settled] / 1e6, 1),
        "process_mb_last": round(process[-1] / 1e6, 1),
    }
    print(json.dumps(figure))


if __name__ == "__main__":
    main()
