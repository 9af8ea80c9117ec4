"""A conversation as it would be asked with the question that is being written."""

from dataclasses import dataclass

from PySide6.QtCore import QObject

from engine.messages import ChatMessage
from ui.state.question import Question
from ui.state.transcript import Transcript


@dataclass(frozen=True)
class _Said:
    """All that the model is told, and how much of it comes before the last question."""

    messages: tuple[ChatMessage, ...]
    before_last: int


class Upcoming(QObject):
    """Of one transcript. What was said before is made anew only after it has changed: a long
    conversation must not be gone through for each word that is typed."""

    def __init__(self, transcript: Transcript) -> None:
        super().__init__(transcript)
        self._transcript = transcript
        self._said: _Said | None = None
        for changed in (
            transcript.turn_added,
            transcript.turn_changed,
            transcript.turns_dropped,
        ):
            changed.connect(self._forget)

    def messages(self, question: Question, *, in_place: bool = False) -> tuple[ChatMessage, ...]:
        """With `question` at the end, or in the place of the last one."""
        said = self._said = self._said or self._found()
        earlier = said.messages[: said.before_last] if in_place else said.messages
        media = tuple(attachment.media for attachment in question.attachments)
        return (*earlier, ChatMessage("user", question.text, media, places=question.places))

    def _found(self) -> _Said:
        messages, turns = self._transcript.history(), self._transcript.turns
        if turns and turns[-1].unanswered:
            # the last question is not told
            return _Said(messages, len(messages))
        asked = [at for at, message in enumerate(messages) if message.role == "user"]
        return _Said(messages, asked[-1] if asked else 0)

    def _forget(self, _: int) -> None:
        self._said = None
