"""How many tokens the questions that are being written would have, asked of the engine."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, QTimer
from shiboken6 import isValid

from engine.messages import (
    Abort,
    Aborted,
    Command,
    Count,
    Counted,
    Failed,
    Generate,
    ModelReady,
    ModelUnloaded,
    RequestEvent,
)
from ui.composer.composer import Composer
from ui.state.question import Question

# After the last key; and a long conversation, which takes longer to count, is counted less often,
# but not for long after a picture was read once.
PAUSE_MS, LONGEST_MS = 150, 2000
SHARE = 4
# What sending a question now would ask.
Requests = Callable[[Question], Sequence[Generate]]
# What was counted of that, as Composer.set_counts has it.
Tell = Callable[[Sequence[Counted | str]], None]


@dataclass(eq=False)
class _Counter:
    """Of one composer. `open` are the counts that are under way, by the place of their answer."""

    composer: Composer
    requests: Requests
    tell: Tell
    timer: QTimer
    open: dict[int, int] = field(default_factory=dict)
    answers: list[Counted | str | None] = field(default_factory=list)
    again: bool = False
    began: float = 0.0
    took: float = 0.0


class Counting(QObject):
    """One count is under way for each composer at most; what was changed meanwhile is counted
    after it, and its answers are dropped. Nothing is counted for a composer that is not seen, nor
    for a model that is not in memory."""

    def __init__(
        self,
        submit: Callable[[Command], None],
        ids: Iterator[int],
        in_memory: Callable[[str], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._submit = submit
        self._ids = ids
        self._in_memory = in_memory
        self._counters: list[_Counter] = []
        self._asked: dict[int, _Counter] = {}

    def follow(
        self, composer: Composer, requests: Requests, tell: Tell = lambda counts: None
    ) -> None:
        """`requests` are called a while after the last change, at most once for each count; `tell`
        whenever there is another count, or none."""
        timer = QTimer(composer, singleShot=True)
        counter = _Counter(composer, requests, tell, timer)
        timer.timeout.connect(lambda: self._count(counter))
        composer.draft_changed.connect(lambda: self._changed(counter))
        composer.destroyed.connect(lambda: self._forget(counter))
        self._counters.append(counter)
        self._changed(counter)

    def refresh(self) -> None:
        """The models, what they can use, or the conversations have changed."""
        for counter in self._counters:
            self._changed(counter)

    def take(self, event: RequestEvent) -> bool:
        """Whether it was ours alone."""
        if isinstance(event, ModelReady | ModelUnloaded):
            self.refresh()
            return False
        counter = self._asked.get(event.request_id)
        if counter is None:
            return False
        if isinstance(event, Counted | Failed | Aborted):
            del self._asked[event.request_id]
            self._answered(counter, event)
        return True

    def _forget(self, counter: _Counter) -> None:
        """Its tab was closed: nobody waits for its counts."""
        self._counters.remove(counter)
        for request_id in counter.open:
            self._submit(Abort(request_id))

    def _changed(self, counter: _Counter) -> None:
        if not counter.composer.isVisible():
            return
        counter.again = bool(counter.open)
        if counter.composer.draft().empty:
            counter.timer.stop()
            _set(counter, ())
        elif not counter.open:
            pause = round(SHARE * counter.took * 1000)
            counter.timer.start(min(max(PAUSE_MS, pause), LONGEST_MS))

    def _count(self, counter: _Counter) -> None:
        question = counter.composer.question()
        if question.empty or not counter.composer.isVisible():
            return
        counter.began = time.perf_counter()
        found = [it for it in counter.requests(question) if self._in_memory(it.model_id)]
        counter.answers = [None] * len(found)
        if not found:
            _set(counter, ())
        for place, request in enumerate(found):
            request_id = next(self._ids)
            counter.open[request_id] = place
            self._asked[request_id] = counter
            self._submit(Count(request_id, request))

    def _answered(self, counter: _Counter, event: Counted | Failed | Aborted) -> None:
        place = counter.open.pop(event.request_id)
        if isinstance(event, Counted):
            counter.answers[place] = event
        elif isinstance(event, Failed):
            counter.answers[place] = event.message
        if counter.open or not isValid(counter.composer):
            return
        counter.took = time.perf_counter() - counter.began
        if counter.again:
            self._changed(counter)
        else:
            _set(counter, [it for it in counter.answers if it is not None])


def _set(counter: _Counter, counts: Sequence[Counted | str]) -> None:
    counter.composer.set_counts(counts)
    counter.tell(counts)
