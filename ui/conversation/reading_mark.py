"""Marks the sentence that is being read aloud, and scrolls to it while the reader follows it."""

import re

from PySide6.QtCore import QObject

from ui.conversation import message_reply
from ui.conversation.conversation_view import ConversationView
from ui.state.reading import Reading
from ui.state.transcript import Transcript
from ui.widgets.utf16 import utf16_units

_FORMULA = re.compile(r"\$\$?.+?\$\$?|\\\(.+?\\\)|\\\[.+?\\\]")
# A formula is an image in the text, or its source.
_SHOWN_FORMULA = r"\s*\S[^\n]{0,200}?\s*"
# The marks of footnotes are not spoken.
_MARK = re.compile("\u202f?[⁰¹²³⁴⁵⁶⁷⁸⁹]")


class ReadingMark(QObject):
    """Follows the sentences until the reader scrolls away from them, and again once the reader is
    back."""

    def __init__(self, view: ConversationView, transcript: Transcript, reading: Reading) -> None:
        super().__init__(view)
        self._view, self._transcript, self._reading = view, transcript, reading
        self._follows = True
        self._marked: tuple[object, ...] = ()
        self._place = SpokenPlace()
        reading.changed.connect(self._mark)
        reading.spoke.connect(self._go_on)
        view.arranged.connect(self._mark)

    def _go_on(self) -> None:
        """Mark the next sentence, and show it if the reader saw the one before."""
        turn = self._reading.turn
        index = self._transcript.place(turn) if turn else None
        if index is None or not self._view.isVisible():
            return
        self._follows = self._sees()
        if self._follows and len(self._reading.said) == 1:
            self._view.come_to(index)
        self._mark()
        reply = self._reply()
        if self._follows and reply and not (area := reply.body.spoken_area()).isEmpty():
            self._view.show_rect(reply.body, area)

    def _sees(self) -> bool:
        """Return True if the sentence that was marked is visible. A sentence that is not in the
        text, such as one about code, changes nothing."""
        turn, reply = self._reading.turn, self._reply()
        if len(self._reading.said) == 1:
            return not (turn and turn.growing and self._view.follows_end)
        if reply is None:
            return False
        area = reply.body.spoken_area()
        if area.isEmpty():
            return self._follows
        top = reply.body.mapTo(self._view.column, area.topLeft()).y()
        return top < self._view.column.height() and top + area.height() > 0

    def _mark(self) -> None:
        """Mark the sentence in the message that has it, and nothing else."""
        reply, said = self._reply(), self._reading.said
        length = reply.body.document().characterCount() if reply else 0
        marked = (reply, len(said), length)
        if marked == self._marked:
            return
        self._marked = marked
        for message in self._view.column.live.values():
            if isinstance(message, message_reply.ReplyMessage):
                message.body.set_spoken(self._span(message) if message is reply else None)

    def _span(self, message: "message_reply.ReplyMessage") -> tuple[int, int] | None:
        text = message.body.document().toPlainText()
        place = self._place.of(text, self._reading.said)
        return (utf16_units(text[: place[0]]), utf16_units(text[: place[1]])) if place else None

    def _reply(self) -> "message_reply.ReplyMessage | None":
        """Return the message that is being read, if it has a widget."""
        turn = self._reading.turn
        index = self._transcript.place(turn) if turn else None
        message = self._view.column.live.get(index) if index is not None else None
        return message if isinstance(message, message_reply.ReplyMessage) else None


class SpokenPlace:
    """Finds the last of the sentences that were spoken in a text that grows, from where those
    before it ended."""

    def __init__(self) -> None:
        self._passed: tuple[str, ...] = ()
        # the text that has these, without marks
        self._before = ""

    def of(self, text: str, sentences: tuple[str, ...]) -> tuple[int, int] | None:
        """Return where the last sentence stands in the text; None if the text does not have it."""
        if not sentences:
            return None
        plain = _MARK.sub("", text)
        self._pass(plain, sentences[:-1])
        found = _pattern(sentences[-1]).search(plain, len(self._before))
        return _with_marks(text, found.span()) if found else None

    def _pass(self, plain: str, sentences: tuple[str, ...]) -> None:
        """Search for sentences, though not again for those that were found in the same text."""
        known = len(self._passed)
        if sentences[:known] != self._passed or not plain.startswith(self._before):
            self._passed, self._before, known = (), "", 0
        start = len(self._before)
        for index, sentence in enumerate(sentences[known:], known):
            if found := _pattern(sentence).search(plain, start):
                known, start = index + 1, found.end()
        self._passed, self._before = sentences[:known], plain[:start]


def _with_marks(text: str, span: tuple[int, int]) -> tuple[int, int]:
    """Return the place in `text` of one in the text without marks."""
    start, end = span
    for mark in _MARK.finditer(text):
        start += len(mark[0]) if mark.start() <= start else 0
        end += len(mark[0]) if mark.start() < end else 0
    return start, end


def _pattern(sentence: str) -> re.Pattern[str]:
    parts = _FORMULA.split(_MARK.sub("", sentence))
    return re.compile(_SHOWN_FORMULA.join(r"\s+".join(map(re.escape, it.split())) for it in parts))
