"""Record places for conversations: on disk, or in memory for temporary ones."""

from app.attachments import temporary_files
from app.attachments.kept_files import Files
from app.attachments.run_folder import RunFolder
from app.database.store import Store
from app.database.temporary_store import TemporaryStore
from engine.frozen import frozen

RecordStore = Store | TemporaryStore


@frozen
class RecordPlace:
    """The places of a conversation's records and of their files."""

    store: RecordStore
    files: Files


class RecordPlaces:
    """`store` and `files` are those on disk. The Qt thread adds and removes; `files_of` is for any
    thread."""

    def __init__(self, store: Store, files: Files) -> None:
        self.store = store
        self.files = files
        self._on_disk = RecordPlace(store, files)
        self._temporary: dict[int, RecordPlace] = {}
        self._run: RunFolder | None = None

    def of(self, conversation_id: int) -> RecordPlace:
        return self._temporary.get(conversation_id, self._on_disk)

    def files_of(self, conversation_id: int) -> Files:
        return self.of(conversation_id).files

    def add_temporary(self, conversation_id: int) -> None:
        """Record a new conversation in memory. Raises OSError if no folder can be made for what is
        pasted into it."""
        if self._run is None:
            self._run = RunFolder(temporary_files.temporary_folder())
        files = temporary_files.TemporaryFiles(self._run.new())
        self._temporary[conversation_id] = RecordPlace(TemporaryStore(self.store.next_id), files)

    def share(self, conversation_id: int, branch_id: int) -> None:
        """Record a branch of a temporary conversation in memory; both need the same files."""
        files = self._temporary[conversation_id].files
        self._temporary[branch_id] = RecordPlace(TemporaryStore(self.store.next_id), files)

    def forget(self, conversation_id: int) -> "temporary_files.TemporaryFiles | None":
        """Forget a temporary conversation that is closed. Return its files, which some thread
        should remove, unless another one has them too."""
        place = self._temporary.pop(conversation_id, None)
        if place is None or not isinstance(place.store, TemporaryStore):
            return None
        place.store.close()
        files = place.files
        shared = any(it.files is files for it in self._temporary.values())
        return files if isinstance(files, temporary_files.TemporaryFiles) and not shared else None

    def close(self) -> None:
        """Remove the files of all temporary conversations."""
        for conversation_id in list(self._temporary):
            if files := self.forget(conversation_id):
                files.remove()
        if self._run is not None:
            self._run.close()
            self._run = None
