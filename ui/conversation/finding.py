"""Counts the matches in each message of a conversation, a little at a time."""

import re
from time import perf_counter

from PySide6.QtCore import QObject, QTimer, Signal

from ui.conversation.shown_text import ShownTexts
from ui.markdown.named_images import FindImage, no_image
from ui.state.transcript import Transcript

# more matches in one text help nobody, and each mark is painted with every frame
MOST_MATCHES = 1000
_SLICE = 0.008


class Finding(QObject):
    """Counts in the text that is shown. `correct` takes the count of a message on screen, which may
    differ by formulas that cannot be drawn. Without words nothing runs."""

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
        # in the order of coming, each once
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
        """Return None if the text of the message needs more time than there is until `end`."""
        turn = self._transcript.turns[index]
        if not self._texts.may_have(turn, self._words):
            return 0
        texts = self._texts.of(turn, lambda: perf_counter() >= end)
        if texts is None:
            return None
        wanted = re.compile(re.escape(self._words), re.IGNORECASE)
        return sum(min(MOST_MATCHES, len(wanted.findall(text))) for text in texts)
