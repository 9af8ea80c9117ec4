"""The source of the list of conversations."""

from collections.abc import Collection
from typing import Protocol

from ui.state.conversation_entry import ConversationEntry, Folder, HistoryFilter


class HistorySource(Protocol):
    """Answers without waiting. `entries` returns pinned conversations first, the others by
    `updated` and id, newest first; with `only`, just those with these ids that pass the filter."""

    def entries(
        self,
        wanted: HistoryFilter,
        offset: int = ...,
        limit: int = ...,
        only: Collection[int] | None = ...,
        /,
    ) -> list[ConversationEntry]: ...

    def folders(self) -> list[Folder]: ...

    def models(self) -> list[str]: ...
