"""What is told about the models of chats, once."""

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
        self._told: set[str] = set()
        self._missed: tuple[int, str] | None = None

    def tell(self, model: ModelInfo) -> None:
        """What is particular about it."""
        alone = (
            "" if model.batched else say("{model} answers one request at a time.", model=model.name)
        )
        notice = say_all((model.notice, alone))
        if notice and model.model_id not in self._told:
            self._told.add(model.model_id)
            self._window.show_notice(notice)

    def tell_missing(self, tab: ChatTab | None) -> None:
        """Say that the model with which the chat in front was begun is gone; None where it is
        not. Once, until another chat is in front or the model is there."""
        missed = (tab.chat_id, tab.model_id) if tab and tab.model_id and not tab.empty else None
        if missed == self._missed:
            return
        self._missed = missed
        if tab is None or missed is None:
            self._window.end_notice(MISSING)
        else:
            self._tell_missing(tab)

    def _tell_missing(self, tab: ChatTab) -> None:
        told = say(
            "{name}, the model of this chat, is no longer in {folder}. Choose another from the "
            "model menu to go on; the conversation stays as it is.",
            name=model_name(tab.model_id),
            folder=str(Path(tab.model_id).parent),
        )
        self._window.notice.tell(Notice(told, cause=MISSING, stays=True))
