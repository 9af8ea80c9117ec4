"""Plain records of the database, which cross from the Qt thread to the writer thread."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from enum import Enum

from engine.frozen import frozen

# Key of the state with the open tabs.
TABS = "tabs"


class Kind(Enum):
    CHAT = "chat"
    COMPARISON = "comparison"


@frozen
class ConversationRecord:
    """The row of a conversation. Times are in seconds since the epoch. `named` is True if the user
    chose the title. `model` is the display name of the model; a comparison lists those of all
    panes, separated by ", ". `settings` is a JSON object of the user's settings: the model and
    options, and a comparison's panes and rounds."""

    conversation_id: int
    kind: Kind = Kind.CHAT
    title: str = ""
    named: bool = False
    created: float = 0.0
    updated: float = 0.0
    pinned: bool = False
    archived: bool = False
    folder_id: int = 0
    model: str = ""
    settings: str = "{}"


@frozen
class ConversationKey:
    """The fields that identify a conversation; `deleted` if it is in Recently Deleted."""

    conversation_id: int
    kind: Kind
    created: float
    deleted: bool


@frozen
class FileUse:
    """A reference from a message or draft to a file, by its content hash. `kind` is a MediaKind
    value."""

    sha256: str
    kind: str


@frozen
class MessageRecord:
    """A node in a conversation's tree; a root has `parent_id` 0. Each pane of a comparison has its
    own tree, numbered by `branch`; a chat uses 0. `state` is the lower-case name of a TurnState; a
    message that was still growing is marked interrupted at the next start. `data` is a JSON object
    with the remaining fields of the turn."""

    message_id: int
    conversation_id: int
    branch: int = 0
    parent_id: int = 0
    role: str = "user"
    content: str = ""
    reasoning: str = ""
    state: str = "done"
    created: float = 0.0
    data: str = "{}"
    files: tuple[FileUse, ...] = ()


def with_ids(
    messages: Iterable[MessageRecord], conversation_id: int, ids: Mapping[int, int]
) -> tuple[MessageRecord, ...]:
    """Return messages as part of another conversation; `ids` maps their old ids to new ones."""
    return tuple(
        replace(
            it,
            message_id=ids[it.message_id],
            conversation_id=conversation_id,
            parent_id=ids.get(it.parent_id, 0),
        )
        for it in messages
    )


@frozen
class DraftRecord:
    """The draft of a conversation; `data` is a JSON object."""

    conversation_id: int
    text: str = ""
    data: str = "{}"
    files: tuple[FileUse, ...] = ()
