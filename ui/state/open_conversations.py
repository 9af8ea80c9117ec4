"""The conversations that are open, in the order of their tabs."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QObject, Signal

from ui.state.chat import Chat
from ui.state.compared_chat import ComparedChat
from ui.state.conversation import Conversation
from ui.state.transcript import Transcript

# Closed tabs that can be reopened.
MOST_REOPENABLE = 20


class OpenConversations(QObject):
    """Owns the open conversations; no widget is needed for them.

    `front` is the one that is shown, None while none is open. `reopenable` are the ids of closed
    ones that can be reopened, newest last. `opened` and `closed` have a Conversation; `opened`
    comes before it is in front, `closed` when it is in the list no more. `discard_asked` has one
    that a person has closed although something would be lost, to ask whether it may go. `changed`
    comes when one has come, gone or moved. `shown` asks for the keyboard to go to the one in front.
    """

    opened = Signal(object)
    closed = Signal(object)
    discard_asked = Signal(object)
    changed = Signal()
    front_changed = Signal()
    shown = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._open: list[Conversation] = []
        self.front: Conversation | None = None
        self.reopenable: deque[int] = deque(maxlen=MOST_REOPENABLE)

    def __iter__(self) -> Iterator[Conversation]:
        return iter(tuple(self._open))

    def __len__(self) -> int:
        return len(self._open)

    @property
    def chats(self) -> list[Chat]:
        return [it for it in self._open if isinstance(it, Chat)]

    @property
    def comparisons(self) -> list[ComparedChat]:
        return [it for it in self._open if isinstance(it, ComparedChat)]

    @property
    def busy(self) -> list[Conversation]:
        """The conversations in which an answer grows."""
        return [it for it in self._open if it.busy]

    @property
    def temporary(self) -> list[Conversation]:
        """The temporary conversations with messages, which are gone when they are closed."""
        return [it for it in self._open if it.temporary and not it.empty]

    @property
    def unasked_prompts(self) -> int:
        return sum(it.unasked_prompts for it in self._open)

    @property
    def busy_transcripts(self) -> list[Transcript]:
        return [it for conversation in self._open for it in conversation.transcripts if it.busy]

    @property
    def front_chat(self) -> Chat | None:
        """The chat in front; None if a comparison is, or nothing."""
        return self.front if isinstance(self.front, Chat) else None

    def find(self, chat_id: int) -> Conversation | None:
        return next((it for it in self._open if it.chat_id == chat_id), None)

    def owner(self, transcript: Transcript) -> Conversation | None:
        """Return the conversation that has this transcript."""
        return next((it for it in self._open if transcript in it.transcripts), None)

    def follow(self, function: Callable[[Conversation], object]) -> None:
        """Call a function for each open conversation, and for each that opens later."""
        self.opened.connect(function)
        for conversation in self:
            function(conversation)

    def add(self, conversation: Conversation, at: int = -1, *, front: bool = True) -> None:
        """Open a conversation at a place, by default the last. Without `front`, it comes to the
        front only if nothing is there."""
        conversation.setParent(self)
        if conversation.chat_id in self.reopenable:
            self.reopenable.remove(conversation.chat_id)
        self._open.insert(at if at >= 0 else len(self._open), conversation)
        self.opened.emit(conversation)
        self.changed.emit()
        if front:
            self.show(conversation)
        elif self.front is None:
            self.set_front(conversation)

    def remove(self, conversation: Conversation) -> None:
        """Close a conversation. The one after it comes to the front, else the one before it."""
        place = self._open.index(conversation)
        self._open.remove(conversation)
        was_front = conversation is self.front
        if was_front:
            self.front = self._open[min(place, len(self._open) - 1)] if self._open else None
        self.closed.emit(conversation)
        self.changed.emit()
        if was_front:
            self.front_changed.emit()
        conversation.deleteLater()

    def set_front(self, conversation: Conversation) -> None:
        """Bring an open conversation to the front; the keyboard stays where it is."""
        if conversation is not self.front:
            self.front = conversation
            self.front_changed.emit()

    def show(self, conversation: Conversation) -> None:
        """Bring an open conversation to the front, and the keyboard to it."""
        self.set_front(conversation)
        self.shown.emit()

    def sort(self, ids: Sequence[int]) -> None:
        """Put the conversations into the order of these ids, which a person has given the tabs."""
        self._open.sort(key=lambda it: ids.index(it.chat_id))
        self.changed.emit()
