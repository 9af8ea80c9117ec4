"""Token counts of drafts, while they are being written."""

import time
from collections.abc import Callable, Sequence
from dataclasses import field
from functools import partial

from PySide6.QtCore import QObject, QTimer
from shiboken6 import isValid

from app.requests.client import RequestClient
from engine.frozen import mutable
from engine.messages import Aborted, Count, Counted, Failed, Generate, RequestEvent
from ui.state.chat import Chat
from ui.state.compared_chat import ComparedChat
from ui.state.conversation import Conversation
from ui.state.draft import Draft
from ui.state.question import Question

# Pause after the last key. A count that takes long is made less often: the pause is SHARE times as
# long as the last count took, but a single slow count, as of a new image, must not delay the next
# one much.
PAUSE_MS, LONGEST_MS = 150, 2000
SHARE = 4
# Returns the requests that sending a question now would make.
Preview = Callable[[Question], Sequence[Generate]]
# Takes the counts of these, as Draft.set_counts does.
Show = Callable[[Sequence[Counted | str]], None]


@mutable
class _Counter:
    """Counts for one draft. `open` are the ids of its running requests. `counts` are as in `Show`,
    in the order of the requests. `outdated` if something changed since they were sent. `began` and
    `took` are in seconds."""

    draft: Draft
    preview: Preview
    show: Show
    timer: QTimer
    open: set[int] = field(default_factory=set)
    counts: list[Counted | str | None] = field(default_factory=list)
    outdated: bool = False
    began: float = 0.0
    took: float = 0.0


class PromptCounts(QObject):
    """Counts prompts, at most one at a time for each draft. A change during a count starts another
    one afterwards and discards the result. Nothing is counted for a draft that is not shown or a
    model that is not in memory."""

    def __init__(
        self,
        client: RequestClient,
        in_memory: Callable[[str], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._client = client
        self._in_memory = in_memory
        self._counters: list[_Counter] = []

    def follow(
        self, conversation: Conversation, preview: Preview, show: Show = lambda counts: None
    ) -> None:
        """Count for a conversation until it is destroyed. `preview` is called a while after the
        last change, at most once for each count; `show` is called with each new count, and with
        none when there is nothing to count."""
        draft = conversation.draft
        timer = QTimer(draft, singleShot=True)
        counter = _Counter(draft, preview, show, timer)
        timer.timeout.connect(lambda: self._count(counter))
        changes = [draft.changed, draft.editing_changed, draft.model_changed, draft.shown_changed]
        if isinstance(conversation, Chat):
            changes += [conversation.options.changed, conversation.transcript.path_changed]
        elif isinstance(conversation, ComparedChat):
            changes.append(conversation.panes_changed)
        for change in changes:
            change.connect(lambda: self._changed(counter))
        draft.destroyed.connect(lambda: self._forget(counter))
        self._counters.append(counter)
        self._changed(counter)

    def refresh(self) -> None:
        """Count again: the models, their options or the conversations have changed."""
        for counter in self._counters:
            self._changed(counter)

    def close(self) -> None:
        """Count nothing more: the engine is about to end."""
        for counter in self._counters:
            counter.timer.stop()

    def _forget(self, counter: _Counter) -> None:
        self._counters.remove(counter)
        for request_id in counter.open:
            self._client.drop(request_id)

    def _changed(self, counter: _Counter) -> None:
        if not counter.draft.shown:
            return
        counter.outdated = bool(counter.open)
        if counter.draft.question.empty:
            counter.timer.stop()
            _show(counter, ())
        elif not counter.open:
            pause = round(SHARE * counter.took * 1000)
            counter.timer.start(min(max(PAUSE_MS, pause), LONGEST_MS))

    def _count(self, counter: _Counter) -> None:
        question = counter.draft.question.stripped()
        if question.empty or not counter.draft.shown:
            return
        counter.began = time.perf_counter()
        requests = [it for it in counter.preview(question) if self._in_memory(it.model_id)]
        counter.counts = [None] * len(requests)
        if not requests:
            _show(counter, ())
        for place, request in enumerate(requests):
            request_id = self._client.send(
                partial(Count, request=request), partial(self._on_event, counter, place)
            )
            counter.open.add(request_id)

    def _on_event(self, counter: _Counter, place: int, event: RequestEvent) -> None:
        if not isinstance(event, Counted | Failed | Aborted):
            return
        counter.open.remove(event.request_id)
        if isinstance(event, Counted):
            counter.counts[place] = event
        elif isinstance(event, Failed):
            counter.counts[place] = event.message
        if counter.open or not isValid(counter.draft):
            return
        counter.took = time.perf_counter() - counter.began
        if counter.outdated:
            self._changed(counter)
        else:
            _show(counter, [it for it in counter.counts if it is not None])


def _show(counter: _Counter, counts: Sequence[Counted | str]) -> None:
    counter.draft.set_counts(counts)
    counter.show(counts)
