"""Finding words in a conversation: from match to match, each on screen when one is there."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QRect, Signal
from PySide6.QtWidgets import QWidget

from ui.conversation.find_bar import FindBar
from ui.conversation.finding import Finding
from ui.conversation.highlights import mark, matches
from ui.conversation.message_column import MessageColumn
from ui.conversation.message_widget import MessageWidget
from ui.look import theme
from ui.markdown.named_images import FindImage
from ui.state.transcript import Transcript


class ConversationFind(QObject):
    """Searches a conversation; the current place is a message and the number of a match in it.
    `wanted` has the index of a message to scroll to, `reached` a part of it and the rectangle of
    the match; `closed` is emitted when the bar closes."""

    wanted = Signal(int)
    reached = Signal(QWidget, QRect)
    closed = Signal()

    def __init__(
        self,
        transcript: Transcript,
        column: MessageColumn,
        first_seen: Callable[[], int],
        find_image: FindImage,
    ) -> None:
        super().__init__(column)
        self._column = column
        self._first_seen = first_seen
        self._at: tuple[int, int] | None = None
        self._unreached = False
        self._marked: dict[MessageWidget, tuple[object, ...]] = {}
        self.finding = Finding(transcript, self, find_image)
        self.bar = FindBar()
        self.bar.sought.connect(self._seek)
        self.bar.stepped.connect(self.step)
        self.bar.closed.connect(self._close)
        self.finding.changed.connect(self._show_count)
        transcript.turns_dropped.connect(self._leave)

    @property
    def active(self) -> bool:
        return bool(self.finding.words)

    def step(self, forwards: bool) -> None:
        """Move to the next or previous match, wrapping around at the ends."""
        for _ in range(len(self.finding.found) + 1):
            target = self._next() if forwards else self._previous()
            if target is None:
                return
            self._at = target
            if self._reach():
                return

    def show_marks(self) -> None:
        """Mark the matches in existing message widgets; marks of unchanged texts are kept."""
        live = self._column.live
        self._marked = {it: key for it, key in self._marked.items() if it in live.values()}
        for index, message in live.items():
            self._mark(index, message)
        if self._unreached and self._at and self._written(self._at[0]):
            self._reach()

    def _seek(self, words: str) -> None:
        self._at = None
        self.finding.seek(words)
        self.show_marks()

    def _close(self) -> None:
        self._at = None
        self.finding.seek("")
        self.show_marks()
        self.closed.emit()

    def _leave(self, start: int) -> None:
        """Leave a match in messages that were replaced by other versions."""
        if self._at is not None and self._at[0] >= start:
            self._at, self._unreached = None, False

    def _next(self) -> tuple[int, int] | None:
        found = self.finding.found
        if not found:
            return None
        if self._at is None:
            first = self._first_seen()
            return next((index for index in found if index >= first), found[0]), 0
        index, number = self._at
        if number + 1 < self.finding.count(index):
            return index, number + 1
        return next((it for it in found if it > index), found[0]), 0

    def _previous(self) -> tuple[int, int] | None:
        found = self.finding.found
        if not found:
            return None
        index, number = self._at or (self._first_seen() + 1, 0)
        if self._at and number > 0:
            return index, number - 1
        before = next((it for it in reversed(found) if it < index), found[-1])
        return before, self.finding.count(before) - 1

    def _reach(self) -> bool:
        """Bring the match on screen; False where the text on screen turns out not to have it."""
        assert self._at is not None
        index, number = self._at
        self.wanted.emit(index)
        message = self._column.message(index)
        self._unreached = message.unfinished
        found = matches(message, self.finding.words)
        if not found and not message.unfinished:
            self.finding.correct(index, 0)
            return False
        if found:
            number = min(number, len(found) - 1)
            self._at = self._at if message.unfinished else (index, number)
            text, cursor = found[number]
            message.reveal(text)
            self.reached.emit(text, text.cursorRect(cursor))
        self.show_marks()
        self._show_count()
        return True

    def _mark(self, index: int, message: MessageWidget) -> None:
        current = self._at[1] if self._at and self._at[0] == index else None
        words = self.finding.words
        ends = tuple(it.document().characterCount() for it in message.texts()) if words else ()
        key = (words, current, theme.colors(), *ends)
        if self._marked.get(message, ("",)) == key or not (words or message in self._marked):
            return
        found = matches(message, words)
        mark(message, found, current)
        if words:
            self._marked[message] = key
        else:
            self._marked.pop(message, None)
        if words and not message.unfinished:
            self.finding.correct(index, len(found))

    def _written(self, index: int) -> bool:
        message = self._column.live.get(index)
        return message is not None and not message.unfinished

    def _show_count(self) -> None:
        number = 0
        if self._at is not None and self.finding.count(self._at[0]):
            number = self.finding.before(self._at[0]) + self._at[1] + 1
        self.bar.show_count(number, self.finding.total, self.finding.going_on)
