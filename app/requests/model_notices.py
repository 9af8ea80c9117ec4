"""Notices about the models of chats, each shown once."""

from pathlib import Path

from engine.messages import ModelInfo
from engine.plain_names import model_name
from engine.remote_ids import is_remote
from engine.sentences import Sentence, say, say_all
from ui.state.chat import Chat
from ui.state.notice import Notice, Notices
from ui.state.remote_words import not_listed

# The causes of notices.
MISSING, DEFAULT = "missing", "default model"


class ModelNotices:
    def __init__(self, notices: Notices) -> None:
        self._notices = notices
        self._particulars: set[str] = set()
        self._defaults: set[str] = set()
        # the chat and its missing model that the notice is about
        self._missing: tuple[int, str] | None = None

    def show_particulars(self, model: ModelInfo) -> None:
        """Show what a person should know about a model, once for each model."""
        alone = (
            "" if model.batched else say("{model} answers one request at a time.", model=model.name)
        )
        notice = say_all((model.notice, alone))
        if notice and model.model_id not in self._particulars:
            self._particulars.add(model.model_id)
            self._notices.show(notice)

    def show_missing(self, chat: Chat | None) -> None:
        """Show that the folder of the model of the chat in front is gone; `chat` is None if it is
        not. The notice comes once, and ends when another chat is in front or the folder is back."""
        missing = (
            (chat.chat_id, chat.model_id) if chat and chat.model_id and not chat.empty else None
        )
        if missing == self._missing:
            return
        self._missing = missing
        if missing is None:
            self._notices.end(MISSING)
        else:
            self._show_missing(missing[1])

    def show_default_missing(self, model_id: str) -> None:
        """Show that the folder of the model for new chats is gone, "" if it is not; once for each
        model."""
        if not model_id:
            self._notices.end(DEFAULT)
        elif model_id not in self._defaults:
            self._defaults.add(model_id)
            notice = say(
                "{name}, the model for new chats, is no longer in {folder}. New chats begin "
                "with the model used last. Choose another one in Settings › General.",
                name=model_name(model_id),
                folder=str(Path(model_id).parent),
            )
            self._show_gone(model_id, notice, DEFAULT)

    def _show_missing(self, model_id: str) -> None:
        notice = say(
            "{name}, the model of this chat, is no longer in {folder}. Choose another from the "
            "model menu to go on; the conversation stays as it is.",
            name=model_name(model_id),
            folder=str(Path(model_id).parent),
        )
        self._show_gone(model_id, notice, MISSING)

    def _show_gone(self, model_id: str, of_folder: Sentence, cause: str) -> None:
        notice = not_listed(model_id) if is_remote(model_id) else of_folder
        self._notices.tell(Notice(notice, cause=cause, stays=True))
