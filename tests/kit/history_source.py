"""A history kept in a list, for tests of the widgets that show it."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime, timedelta

from ui.state.conversation_entry import ConversationEntry, Folder, HistoryFilter

NOON = datetime.now().replace(hour=12, minute=0, second=0, microsecond=0)


def entry(number: int, title: str = "", days_ago: int = 0, **fields) -> ConversationEntry:
    """Make a list entry; each is one second older than the number before it."""
    updated = (NOON - timedelta(days=days_ago, seconds=number)).timestamp()
    return ConversationEntry(
        number, title or f"Chat {number}", updated=updated, model="Dot", **fields
    )


class ListSource:
    """A source of list entries; `images` are the ids of those with images, and `asked` has the
    (offset, limit) of each page that was read."""

    read_only = False

    def __init__(
        self,
        *entries: ConversationEntry,
        folders: tuple[Folder, ...] = (),
        images: tuple[int, ...] = (),
    ) -> None:
        self.all = {it.conversation_id: it for it in entries}
        self.known_folders = list(folders)
        self.images = images
        self.known_deleted: list[Folder] = []
        self.asked: list[tuple[int, int]] = []

    def put(self, conversation_id: int, **changes) -> None:
        self.all[conversation_id] = replace(self.all[conversation_id], **changes)

    def entries(
        self,
        wanted: HistoryFilter,
        offset: int = 0,
        limit: int = 200,
        only: Collection[int] | None = None,
        /,
    ) -> list[ConversationEntry]:
        if only is None:
            self.asked.append((offset, limit))
        found = [
            it
            for it in self.all.values()
            if wanted.archived in (None, it.archived)
            and it.deleted == wanted.deleted
            and wanted.folder_id in (None, it.folder_id)
            and wanted.model in ("", it.model)
            and (it.conversation_id in self.images or not wanted.has_image)
            and (only is None or it.conversation_id in only)
        ]
        found.sort(key=lambda it: (it.pinned, it.updated, it.conversation_id), reverse=True)
        return found[offset : offset + limit]

    def folders(self) -> list[Folder]:
        return list(self.known_folders)

    def places(self) -> dict[int, tuple[int, float]]:
        return {
            number: (it.folder_id, it.updated)
            for number, it in self.all.items()
            if it.folder_id and not (it.deleted or it.archived)
        }

    def models(self) -> list[str]:
        return sorted({it.model for it in self.all.values()})

    def conversation_ids(self) -> list[int]:
        return [number for number, it in self.all.items() if not it.deleted]

    def deleted_ids(self) -> list[int]:
        return [number for number, it in self.all.items() if it.deleted]

    def deleted_folders(self) -> list[Folder]:
        return self.known_deleted

    def folder_members(self, folder_id: int, /) -> list[int]:
        return [
            number
            for number, it in self.all.items()
            if it.folder_id == folder_id and not it.deleted
        ]
