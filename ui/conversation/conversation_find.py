"""Find in a conversation: counts the matches, marks them, and goes from match to match."""

import re
from time import perf_counter

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit

from ui.conversation.find_bar import FindBar
from ui.conversation.message_scroll_area import MessageScrollArea
from ui.conversation.message_widget import MessageWidget
from ui.conversation.shown_text import ShownTexts
from ui.look import theme
from ui.markdown.copied_text import reading_place
from ui.markdown.named_images import FindImage, no_image
from ui.state.transcript import Transcript
from ui.widgets.text_body import TextBody

Match = tuple[TextBody, QTextCursor]
# More matches in one text help nobody, and each mark is painted with every frame.
MOST_MATCHES = 1000
_SLICE = 0.008


def matches(message: MessageWidget, words: str) -> list[Match]:
    """Return the matches in the texts of a message from top to bottom, ignoring case."""
    return [(text, cursor) for text in message.searched() for cursor in _found(text, words)]


def mark(message: MessageWidget, found: list[Match], current: int | None) -> None:
    """Mark these matches and no others; `current` is the number of the one the reader is at."""
    at = found[current] if current is not None and current < len(found) else None
    for text in message.searched():
        text.setExtraSelections(
            [_selection(cursor, (it, cursor) == at) for it, cursor in found if it is text]
        )


def _found(text: TextBody, words: str) -> list[QTextCursor]:
    document = text.document()
    cursor, result = QTextCursor(document), []
    while words and len(result) < MOST_MATCHES:
        cursor = document.find(words, cursor)
        if cursor.isNull():
            break
        result.append(cursor)
    return sorted(result, key=reading_place)


def _selection(cursor: QTextCursor, current: bool) -> QTextEdit.ExtraSelection:
    colors, format_ = theme.colors(), QTextCharFormat()
    format_.setBackground(QColor(colors.accent if current else colors.orange_soft))
    format_.setForeground(QColor(colors.on_accent if current else colors.text))
    result = QTextEdit.ExtraSelection()
    # The stubs know these attributes only as class variables.
    setattr(result, "cursor", cursor)  # noqa: B010
    setattr(result, "format", format_)  # noqa: B010
    return result


class MatchCounts(QObject):
    """Counts the matches in the shown text of each message, a slice of time in each turn of the
    event loop. `correct` sets the count of a message on screen, which differs if a formula cannot
    be drawn. No timer runs without words."""

    changed = Signal()

    def __init__(
        self,
        transcript: Transcript,
        parent: QObject | None = None,
        find_image: FindImage = no_image,
    ) -> None:
        super().__init__(parent)
        self._transcript = transcript
        self._texts = ShownTexts(find_image)
        self._words = ""
        self._counts: dict[int, int] = {}
        # An ordered set of indices.
        self._waiting: dict[int, None] = {}
        self._slices = QTimer(self, interval=0)
        self._slices.timeout.connect(self._work)
        transcript.turn_added.connect(self._look_again)
        transcript.turn_changed.connect(self._look_again)
        transcript.turns_dropped.connect(self._forget)

    @property
    def words(self) -> str:
        return self._words

    @property
    def total(self) -> int:
        return sum(self._counts.values())

    @property
    def going_on(self) -> bool:
        return bool(self._waiting)

    @property
    def found(self) -> list[int]:
        """The messages that have the words."""
        return sorted(self._counts)

    def seek(self, words: str) -> None:
        self._words = words
        self._counts.clear()
        self._waiting = dict.fromkeys(range(len(self._transcript.turns))) if words else {}
        if words:
            self._slices.start()
        else:
            self._texts.clear()
        self.changed.emit()

    def count(self, index: int) -> int:
        return self._counts.get(index, 0)

    def before(self, index: int) -> int:
        return sum(count for at, count in self._counts.items() if at < index)

    def correct(self, index: int, count: int) -> None:
        self._waiting.pop(index, None)
        if count != self._counts.get(index, 0):
            self._set(index, count)
            self.changed.emit()

    def _look_again(self, index: int) -> None:
        if self._words:
            self._waiting[index] = None
            self._slices.start()

    def _forget(self, start: int) -> None:
        self._counts = {at: count for at, count in self._counts.items() if at < start}
        self._waiting = {at: None for at in self._waiting if at < start}
        self.changed.emit()

    def _work(self) -> None:
        end = perf_counter() + _SLICE
        while self._waiting and perf_counter() < end:
            index = next(iter(self._waiting))
            count = self._count(index, end)
            if count is None:
                break
            del self._waiting[index]
            self._set(index, count)
        if not self._waiting:
            self._slices.stop()
        self.changed.emit()

    def _set(self, index: int, count: int) -> None:
        if count:
            self._counts[index] = count
        else:
            self._counts.pop(index, None)

    def _count(self, index: int, end: float) -> int | None:
        """Return the number of matches in a message, or None if writing its text takes beyond
        `end`."""
        turn = self._transcript.turns[index]
        if not self._texts.may_have(turn, self._words):
            return 0
        texts = self._texts.of(turn, lambda: perf_counter() >= end)
        if texts is None:
            return None
        wanted = re.compile(re.escape(self._words), re.IGNORECASE)
        return sum(min(MOST_MATCHES, len(wanted.findall(text))) for text in texts)


