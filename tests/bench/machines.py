"""A model on one process and on two, as a group: tokens, decode and prefill speed, and what a step
costs more.

uv run python tests/bench/machines.py [--quick]
    two processes of this computer that share its cores, so a ratio below 1 is expected
python tests/bench/machines.py --gpus [--shape 14b|32b|both] [--seconds 280]
    two GPUs through NCCL: first a small model in float32, whose tokens have to be equal, then
    random bf16 weights of Qwen3's shapes (4 GB in the folder for temporary files), with the memory
    of each GPU

The last line is JSON even if a part fails or the time is over: `problems` says which, and the lines
before it have what each rank wrote to its standard error.
"""

import argparse
import json
import logging
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Timer
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from engine.machines.launch import HERE
from engine.machines.machine_group import MachineGroup
from engine.messages import (
    ChatMessage,
    EngineStats,
    Failed,
    Finished,
    Generate,
    LoadModel,
    Logprobs,
    ModelReady,
    SamplingParams,
)
from tests.bench import group_rank

LARGE = {
    "hidden_size": 5120,
    "num_key_value_heads": 8,
    "head_dim": 128,
    "vocab_size": 151_936,
}
SHAPES: dict[str, dict[str, Any]] = {
    "14b": LARGE
    | {"num_hidden_layers": 40, "intermediate_size": 17_408, "num_attention_heads": 40},
    "32b": LARGE
    | {"num_hidden_layers": 64, "intermediate_size": 25_600, "num_attention_heads": 64},
    # 15 million parameters, which two processes of one computer can share.
    "15m": {
        "hidden_size": 384,
        "num_hidden_layers": 6,
        "intermediate_size": 1152,
        "num_attention_heads": 8,
        "num_key_value_heads": 4,
        "head_dim": 64,
        "vocab_size": 4096,
    },
}
# Wide enough for the kernels of the large shapes.
EXACT = SHAPES["32b"] | {"num_hidden_layers": 2, "vocab_size": 8192}
# Tokens of each answer that is compared.
COMPARED = 32
MIB = 1 << 20


class Problem(Exception):
    """A sentence about what did not work."""


class Report:
    """The figures so far. They are printed once: at the end, or when the time is over."""

    def __init__(self, seconds: float, place: Path) -> None:
        self.figures: dict[str, Any] = {"ratio": None, "problems": []}
        self.stage = "the start"
        self.group: MachineGroup | None = None
        self._place = place
        self._began = time.monotonic()
        self._lock = Lock()
        self._timer = Timer(seconds, self._give_up)
        self._timer.daemon = True
        self._timer.start()

    def enter(self, stage: str) -> None:
        self.stage = stage
        print(f"{time.monotonic() - self._began:6.1f} s: {stage}", flush=True)

    def fail(self, error: object) -> None:
        problem = f"{self.stage}: {error}"
        print(problem, flush=True)
        self.figures["problems"].append(problem)

    def end(self) -> None:
        """Print the last line and end the process, whatever its other threads do."""
        self._lock.acquire()
        self._timer.cancel()
        shutil.rmtree(self._place, ignore_errors=True)
        self.figures["seconds"] = round(time.monotonic() - self._began)
        print(json.dumps(self.figures), flush=True)
        os._exit(bool(self.figures["problems"]))

    def _give_up(self) -> None:
        self.fail("the time is over")
        if self.group is not None:
            end(self.group)
        self.end()


def end(group: MachineGroup) -> None:
    """Kill the processes of a group, and show where they were."""
    ranks = group._ranks
    if ranks is None:
        return
    for process in ranks.processes:
        process.send_signal(group_rank.TELL)
    time.sleep(1)
    for rank, process in enumerate(ranks.processes):
        print(f"rank {rank}, exit code {process.poll()}:\n{ranks.errors(rank)}", flush=True)
        process.kill()


