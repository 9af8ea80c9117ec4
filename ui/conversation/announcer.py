"""Announces a growing answer to screen readers: its sentences, and how it ends."""

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QCoreApplication, QObject, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from engine.messages import FinishReason
from ui.conversation.message_captions import status_caption, thinking
from ui.look.language import tr, translated
from ui.markdown import spoken_text
from ui.state.transcript import Transcript
from ui.state.turn import Turn, TurnState

PAUSE_MS = 1000


class Speaker(Protocol):
    def words(self) -> str:
        """Return the text to announce now, once; "" if there is none."""
        ...

    def subject(self) -> QObject:
        """Return the widget that the announcement is about."""
        ...


class Speech(QObject):
    """The clock of announcements, so that several panes do not talk at once: one speaker speaks in
    each pause, in turn, with all that it has gathered. No timer runs while none waits."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: dict[Speaker, None] = {}
        self._timer = QTimer(self, interval=PAUSE_MS)
        self._timer.timeout.connect(self._tick)

    def want(self, speaker: Speaker) -> None:
        """Ask `speaker` for words at its turn."""
        self._waiting.setdefault(speaker)
        if not self._timer.isActive():
            self._timer.start()

    def _tick(self) -> None:
        while self._waiting:
            speaker = next(iter(self._waiting))
            del self._waiting[speaker]
            if isValid(speaker) and (words := speaker.words()):
                announce(speaker.subject(), words)
                return
        self._timer.stop()


def announce(about: QObject, words: str) -> None:
    """Announce `words` politely: the screen reader finishes its sentence first."""
    event = QAccessibleAnnouncementEvent(about, words)
    event.setPoliteness(QAccessible.AnnouncementPoliteness.Polite)
    QAccessible.updateAccessibility(event)


_shared: Speech | None = None


def speech() -> Speech:
    """Return the clock of this application."""
    global _shared
    if _shared is None or not isValid(_shared):
        _shared = Speech(QCoreApplication.instance())
    return _shared


class _Told:
    """The announced part of one text of a turn."""

    def __init__(self, done: int) -> None:
        self._done = done
        self._spoken = spoken_text.SpokenText()

    def follow(self, text: str, *, ended: bool) -> list[str]:
        self._spoken.add(text[self._done :])
        self._done = len(text)
        return self._spoken.end() if ended else self._spoken.take()


class _Reply:
    """The announced part of one turn, also while it is continued."""

    def __init__(self, turn: Turn, *, from_now: bool) -> None:
        self.turn = turn
        self._answer = _Told(len(turn.content) if from_now else 0)
        self._reasoning = _Told(len(turn.reasoning) if from_now else 0)
        self._thinking = False
        self.ended = False

    def words(self, *, unfolded: bool) -> list[str]:
        turn = self.turn
        if self.ended and not turn.growing:
            return []
        self.ended = not turn.growing
        told: list[str] = []
        if thinking(turn) and turn.reasoning and not self._thinking:
            told.append(tr("Thinking"))
            self._thinking = True
        thought = self._reasoning.follow(turn.reasoning, ended=bool(turn.content) or self.ended)
        told += thought if unfolded else []
        told += self._answer.follow(turn.content, ended=self.ended)
        return [*told, _end(turn)] if self.ended else told


class Announcer(QObject):
    """Announces new text while an assistive technology is active and `view` is visible. `letter` is
    that of the pane, if any. `unfolded` returns True if the reasoning of a turn is open."""

    def __init__(
        self, transcript: Transcript, view: QWidget, unfolded: Callable[[int], bool]
    ) -> None:
        super().__init__(view)
        self.letter = ""
        self._transcript = transcript
        self._view = view
        self._unfolded = unfolded
        self._replies: list[_Reply] = []
        transcript.turn_added.connect(self._turn_added)
        transcript.turn_changed.connect(self._turn_changed)
        transcript.turns_dropped.connect(self._turns_dropped)

    def subject(self) -> QObject:
        return self._view

    def words(self) -> str:
        told = [
            words
            for reply in self._replies
            for words in reply.words(unfolded=self._is_unfolded(reply.turn))
            if words
        ]
        # The last reply may be continued.
        self._replies = [it for it in self._replies[:-1] if not it.ended] + self._replies[-1:]
        if not told or not self._view.isVisible():
            return ""
        text = " ".join(told)
        return f"{self.letter}: {text}" if self.letter else text

    def _is_unfolded(self, turn: Turn) -> bool:
        """Return True if the reasoning of the newest turn is unfolded; no other turn grows."""
        turns = self._transcript.turns
        return bool(turns) and turns[-1] is turn and self._unfolded(len(turns) - 1)

    def _turn_added(self, index: int) -> None:
        if not QAccessible.isActive():
            return
        turn = self._transcript.turns[index]
        if turn.role == "user":
            self._replies.clear()
        elif turn.growing:
            # Text that was there before is only shown again.
            self._replies.append(_Reply(turn, from_now=bool(turn.content)))
            speech().want(self)

    def _turn_changed(self, index: int) -> None:
        if not QAccessible.isActive():
            return
        turn = self._transcript.turns[index]
        if not any(reply.turn is turn for reply in self._replies):
            if not turn.growing:
                return
            self._replies.append(_Reply(turn, from_now=True))
        speech().want(self)

    def _turns_dropped(self, start: int) -> None:
        left = {id(turn) for turn in self._transcript.turns[:start]}
        self._replies = [reply for reply in self._replies if id(reply.turn) in left]


def _end(turn: Turn) -> str:
    if turn.error:
        return translated(turn.error)
    if turn.state is TurnState.STOPPED:
        return tr("Stopped")
    if turn.tool_calls:
        # The cards of the calls announce themselves.
        return ""
    if caption := status_caption(turn):
        return caption
    if turn.reason is FinishReason.LENGTH:
        return tr("The answer was cut at its length limit")
    return tr("Answer complete")
