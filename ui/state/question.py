"""A question with its attachments, before it is asked."""

from dataclasses import dataclass

from ui.state.attachment import Attachment


@dataclass(frozen=True)
class Question:
    """`attachments` are in the order of the prompt; `places` are their offsets in the text, as in
    ChatMessage, or empty if all stand before it."""

    text: str = ""
    attachments: tuple[Attachment, ...] = ()
    places: tuple[int, ...] = ()

    @property
    def empty(self) -> bool:
        return not self.text.strip() and not self.attachments
