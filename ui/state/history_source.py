"""Where the list of conversations comes from."""

from collections.abc import Collection
from typing import Protocol

from ui.state.conversation_entry import ConversationEntry, Folder, HistoryFilter


class HistorySource(Protocol):
    """Answers at once. `entries` has pinned ones first, then by `updated`, then by id, newest
    first; with `only`, those of these ids that pass the filter."""

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
