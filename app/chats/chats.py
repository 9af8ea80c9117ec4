"""Chat tabs, and what a person asks in them."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject

from app.attachments.attachments import sample_attachment
from app.base.paths import DOT
from app.models.library import samples
from app.requests.engine_requests import EngineRequests
from app.requests.omitted_marks import mark_omitted
from app.requests.request_options import request_options
from engine.messages import Counted, Generate
from engine.sentences import say
from ui.state.chat import Chat
from ui.state.question import Question
from ui.state.transcript import Transcript
from ui.tabs.chat_tab import ChatTab
from ui.tabs.welcome import Sample
from ui.window.main_window import MainWindow

DOT_NOTE = say(
    "Dot, the built-in model, only knows simple shapes and short videos of them. To chat "
    "about anything else, add a model from the model menu."
)


class Chats(QObject):
    """Makes chat tabs and connects them to their requests."""

    def __init__(self, window: MainWindow, requests: EngineRequests) -> None:
        super().__init__(window)
        self._window = window
        self._models = requests.models
        self._replies = requests.replies
        self._counts = requests.counts
        self.samples = samples()
        self._replies.refused.connect(self._return_question)

    def make(self, chat_id: int) -> ChatTab:
        """Return a tab without a model."""
        tab = ChatTab(Chat(chat_id, self._window.tools))
        chat, transcript = tab.chat, tab.transcript
        self._replies.follow(transcript, partial(request_options, chat))
        self._counts.follow(chat, partial(self._preview, chat), partial(_mark_omitted, chat))
        tab.welcome.set_built_in(str(DOT), DOT_NOTE, self.samples)
        tab.message_actions.models = self._models.available
        chat.requests.submitted.connect(partial(self._ask, chat))
        chat.requests.edit_submitted.connect(partial(self._withdraw_edited, chat))
        tab.regenerate_requested.connect(partial(self._regenerate, chat))
        chat.requests.stopped.connect(partial(self._replies.stop, transcript))
        tab.continue_pressed.connect(partial(self._replies.continue_reply, transcript))
        tab.call_decided.connect(partial(self._replies.decide, transcript))
        tab.sample_chosen.connect(partial(self._ask_sample, chat))
        # another model may omit more or fewer messages: the next count tells
        tab.model_changed.connect(transcript.forget_not_told)
        return tab

    def _ask(self, chat: Chat, question: Question) -> None:
        self._replies.ask(chat.transcript, request_options(chat), question)

    def _ask_sample(self, chat: Chat, sample: Sample) -> None:
        if sample.thinking:
            chat.options.set_thinking(True)
        self._ask(chat, Question(sample.question, (sample_attachment(sample),)))

    def _withdraw_edited(self, chat: Chat) -> None:
        """Remove the edited question, so that the new version can be asked in its place."""
        place = chat.show_edited()
        if place is not None:
            self._replies.take_back(chat.transcript, place)

    def _regenerate(self, chat: Chat, index: int, count: int, model_id: str) -> None:
        options = request_options(chat)
        options = replace(options, model_id=model_id or options.model_id)
        self._replies.regenerate(chat.transcript, index, options, count)

    def _preview(self, chat: Chat, question: Question) -> list[Generate]:
        options, edited = request_options(chat), _edited(chat)
        return self._replies.preview(chat.transcript, options, question, instead=edited)

    def _return_question(self, transcript: Transcript) -> None:
        """Put a refused question back into the draft, where it can be changed."""
        for tab in self._window.chats():
            if tab.transcript is transcript:
                turn = next(turn for turn in reversed(transcript.turns) if turn.role == "user")
                tab.chat.draft.restore(turn.question)


def _mark_omitted(chat: Chat, counts: Sequence[Counted | str]) -> None:
    mark_omitted(chat.transcript, counts, chat.options.usable.overflow, _edited(chat))


def _edited(chat: Chat) -> int | None:
    """Return the index of the question that the next one replaces."""
    edited = chat.draft.edited
    return None if edited is None else chat.transcript.place(edited)
