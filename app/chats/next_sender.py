"""Sends the next messages of a conversation, one by one, when its answers have ended."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QTimer

from ui.state.called_tool import CallState
from ui.state.compared_chat import ComparedChat
from ui.state.conversation import Conversation
from ui.state.next_messages import NextMessage, Pause
from ui.state.turn import Turn, TurnState
from ui.state.workspace import Workspace

Ask = Callable[[Conversation, NextMessage], None]


class NextSender(QObject):
    """Follows the open conversations, in front or not. `ask` puts a message to the models of its
    conversation."""

    def __init__(self, workspace: Workspace, ask: Ask) -> None:
        super().__init__(workspace)
        self._open = workspace.conversations
        self._ask = ask
        # by conversation, what is sent as soon as the running answer has stopped
        self._urgent: dict[int, NextMessage] = {}
        # conversations with answers whose end has not been looked at
        self._answering: set[int] = set()
        workspace.conversations.opened.connect(self._follow)
        workspace.conversations.closed.connect(self._forget)

    def _follow(self, conversation: Conversation) -> None:
        conversation.busy_changed.connect(partial(self._busy_changed, conversation))
        conversation.tools_settled.connect(partial(self._send_later, conversation))
        conversation.next_messages.changed.connect(partial(self._send_later, conversation))
        conversation.requests.next_wanted.connect(partial(self._send_now, conversation))
        conversation.requests.next_resumed.connect(partial(self._resume, conversation))
        if isinstance(conversation, ComparedChat):
            conversation.list_progressed.connect(partial(self._send_later, conversation))

    def _forget(self, conversation: Conversation) -> None:
        self._urgent.pop(conversation.chat_id, None)
        self._answering.discard(conversation.chat_id)

    def _busy_changed(self, conversation: Conversation) -> None:
        if conversation.busy:
            self._answering.add(conversation.chat_id)
            return
        # A tool that was allowed, or the next prompt of a list, starts in this turn of the event
        # loop, and a refused message is put back in it.
        self._later(self._ended, conversation)

    def _send_later(self, conversation: Conversation) -> None:
        self._later(self._send_due, conversation)

    def _later(self, action: Callable[[Conversation], None], conversation: Conversation) -> None:
        # A timer with a receiver that is gone by then would keep the conversation in memory.
        QTimer.singleShot(0, self, partial(self._if_open, action, conversation.chat_id))

    def _if_open(self, action: Callable[[Conversation], None], conversation_id: int) -> None:
        if conversation := self._open.find(conversation_id):
            action(conversation)

    def _ended(self, conversation: Conversation) -> None:
        """Take note of how the answers have ended, and go on with the next message."""
        if conversation.busy:
            return
        self._answering.discard(conversation.chat_id)
        coming = conversation.next_messages
        pause = _pause_after(conversation)
        coming.sent = None
        urgent = self._urgent.pop(conversation.chat_id, None)
        if urgent is not None and coming.ready(urgent):
            self._send(conversation, urgent)
        elif pause is not None:
            coming.set_pause(pause)
        elif coming.pause is not None:
            coming.set_pause(Pause.WAITING)
        else:
            self._send_due(conversation)

    def _send_due(self, conversation: Conversation) -> None:
        due = conversation.next_messages.due
        answering = conversation.chat_id in self._answering
        if due is not None and not (answering or _awaits(conversation)):
            self._send(conversation, due)

    def _send(self, conversation: Conversation, message: NextMessage) -> None:
        if conversation not in list(self._open) or not conversation.next_messages.ready(message):
            return
        conversation.next_messages.take(message)
        self._ask(conversation, message)

    def _send_now(self, conversation: Conversation, message: NextMessage) -> None:
        """Stop what is being answered, and send a message before all others."""
        if not conversation.busy:
            self._send(conversation, message)
            return
        self._urgent[conversation.chat_id] = message
        conversation.requests.stopped.emit()

    def _resume(self, conversation: Conversation) -> None:
        """Send the first message, and the others after it."""
        coming = conversation.next_messages
        coming.set_pause(None)
        if coming.due is not None and not conversation.busy:
            self._send(conversation, coming.due)


def _last_replies(conversation: Conversation) -> list[Turn]:
    return [it.turns[-1] for it in conversation.transcripts if it.turns]


def _pause_after(conversation: Conversation) -> Pause | None:
    """Return why the next messages have to wait after these answers; None if all ended well."""
    replies = _last_replies(conversation)
    if any(turn.failed for turn in replies):
        return Pause.FAILED
    return Pause.STOPPED if any(map(_was_stopped, replies)) else None


def _was_stopped(reply: Turn) -> bool:
    """Return True if a reply was stopped as it grew, or as a tool ran for it."""
    dropped = any(called.state is CallState.DROPPED for called in reply.tool_calls)
    return reply.state is TurnState.STOPPED or dropped


def _awaits(conversation: Conversation) -> bool:
    """Return True if an answer waits for a decision about a tool, or a list of prompts runs."""
    if isinstance(conversation, ComparedChat) and conversation.running_list:
        return True
    return conversation.awaits_tools
