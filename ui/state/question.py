"""A question as a person writes it, before it is asked or while it is changed."""

from dataclasses import dataclass

from ui.state.attachment import Attachment


@dataclass(frozen=True)
class Question:
    """`attachments` are in the order of the prompt, `places` their offsets in the text as in
    ChatMessage: none where all stand before it."""

    text: str = ""
    attachments: tuple[Attachment, ...] = ()
    places: tuple[int, ...] = ()

    @property
    def empty(self) -> bool:
        return not self.text.strip() and not self.attachments
