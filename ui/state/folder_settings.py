"""The settings that new chats in a folder begin with."""

from engine.frozen import frozen
from ui.state.attachment import Attachment


@frozen
class FolderSettings:
    """`preset` is the name of a preset, or "" for none. The `instructions` replace those of the
    preset unless they are empty. The `attachments` are added to the first question."""

    instructions: str = ""
    preset: str = ""
    attachments: tuple[Attachment, ...] = ()