class Run:
    """A group of `size` processes with a model, which answers prompts."""

    def __init__(self, report: Report, folder: Path, size: int, backend: str) -> None:
        self.events: SimpleQueue[Any] = SimpleQueue()
        self.folder = str(folder)
        self.active = 0
        self._last_id = 1
        self.group = report.group = MachineGroup(self.events.put, (HERE,) * size, backend=backend)
        self.group.start()
        began = time.perf_counter()
        self.ended(LoadModel(1, self.folder))
        self.load_seconds = time.perf_counter() - began

    def ended(self, command: Any) -> tuple[Any, list[Logprobs]]:
        """Return the last event of a command, and its tokens. Raises Problem."""
        self.group.submit(command)
        tokens: list[Logprobs] = []
        while True:
            # A hang ends with the time of the report.
            event = self.events.get()
            if isinstance(event, EngineStats):
                self.active = max(self.active, event.active_memory)
            if getattr(event, "request_id", 0) != command.request_id:
                continue
            if isinstance(event, Logprobs):
                tokens.append(event)
            elif isinstance(event, Failed):
                raise Problem(event.message)
            elif isinstance(event, Finished) or (
                isinstance(event, ModelReady) and isinstance(command, LoadModel)
            ):
                return event, tokens

    def answer(self, prompt: str, tokens: int, logprobs: int) -> tuple[Finished, list[Logprobs]]:
        self._last_id += 1
        # Tokens are compared with log probabilities, and speed is measured without.
        params = SamplingParams(max_tokens=tokens, temperature=0, top_logprobs=logprobs)
        question = (ChatMessage("user", prompt),)
        return self.ended(Generate(self._last_id, self.folder, question, params))

    def answers(self, prompt: int, prompts: str) -> list[list[Logprobs]]:
        """Return the tokens of an answer for each letter of `prompts`, to compare them."""
        return [self.answer(it * prompt, COMPARED, logprobs=2)[1] for it in prompts]

    def speeds(self, prompt: int, new: int, rounds: int) -> dict[str, Any]:
        """Return tokens a second, the median of the rounds after the first one, which compiles."""
        found = [self.answer(chr(65 + it) * prompt, new, 0)[0] for it in range(rounds)][1:]
        return {
            "load": round(self.load_seconds, 2),
            "prefill": statistics.median(it.usage.prompt / it.timings.prefill for it in found),
            "decode": statistics.median(
                (it.usage.generated - 1) / it.timings.decode for it in found
            ),
        }


def measured(
    report: Report, folder: Path, size: int, args: argparse.Namespace, *, speed: bool
) -> dict[str, Any]:
    """Return the figures of a group, {} if it failed."""
    prompt, new, rounds = (256, 256, 6) if not args.gpus else (2048, 128, 5)
    if args.quick:
        prompt, new, rounds = 16, 24, 2
    report.enter(f"{folder.name} on {size} of {args.backend}")
    before = gpu_memory() if args.gpus else []
    run = None
    try:
        run = Run(report, folder, size, args.backend)
        figures = run.speeds(prompt, new, rounds) if speed else {}
        figures["answers"] = run.answers(prompt if speed else 64, "x" if args.quick else "xyz")
        figures["active_mib"] = round(run.active / MIB)
        used = [it - was for it, was in zip(gpu_memory(), before, strict=True)] if before else []
        figures["memory_mib"] = used[:size]
    except Problem as error:
        report.fail(error)
        return {}
    finally:
        if report.group is not None and not report.group.stop(20):
            report.fail("the group did not end")
            end(report.group)
    print(json.dumps({"ranks": size, **figures, "answers": None}), flush=True)
    return figures


def gpu_memory() -> list[int]:
    """Return the used memory of each GPU in MiB, nothing without nvidia-smi."""
    asked = ["nvidia-smi", "--query-gpu=memory.used", "--format=csv,noheader,nounits"]
    try:
        return [int(it) for it in subprocess.check_output(asked, text=True, timeout=30).split()]
    except (OSError, ValueError, subprocess.SubprocessError):
        return []


