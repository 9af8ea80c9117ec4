"""What the new chats of a folder begin with."""

from dataclasses import dataclass

from ui.state.attachment import Attachment


@dataclass(frozen=True)
class FolderSettings:
    """`preset` is the name of a preset, or "" for none. The `instructions` come before the
    system prompt of the preset. The `attachments` come into the first question."""

    instructions: str = ""
    preset: str = ""
    attachments: tuple[Attachment, ...] = ()
