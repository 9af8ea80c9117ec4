"""Comparisons: one question to several models, to each with the settings of its pane."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject

from app.requests.disk_cache import cache_name
from app.requests.engine_requests import EngineRequests
from app.requests.first_options import settings_prompt
from app.requests.request_options import RequestOptions
from engine.messages import Generate, ModelInfo, SamplingParams
from engine.remote_ids import is_remote
from ui.state.chat_options import ChatOptions
from ui.state.compared_chat import ComparedChat
from ui.state.pane import PaneSettings, PaneState
from ui.state.question import Question
from ui.state.workspace import Workspace

# The second pane of a new comparison if there is only one model.
VARIED = ChatOptions(sampling=SamplingParams(temperature=1.0, seed=1))


class Comparisons(QObject):
    """Makes comparisons and connects them to their requests. Each pane is a conversation of its
    own; a question goes to all of them in one turn of the event loop, so that the engine can batch
    them."""

    def __init__(self, workspace: Workspace, requests: EngineRequests) -> None:
        super().__init__(workspace)
        self._workspace = workspace
        self._open = workspace.conversations
        self._models = requests.models
        self._replies = requests.replies
        self._counts = requests.counts
        self._tools = workspace.tools
        self._models.became_ready.connect(self._model_ready)
        self._engine = workspace.engine
        self._engine.entries_changed.connect(self._list_models)

    def make(self, chat_id: int) -> ComparedChat:
        """Return a comparison without panes."""
        chat = ComparedChat(chat_id, self._tools)
        chat.prompts = self._workspace.prompts
        chat.pane_added.connect(partial(self._follow, chat))
        chat.panes_changed.connect(partial(self._choose_model, chat))
        requests = chat.requests
        requests.submitted.connect(partial(self.ask, chat))
        requests.stopped.connect(partial(self.stop, chat))
        requests.continued.connect(partial(self._continue_all, chat))
        requests.edit_submitted.connect(partial(self._withdraw_last, chat))
        chat.asked_again.connect(partial(self._ask_again, chat))
        self._show_models(chat)
        self._counts.follow(chat, partial(self._preview, chat))
        return chat

    def begin(self, chat: ComparedChat, model_ids: Sequence[str] = ()) -> None:
        """Add a pane for each of these models. Without any, add two panes: the model in use and
        another one, or the same one with a higher temperature."""
        prompt = settings_prompt(self._workspace).text
        for settings in [PaneSettings(it) for it in model_ids] or self._first_panes():
            options = replace(settings.options, system_prompt=prompt)
            chat.add_pane(replace(settings, options=options))

    def ask(
        self,
        chat: ComparedChat,
        question: Question,
        *,
        fresh: bool = False,
        unattended: bool = False,
    ) -> None:
        """Ask all panes. A `fresh` question is sent without the messages before it. An `unattended`
        one offers no tools, since nobody is there to allow calls."""
        chat.begin_round(question, unattended=unattended)
        for pane in chat.panes:
            if fresh:
                pane.transcript.begin_anew()
            self._ask(pane, question, unattended=unattended)

    def stop(self, chat: ComparedChat) -> None:
        for pane in chat.panes:
            self._replies.stop(pane.transcript)

    def _preview(self, chat: ComparedChat, question: Question) -> list[Generate]:
        """Return what asking the question would send to the panes whose models are known."""
        return [
            request
            for pane in chat.panes
            for request in self._replies.preview(
                pane.transcript, self._request_options(pane.settings), question
            )
        ]

    def _ask_again(self, chat: ComparedChat, pane: PaneState) -> None:
        """Ask the last question in a pane that was added after it, or failed."""
        if not chat.behind(pane):
            # The menu was opened before.
            return
        last, transcript = chat.comparison.rounds[-1], pane.transcript
        question = Question(last.question, last.attachments, last.places)
        at = transcript.last_question
        failed = last.answer(pane.pane_id) is not None
        if not pane.asked and at is not None and transcript.turns[at].content == question.text:
            # A duplicate has it already, with the answer of another pane.
            self._replies.take_back(transcript)
        chat.comparison.join_round(pane.pane_id)
        pane.begin()
        if failed and at is not None:
            self._replies.regenerate(transcript, at, self._request_options(pane.settings))
        else:
            self._ask(pane, question)

    def _ask(self, pane: PaneState, question: Question, *, unattended: bool = False) -> None:
        options = self._request_options(pane.settings)
        if unattended:
            options = replace(options, chat_options=replace(options.chat_options, tools=()))
        self._replies.ask(pane.transcript, options, question)

    def _continue(self, pane: PaneState) -> None:
        pane.begin()
        self._replies.continue_reply(pane.transcript)

    def _continue_all(self, chat: ComparedChat) -> None:
        """Continue the answers that were cut short, in one batch again."""
        for pane in [it for it in chat.panes if it.transcript.resumable]:
            self._continue(pane)

    def _withdraw_last(self, chat: ComparedChat) -> None:
        """Remove the last question from its panes, so that another one can replace it. Its round
        stays among the results."""
        last = chat.comparison.rounds[-1:]
        for pane in chat.panes:
            if last and last[0].answer(pane.pane_id):
                self._replies.take_back(pane.transcript)

    def _follow(self, chat: ComparedChat, pane: PaneState) -> None:
        self._replies.follow(
            pane.transcript,
            lambda: self._request_options(pane.settings),
            lambda: cache_name(chat, pane.pane_id),
        )
        requests = pane.message_requests
        requests.stopped.connect(partial(self._replies.stop, pane.transcript))
        requests.continued.connect(partial(self._continue, pane))
        requests.call_decided.connect(partial(self._replies.decide, pane.transcript))

    def _model_ready(self, info: ModelInfo) -> None:
        for chat in self._open.comparisons:
            chat.learn(info)
            self._choose_model(chat)
            self._show_models(chat)

    def _list_models(self) -> None:
        for chat in self._open.comparisons:
            self._show_models(chat)

    def _show_models(self, chat: ComparedChat) -> None:
        """Show which models can be chosen for a pane, and what is known of them."""
        chat.set_names(self._engine.available)
        for info in self._models.known.values():
            if info.model_id not in chat.infos:
                chat.learn(info)

    def _first_panes(self) -> list[PaneSettings]:
        chosen = self._models.choose_first()
        # A person adds panes that leave this computer, or whose models nobody has used yet.
        ready = (it.path for it in self._engine.entries if it.available and it.used)
        others = [it for it in ready if it != chosen and not is_remote(it)]
        if others:
            return [PaneSettings(chosen), PaneSettings(others[0])]
        return [PaneSettings(chosen), PaneSettings(chosen, VARIED)]

    def _choose_model(self, chat: ComparedChat) -> None:
        """Choose the model that the attachments of a question are measured for: the first one with
        vision."""
        known = [it for pane in chat.panes if (it := chat.infos.get(pane.settings.model_id))]
        seeing = [info for info in known if info.vision]
        chat.set_model(next(iter((*seeing, *known)), self._models.current))

    def _request_options(self, settings: PaneSettings) -> RequestOptions:
        options = settings.options
        options = replace(options, tools=self._tools.usable(options.tools))
        return RequestOptions(settings.model_id, options, settings.recommended)
