"""Keeps one chat as it changes."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from app.attachments.kept_files import Files
from app.database.rows import ConversationRecord
from app.database.store import Store
from app.recording.conversation_keeper import ConversationKeeper
from app.records.chat_settings import ChatSettings, written
from ui.tabs.chat_tab import ChatTab


class ChatKeeper(ConversationKeeper):
    """`model_name` is for people."""

    def __init__(
        self,
        store: Store,
        files: Files,
        tab: ChatTab,
        known: ConversationRecord | None,
        model_name: Callable[[str], str],
        parent: QObject,
    ) -> None:
        super().__init__(store, files, tab, known, parent)
        self._chat = tab
        self._model_name = model_name
        branch = self._keep(0, tab.transcript)
        if known:
            branch.know({})
            self._saved = known.model, known.settings
        tab.model_changed.connect(self._settings_rest.start)

    def described(self) -> tuple[str, str]:
        tab = self._chat
        settings = ChatSettings(tab.model_id, tab.composer.chosen_options(), tab.recommended)
        return self._model_name(tab.model_id), written(settings)