class ConversationFind(QObject):
    """The find bar of a conversation. The current place is a message and the number of a match in
    it."""

    def __init__(
        self, view: MessageScrollArea, transcript: Transcript, find_image: FindImage
    ) -> None:
        super().__init__(view)
        self._view = view
        self._at: tuple[int, int] | None = None
        self._unreached = False
        self._marked: dict[MessageWidget, tuple[object, ...]] = {}
        self.counts = MatchCounts(transcript, self, find_image)
        self.bar = FindBar(view)
        self.bar.sought.connect(self._seek)
        self.bar.stepped.connect(self.step)
        self.bar.closed.connect(self._close)
        self.counts.changed.connect(self._show_count)
        transcript.turns_dropped.connect(self._leave)
        view.arranged.connect(self._mark_new_messages)

    def open(self) -> None:
        closed = self.bar.isHidden()
        self.bar.show()
        self.fit()
        self.bar.take_focus()
        if closed:
            # The field keeps its words.
            self._seek(self.bar.field.text())

    def go_to(self, index: int, words: str) -> None:
        """Open the bar with words, at their first match in a message; without effect if there is
        none."""
        message = self._view.column.message(index)
        if not message.unfinished and not matches(message, words):
            return
        self.bar.field.setText(words)
        self.open()
        self._at = index, 0
        self._reach()

    def fit(self) -> None:
        """Reserve space for the bar above the messages, as wide as the view."""
        height = 0 if self.bar.isHidden() else self.bar.sizeHint().height()
        self._view.setViewportMargins(0, height, 0, 0)
        self.bar.setGeometry(0, 0, self._view.width(), height)

    def step(self, forwards: bool) -> None:
        """Move to the next or previous match, wrapping around at the ends. Open a closed bar."""
        if self.bar.isHidden():
            self.open()
            return
        for _ in range(len(self.counts.found) + 1):
            target = self._next() if forwards else self._previous()
            if target is None:
                return
            self._at = target
            if self._reach():
                return

    def _mark_new_messages(self) -> None:
        if self.counts.words:
            self._show_marks()

    def _show_marks(self) -> None:
        """Mark the matches in existing message widgets; marks of unchanged texts are kept."""
        live = self._view.column.live
        self._marked = {it: key for it, key in self._marked.items() if it in live.values()}
        for index, message in live.items():
            self._mark(index, message)
        if self._unreached and self._at and self._written(self._at[0]):
            self._reach()

    def _seek(self, words: str) -> None:
        self._at = None
        # A line that was copied whole has its break, which no match has.
        self.counts.seek(words.strip("\r\n"))
        self._show_marks()

    def _close(self) -> None:
        self._seek("")
        self.bar.hide()
        self.fit()
        self._view.setFocus()

    def _leave(self, start: int) -> None:
        """Leave a match in messages that were replaced by other versions."""
        if self._at is not None and self._at[0] >= start:
            self._at, self._unreached = None, False

    def _next(self) -> tuple[int, int] | None:
        found = self.counts.found
        if not found:
            return None
        if self._at is None:
            first = self._view.first_seen()
            return next((index for index in found if index >= first), found[0]), 0
        index, number = self._at
        if number + 1 < self.counts.count(index):
            return index, number + 1
        return next((it for it in found if it > index), found[0]), 0

    def _previous(self) -> tuple[int, int] | None:
        found = self.counts.found
        if not found:
            return None
        index, number = self._at or (self._view.first_seen() + 1, 0)
        if self._at and number > 0:
            return index, number - 1
        before = next((it for it in reversed(found) if it < index), found[-1])
        return before, self.counts.count(before) - 1

    def _reach(self) -> bool:
        """Scroll to the match. Return False if the text on screen turns out not to have it."""
        assert self._at is not None
        index, number = self._at
        self._view.come_to(index)
        message = self._view.column.message(index)
        self._unreached = message.unfinished
        found = matches(message, self.counts.words)
        if not found and not message.unfinished:
            self.counts.correct(index, 0)
            return False
        if found:
            number = min(number, len(found) - 1)
            self._at = self._at if message.unfinished else (index, number)
            text, cursor = found[number]
            message.reveal(text)
            self._view.show_rect(text, text.cursorRect(cursor))
        self._show_marks()
        self._show_count()
        return True

    def _mark(self, index: int, message: MessageWidget) -> None:
        current = self._at[1] if self._at and self._at[0] == index else None
        words = self.counts.words
        ends = tuple(it.document().characterCount() for it in message.searched()) if words else ()
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
            self.counts.correct(index, len(found))

    def _written(self, index: int) -> bool:
        message = self._view.column.live.get(index)
        return message is not None and not message.unfinished

    def _show_count(self) -> None:
        number = 0
        if self._at is not None and self.counts.count(self._at[0]):
            number = self.counts.before(self._at[0]) + self._at[1] + 1
        self.bar.show_count(number, self.counts.total, self.counts.going_on)
