"""Notices about the models of chats, each shown once."""

from pathlib import Path

from app.base.paths import model_name
from engine.messages import ModelInfo
from engine.sentences import say, say_all
from ui.state.notice import Notice
from ui.tabs.chat_tab import ChatTab
from ui.window.main_window import MainWindow

# The cause of a notice.
MISSING = "missing"


class ModelNotices:
    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._shown: set[str] = set()
        # the chat and its missing model that the notice is about
        self._missing: tuple[int, str] | None = None

    def show_particulars(self, model: ModelInfo) -> None:
        """Show what a person should know about a model, once for each model."""
        alone = (
            "" if model.batched else say("{model} answers one request at a time.", model=model.name)
        )
        notice = say_all((model.notice, alone))
        if notice and model.model_id not in self._shown:
            self._shown.add(model.model_id)
            self._window.show_notice(notice)

    def show_missing(self, tab: ChatTab | None) -> None:
        """Show that the folder of the model of the chat in front is gone; `tab` is None if it is
        not. The notice comes once, and ends when another chat is in front or the folder is back."""
        missing = (tab.chat_id, tab.model_id) if tab and tab.model_id and not tab.empty else None
        if missing == self._missing:
            return
        self._missing = missing
        if tab is None or missing is None:
            self._window.end_notice(MISSING)
        else:
            self._show_missing(tab)

    def _show_missing(self, tab: ChatTab) -> None:
        notice = say(
            "{name}, the model of this chat, is no longer in {folder}. Choose another from the "
            "model menu to go on; the conversation stays as it is.",
            name=model_name(tab.model_id),
            folder=str(Path(tab.model_id).parent),
        )
        self._window.notice.tell(Notice(notice, cause=MISSING, stays=True))
