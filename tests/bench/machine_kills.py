"""Kills ranks of a group at random moments; `machine_mixes.py --kills N` runs it."""

import os
import signal
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from queue import Empty, SimpleQueue
from random import Random
from time import monotonic, sleep
from typing import Any

from engine.machines.launch import HERE
from engine.machines.machine_group import MachineGroup
from engine.messages import (
    ChatMessage,
    Delta,
    Event,
    Failed,
    Finished,
    Generate,
    SamplingParams,
    TerminalEvent,
)

# Seconds in which requests have to end, in which processes have to be gone after that, and for an
# answer.
TOLD, GONE, ANSWERED = 3.0, 5.0, 120.0
# Requests that run or wait when a rank is killed.
OPEN = 3
MEMORY = 2 << 30


class Unanswered(Exception):
    """The group says nothing any more, or refuses what it should do."""


class Killed:
    """A group whose ranks are killed."""

    def __init__(self, model: str, ranks: int, seed: int = 0) -> None:
        self._events: SimpleQueue[Event] = SimpleQueue()
        self._model = model
        self._chance = Random(seed)
        self._last = 0
        self.group = MachineGroup(self._events.put, (HERE,) * ranks, memory_limit=MEMORY)
        self.group.start()

    def ask(self, tokens: int) -> int:
        self._last += 1
        params = SamplingParams(max_tokens=tokens, temperature=0)
        question = (ChatMessage("user", "one two three"),)
        self.group.submit(Generate(self._last, self._model, question, params))
        return self._last

    def kill(self, rank: int, *, answers: bool) -> tuple[float, set[str], str]:
        """Kill a rank, while it answers or at any moment since its start. Return the seconds until
        the last request ended, the sentences, and what went wrong, or ""."""
        asked = {self.ask(100_000) for _ in range(OPEN)}
        if answers:
            self._until(Delta, asked)
        else:
            self._until_started(rank)
        sleep(self._chance.uniform(0, 1 if answers else 4))
        ranks = self.group._ranks
        assert ranks is not None
        pids = [it.pid for it in ranks.processes]
        os.kill(pids[rank], signal.SIGKILL)
        killed = monotonic()
        said: set[str] = set()
        while asked:
            event = self._next(ANSWERED)
            if isinstance(event, TerminalEvent) and event.request_id in asked:
                asked.discard(event.request_id)
                said.add(event.message if isinstance(event, Failed) else type(event).__name__)
        took = monotonic() - killed
        end = monotonic() + GONE
        while any(is_running(it) for it in pids) and monotonic() < end:
            sleep(0.01)
        left = [it for it in pids if is_running(it)]
        return took, said, f"processes {left} are left" if left else ""

    def answer(self) -> None:
        """Have a short question answered in full. Raises Unanswered."""
        event = self._until(Finished, {self.ask(6)})
        if event.usage.generated != 6:
            raise Unanswered(f"the next answer has {event.usage.generated} tokens")

    def _until_started(self, rank: int) -> None:
        while (ranks := self.group._ranks) is None or len(ranks.processes) <= rank:
            sleep(0.01)

    def _until(self, kind: Any, asked: set[int]) -> Any:
        while True:
            event = self._next(ANSWERED)
            if getattr(event, "request_id", 0) not in asked:
                continue
            if isinstance(event, kind):
                return event
            if isinstance(event, Failed):
                raise Unanswered(f"a question failed: {event.message}")

    def _next(self, seconds: float) -> Event:
        try:
            return self._events.get(timeout=seconds)
        except Empty:
            raise Unanswered(f"no event for {seconds:.0f} s") from None


def is_running(pid: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(pid, 0)
        return True
    return False


def kills(model: str, ranks: int, count: int, seconds: float, workers: int) -> dict[str, Any]:
    """Kill each rank `count` times, less often if `seconds` pass before, in as many groups at once
    as there are `workers`. `ratio` is the share of kills after which all was as it should be."""
    end = monotonic() + seconds
    with ThreadPoolExecutor(min(workers, ranks)) as pool:
        given = [(model, ranks, rank, count, end) for rank in range(ranks)]
        found = [it for each in pool.map(_kills_of, given) for it in each]
    right = sum(not problem for _, _, problem in found)
    print(f"{right} of {len(found)} kills right, {count * ranks} were asked for", flush=True)
    return {
        "ratio": right / len(found) if found else 0,
        "kills": len(found),
        "asked": count * ranks,
        "longest_s": round(max((took for took, _, _ in found), default=0), 2),
        "said": Counter(it for _, said, _ in found for it in said),
        "wrong": Counter(problem for _, _, problem in found if problem),
    }


def _kills_of(given: tuple[str, int, int, int, float]) -> list[tuple[float, set[str], str]]:
    """Kill one rank of a group again and again. Return what `Killed.kill` returns of each kill."""
    model, ranks, rank, count, end = given
    killed = Killed(model, ranks, seed=rank)
    found: list[tuple[float, set[str], str]] = []
    expected = f"Machine {rank + 1} of the group ended (localhost)."
    while len(found) < count and monotonic() < end:
        took, said = 0.0, set[str]()
        try:
            took, said, problem = killed.kill(rank, answers=len(found) % 2 == 0)
            if took > TOLD:
                problem = f"told after {took:.1f} s"
            elif not all(it.startswith(expected) for it in said):
                problem = f"said {said}"
            killed.answer()
        except Unanswered as error:
            problem = str(error)
        found.append((took, said, problem))
        print(f"kill {len(found)} of rank {rank}: {took:.2f} s, {problem or 'right'}", flush=True)
        if not said:
            break
    if not killed.group.stop(30):
        found.append((0, set(), "the group did not end"))
    return found
