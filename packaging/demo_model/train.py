"""Train Dot with PyTorch, and resume from the last checkpoint.

PYTHONPATH=packaging python -m demo_model.train RUN --tokenizer .dot/tokenizer --device cuda

A second run may begin with the weights of the first, to learn from longer conversations than fit
into its rows.
"""

import argparse
import json
import random
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import cv2
import torch
from torch import Tensor
from torch.utils.data import DataLoader, Dataset

from demo_model.batches import LENGTH, PATCHES, Size, build
from demo_model.dimensions import DASH, DIT, Dimensions
from demo_model.export import training_weights
from demo_model.mixtures import MIXTURES, Mixture
from demo_model.network import Dash, Dit, Dot, Network
from demo_model.trainer import Trainer, held_out

Tensors = dict[str, Tensor]

LOG_EVERY = 50
HELD_OUT = 2
# The run ends after this many steps without a finite gradient.
MOST_SKIPPED = 50
# Dash learns what Dot says about images too, as it drafts for it; Dit learns from texts alone.
MODELS: dict[str, Callable[[], Network]] = {
    "dot": lambda: Dot(Dimensions()),
    "dash": lambda: Dash(DASH),
    "dit": lambda: Dit(DIT),
}
TEXT_ONLY = "dit"
# Options that must be the same in all parts of a run.
KEPT = ("steps", "rows", "length", "rate", "seed", "seconds", "times", "mixture", "patches")
# Batches among which those to learn from again are chosen.
LATEST = 128


class Batches(Dataset):
    def __init__(self, tokenizer: Path, seed: str, size: Size, mixture: Mixture) -> None:
        self._tokenizer = tokenizer
        self._seed = seed
        self._size = size
        self._mixture = mixture

    def __getitem__(self, number: int) -> Tensors:
        arrays = build(self._tokenizer, f"{self._seed}/{number}", self._size, self._mixture)
        return {name: torch.from_numpy(array) for name, array in arrays.items()}


