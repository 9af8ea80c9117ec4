"""Saves one chat as it changes."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from app.attachments.kept_files import Files
from app.database.rows import ConversationRecord
from app.recording.conversation_keeper import ConversationKeeper
from app.records.chat_settings import ChatSettings, fields_json
from app.records.record_places import RecordStore
from ui.state.chat import Chat


class ChatKeeper(ConversationKeeper):
    """`model_name` returns the name of a model for people."""

    def __init__(
        self,
        store: RecordStore,
        files: Files,
        chat: Chat,
        known: ConversationRecord | None,
        model_name: Callable[[str], str],
        parent: QObject,
    ) -> None:
        super().__init__(store, files, chat, known, parent)
        self._chat = chat
        self._model_name = model_name
        branch = self._keep(0, chat.transcript)
        if known:
            branch.set_restored({})
            self._saved_settings = known.model, known.settings
        chat.model_changed.connect(self._settings_timer.start)
        chat.options.changed.connect(self._settings_changed)

    def described(self) -> tuple[str, str]:
        chat = self._chat
        settings = ChatSettings(chat.model_id, chat.options.value, chat.recommended)
        return self._model_name(chat.model_id), fields_json(settings)
