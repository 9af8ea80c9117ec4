"""Ask Dot held-out questions through the app's engine, and count the right answers.

PYTHONPATH=packaging uv run python -m demo_model.evaluate resources/dot [--cases 200]

There is a process for each core. Each answers eight conversations at once, as the app does when
several chats are busy, on a GPU better 32, but long texts one by one, which are then read once for
all their questions; the speed in the last line is that of one conversation alone. Answers are
greedy and judged by meaning.
"""

import argparse
import json
import multiprocessing
import os
import shlex
import shutil
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path
from threading import Thread
from typing import TypeVar

from demo_model.judged.case import Case
from demo_model.judged.cases import held_out
from demo_model.judged.contact_sheet import contact_sheet
from demo_model.judged.faults import calls, fault
from demo_model.judged.mistakes import Mistake, write_mistakes
from demo_model.judged.text_talks import depth_cases, depth_table
from demo_model.judged.wide_copy import wide_copy
from engine.answers import Answer, add_up, generate
from engine.engine import Engine
from engine.messages import (
    EngineStats,
    Event,
    Failed,
    Generate,
    LoadModel,
    ModelReady,
    RequestEvent,
    SamplingParams,
    TerminalEvent,
)

T = TypeVar("T")
AT_ONCE = 8
# Cases whose images are on disk at a time.
CHUNK = 240
LONGEST_ANSWER = 600
MODES = {"off": (False,), "on": (True,), "both": (False, True)}
SPEED_CASES = 12
# Only the questions about the first, short text.
DEEP_SPEED_CASES = 3
# Shorter answers say little about the speed.
FEW_TOKENS = 8


@dataclass(frozen=True)
class Result:
    """`fault` says why an answer is wrong, "" if it is right."""

    case: Case
    answer: Answer
    fault: str


class Asker:
    """An engine on this thread that answers `at_once` conversations at a time."""

    def __init__(self, folder: Path, at_once: int = AT_ONCE) -> None:
        self._at_once = at_once
        self._model = str(folder.resolve())
        self._events: list[Event] = []
        self._engine = Engine(self._events.append)
        self._next_id = 0

    def load(self) -> float:
        """Return the seconds from the folder to a model that can answer, without the libraries'
        import."""
        for event in self._engine.stream(LoadModel(self._request_id(), self._model)):
            if isinstance(event, Failed):
                raise SystemExit(event.message)
            if isinstance(event, ModelReady):
                return event.model.load_seconds
        raise SystemExit(f"{self._model} could not be loaded.")

    def alone(self, case: Case) -> Answer:
        return generate(self._engine, self._command(self._request_id(), case))

    def answers(self, cases: Iterable[Case]) -> Iterator[tuple[Case, Answer]]:
        """Yield every case with its answer, several at a time, as they end."""
        waiting = iter(cases)
        self._events.clear()
        running: dict[int, Case] = {}
        heard: dict[int, list[RequestEvent]] = {}
        while True:
            for case in islice(waiting, self._at_once - len(running)):
                number = self._request_id()
                running[number], heard[number] = case, []
                self._engine.submit(self._command(number, case))
            if not running:
                return
            self._engine.step()
            for event in self._taken():
                heard[event.request_id].append(event)
                if isinstance(event, TerminalEvent):
                    number = event.request_id
                    yield running.pop(number), add_up(heard.pop(number))

    def close(self) -> None:
        self._engine.close()

    def _taken(self) -> list[RequestEvent]:
        taken = [event for event in self._events if not isinstance(event, EngineStats)]
        self._events.clear()
        return taken

    def _request_id(self) -> int:
        self._next_id += 1
        return self._next_id

    def _command(self, number: int, case: Case) -> Generate:
        sampling = SamplingParams(
            temperature=0.0, max_tokens=LONGEST_ANSWER, thinking=case.thinking
        )
        return Generate(number, self._model, case.messages, sampling, case.tools)


def judged(case: Case, answer: Answer) -> Result:
    return Result(case, answer, fault(case, answer))


