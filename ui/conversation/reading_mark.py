"""Marks the sentence that is being read aloud, and scrolls to it while the reader follows it."""

import re
from collections.abc import Sequence

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
                message.body.set_spoken(_span(message, said) if message is reply else None)

    def _reply(self) -> "message_reply.ReplyMessage | None":
        """Return the message that is being read, if it has a widget."""
        turn = self._reading.turn
        index = self._transcript.place(turn) if turn else None
        message = self._view.column.live.get(index) if index is not None else None
        return message if isinstance(message, message_reply.ReplyMessage) else None


def _span(message: "message_reply.ReplyMessage", said: Sequence[str]) -> tuple[int, int] | None:
    text = message.body.document().toPlainText()
    place = place_of(text, said)
    return (utf16_units(text[: place[0]]), utf16_units(text[: place[1]])) if place else None


def place_of(text: str, sentences: Sequence[str]) -> tuple[int, int] | None:
    """Return where the last sentence stands in a text that has the others before it; None if the
    text does not have it."""
    plain, start, found = _MARK.sub("", text), 0, None
    for sentence in sentences:
        found = _pattern(_MARK.sub("", sentence)).search(plain, start)
        start = found.end() if found else start
    if found is None:
        return None
    start, end = found.span()
    for mark in _MARK.finditer(text):
        start += len(mark[0]) if mark.start() <= start else 0
        end += len(mark[0]) if mark.start() < end else 0
    return start, end


def _pattern(sentence: str) -> re.Pattern[str]:
    parts = _FORMULA.split(sentence)
    return re.compile(_SHOWN_FORMULA.join(r"\s+".join(map(re.escape, it.split())) for it in parts))
