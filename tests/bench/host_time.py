"""Host time of a token: what the whole path (engine, sampler, detokenizer, router, events) adds to
a bare loop over the same model. While rows decode, the model returns logits that were computed
before, so that nothing but the host takes time.

uv run python tests/bench/host_time.py [--quick] [--profile ROWS]

Only the time of this thread on a core counts, so that a busy machine changes little. `ratio` is the
engine over the bare loop, for one plain row; `host_us` is the difference in microseconds. Beside
the plain rows stands mlx-lm's batch of rows, with its detokenizers alone.
"""

import argparse
import cProfile
import json
import pstats
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import mlx.core as mx
from mlx_lm.generate import GenerationBatch, StopSequences

from engine.checkpoints import guard
from engine.engine import Engine
from engine.messages import ChatMessage, Event, Failed, Generate, LoadModel, SamplingParams
from tests.bench import random_model

SMALLEST = random_model.SMALL | {
    "hidden_size": 64,
    "num_hidden_layers": 1,
    "intermediate_size": 64,
    "num_attention_heads": 1,
    "num_key_value_heads": 1,
    "vocab_size": 512,
}
HOT = {"temperature": 0.7, "top_p": 0.95, "repetition_penalty": 1.1, "presence_penalty": 0.2}
PROMPT = 16


class FreeModel:
    """Stands for the model's adapter while rows decode. Every token is the likeliest now and then,
    but none ends an answer."""

    hidden = None

    def __init__(self, size: int) -> None:
        mx.random.seed(0)
        self._logits = [mx.random.normal((32, size - 1)) for _ in range(64)]
        self._logits = [mx.pad(it, [(0, 0), (0, 1)], constant_values=-99.0) for it in self._logits]
        mx.eval(self._logits)
        self._steps = 0

    def decode_block(self, tokens: mx.array, *_: Any) -> mx.array:
        self._steps += 1
        return self._logits[self._steps % 64][: tokens.shape[0], None]


class HostTime:
    def __init__(self, folder: Path, new: int) -> None:
        self.folder, self.new = str(folder), new
        self.events: list[Event] = []
        self.engine = Engine(self.events.append)
        self._run([LoadModel(1, self.folder)])
        scheduler = self.engine._scheduler
        assert scheduler is not None
        resident = next(iter(scheduler._models))
        self._decoder, self._tokenizer = resident.lanes[0].decoder, resident.model.tokenizer
        self._free = FreeModel(SMALLEST["vocab_size"])
        vars(self._decoder)["_adapter"] = self._free

    def of_engine(self, rows: int, options: dict[str, Any]) -> float:
        """Return seconds a token of steps in which all rows decode."""
        self.events.clear()
        for row in range(rows):
            sampling = SamplingParams(max_tokens=self.new + rows, seed=row, **options)
            question = (ChatMessage("user", chr(97 + row) * PROMPT),)
            self.engine.submit(Generate(10 + row, self.folder, question, sampling))
        while len(self._decoder.rows) < rows:
            assert not any(isinstance(event, Failed) for event in self.events), self.events
            self.engine.step()
        steps, spent = 0, time.thread_time()
        while len(self._decoder.rows) == rows:
            self.engine.step()
            steps += 1
        spent = time.thread_time() - spent
        self._run([])
        return spent / (steps * rows)

    def of_bare_loop(self, rows: int) -> float:
        """Return the same for a loop of model and argmax alone, one step ahead of the tokens."""
        token = mx.zeros((rows,), dtype=mx.uint32)
        spent = time.thread_time()
        for _ in range(self.new):
            following = mx.argmax(self._free.decode_block(token)[:, 0], axis=-1)
            mx.async_eval(following)
            token.tolist()
            token = following
        return (time.thread_time() - spent) / (self.new * rows)

    def of_mlx_lm(self, rows: int) -> float:
        """Return the same for mlx-lm's GenerationBatch, the decoding part of its BatchGenerator."""
        uids = list(range(rows))
        made: Any = GenerationBatch
        batch = made(
            lambda tokens, cache: self._free.decode_block(tokens),
            uids,
            mx.zeros((rows,), dtype=mx.uint32),
            [],
            [[] for _ in uids],
            [None] * rows,
            lambda logprobs: mx.argmax(logprobs, axis=-1),
            [None] * rows,
            [StopSequences([[SMALLEST["vocab_size"] - 1]]) for _ in uids],
            [self.new + 1] * rows,
        )
        detokenizers = [self._tokenizer.detokenizer for _ in uids]
        spent = time.thread_time()
        for _ in range(self.new):
            for response in batch.next():
                detokenizers[response.uid].add_token(response.token)
        return (time.thread_time() - spent) / (self.new * rows)

    def _run(self, commands: list[Any]) -> None:
        for command in commands:
            self.engine.submit(command)
        while not self.engine.idle:
            self.engine.step()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--profile", type=int, default=0)
    args = parser.parse_args()
    rounds, new = (3, 150) if args.quick else (7, 600)
    figure: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        guard.OUR_FOLDERS.append(Path(folder).resolve())
        random_model.make_random_model(Path(folder) / "random", SMALLEST)
        bench = HostTime(Path(folder) / "random", new)
        if args.profile:
            for options in ({}, HOT):
                with cProfile.Profile() as profile:
                    bench.of_engine(args.profile, options)
                pstats.Stats(profile).sort_stats("tottime").print_stats(25)
        for rows in (1, 4, 32):
            bare = min(bench.of_bare_loop(rows) for _ in range(rounds))
            other = min(bench.of_mlx_lm(rows) for _ in range(rounds))
            print(f"{rows} rows: mlx-lm's batch {(other - bare) * 1e6:.1f} us a token")
            figure[f"mlx_lm_us_{rows}"] = round((other - bare) * 1e6, 1)
            for name, options in (("plain", {}), ("hot", HOT)):
                found = [bench.of_engine(rows, options) for _ in range(rounds)]
                mine, middle = min(found), statistics.median(found)
                host = (mine - bare) * 1e6
                print(
                    f"{rows} rows, {name}: engine {mine * 1e6:.1f} us a token (median "
                    f"{middle * 1e6:.1f}), bare loop {bare * 1e6:.1f}: host {host:.1f} us"
                )
                figure[f"host_us_{rows}_{name}"] = round(host, 1)
                figure.setdefault("ratio", round(mine / bare, 2))
        bench.engine.close()
    print(json.dumps(figure | {"host_us": figure["host_us_1_plain"]}))


if __name__ == "__main__":
    main()