def evaluate(
    asker: Asker, cases: Iterable[Case], modes: tuple[bool, ...], keep: Path | None, folder: Path
) -> Iterator[Result]:
    """Ask in each mode. The images of wrong answers go to `keep`; those in `folder` are removed a
    chunk after they were drawn, when no question about them is left."""
    cases = iter(cases)
    old: list[Path] = []
    while chunk := list(islice(cases, CHUNK)):
        both = [
            replace(case, thinking=thinking)
            for case in chunk
            for thinking in modes
            if case.expected.reasoning or not thinking
        ]
        for case, answer in asker.answers(both):
            result = judged(case, answer)
            if result.fault and keep:
                _keep(result, keep)
            yield result
        for path in old:
            path.unlink()
        old = list(folder.iterdir())


def _keep(result: Result, keep: Path) -> None:
    """Keep the files of a wrong answer, numbered by process and file."""
    name = result.case.skill.replace(" ", "-")
    for media in result.case.media:
        shutil.copy(media.path, keep / f"{name}-{os.getpid()}-{media.path.name}")


def word_for_word(result: Result) -> bool:
    return not result.fault and result.answer.content.strip() == result.case.expected.text.strip()


def mistake(result: Result) -> Mistake:
    case, answer = result.case, result.answer
    asked = case.question.replace("\n", " ")
    expected = case.expected.text or str(list(case.expected.calls))
    said = answer.content or (str(calls(answer)) if answer.tool_calls else answer.reasoning)
    mode = "on" if case.thinking else "off"
    return Mistake(case.skill, mode, asked, expected, said, result.fault)


def table(results: Iterable[Result]) -> tuple[list[str], dict[str, float]]:
    """Return lines with the share of right answers of each skill, worst first, and the shares by
    skill and mode."""
    right: dict[str, dict[bool, list[bool]]] = defaultdict(lambda: {False: [], True: []})
    for result in results:
        right[result.case.skill][result.case.thinking].append(not result.fault)
    shares = {
        f"{skill}, thinking {'on' if mode else 'off'}": statistics.mean(found)
        for skill, both in right.items()
        for mode, found in both.items()
        if found
    }
    lines = [f"{'skill':28}{'off':>14}{'on':>14}"]
    for skill in sorted(right, key=lambda skill: statistics.mean(chain(*right[skill].values()))):
        columns = (_column(right[skill][mode]) for mode in (False, True))
        lines.append(f"{skill:28}" + "".join(f"{column:>14}" for column in columns))
    return lines, shares


def _column(right: list[bool]) -> str:
    return f"{statistics.mean(right):.1%} of {len(right)}" if right else "-"


def speed(asker: Asker, cases: Iterable[Case]) -> float:
    """Return the tokens per second of the median answer, alone."""
    speeds = []
    for case in cases:
        answer = asker.alone(case)
        if answer.usage.generated >= FEW_TOKENS:
            speeds.append((answer.usage.generated - 1) / answer.timings.decode)
    return statistics.median(speeds) if speeds else 0.0


@dataclass(frozen=True)
class Share:
    """The part of the cases that one of `workers` processes asks, the one with that `index`."""

    options: argparse.Namespace
    index: int

    def cases(self, folder: Path) -> Iterator[Case]:
        options, workers = self.options, self.options.workers
        if options.foreign:
            # Only these need Qt, which a GPU host may lack.
            from demo_model.judged.foreign import foreign_cases  # noqa: PLC0415

            return islice(foreign_cases(options.seed, folder), self.index, None, workers)
        if options.depth:
            return depth_cases(options.cases, str(options.seed), self.index, workers)
        skills = frozenset(filter(None, options.skills.split(",")))
        count, german = (
            len(range(self.index, cases, workers))
            for cases in (options.cases, options.german or options.cases)
        )
        return held_out(count, f"{options.seed}/{self.index}", folder, skills, german)

    def results(self) -> list[Result]:
        """Return the results until the time is up, and print wrong answers as they are found."""
        asker = Asker(self.options.folder, 1 if self.options.depth else self.options.at_once)
        asker.load()
        found = []
        modes, keep = MODES[self.options.thinking], self.options.images
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for result in evaluate(asker, self.cases(folder), modes, keep, folder):
                found.append(result)
                if result.fault:
                    print(mistake(result), flush=True)
                if time.monotonic() > self.options.until:
                    print(f"Process {self.index}: the time was up.", flush=True)
                    break
            asker.close()
        return found


