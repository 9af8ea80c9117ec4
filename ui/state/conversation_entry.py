"""A conversation as lists show it: of the history, and of what a search found."""

from dataclasses import dataclass

# So long a conversation that was deleted can be restored.
KEPT_DAYS = 30


@dataclass(frozen=True, slots=True)
class Folder:
    folder_id: int
    name: str


@dataclass(frozen=True, slots=True)
class ConversationEntry:
    """`updated` in seconds since the epoch; of one that is `deleted`, when that was.
    `messages` are those of all versions; a `draft` is one where nothing was asked yet."""

    conversation_id: int
    title: str
    comparison: bool = False
    updated: float = 0.0
    pinned: bool = False
    archived: bool = False
    folder_id: int = 0
    model: str = ""
    messages: int = 0
    has_picture: bool = False
    has_video: bool = False
    draft: bool = False
    deleted: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """A message that a search found, or a title (`message_id` 0). `snippet` is a line of its text,
    `marks` the (start, end) of what was searched for in it, `created` when it was written."""

    entry: ConversationEntry
    message_id: int
    role: str
    snippet: str
    marks: tuple[tuple[int, int], ...] = ()
    created: float = 0.0


@dataclass(frozen=True, slots=True)
class HistoryFilter:
    """Which conversations are listed or searched. `archived` None are those in the archive and
    all others; `model` is the name of one, "" for all; `folder_id` None for all folders. With
    `deleted` only those in Recently Deleted, else none of them."""

    archived: bool | None = False
    model: str = ""
    has_picture: bool = False
    has_video: bool = False
    folder_id: int | None = None
    deleted: bool = False
