"""Decode speed of the engine against mlx-vlm's own stream_generate, in turns in one process.

uv run python tests/bench/decode_speed.py [--quick]
"""

import argparse
import json
import statistics
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from engine import inputs
from engine.engine import Engine
from engine.loader import examine, load
from engine.messages import Event, Finished, Generate, SamplingParams
from tests.pictures import ask

DOT = str(ROOT / "resources" / "dot")
QUESTION = ask("Count from 1 to 29.")


def ours(engine: Engine, events: list[Event]) -> float:
    events.clear()
    engine.submit(Generate(1, DOT, (QUESTION,), SamplingParams()))
    while not engine.idle:
        engine.step()
    done = next(event for event in events if isinstance(event, Finished))
    return (done.usage.generated - 1) / done.timings.decode


def theirs(model, processor, prompt: str) -> float:
    """Tokens after the first over the time they took, by our clock as for ours."""
    import time

    from mlx_vlm.generate import stream_generate

    first = last = 0.0
    count = 0
    for _ in stream_generate(model, processor, prompt, max_tokens=200, temperature=0.0):
        last = time.perf_counter()
        first = first or last
        count += 1
    return (count - 2) / (last - first)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    rounds = 8 if parser.parse_args().quick else 30
    events: list[Event] = []
    engine = Engine(events.append)
    loaded = load(examine(DOT))
    prompt = inputs.render(Generate(1, DOT, (QUESTION,)), [], loaded)
    from mlx_vlm.utils import load as load_vlm

    model, processor = load_vlm(DOT, trust_remote_code=False)
    ours(engine, events)
    theirs(model, processor, prompt)
    pairs = [(ours(engine, events), theirs(model, processor, prompt)) for _ in range(rounds)]
    mine, other = (statistics.median(side) for side in zip(*pairs, strict=True))
    ratio = statistics.median(a / b for a, b in pairs)
    print(f"engine {mine:.0f} tok/s, mlx-vlm {other:.0f} tok/s, median of {rounds} pairs")
    figure = {"ratio": round(ratio, 3), "engine_tok_s": round(mine), "mlx_vlm_tok_s": round(other)}
    print(json.dumps(figure))


if __name__ == "__main__":
    main()