def _end_with_parent() -> None:
    """End this process when its parent ends, even if that is killed: a process of a pool waits
    for more work, for ever if nobody is left to send it."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def end() -> None:
        parent.join()
        os._exit(1)

    Thread(target=end, name="parent", daemon=True).start()


def in_processes(works: Sequence[Callable[[], T]], cards: int) -> list[T]:
    """Return what each of `works` returns, at the same time in as many processes. The processes
    take turns at the cards that this process sees; one card is left as it is."""
    variable = "CUDA_VISIBLE_DEVICES"
    visible = os.environ.get(variable)
    names = [str(card) for card in range(cards)] if visible is None else visible.split(",")[:cards]
    # Spawned: MLX and Qt do not survive a fork. A process sees the card that is named here when it
    # is started, which is when its work is submitted.
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(len(works), spawn, _end_with_parent) as pool:
        parts = []
        for index, work in enumerate(works):
            if cards > 1:
                os.environ[variable] = names[index % len(names)]
            parts.append(pool.submit(work))
        return [part.result() for part in parts]


def _all_results(options: argparse.Namespace) -> list[Result]:
    shares = [Share(options, index).results for index in range(options.workers)]
    return list(chain.from_iterable(in_processes(shares, options.cards)))


def measured(options: argparse.Namespace) -> tuple[float, float]:
    """Return the seconds to load, and the tokens per second of one answer alone."""
    asker = Asker(options.folder)
    load_seconds = asker.load()
    with tempfile.TemporaryDirectory() as name:
        count = DEEP_SPEED_CASES if options.depth else SPEED_CASES
        cases = list(islice(Share(options, 0).cases(Path(name)), count))
        decode_speed = speed(asker, cases)
    asker.close()
    return load_seconds, decode_speed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="an exported model")
    parser.add_argument("--cases", type=int, default=200, help="of each skill")
    parser.add_argument("--german", type=int, help="cases of each skill in German")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="report after that")
    parser.add_argument("--skills", default="", help="their names, with commas between")
    parser.add_argument("--thinking", choices=MODES, default="both")
    parser.add_argument("--foreign", action="store_true", help="images of another generator")
    parser.add_argument("--depth", action="store_true", help="facts told in long texts")
    parser.add_argument("--images", type=Path, help="folder for the images of wrong answers")
    parser.add_argument("--sheet", type=Path, help="folder for mistakes.md and mistakes.png")
    parser.add_argument("--float32", action="store_true", help="weights in float32, for a CPU")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes")
    parser.add_argument("--cards", type=int, default=1, help="GPUs with CUDA, if there are any")
    parser.add_argument("--at-once", type=int, default=AT_ONCE, help="conversations of a process")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        _run(options, Path(name))


def _run(options: argparse.Namespace, folder: Path) -> None:
    """Evaluate; `folder` is for the files of this run."""
    # The same clock in all processes.
    options.until = time.monotonic() + options.seconds
    if options.float32:
        options.folder = wide_copy(options.folder, folder / "wide")
    if options.sheet and not options.images:
        options.images = folder / "images"
    if options.images:
        options.images.mkdir(parents=True, exist_ok=True)
    load_seconds, decode_speed = measured(options)
    results = _all_results(options)
    if not results:
        raise SystemExit(f"There is no skill called {options.skills}.")
    lines, shares = table(results)
    if options.images:
        contact_sheet(options.images, options.images / "contact-sheet.png")
    if options.sheet:
        options.sheet.mkdir(parents=True, exist_ok=True)
        command = shlex.join(["python", "-m", "demo_model.evaluate", *sys.argv[1:]])
        mistakes = [mistake(result) for result in results if result.fault]
        write_mistakes(options.sheet, command, shares, len(results), mistakes)
        contact_sheet(options.images, options.sheet / "mistakes.png", of_a_skill=1)
    print(*(depth_table(shares) if options.depth else lines), sep="\n")
    worst = min(shares, key=lambda skill: shares[skill])
    figure = {
        "ratio": round(statistics.mean(shares.values()), 4),
        "worst": [worst, round(shares[worst], 4)],
        "answers": len(results),
        "word_for_word": round(statistics.mean(word_for_word(one) for one in results), 4),
        "load_s": round(load_seconds, 3),
        "decode_tok_s": round(decode_speed, 1),
    }
    print(json.dumps(figure))


if __name__ == "__main__":
    main()
