"""Answers the sheets in which a person sets what the chats of a folder begin with."""

from dataclasses import replace

from PySide6.QtCore import QObject, Slot

from app.attachments.previews import Preview, Previews, Result
from app.database.store import Store
from app.records.folder_records import folder_json, folder_settings
from ui.state.folder_settings import FolderSettings
from ui.state.workspace import Workspace


class FolderSheets(QObject):
    """Reads and saves settings of folders. Their files are copied and checked like attachments, by
    the same worker, as if the folder were a chat: both take their ids from one counter."""

    def __init__(self, workspace: Workspace, store: Store, previews: Previews) -> None:
        super().__init__(workspace)
        self._history = workspace.history
        self._conversations = workspace.conversations
        self._store = store
        self._previews = previews
        self._reading: dict[int, int] = {}
        workspace.presets.renamed.connect(self._preset_renamed)
        requests = workspace.history_requests
        requests.folder_settings_wanted.connect(self._answer)
        requests.folder_settings_set.connect(self._save)
        requests.folder_files_offered.connect(self._offer)
        requests.folder_files_cancelled.connect(self._cancel)

    @Slot(list)
    def on_previews(self, results: list[Result]) -> None:
        """Hand over our files, and ignore those of chats."""
        for result in results:
            if isinstance(result, Preview) and result.chat_id in self._reading:
                self._reading[result.chat_id] -= 1
                self._history.folder_files_read.emit(
                    result.chat_id, result.attachments, result.problem
                )
                if not self._reading[result.chat_id]:
                    del self._reading[result.chat_id]

    def _answer(self, folder_id: int) -> None:
        self._history.folder_settings_read.emit(folder_id, self._settings(folder_id))

    def _settings(self, folder_id: int) -> FolderSettings:
        return folder_settings(self._store.folder_settings(folder_id), self._previews.files)

    def _save(self, folder_id: int, settings: FolderSettings) -> None:
        text = folder_json(settings, self._previews.files)
        if text != self._store.folder_settings(folder_id):
            self._store.save_folder_settings(folder_id, text)

    def _preset_renamed(self, name: str, new: str) -> None:
        for folder in (*self._store.folders(), *self._store.deleted_folders()):
            settings = self._settings(folder.folder_id)
            if settings.preset == name:
                self._save(folder.folder_id, replace(settings, preset=new))
        for chat in self._conversations.chats:
            if chat.folder_settings.preset == name:
                chat.folder_settings = replace(chat.folder_settings, preset=new)

    def _offer(self, folder_id: int, paths: list) -> None:
        self._reading[folder_id] = self._reading.get(folder_id, 0) + len(paths)
        for path in paths:
            self._previews.request(folder_id, path)

    def _cancel(self, folder_id: int) -> None:
        self._reading.pop(folder_id, None)
        self._previews.forget(folder_id)
