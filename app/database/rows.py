"""What the store keeps, as plain values: they cross from the Qt thread to the writer's."""

from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    CHAT = "chat"
    COMPARISON = "comparison"


@dataclass(frozen=True, slots=True)
class ConversationRecord:
    """Times in seconds since the epoch. `named` where a person chose the title. `model` is the name
    of the model for people, of a comparison those of all panes with ", " between. `settings` is a
    JSON object of what a person set for it: model, options, of a comparison its panes and rounds.
    """

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


@dataclass(frozen=True, slots=True)
class Begun:
    """The fields that identify a conversation; `deleted` if it is in Recently Deleted."""

    conversation_id: int
    kind: Kind
    created: float
    deleted: bool


@dataclass(frozen=True, slots=True)
class FileUse:
    """A file that a message or draft refers to, by the hash of its content. `kind` is the value of
    its MediaKind."""

    sha256: str
    kind: str


@dataclass(frozen=True, slots=True)
class MessageRecord:
    """A node of a conversation's tree: the root's `parent_id` is 0. Each pane of a comparison has a
    tree of its own, its `branch`; that of a chat is 0. `state` is the name of a TurnState, lower
    case; one that still grows when the program starts is marked interrupted. `data` is a JSON
    object with everything else of the turn."""

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


@dataclass(frozen=True, slots=True)
class DraftRecord:
    """What is being written in a conversation; `data` is a JSON object."""

    conversation_id: int
    text: str = ""
    data: str = "{}"
    files: tuple[FileUse, ...] = ()
