"""Conversion: predicted over measured memory, and time over that of mlx-lm's own convert.

    uv run python tests/bench/convert.py [--quick]

Converts random checkpoints to 4 bits, in the engine's worker process and by `mlx_lm.convert` in
another process. Both must write the same weights. The ratio is the smallest prediction over its
measured peak: below 1 the memory check would let too much in.
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from engine.models import loader

assert loader
import mlx.core as mx

from engine.engine import Engine
from engine.messages import Convert, Converted, Recipe
from tests.bench.random_model import make_random_model
from tests.kit.quick import is_quick

SMALL = {
    "hidden_size": 1024,
    "num_hidden_layers": 4,
    "intermediate_size": 3072,
    "num_attention_heads": 16,
    "num_key_value_heads": 8,
    "head_dim": 64,
    "vocab_size": 20_000,
}
LARGE = SMALL | {"hidden_size": 2048, "num_hidden_layers": 12, "intermediate_size": 8192}
EMBEDDING = SMALL | {"num_hidden_layers": 1, "vocab_size": 150_000}
OWN = """
import sys, mlx_lm.convert
convert = sys.modules["mlx_lm.convert"].convert
convert(sys.argv[1], sys.argv[2], quantize=True, q_bits=4, q_group_size=64)
"""


def ours(source: Path, target: Path) -> tuple[Converted, float]:
    engine = Engine(lambda _: None)
    began = time.perf_counter()
    *_, event = engine.stream(Convert(1, str(source), target, Recipe(4)))
    seconds = time.perf_counter() - began
    engine.close()
    assert isinstance(event, Converted), event
    return event, seconds


def theirs(source: Path, target: Path) -> float:
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", OWN, str(source), str(target)], check=True, capture_output=True
    )
    return time.perf_counter() - began


def weights(folder: Path) -> dict[str, mx.array]:
    found: dict[str, mx.array] = {}
    for path in folder.glob("*.safetensors"):
        found |= mx.load(str(path))  # pyright: ignore[reportOperatorIssue,reportCallIssue,reportArgumentType]
    return found


def measure(name: str, shape: dict, dtype: mx.Dtype, folder: Path) -> tuple[float, float]:
    make_random_model(folder / "original", shape, dtype)
    mx.clear_cache()
    event, seconds = ours(folder / "original", folder / "ours")
    own = theirs(folder / "original", folder / "theirs")
    mine, other = weights(folder / "ours"), weights(folder / "theirs")
    assert mine.keys() == other.keys()
    assert all(mx.array_equal(mine[key], other[key]).item() for key in mine)
    memory = event.predicted / event.peak
    print(
        f"{name}: predicted {event.predicted / 1e6:.0f} MB, measured {event.peak / 1e6:.0f} MB "
        f"({memory:.2f}); {seconds:.1f} s, mlx-lm {own:.1f} s"
    )
    return memory, seconds / own


def main() -> None:
    shapes = [("small, bfloat16", SMALL, mx.bfloat16)]
    if not is_quick(__doc__):
        shapes += [
            ("small, float32", SMALL, mx.float32),
            ("large embedding", EMBEDDING, mx.bfloat16),
            ("1.2 GB", LARGE, mx.bfloat16),
        ]
    found = []
    for name, shape, dtype in shapes:
        with tempfile.TemporaryDirectory() as folder:
            found.append(measure(name, shape, dtype, Path(folder)))
    ratio, slowest = min(it[0] for it in found), max(it[1] for it in found)
    print(json.dumps({"ratio": round(ratio, 3), "time_ratio": round(slowest, 2)}))


if __name__ == "__main__":
    main()
