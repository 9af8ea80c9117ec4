"""The engine on its thread meets a hostile model or file, with Dot as the neighbor that goes on.

Run as a program by tests/attacks/folders.py with a JSON object; it writes one back.
"""

import json
import os
import re
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random
from threading import Event as Flag
from threading import Thread
from typing import Any

from engine.engine import Engine
from engine.media.budget import BUDGET
from engine.messages import (
    Abort,
    ChatMessage,
    Count,
    EngineStats,
    Event,
    Failed,
    Generate,
    LoadModel,
    Media,
    MediaKind,
    ModelReady,
    RequestEvent,
    SamplingParams,
    TerminalEvent,
    UnloadModel,
    Work,
)
from tests.attacks.attack import SECONDS, STOP_SECONDS, Judge, patience
from tests.attacks.watched import BEGUN, ROOT

DOT = str(ROOT / "resources" / "dot")
SHORT = SamplingParams(max_tokens=6)
START_SECONDS = 120.0
# Phrases of Python and its libraries, which tell a person nothing.
FOREIGN = re.compile(
    r"Error\b|Exception|Traceback|has no attribute|unhashable|recursion|division by|NoneType"
    r"|cannot convert|subscriptable|panick|unexpected keyword|not supported between|jinja2|mlx\."
    r"|to allocate|bad_alloc|\[\w+\] |required positional|out of range|instantiate|backend"
    r"|: '\w+'\.$|: 1\.$"
)


def report_fields(**fields: Any) -> None:
    os.write(1, json.dumps(fields).encode() + b"\n")


def user_message(text: str, *media: Media) -> tuple[ChatMessage, ...]:
    return (ChatMessage("user", text, media),)


def is_sentence(text: str) -> bool:
    return len(text) > 20 and text.endswith(".") and not FOREIGN.search(text)


@dataclass
class EngineDriver:
    """Submits commands and takes events, as the window does."""

    judge: Judge = field(default_factory=Judge)
    ended: dict[int, RequestEvent] = field(default_factory=dict)
    submitted: dict[int, float] = field(default_factory=dict)
    ended_at: dict[int, float] = field(default_factory=dict)
    # Until a hostile thing has ended. Dot never has longer than the usual time.
    seconds: float = SECONDS

    def __post_init__(self) -> None:
        self._loads: set[int] = set()
        self._events: SimpleQueue[Event] = SimpleQueue()
        self.engine = Engine(self._events.put)
        self.engine.start()

    def submit(self, work: Work) -> int:
        self.submitted[work.request_id] = time.monotonic()
        if isinstance(work, LoadModel):
            self._loads.add(work.request_id)
        self.engine.submit(work)
        return work.request_id

    def until(self, ids: Sequence[int], seconds: float) -> bool:
        """Return True if all these requests end within so many seconds."""
        limit = time.monotonic() + seconds
        while not all(it in self.ended for it in ids):
            left = max(0.0, limit - time.monotonic())
            try:
                self._take(self._events.get(timeout=left))
            except Empty:
                return False
        return True

    def _take(self, event: Event) -> None:
        if isinstance(event, EngineStats) or not isinstance(event, TerminalEvent):
            return
        if isinstance(event, ModelReady) and event.request_id not in self._loads:
            # Of a question whose model had to be loaded first.
            return
        if event.request_id in self.ended:
            self.judge.expect(False, f"request {event.request_id} ended twice")
        self.ended[event.request_id] = event
        self.ended_at[event.request_id] = time.monotonic()

    def dot(self, request_id: int) -> int:
        return self.submit(Generate(request_id, DOT, user_message("Hello!"), SHORT))

    def meet(self, work: Work, what: str) -> RequestEvent | None:
        """Submit hostile work with a question for Dot beside it; both end in time, or are broken.
        Return how the hostile work ended by itself."""
        mine = self.submit(work)
        dot = self.dot(mine + 100)
        answers = self.until((dot,), patience(SECONDS))
        if self.judge.expect(answers, f"{what}: Dot did not answer meanwhile"):
            self._expect_answer(dot)
        left = self.submitted[mine] + patience(self.seconds) - time.monotonic()
        in_time = self.until((mine,), left)
        took = self.ended_at.get(mine, time.monotonic()) - self.submitted[mine]
        self.judge.seconds = max(self.judge.seconds, took)
        self.judge.expect(in_time, f"{what}: no end within {self.seconds:g} s")
        if not in_time:
            self.stop(mine, what)
            return None
        self._read(self.ended[mine], what)
        return self.ended[mine]

    def stop(self, request_id: int, what: str) -> None:
        self.engine.submit(Abort(request_id))
        stopped = self.until((request_id,), patience(STOP_SECONDS))
        self.judge.expect(stopped, f"{what}: Stop had no effect within {STOP_SECONDS:g} s")

    def _read(self, event: RequestEvent, what: str) -> None:
        if isinstance(event, Failed):
            self.judge.said = str(event.message)
            fine = is_sentence(str(event.message)) and not event.fault
            self.judge.expect(fine, f"{what}: fault={event.fault}, {event.message!r:.300}")

    def _expect_answer(self, request_id: int) -> None:
        event = self.ended[request_id]
        said = f"Dot: {event.message!r:.200}" if isinstance(event, Failed) else ""
        self.judge.expect(not said, said)

    def close(self) -> bool:
        """Ask Dot once more, and stop the engine. Return True if its thread ended."""
        dot = self.dot(900)
        # Nobody waits for more of what is broken already.
        seconds = patience(STOP_SECONDS if self.judge.problems else SECONDS)
        if self.judge.expect(self.until((dot,), seconds), "Dot does not answer afterwards"):
            self._expect_answer(dot)
        ended = self.engine.stop(seconds)
        return self.judge.expect(ended, f"the engine did not stop within {seconds:.0f} s")


