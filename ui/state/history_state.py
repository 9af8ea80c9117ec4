"""The stored conversations as the window shows them, without knowing the database."""

from collections.abc import Collection
from enum import Enum
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from engine.frozen import frozen
from ui.state.conversation_entry import ConversationEntry, Folder, Found, HistoryFilter


class FolderOrder(Enum):
    """The sort key of folders: their names, or the latest use of a chat in them."""

    NAME = "name"
    USE = "use"


@frozen
class FolderLook:
    """The look of the folders as last left: the ids of the open ones, and their order."""

    open: frozenset[int] = frozenset()
    order: FolderOrder = FolderOrder.NAME


class HistorySource(Protocol):
    """Answers without waiting. `entries` returns pinned conversations first, the others by
    `updated` and id, newest first; with `only`, just those with these ids that pass the filter.
    `folders` are sorted by name, `places` are the folder and the time of each conversation that is
    listed in a folder, `folder_members` the conversations of one, with those in the archive.
    `deleted_ids` and `deleted_folders` are what is in Recently Deleted."""

    def entries(
        self,
        wanted: HistoryFilter,
        offset: int = ...,
        limit: int = ...,
        only: Collection[int] | None = ...,
        /,
    ) -> list[ConversationEntry]: ...

    @property
    def read_only(self) -> bool: ...

    def folders(self) -> list[Folder]: ...

    def places(self) -> dict[int, tuple[int, float]]: ...

    def models(self) -> list[str]: ...

    def conversation_ids(self) -> list[int]: ...

    def deleted_ids(self) -> list[int]: ...

    def deleted_folders(self) -> list[Folder]: ...

    def folder_members(self, folder_id: int, /) -> list[int]: ...


class EmptySource:
    """The history until a source is set."""

    read_only = True

    def entries(
        self,
        wanted: HistoryFilter,
        offset: int = 0,
        limit: int = 200,
        only: Collection[int] | None = None,
        /,
    ) -> list[ConversationEntry]:
        return []

    def folders(self) -> list[Folder]:
        return []

    def places(self) -> dict[int, tuple[int, float]]:
        return {}

    def models(self) -> list[str]:
        return []

    def conversation_ids(self) -> list[int]:
        return []

    def deleted_ids(self) -> list[int]:
        return []

    def deleted_folders(self) -> list[Folder]:
        return []

    def folder_members(self, folder_id: int, /) -> list[int]:
        return []


class HistoryState(QObject):
    """`changed` has the ids of conversations that changed; 0 stands for the folders. `found` has
    the text of a search and its results. `can_undo` is True while something done to the history can
    be undone. `folder_settings_read` has a folder and its FolderSettings, `folder_files_read` a
    folder, the Attachments of one file and the sentence why there are none."""

    source_changed = Signal()
    changed = Signal(object)
    found = Signal(str, object)
    folders_look_changed = Signal()
    folder_settings_read = Signal(int, object)
    folder_files_read = Signal(int, tuple, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.source: HistorySource = EmptySource()
        self.can_undo = False
        self.folders_look = FolderLook()

    def set_source(self, source: HistorySource) -> None:
        self.source = source
        self.source_changed.emit()

    def set_folders_look(self, look: FolderLook) -> None:
        if look != self.folders_look:
            self.folders_look = look
            self.folders_look_changed.emit()

    def open_folder(self, folder_id: int, opened: bool) -> None:
        """Note that a person has opened or closed a folder."""
        kept = self.folders_look.open - {folder_id}
        opened_now = kept | {folder_id} if opened else kept
        self.set_folders_look(FolderLook(opened_now, self.folders_look.order))

    def refresh(self, changed: Collection[int]) -> None:
        self.changed.emit(changed)

    def set_found(self, text: str, found: list[Found]) -> None:
        self.found.emit(text, found)
