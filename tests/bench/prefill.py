"""Prompt tokens a second of the whole path (engine, preparation, cache, first token), over those of
mlx-lm's own prompt processing with the same model, in turns in one process; and the same for each
size of a chunk, and for two prompts at once over one after the other: in the engine, whose steps
are of one prompt each, and in the bare network (`shared_N`), where two chunks of N tokens are one
step or two.

uv run python tests/bench/prefill.py           a small random model, on a CPU
uv run python tests/bench/prefill.py --quick   the same with shorter prompts, within 40 s
uv run python tests/bench/prefill.py --4b      a random bf16 model of Qwen3-4B's shape, 4,096 and
                                               16,384 tokens, for a GPU

The last line's `ratio` is that of the longest prompt with the size of a chunk that the engine
found, over mlx-lm's with its default. `chunk_N` is the ratio with N tokens in both.
"""

import argparse
import gc
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import mlx.core as mx
from mlx_lm.generate import generate_step
from mlx_lm.models.cache import make_prompt_cache

from engine.checkpoints import guard
from engine.engine import Engine
from engine.messages import ChatMessage, Event, Finished, Generate, LoadModel, SamplingParams
from engine.models.chunk_size import ChunkSize
from tests.bench import random_model

# Long prompts with which the size of a chunk is found.
WARM = 2
# mlx-lm's default.
THEIR_CHUNK = 2048
CHUNKS, FEW_CHUNKS = (256, 512, 1024, 2048, 4096), (128, 256)
LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Race:
    """A model loaded once by the engine and shared with mlx-lm."""

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder)
        self.events: list[Event] = []
        self.engine = Engine(self.events.append)
        self.run(LoadModel(1, self.folder))
        assert self.engine._scheduler is not None
        self._resident = next(iter(self.engine._scheduler._models))
        self.model = self._resident.model
        self._network: Any = vars(self.model.adapter)["_model"]

    def run(self, *commands: Any) -> None:
        self.events.clear()
        for command in commands:
            self.engine.submit(command)
        while not self.engine.idle:
            self.engine.step()

    def ours(self, text: str) -> float:
        """Return the seconds to the first token with nothing cached. Tokenizing is not counted:
        mlx-lm gets tokens."""
        self.answered(text)
        (end,) = (event for event in self.events if isinstance(event, Finished))
        return end.timings.prefill

    def answered(self, *texts: str) -> float:
        """Return the seconds from the first question to the last first token, all asked at once,
        with nothing cached."""
        for lane in self._resident.lanes.values():
            lane.prompts.clear()
        asked = [
            Generate(2 + number, self.folder, (ChatMessage("user", text),), SamplingParams(1))
            for number, text in enumerate(texts)
        ]
        began = time.perf_counter()
        self.run(*asked)
        seconds = time.perf_counter() - began
        ends = [event for event in self.events if isinstance(event, Finished)]
        assert len(ends) == len(texts)
        assert all(end.usage.cached == 0 for end in ends)
        return seconds

    def step(self, rows: int, tokens: int) -> float:
        """Return the seconds of a chunk of `tokens` for each of `rows` in the bare network."""
        ids = mx.random.randint(0, 100, (rows, tokens))
        mx.eval(ids)
        began = time.perf_counter()
        mx.eval(self._network(ids, cache=make_prompt_cache(self._network)))
        return time.perf_counter() - began

    def theirs(self, text: str, chunk: int) -> float:
        """Return the seconds of mlx-lm to the first token."""
        tokens = mx.array(self.model.tokenizer.encode(text))
        mx.eval(tokens)
        began = time.perf_counter()
        next(generate_step(tokens, self._network, max_tokens=1, prefill_step_size=chunk))
        return time.perf_counter() - began

    def two_steps(self, tokens: int) -> float:
        return self.step(1, tokens) + self.step(1, tokens)

    def use_chunk(self, tokens: int) -> None:
        self.model.chunks = ChunkSize(tokens, settled=True)