def compare(one: list[list[Logprobs]], two: list[list[Logprobs]]) -> dict[str, Any]:
    """Return how many tokens are the same before the first other one of each answer. `noise` is the
    largest difference of the log probabilities of the same token; `margins` are what the first
    other tokens were ahead of the second best by. In bf16, sums of two parts round otherwise, so
    tokens with a margin of the noise's size may differ."""
    same, noise, margins = 0, 0.0, []
    for ours, theirs in zip(one, two, strict=True):
        for a, b in zip(ours, theirs, strict=False):
            if a.chosen.token != b.chosen.token:
                margins.append(round(a.top[0].logprob - a.top[1].logprob, 4))
                break
            same += 1
            noise = max(noise, abs(a.chosen.logprob - b.chosen.logprob))
    return {
        "same_tokens": same,
        "of": sum(map(len, one)),
        "noise": round(noise, 6),
        "margins": margins,
    }


def compared(
    report: Report, folder: Path, args: argparse.Namespace, *, speed: bool = True
) -> dict[str, Any]:
    """Return the figures of a model on two and on one, as far as they could be measured."""
    two, one = (measured(report, folder, size, args, speed=speed) for size in (2, 1))
    figures: dict[str, Any] = {}
    for count, found in ((1, one), (2, two)):
        for name, value in found.items():
            if name != "answers":
                rounded = round(value, 1) if isinstance(value, float) else value
                figures[f"{name}_{count}"] = rounded
    if one and two:
        figures |= compare(one["answers"], two["answers"])
        if speed:
            figures["ratio"] = round(two["decode"] / one["decode"], 3)
            figures["prefill_ratio"] = round(two["prefill"] / one["prefill"], 3)
            figures["step_us"] = round((1 / two["decode"] - 1 / one["decode"]) * 1e6)
    return figures


def on_gpus(report: Report, place: Path, args: argparse.Namespace) -> None:
    from tests.bench import repeated_layers

    # float32 on Nvidia's GPUs rounds to 10 bits otherwise, and multicast is not to be used.
    os.environ |= {"MLX_ENABLE_TF32": "0", "NCCL_NVLS_ENABLE": "0"}
    os.environ.setdefault("NCCL_DEBUG", "WARN")
    print(f"memory of the GPUs in MiB: {gpu_memory()}", flush=True)
    names = ["14b", "32b"] if args.shape == "both" else [args.shape]
    for name, shape in (("float32", EXACT), *((it, SHAPES[it]) for it in names)):
        report.enter(f"writing {name}")
        folder = place / name
        if args.small:
            shape = SHAPES["15m"]
        nbytes = repeated_layers.write(folder, shape, "F32" if name == "float32" else "BF16")
        print(f"{name}: {nbytes / MIB:.0f} MiB of weights in memory", flush=True)
        figures = compared(report, folder, args, speed=name != "float32")
        report.figures[name] = {"weights_mib": round(nbytes / MIB), **figures}
        report.figures["ratio"] = figures.get("ratio", report.figures["ratio"])
        shutil.rmtree(folder)


def on_cores(report: Report, place: Path, args: argparse.Namespace) -> None:
    from tests.bench import random_model

    folder = place / "15m"
    random_model.make_random_model(folder, SHAPES["15m"])
    report.figures |= compared(report, folder, args)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--gpus", action="store_true")
    parser.add_argument("--shape", choices=["14b", "32b", "both"], default="both")
    parser.add_argument("--seconds", type=float, default=280)
    parser.add_argument("--backend", choices=["nccl", "ring"], help="of MLX")
    parser.add_argument("--small", action="store_true", help="to try --gpus without them")
    args = parser.parse_args()
    args.backend = args.backend or ("nccl" if args.gpus else "ring")
    logging.basicConfig(level=logging.WARNING, stream=sys.stdout)
    place = Path(tempfile.mkdtemp(prefix="duologue-machines-"))
    report = Report(args.seconds, place)
    group_rank.use(place, cpu=not args.gpus or args.small)
    try:
        (on_gpus if args.gpus else on_cores)(report, place, args)
    except BaseException as error:  # noqa: BLE001  the last line has to come
        report.fail(repr(error))
    report.end()


if __name__ == "__main__":
    main()