def attack_model(driver: EngineDriver, folder: str, question: str, media: Sequence[Media]) -> None:
    ready = driver.meet(LoadModel(2, folder), "load")
    if not isinstance(ready, ModelReady):
        return
    asked = Generate(4, folder, user_message(question, *media), SHORT)
    if not media and driver.meet(Count(3, asked), "count") is None:
        return
    if driver.meet(asked, "question") is None:
        return
    # A model that was slow is stopped early, as a person does.
    driver.submit(Generate(5, folder, user_message(question, *media), SHORT))
    driver.until((5,), 0.3)
    if 5 not in driver.ended:
        driver.stop(5, "stopped early")


def attack_media(driver: EngineDriver, paths: Sequence[str], kind: str) -> None:
    """Ask about hostile media; their worker is given up after half a minute of silence."""
    driver.seconds = BUDGET.worker_silence + SECONDS
    media = [Media(MediaKind(kind), Path(path)) for path in paths]
    driver.meet(Generate(4, DOT, user_message("What is it?", *media), SHORT), "question")


def attack_changing(driver: EngineDriver, folder: Path) -> None:
    """Load, ask and unload a model while another thread truncates its weights, swaps its settings
    and removes files, again and again."""
    whole = {path: path.read_bytes() for path in folder.iterdir()}
    ends = Flag()
    thread = Thread(target=_change, args=(whole, ends))
    thread.start()
    for number in range(10, 34, 2):
        ready = driver.meet(LoadModel(number, str(folder)), f"load {number}")
        if isinstance(ready, ModelReady):
            driver.meet(
                Generate(number + 1, str(folder), user_message("the quick fox"), SHORT), "question"
            )
            driver.submit(UnloadModel(number + 300, str(folder)))
            driver.until((number + 300,), SECONDS)
    ends.set()
    thread.join()


def _change(whole: dict[Path, bytes], ends: Flag) -> None:
    random = Random(8)
    while not ends.is_set():
        path = random.choice(list(whole))
        damage = random.choice(("cut", "swap", "gone", "empty"))
        if damage == "gone":
            path.unlink()
        elif damage == "swap":
            path.write_bytes(random.choice(list(whole.values())))
        else:
            os.truncate(path, len(whole[path]) // 2 if damage == "cut" else 0)
        ends.wait(random.uniform(0, 0.02))
        path.write_bytes(whole[path])
        ends.wait(random.uniform(0, 0.1))


def main() -> None:
    job = json.loads(sys.argv[1])
    driver = EngineDriver()
    first = driver.dot(1)
    if not driver.until((first,), patience(START_SECONDS)):
        raise RuntimeError("Dot did not answer before the attack")
    os.write(1, BEGUN.encode() + b"\n")
    media = [Media(MediaKind.IMAGE, Path(it)) for it in job.get("images", ())]
    if "changes" in job:
        attack_changing(driver, Path(job["folder"]))
    elif "folder" in job:
        attack_model(driver, job["folder"], job.get("question", ""), media)
    else:
        attack_media(driver, job["media"], job["kind"])
    ended = driver.close()
    judge = driver.judge
    report_fields(problems=judge.problems, seconds=round(judge.seconds, 2), said=judge.said)
    if not ended:
        # As the application leaves where the engine is inside a call that nothing can end.
        os._exit(0)


if __name__ == "__main__":
    main()
