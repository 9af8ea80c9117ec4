"""The folder of each listed conversation, with the counts and order of the folders."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from ui.state.conversation import Activity
from ui.state.conversation_entry import ConversationEntry, Folder
from ui.state.history_state import FolderOrder

Place = tuple[int, float]


class FolderPlaces:
    """Kept up to date with each change, since counting 10,000 conversations again would take
    longer than showing them."""

    def __init__(self, places: Mapping[int, Place] | None = None) -> None:
        self._places = dict(places or {})
        self._counts = Counter(folder_id for folder_id, _ in self._places.values())

    def update(self, changed: Collection[int], found: Mapping[int, ConversationEntry]) -> set[int]:
        """Take over changed conversations, of which those that are listed are `found`. Return the
        folders that they were in or are in, 0 for the list."""
        touched: set[int] = set()
        for conversation_id in changed:
            former, _ = self._places.pop(conversation_id, (0, 0.0))
            self._counts[former] -= former > 0
            entry = found.get(conversation_id)
            if entry is not None and entry.folder_id:
                self._places[conversation_id] = entry.folder_id, entry.updated
                self._counts[entry.folder_id] += 1
            touched |= {former, entry.folder_id if entry else former}
        return touched

    def count(self, folder_id: int) -> int:
        return self._counts[folder_id]

    def folder_of(self, conversation_id: int) -> int:
        """Return the folder of a conversation, or 0."""
        return self._places.get(conversation_id, (0, 0.0))[0]

    def activity(self, folder_id: int, activities: Mapping[int, Activity]) -> Activity:
        """Return what goes on in a folder, from what goes on in each conversation: a call that
        waits for a person comes first."""
        inside = [it for number, it in activities.items() if self.folder_of(number) == folder_id]
        return max(inside, key=[*Activity].index, default=Activity.IDLE)

    def sorted(self, folders: Iterable[Folder], order: FolderOrder) -> list[Folder]:
        """Return the folders, which come sorted by name, in an order. Empty ones come last where
        the latest use decides."""
        if order is FolderOrder.NAME:
            return list(folders)
        used: dict[int, float] = {}
        for folder_id, updated in self._places.values():
            used[folder_id] = max(used.get(folder_id, 0.0), updated)
        return sorted(folders, key=lambda it: -used.get(it.folder_id, 0.0))
