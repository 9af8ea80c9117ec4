"""Folders of the history: made, renamed, deleted, and chats moved between them."""

from collections.abc import Callable, Collection
from functools import partial

from PySide6.QtCore import QObject

from app.attachments.kept_files import Files
from app.database.store import Store
from app.history.undo_steps import UndoStep, UndoSteps
from app.records.folder_records import folder_settings
from engine.sentences import Sentence, say
from ui.look.language import tr
from ui.state.conversation_entry import KEPT_DAYS, Folder
from ui.state.notice import Notice
from ui.state.workspace import Workspace


class Folders(QObject):
    """Carries out requests about folders; `steps` undo moves and deletions.

    `cause` is that of the notices. `close_tab` returns True if there was a tab, which `open_tab`
    reopens.
    """

    def __init__(
        self,
        workspace: Workspace,
        store: Store,
        files: Files,
        steps: UndoSteps,
        cause: str,
        close_tab: Callable[[int], bool],
        open_tab: Callable[[int], object],
    ) -> None:
        super().__init__(workspace)
        self._workspace = workspace
        self._store = store
        self._files = files
        self._steps = steps
        self._cause = cause
        self._close_tab = close_tab
        self._open_tab = open_tab
        requests = workspace.history_requests
        requests.moved.connect(self.move)
        requests.folder_added.connect(self.add)
        requests.folder_renamed.connect(self.rename)
        requests.folder_deleted.connect(self.delete)

    def add(self, name: str, ids: tuple[int, ...]) -> None:
        """Make a folder, and move chats into it."""
        folder = Folder(self._store.next_id(), name)
        self._store.save_folder(folder)
        self._move(ids, folder.folder_id)

    def rename(self, folder_id: int, name: str) -> None:
        if self._find(folder_id):
            self._store.save_folder(Folder(folder_id, name))

    def move(self, ids: Collection[int], folder_id: int) -> None:
        """Move chats into a folder, or out of theirs if `folder_id` is 0."""
        folder = self._find(folder_id)
        if folder_id and folder is None:
            return
        moved = self._move(ids, folder_id)
        if not moved:
            return
        if folder:
            text = say("Moved %n chat(s) to “{name}”.", "", len(moved), name=folder.name)
        else:
            text = say("Moved %n chat(s) out of the folder.", "", len(moved))
        self._tell(text)

    def delete(self, folder_id: int, with_chats: bool) -> None:
        """Move a folder to Recently Deleted. Its chats stay, unless they are deleted too."""
        folder = self._find(folder_id)
        if folder is None:
            return
        chats = self._store.folder_members(folder_id) if with_chats else []
        shown = [it.chat_id for it in self._workspace.conversations if it.folder_id == folder_id]
        # An empty chat is closed too: the next question there would be in a deleted chat.
        opened = tuple(it for it in shown if with_chats and self._close_tab(it))
        self._store.delete_folder(folder_id, with_conversations=with_chats)
        self._put_open(shown, 0)
        self._steps.add(UndoStep((folder_id,), partial(self._undelete, opened)))
        if chats:
            text = say(
                "Deleted the folder “{name}” and %n chat(s). Recently Deleted keeps them for "
                "{days} days.",
                "",
                len(chats),
                name=folder.name,
                days=KEPT_DAYS,
            )
        else:
            text = say("Deleted the folder “{name}”. Its chats stay.", name=folder.name)
        self._tell(text)

    def restore(self, ids: Collection[int]) -> int:
        """Restore folders, with the chats that are in no other folder or were deleted with
        them. Return the number of folders."""
        folders = [it for it in self._store.deleted_folders() if it.folder_id in ids]
        for folder in folders:
            self._restore(folder.folder_id)
        if folders:
            text = say("Restored the folder “{name}”.", name=folders[0].name)
            if len(folders) > 1:
                text = say("%n folder(s) restored.", "", len(folders))
            self._workspace.notices.show(text, cause=self._cause)
        return len(folders)

    def _restore(self, folder_id: int) -> None:
        self._store.restore_folder(folder_id)
        self._put_open(self._store.folder_members(folder_id), folder_id)
        self._steps.forget((folder_id,))

    def _undelete(self, opened: Collection[int], ids: Collection[int]) -> None:
        """Restore a folder, and open the chats that were open."""
        for folder_id in ids:
            self._restore(folder_id)
        self._workspace.notices.end(self._cause)
        for conversation_id in opened:
            if self._store.conversation(conversation_id):
                self._open_tab(conversation_id)

    def _move(self, ids: Collection[int], folder_id: int) -> tuple[int, ...]:
        """Return the chats that were elsewhere before."""
        places = {it: self._folder_of(it) for it in ids}
        former = {it: place for it, place in places.items() if place not in (None, folder_id)}
        if former:
            moved = tuple(former)
            self._put(moved, folder_id)
            self._steps.add(UndoStep(moved, partial(self._move_back, former)))
        return tuple(former)

    def _move_back(self, former: dict[int, int], ids: Collection[int]) -> None:
        there = {0, *(it.folder_id for it in self._store.folders())}
        for folder_id in set(former.values()):
            members = [it for it in ids if former[it] == folder_id]
            self._put(members, folder_id if folder_id in there else 0)
        self._workspace.notices.end(self._cause)

    def _put(self, ids: Collection[int], folder_id: int) -> None:
        for conversation_id in ids:
            self._store.update_conversation(conversation_id, folder_id=folder_id)
        self._put_open(ids, folder_id)

    def _put_open(self, ids: Collection[int], folder_id: int) -> None:
        opened = [it for it in self._workspace.conversations if it.chat_id in ids]
        if not opened:
            # Reading the settings would wait for the disk.
            return
        settings = folder_settings(self._store.folder_settings(folder_id), self._files)
        for conversation in opened:
            conversation.put_in_folder(folder_id, settings)

    def _folder_of(self, conversation_id: int) -> int | None:
        """Return the folder of a conversation, or None if it is not stored."""
        record = self._store.conversation(conversation_id)
        return record.folder_id if record else None

    def _find(self, folder_id: int) -> Folder | None:
        return next((it for it in self._store.folders() if it.folder_id == folder_id), None)

    def _tell(self, sentence: Sentence) -> None:
        self._workspace.notices.tell(
            Notice(sentence, cause=self._cause, action=tr("Undo"), do=self._steps.undo)
        )
