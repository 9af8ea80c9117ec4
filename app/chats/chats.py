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
        tab = ChatTab(Chat(chat_id))
        transcript = tab.transcript
        self._replies.follow(transcript, partial(self._models.request_options, tab))
        self._counts.follow(
            tab.composer, partial(self._preview, tab), partial(self._mark_omitted, tab)
        )
        tab.welcome.set_built_in(str(DOT), DOT_NOTE, self.samples)
        tab.message_actions.models = self._models.available
        tab.submitted.connect(partial(self._ask, tab))
        tab.edit_submitted.connect(partial(self._replies.take_back, transcript))
        tab.regenerate_requested.connect(partial(self._regenerate, tab))
        tab.stop_pressed.connect(partial(self._replies.stop, transcript))
        tab.continue_pressed.connect(partial(self._replies.continue_reply, transcript))
        tab.call_decided.connect(partial(self._replies.decide, transcript))
        tab.sample_chosen.connect(partial(self._ask_sample, tab))
        # another model may omit more or fewer messages: the next count tells
        tab.model_changed.connect(transcript.forget_omitted)
        return tab

    def _ask(self, tab: ChatTab, question: Question) -> None:
        self._replies.ask(tab.transcript, self._models.request_options(tab), question)

    def _ask_sample(self, tab: ChatTab, sample: Sample) -> None:
        if sample.thinking:
            tab.composer.set_thinking(True)
        self._ask(tab, Question(sample.question, (sample_attachment(sample),)))

    def _regenerate(self, tab: ChatTab, index: int, count: int, model_id: str) -> None:
        options = self._models.request_options(tab)
        options = replace(options, model_id=model_id or options.model_id)
        self._replies.regenerate(tab.transcript, index, options, count)

    def _preview(self, tab: ChatTab, question: Question) -> list[Generate]:
        options = self._models.request_options(tab)
        return self._replies.preview(tab.transcript, options, question, instead=_edited(tab))

    def _mark_omitted(self, tab: ChatTab, counts: Sequence[Counted | str]) -> None:
        mark_omitted(tab.transcript, counts, tab.composer.options().overflow, _edited(tab))

    def _return_question(self, transcript: Transcript) -> None:
        """Put a refused question back into the composer, where it can be changed."""
        for tab in self._window.chats():
            if tab.transcript is transcript:
                turn = next(turn for turn in reversed(transcript.turns) if turn.role == "user")
                tab.composer.restore(turn.question)


def _edited(tab: ChatTab) -> int | None:
    """Return the index of the question that the next one replaces."""
    return tab.transcript.place(tab.editing) if tab.editing else None
