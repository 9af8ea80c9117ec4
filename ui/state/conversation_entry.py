"""Conversations as the lists of the history and of search results show them."""

from engine.frozen import frozen

# Days for which a deleted conversation can be restored.
KEPT_DAYS = 30
# Characters in the name of a folder.
LONGEST_FOLDER = 80


@frozen
class Folder:
    """A folder of the history. `deleted` is its time of deletion, in seconds since the epoch, if it
    is in Recently Deleted, and `chats` then the number that is there with it."""

    folder_id: int
    name: str
    deleted: int = 0
    chats: int = 0


@frozen
class ConversationEntry:
    """`updated` is in seconds since the epoch, for a `deleted` conversation the time of deletion.
    A `draft` is a conversation without questions."""

    conversation_id: int
    title: str
    comparison: bool = False
    updated: float = 0.0
    pinned: bool = False
    archived: bool = False
    folder_id: int = 0
    model: str = ""
    draft: bool = False
    deleted: bool = False


@frozen
class Found:
    """A message that a search found, or a title (`message_id` 0). `snippet` is a line of its text,
    `marks` are the (start, end) of the matches in it, and `created` is the time of the message.
    `file` is the name of its attached text file that has the line, `sha256` the checksum of that
    file's content, and `span` the (start, end) of the first match in its text, None if unknown."""

    entry: ConversationEntry
    message_id: int
    role: str
    snippet: str
    marks: tuple[tuple[int, int], ...] = ()
    created: float = 0.0
    file: str = ""
    sha256: str = ""
    span: tuple[int, int] | None = None

    def longest_match(self) -> str:
        """Return the longest match in the snippet, which tells most; "" without a match."""
        return max((self.snippet[start:end] for start, end in self.marks), key=len, default="")


@frozen
class HistoryFilter:
    """Selects the conversations that are listed or searched. `archived` None selects those in the
    archive and all others, `model` "" those of all models, `folder_id` None those of all folders.
    `deleted` selects those in Recently Deleted, which are never among the others."""

    archived: bool | None = False
    model: str = ""
    has_image: bool = False
    has_video: bool = False
    folder_id: int | None = None
    deleted: bool = False