class Run:
    """A training in several parts. Its folder has checkpoint.pt and log.jsonl."""

    def __init__(self, options: argparse.Namespace) -> None:
        torch.manual_seed(options.seed)
        torch.set_float32_matmul_precision("high")
        self._options = options
        patches = round(options.rows * options.length * options.patches)
        vision = 0 if options.model == TEXT_ONLY else patches // PATCHES
        self._size = Size(options.rows, options.length, vision)
        self._mixture = MIXTURES[options.mixture]
        model = MODELS[options.model]().to(options.device)
        if options.begin_with and options.begin_with.suffix == ".safetensors":
            # An exported model has no names of cells.
            model.load_state_dict(training_weights(options.begin_with), strict=False)
        elif options.begin_with:
            state = torch.load(options.begin_with, map_location=options.device)
            model.load_state_dict(state["model"])
        self._trainer = Trainer(model, options.steps, options.rate)
        self._checkpoint = options.run / "checkpoint.pt"
        self._begin = time.monotonic()
        options.run.mkdir(parents=True, exist_ok=True)
        if self._checkpoint.exists():
            self._resume()

    def go(self) -> None:
        """Train until all steps are done or the time is up."""
        trainer, options = self._trainer, self._options
        if self._spent >= 1:
            return
        tests = self._tests()
        for batch in repeated(self._batches(), options.times, random.Random(options.seed)):
            trainer.spent = self._spent
            trainer(batch)
            last = trainer.step == options.steps or self._spent >= 1
            self._report(tests, last)
            if last:
                return

    def _report(self, tests: list[Tensors], last: bool) -> None:
        """Log, test and save if it is time, and after the last step: a worker that fails to close
        would end the run unsaved."""
        trainer, options = self._trainer, self._options
        found: dict[str, Any] = {}
        if trainer.step % LOG_EVERY == 0 or last:
            found = self._numbers()
        if last or (tests and trainer.step % options.test_every == 0):
            self._save()
            if tests:
                found["held_out"] = held_out(trainer.model, tests)
        if found:
            self._log(found)

    @property
    def _seconds(self) -> float:
        return time.monotonic() - self._begin

    @property
    def _spent(self) -> float:
        """Return the share of the time that is over, in all parts of the run together."""
        return self._seconds / self._options.seconds

    def _resume(self) -> None:
        state = torch.load(self._checkpoint, map_location=self._options.device)
        given = {name: getattr(self._options, name) for name in KEPT}
        if state["options"] != given:
            raise SystemExit(f"{self._checkpoint} was begun with {state['options']}, not {given}.")
        self._trainer.load(state)
        self._begin -= state["seconds"]

    def _save(self) -> None:
        """Save in one step, so that a run that is killed meanwhile keeps the previous
        checkpoint."""
        state = self._trainer.state() | {
            "options": {name: getattr(self._options, name) for name in KEPT},
            "seconds": self._seconds,
        }
        part = self._checkpoint.with_suffix(".part")
        torch.save(state, part)
        part.replace(self._checkpoint)

    def _tests(self) -> list[Tensors]:
        if not self._options.test_every:
            return []
        fixed = Batches(self._options.tokenizer, "held-out", self._size, self._mixture)
        return [
            {name: tensor.to(self._options.device) for name, tensor in fixed[number].items()}
            for number in range(HELD_OUT)
        ]

    def _batches(self) -> DataLoader:
        """Return the batches that are left."""
        options = self._options
        return DataLoader(
            Batches(options.tokenizer, str(options.seed), self._size, self._mixture),
            batch_size=None,
            sampler=range(self._trainer.step // options.times, options.steps),
            num_workers=options.workers,
            prefetch_factor=4 if options.workers else None,
            pin_memory=options.device.startswith("cuda"),
            worker_init_fn=_alone,
            # A process that is forked from one with threads may hang.
            multiprocessing_context="spawn" if options.workers else None,
        )

    def _numbers(self) -> dict[str, Any]:
        said, auxiliary = self._trainer.losses.tolist()
        skipped = int(self._trainer.skipped.item())
        if skipped > MOST_SKIPPED:
            raise SystemExit(f"{skipped} steps were not finite: run again with a lower rate.")
        return {"said": said, "auxiliary": auxiliary, "skipped": skipped}

    def _log(self, found: dict[str, Any]) -> None:
        line = json.dumps({"step": self._trainer.step, "seconds": round(self._seconds, 1)} | found)
        print(line, flush=True)
        with (self._options.run / "log.jsonl").open("a") as log:
            print(line, file=log)


def repeated(batches: Iterable[Tensors], times: int, rng: random.Random) -> Iterator[Tensors]:
    """Yield each batch, and before the next one `times` - 1 of the latest, chosen at random: for a
    GPU that learns faster than the workers make batches."""
    latest: deque[Tensors] = deque(maxlen=LATEST)
    for batch in batches:
        latest.append(batch)
        yield batch
        for _ in range(times - 1):
            yield rng.choice(latest)


def _alone(worker: int) -> None:
    """Limit a worker to one core."""
    cv2.setNumThreads(1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", type=Path, help="folder of checkpoint.pt and log.jsonl")
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--steps", type=int, default=11_300)
    parser.add_argument("--rows", type=int, default=128)
    parser.add_argument("--length", type=int, default=LENGTH, help="tokens of a row")
    parser.add_argument("--mixture", choices=MIXTURES, default="usual", help="kinds of document")
    parser.add_argument("--patches", type=float, default=9 / 8, help="space for them, per token")
    parser.add_argument("--begin-with", type=Path, help="checkpoint.pt or an export")
    parser.add_argument("--model", choices=MODELS, default="dot")
    parser.add_argument("--rate", type=float, default=1.0, help="share of the learning rates")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=15)
    parser.add_argument("--times", type=int, default=1, help="steps for each batch, on average")
    parser.add_argument("--test-every", type=int, default=1000, help="steps; 0: only save the end")
    parser.add_argument(
        "--seconds",
        type=float,
        default=float("inf"),
        help="end after this time, that of earlier parts included, with the rate at zero",
    )
    Run(parser.parse_args()).go()


if __name__ == "__main__":
    main()
