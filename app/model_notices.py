"""What is told about the models of chats, once."""

from pathlib import Path

from app.paths import model_name
from engine.messages import ModelInfo
from engine.sentences import say, say_all
from ui.tabs.chat_tab import ChatTab
from ui.window.main_window import MainWindow


class ModelNotices:
    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._told: set[str] = set()
        self._missed: set[tuple[int, str]] = set()

    def tell(self, model: ModelInfo) -> None:
        """What is particular about it."""
        alone = (
            "" if model.batched else say("{model} answers one request at a time.", model=model.name)
        )
        notice = say_all((model.notice, alone))
        if notice and model.model_id not in self._told:
            self._told.add(model.model_id)
            self._window.show_notice(notice)

    def tell_missing(self, tab: ChatTab) -> None:
        """That the model with which this chat was begun is gone."""
        about = (tab.chat_id, tab.model_id)
        if not tab.model_id or tab.empty or about in self._missed:
            return
        self._missed.add(about)
        self._window.show_notice(
            say(
                "{name}, the model of this chat, is no longer in {folder}. Choose another from the "
                "model menu to go on; the conversation stays as it is.",
                name=model_name(tab.model_id),
                folder=str(Path(tab.model_id).parent),
            )
        )
