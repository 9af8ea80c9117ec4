"""Scrolls panes together, so that the same question is at the same height in all of them."""

from bisect import bisect_right
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer

from ui.conversation.conversation_view import ConversationView
from ui.state.transcript import Transcript

# The round, counted from the newest, and its share above the upper edge.
Spot = tuple[int, float]
Views = Sequence[tuple[ConversationView, Transcript]]


class ScrollLink(QObject):
    """The pane that a person scrolled last leads. The others follow to the same share of the same
    round, once a frame. A pane that is scrolled by this object never leads, so that panes cannot
    move each other in turns."""

    def __init__(self, views: Callable[[], Views], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._views = views
        self._leader: ConversationView | None = None
        self._followed: dict[ConversationView, bool] = {}
        self._moving = False
        self._frame = QTimer(self, singleShot=True, interval=0)
        self._frame.timeout.connect(self._move)
        self.together = False

    def set_together(self, together: bool, leader: ConversationView) -> None:
        """Turn linked scrolling on or off; the other views move to the place of `leader`."""
        self.together = together
        if together:
            self._lead(leader)

    def follow(self, view: ConversationView) -> None:
        bar = view.verticalScrollBar()
        bar.actionTriggered.connect(lambda: self._lead(view))
        bar.valueChanged.connect(lambda: self._scrolled(view))

    def forget(self, view: ConversationView) -> None:
        self._followed.pop(view, None)
        if self._leader is view:
            self._leader = None

    def _scrolled(self, view: ConversationView) -> None:
        """Move the other views after a person scrolled; a growing answer scrolls only its own
        pane."""
        if self._moving:
            return
        if view.hasFocus() and self.together:
            self._leader = view
        grew = view.follows_end and self._followed.get(view, True)
        self._followed[view] = view.follows_end
        if self._leader is view and self.together and not grew:
            self._frame.start()

    def _lead(self, view: ConversationView) -> None:
        if self.together:
            self._leader = view
            self._frame.start()

    def _move(self) -> None:
        views = self._views()
        leading = next((it for it in views if it[0] is self._leader), None)
        if leading is None:
            return
        spot = spot_of(_tops(*leading), leading[0].verticalScrollBar().value())
        self._moving = True
        for view, transcript in views:
            if view is leading[0] or not transcript.turns:
                continue
            if leading[0].follows_end:
                view.scroll_to_end()
            else:
                view.verticalScrollBar().setValue(value_at(_tops(view, transcript), spot))
        self._moving = False


def spot_of(tops: Sequence[int], value: int) -> Spot:
    """Return the place of `value` among the rounds that begin at `tops`, the last of which is the
    end."""
    index = max(0, min(bisect_right(tops, value) - 1, len(tops) - 2))
    height = tops[index + 1] - tops[index]
    return index - (len(tops) - 1), (value - tops[index]) / height if height else 0.0


def value_at(tops: Sequence[int], spot: Spot) -> int:
    """Return the scroll bar value of a spot. A pane that joined late stays at its beginning while
    the others show earlier rounds."""
    index = len(tops) - 1 + spot[0]
    if index < 0:
        return tops[0]
    return round(tops[index] + spot[1] * (tops[index + 1] - tops[index]))


def _tops(view: ConversationView, transcript: Transcript) -> list[int]:
    """Return the scroll bar values at which the rounds begin, and the end."""
    most = view.verticalScrollBar().maximum()
    questions = [i for i, turn in enumerate(transcript.turns) if turn.role == "user"]
    return [0, *(min(view.top_of(index), most) for index in questions[1:]), most]
