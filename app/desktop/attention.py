"""Notifies the user of finished work while the window is in the background, and counts it on the
icon."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

from app.desktop import notifications
from app.desktop.badge import show_badge
from app.requests.replies import Replies
from app.settings.preferences import Preferences
from ui.look.language import tr
from ui.state.called_tool import CallState
from ui.state.conversation import Conversation
from ui.state.transcript import Transcript
from ui.state.turn import TurnState
from ui.widgets.layouts import raise_window
from ui.window.main_window import MainWindow


class Attention(QObject):
    """Shows one notification per tab when its work has ended: a comparison's after its last pane, a
    prompt list's after its end."""

    def __init__(
        self,
        window: MainWindow,
        replies: Replies,
        preferences: Preferences,
        *,
        in_front: Callable[[], bool] = lambda: QApplication.activeWindow() is not None,
        badge: Callable[[int], None] = show_badge,
        show: Callable[[str, str, int], None] | None = None,
    ) -> None:
        """`show` receives a title, what happened and the id of the conversation."""
        super().__init__(window)
        self._window = window
        self._conversations = window.workspace.conversations
        self._preferences = preferences
        self._in_front = in_front
        self._badge = badge
        self._working: set[int] = set()
        self._unseen: set[int] = set()
        # None before the first notification
        self._notifications: notifications.Notifications | None = None
        self._show = show or self._notify
        replies.busy_changed.connect(self._on_busy_changed)
        window.installEventFilter(self)

    def go_to(self, chat_id: int) -> None:
        raise_window(self._window)
        if conversation := self._conversations.find(chat_id):
            self._conversations.show(conversation)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._window and event.type() == QEvent.Type.WindowActivate:
            self._clear()
        return False

    def _on_busy_changed(self, transcript: Transcript) -> None:
        conversation = self._conversations.owner(transcript)
        if conversation is None:
            return
        if conversation.busy:
            self._working.add(conversation.chat_id)
        else:
            # An allowed tool, or the next prompt of a list, starts within this turn of the event
            # loop.
            QTimer.singleShot(0, self, partial(self._notify_if_done, conversation.chat_id))

    def _notify_if_done(self, chat_id: int) -> None:
        found = self._conversations.find(chat_id)
        if chat_id not in self._working or (found is not None and found.busy):
            return
        self._working.discard(chat_id)
        text = _what_happened(found) if found is not None else ""
        if found is None or not text or self._in_front():
            return
        self._unseen.add(chat_id)
        self._badge(len(self._unseen))
        if self._preferences.value.notifications:
            # the system may write down what it shows
            title = self._window.tab(chat_id).title
            self._show(tr("Temporary chat") if found.temporary else title, text, chat_id)

    def _notify(self, title: str, text: str, key: int) -> None:
        if self._notifications is None:
            self._notifications = notifications.Notifications(self)
            self._notifications.clicked.connect(self.go_to)
        self._notifications.show(title, text, key)

    def _clear(self) -> None:
        if self._notifications is not None:
            self._notifications.clear()
        if self._unseen:
            self._unseen.clear()
            self._badge(0)


def _what_happened(conversation: Conversation) -> str:
    """Return what happened, or "" if the user stopped it. The answer's text is left out, since
    others may see the notification."""
    replies = [it.turns[-1] for it in conversation.transcripts if it.turns]
    calls = [called for turn in replies for called in turn.tool_calls if not called.written]
    if any(called.state is CallState.PROPOSED for called in calls):
        return tr("A tool call is waiting for you.")
    if any(turn.failed for turn in replies):
        return tr("The answer failed. Open the chat to see why.")
    if all(turn.state is TurnState.STOPPED for turn in replies):
        return ""
    return tr("%n answer(s) (is|are) ready.", "", len(replies))