def ratio(rounds: int, mine: Callable[[], float], others: Callable[[], float]) -> tuple[float, ...]:
    """Return the median seconds of both, and the median of the other ones over mine."""
    mine()
    others()
    found = []
    for number in range(rounds):
        # The order alternates, so that a machine that slows down favors neither.
        first, second = (mine, others) if number % 2 else (others, mine)
        a, b = first(), second()
        found.append((a, b) if number % 2 else (b, a))
    ours, theirs = zip(*found, strict=True)
    return (
        statistics.median(ours),
        statistics.median(theirs),
        statistics.median(b / a for a, b in found),
    )


def measured(
    race: Race, lengths: Sequence[int], chunks: Sequence[int], rounds: int
) -> dict[str, Any]:
    own, rng = race.model.chunks, random.Random("prefill")
    # Prompts of other texts, until the size of a chunk is found.
    for _ in range(WARM if max(lengths) >= 4 * own.least else 0):
        race.ours("".join(rng.choices(LETTERS, k=lengths[-1])))
    print(f"chunks of {own.now} tokens were found best here, settled: {own.settled}")
    figure: dict[str, Any] = {"ratio": 0.0, "own_chunk": own.now}
    print(f"{'tokens':>8} {'chunk':>8} {'ours tok/s':>12} {'mlx-lm tok/s':>14} {'ratio':>7}")

    def line(length: int, chunk: str, mine: float, other: float, found: float) -> None:
        rates = f"{length / mine:>12,.0f} {length / other:>14,.0f}"
        print(f"{length:>8} {chunk:>8} {rates} {found:>7.3f}", flush=True)

    for length in lengths:
        # One letter is one token.
        text, other = ("".join(rng.choices(LETTERS, k=length)) for _ in range(2))
        found = ratio(
            rounds, lambda t=text: race.ours(t), lambda t=text: race.theirs(t, THEIR_CHUNK)
        )
        line(length, "default", *found)
        row: dict[str, Any] = {"tok_s": round(length / found[0]), "ratio": round(found[2], 3)}
        for chunk in chunks:
            race.use_chunk(chunk)
            found = ratio(
                rounds, lambda t=text: race.ours(t), lambda t=text, c=chunk: race.theirs(t, c)
            )
            line(length, str(chunk), *found)
            row |= {
                f"chunk_{chunk}": round(found[2], 3),
                f"tok_s_{chunk}": round(length / found[0]),
            }
        race.model.chunks = own
        both = ratio(
            rounds,
            lambda t=text, o=other: race.answered(t, o),
            lambda t=text, o=other: race.answered(t) + race.answered(o),
        )
        row["two_at_once"] = round(both[2], 3)
        print(f"{length:>8} two at once over one after the other: {both[2]:.3f}", flush=True)
        figure |= {"ratio": row["ratio"], str(length): row}
    return figure


def shared_steps(race: Race, chunks: Sequence[int], rounds: int) -> dict[str, float]:
    """Return how much faster one step with a chunk of two prompts is than a step for each."""
    figure = {}
    for tokens in chunks:
        gain = ratio(rounds, partial(race.step, 2, tokens), partial(race.two_steps, tokens))[2]
        figure[f"shared_{tokens}"] = round(gain, 3)
        print(f"{tokens:>8} of two prompts in one step over two steps: {gain:.3f}", flush=True)
    return figure


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--4b", dest="large", action="store_true")
    args = parser.parse_args()
    # The engine collects nothing while it works, and the others are not to be slower for it.
    gc.disable()
    shape = random_model.QWEN3_4B if args.large else random_model.SMALL
    dtype = mx.bfloat16 if args.large else mx.float32
    lengths = (4_096, 16_384) if args.large else (256,) if args.quick else (1_024, 4_096)
    with tempfile.TemporaryDirectory() as folder:
        guard.OUR_FOLDERS.append(Path(folder).resolve())
        path = Path(folder) / "random"
        count = random_model.make_random_model(path, shape, dtype)
        print(f"{count / 1e6:,.0f} million parameters, {mx.default_device()}")
        race = Race(path)
        chunks = FEW_CHUNKS if args.quick else CHUNKS
        rounds = 1 if args.quick else 3
        figure = measured(race, lengths, chunks, rounds)
        figure |= shared_steps(race, (32, *chunks), rounds)
        race.engine.close()
    print(json.dumps(figure))


if __name__ == "__main__":
    main()
