"""The next messages of a conversation, written during an answer and sent after it."""

from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from enum import Enum, auto

from PySide6.QtCore import QObject, Signal

from engine.frozen import frozen_object
from engine.messages import SamplingParams
from ui.state.chat_options import ChatOptions
from ui.state.question import Question


@frozen_object
class NextMessage:
    """A question with the model and the options that it will be asked with. Without, they are those
    of the chat, or of each pane of a comparison; a refused message has its model alone.
    `recommended` is what the options were chosen over."""

    question: Question = field(default_factory=Question)
    model_id: str = ""
    options: ChatOptions | None = None
    recommended: SamplingParams | None = None


class Pause(Enum):
    """The reason why the next messages wait for the person. WAITING: they are from the previous
    run, or another answer has ended well since."""

    STOPPED = auto()
    FAILED = auto()
    WAITING = auto()


class NextMessages(QObject):
    """`changed` comes after every change. `pause` is None if the first is sent when the answer has
    ended. `sent` is the one that is being answered, until its answer has ended; `edited` is the
    one that is in the composer, and waits there."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._messages: list[NextMessage] = []
        self.pause: Pause | None = None
        self.sent: NextMessage | None = None
        self.edited: NextMessage | None = None

    def __iter__(self) -> Iterator[NextMessage]:
        return iter(tuple(self._messages))

    def __len__(self) -> int:
        return len(self._messages)

    @property
    def first(self) -> NextMessage | None:
        return self._messages[0] if self._messages else None

    @property
    def due(self) -> NextMessage | None:
        """The message that is sent when nothing is being answered, if it need not wait."""
        first = self.first
        return first if first is not None and self.pause is None and self.ready(first) else None

    def ready(self, message: NextMessage) -> bool:
        """Return True if a message can be sent: it is still there, and not in the composer."""
        return message in self._messages and message is not self.edited

    def place(self, message: NextMessage) -> int | None:
        return self._messages.index(message) if message in self._messages else None

    def add(self, message: NextMessage) -> None:
        self.insert(len(self), message)

    def insert(self, place: int, message: NextMessage) -> None:
        self._messages.insert(place, message)
        self.changed.emit()

    def remove(self, message: NextMessage) -> None:
        """Remove a message. A pause ends with the last one."""
        if message in self._messages:
            self._messages.remove(message)
            self.pause = self.pause if self._messages else None
            self.changed.emit()

    def move(self, message: NextMessage, place: int) -> None:
        """Move a message to a place; one behind the ends is the end."""
        former = self.place(message)
        place = max(0, min(place, len(self) - 1))
        if former not in (None, place):
            self._messages.insert(place, self._messages.pop(former))
            self.changed.emit()

    def rewrite(self, message: NextMessage, question: Question) -> None:
        """Replace the question of a message, which keeps its place and its options. A refused one
        is then asked as the chat is set."""
        place = self.place(message)
        if place is not None:
            model_id = message.model_id if message.options is not None else ""
            written = replace(message, question=question, model_id=model_id)
            self._messages[place] = written
            self.edited = written if self.edited is message else self.edited
            self.changed.emit()

    def set_edited(self, message: NextMessage | None) -> None:
        if message is not self.edited:
            self.edited = message
            self.changed.emit()

    def set_pause(self, pause: Pause | None) -> None:
        """Let the messages wait for the person, or no longer. Without messages there is no
        pause."""
        pause = pause if self._messages else None
        if pause is not self.pause:
            self.pause = pause
            self.changed.emit()

    def take(self, message: NextMessage) -> None:
        """Remove a message that is now being sent."""
        self.sent = message
        self.remove(message)

    def take_back(self) -> bool:
        """Put the message that was refused back before the others, which wait then. It keeps its
        model; with the options that it had it would be refused again. Return False if it was none
        of these."""
        sent, self.sent = self.sent, None
        if sent is None:
            return False
        self.pause = Pause.FAILED
        self.insert(0, NextMessage(sent.question, sent.model_id))
        return True

    def model_chosen(self) -> None:
        """Let the model that a person chooses for the chat answer the refused messages."""
        for message in self:
            if message.options is None:
                self.rewrite(message, message.question)

    def restore(self, messages: Iterable[NextMessage]) -> None:
        """Show the messages of the run before, which wait for the person."""
        self._messages = list(messages)
        self.set_pause(Pause.WAITING)
        self.changed.emit()
