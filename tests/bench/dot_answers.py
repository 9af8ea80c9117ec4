"""Share of 60 questions about drawn pictures and clips that Dot answers rightly, in the engine.

uv run python tests/bench/dot_answers.py [--quick]
"""

import argparse
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from engine.engine import Engine
from engine.messages import (
    Channel,
    Delta,
    Event,
    Finished,
    Generate,
    LoadModel,
    ModelReady,
    SamplingParams,
)
from tests.pictures import COLORS, ask, save_clip, save_picture

DOT = str(ROOT / "resources" / "dot")
SHAPES = ["circle", "square", "triangle", "cross"]
NUMBERS = ["no", "one", "two", "three", "four"]
SIZES = [(400, 300), (640, 480), (300, 300), (480, 640), (1024, 576)]


@dataclass
class Case:
    """Right when every word of `expected` is in the answer and none of `wrong`."""

    kind: str
    question: str
    path: Path
    expected: tuple[str, ...]
    wrong: tuple[str, ...] = ()
    thinking: bool = False

    def judge(self, answer: str) -> bool:
        words = answer.lower().replace(".", " ").replace(",", " ").split()
        return all(w in words for w in self.expected) and not any(w in words for w in self.wrong)


def cases(count: int, folder: Path) -> Iterator[Case]:
    rng = random.Random(2)
    kinds = [one, count_shapes, left_or_right, exists, describe, clip_direction, clip_color]
    for number in range(count):
        kind = kinds[number % len(kinds)]
        case = kind(rng, folder / f"{number}")
        case.thinking = number % 3 == 2
        yield case


def one(rng: random.Random, path: Path) -> Case:
    color, shape = rng.choice(list(COLORS)), rng.choice(SHAPES)
    drawn = draw(rng, path, (color, shape, 0.5, 0.5))
    if rng.random() < 0.5:
        return Case("colour", "What color is it?", drawn, (color,))
    return Case("shape", "What shape is it?", drawn, (shape,))


def count_shapes(rng: random.Random, path: Path) -> Case:
    number = rng.randint(1, 4)
    places = [(0.2, 0.25), (0.75, 0.3), (0.3, 0.75), (0.8, 0.78)][:number]
    shapes = [(rng.choice(list(COLORS)), rng.choice(SHAPES), x, y) for x, y in places]
    drawn = draw(rng, path, *shapes)
    return Case("count", "How many shapes are there?", drawn, (NUMBERS[number],))


def left_or_right(rng: random.Random, path: Path) -> Case:
    (a, b), (c, d) = rng.sample(list(COLORS), 2), rng.sample(SHAPES, 2)
    drawn = draw(rng, path, (a, c, 0.25, 0.5), (b, d, 0.75, 0.5))
    side, color, shape = rng.choice([("left", a, c), ("right", b, d)])
    return Case("side", f"What is on the {side}?", drawn, (color, shape))


def exists(rng: random.Random, path: Path) -> Case:
    color, other = rng.sample(list(COLORS), 2)
    shape = rng.choice(SHAPES)
    drawn = draw(rng, path, (color, shape, 0.5, 0.5))
    asked = rng.choice([color, other])
    expected = "yes" if asked == color else "no"
    return Case("exists", f"Is there a {asked} {shape}?", drawn, (expected,))


def describe(rng: random.Random, path: Path) -> Case:
    (a, b), (c, d) = rng.sample(list(COLORS), 2), rng.sample(SHAPES, 2)
    drawn = draw(rng, path, (a, c, 0.25, 0.5), (b, d, 0.75, 0.5))
    return Case("describe", "What do you see?", drawn, (a, b, c, d))


def clip_direction(rng: random.Random, path: Path) -> Case:
    way = rng.choice(["left", "right", "up", "down"])
    shape = rng.choice(SHAPES)
    clip = save_clip(path.with_suffix(".mp4"), rng.choice(list(COLORS)), shape, way)
    others = tuple({"left", "right", "up", "down"} - {way})
    return Case("clip direction", f"Which way does the {shape} move?", clip, (way,), others)


def clip_color(rng: random.Random, path: Path) -> Case:
    color, shape = rng.choice(list(COLORS)), rng.choice(SHAPES)
    clip = save_clip(path.with_suffix(".mp4"), color, shape, "right")
    return Case("clip colour", "What color is the moving shape?", clip, (color,))


def draw(rng: random.Random, path: Path, *shapes: tuple[str, str, float, float]) -> Path:
    size = rng.choice(SIZES)
    radius = round(min(size) * rng.uniform(0.12, 0.16))
    suffix = rng.choice([".png", ".jpg"])
    return save_picture(path.with_suffix(suffix), *shapes, size=size, radius=radius)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    count = 21 if parser.parse_args().quick else 60
    events: list[Event] = []
    engine = Engine(events.append)

    def run(command: Generate | LoadModel) -> list[Event]:
        events.clear()
        engine.submit(command)
        while not engine.idle:
            engine.step()
        return list(events)

    loaded = next(e for e in run(LoadModel(0, DOT)) if isinstance(e, ModelReady))
    right, asked, speeds = Counter(), Counter(), []
    with tempfile.TemporaryDirectory() as folder:
        for case in cases(count, Path(folder)):
            message = ask(case.question, case.path)
            seen = run(Generate(1, DOT, (message,), SamplingParams(thinking=case.thinking)))
            answer = "".join(
                e.text for e in seen if isinstance(e, Delta) and e.channel is Channel.CONTENT
            )
            asked[case.kind] += 1
            right[case.kind] += case.judge(answer)
            if not case.judge(answer):
                print(f"wrong: {case.kind}: {case.question} expected {case.expected}: {answer}")
            done = next(e for e in seen if isinstance(e, Finished))
            if done.usage.generated > 4:
                speeds.append((done.usage.generated - 1) / done.timings.decode)
    for kind in asked:
        print(f"{kind:15} {right[kind]:3} of {asked[kind]}")
    figure = {
        "ratio": round(sum(right.values()) / count, 3),
        "questions": count,
        "load_s": round(loaded.model.load_seconds, 3),
        "decode_tok_s": round(sorted(speeds)[len(speeds) // 2], 1),
    }
    print(json.dumps(figure))


if __name__ == "__main__":
    main()
