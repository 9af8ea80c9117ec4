"""Comparisons: one question to several models, to each with the settings of its pane."""

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from app.requests.engine_requests import EngineRequests
from app.requests.request_options import RequestOptions
from engine.messages import EngineStats, Generate, ModelInfo, SamplingParams
from ui.compare.compare_tab import CompareTab
from ui.compare.pane_view import PaneView
from ui.compare.results_window import Results
from ui.state.chat_options import ChatOptions
from ui.state.compared_chat import ComparedChat
from ui.state.pane import PaneSettings
from ui.state.question import Question
from ui.window.main_window import MainWindow

# The second pane of a new comparison if there is only one model.
VARIED = ChatOptions(sampling=SamplingParams(temperature=1.0, seed=1))


class Comparisons(QObject):
    """Makes compare tabs and connects them to their requests. Each pane is a conversation of its
    own; a question goes to all of them in one turn of the event loop, so that the engine can batch
    them. `tab_made` has a CompareTab and its Results, before the tab is shown."""

    tab_made = Signal(object, object)

    def __init__(self, window: MainWindow, requests: EngineRequests) -> None:
        super().__init__(window)
        self._window = window
        self._models = requests.models
        self._replies = requests.replies
        self._counts = requests.counts
        requests.client.stats_arrived.connect(self._show_stats)
        self._models.became_ready.connect(self._model_ready)

    def make(self, chat_id: int) -> CompareTab:
        """Return a tab without panes, to be passed to `begin`, or to `complete` once it has panes
        of an earlier run."""
        tab = CompareTab(ComparedChat(chat_id))
        tab.presets = self._models.presets
        tab.pane_added.connect(self._follow)
        tab.pane_closed.connect(lambda pane: self._replies.forget(pane.transcript))
        tab.pane_stop_pressed.connect(lambda pane: self._replies.stop(pane.transcript))
        tab.submitted.connect(partial(self.ask, tab))
        tab.stop_pressed.connect(partial(self.stop, tab))
        tab.continue_pressed.connect(self._continue_replies)
        tab.composer.edit_submitted.connect(partial(self._withdraw_last, tab))
        tab.export_wanted.connect(lambda: self._window.export_requested.emit((tab.chat_id,)))
        tab.ask_here.connect(partial(self._ask_again, tab))
        tab.call_decided.connect(lambda pane, *said: self._replies.decide(pane.transcript, *said))
        self._show_models(tab)
        return tab

    def begin(self, tab: CompareTab) -> None:
        """Add two panes: the model in use and another one, or the same one with a higher
        temperature."""
        for settings in self._first_panes():
            tab.add_pane(settings)
        self.complete(tab)

    def complete(self, tab: CompareTab) -> None:
        """Finish a tab that has its panes."""
        tab.composer.set_chips_shown(False)
        tab.composer.set_model(self._vision_model(tab))
        tab.panes_changed.connect(lambda: tab.composer.set_model(self._vision_model(tab)))
        self._counts.follow(tab.composer, partial(self._preview, tab))
        self.tab_made.emit(tab, Results(tab))

    def ask(
        self,
        tab: CompareTab,
        question: Question,
        *,
        fresh: bool = False,
        unattended: bool = False,
    ) -> None:
        """Ask all panes. A `fresh` question is sent without the messages before it. An `unattended`
        one offers no tools, since nobody is there to allow calls."""
        tab.begin_round(question, unattended=unattended)
        for pane in tab.panes:
            if fresh:
                pane.transcript.begin_anew()
            self._ask(pane, question, unattended=unattended)

    def stop(self, tab: CompareTab) -> None:
        for pane in tab.panes:
            self._replies.stop(pane.transcript)

    def _ask_again(self, tab: CompareTab, pane: PaneView) -> None:
        """Ask the last question in a pane that was added after it."""
        last = tab.comparison.rounds[-1]
        tab.comparison.join_round(pane.pane_id)
        pane.begin()
        self._ask(pane, Question(last.question, last.attachments, last.places))

    def _ask(self, pane: PaneView, question: Question, *, unattended: bool = False) -> None:
        options = _request_options(pane.settings)
        if unattended:
            options = replace(options, chat_options=replace(options.chat_options, tools=()))
        self._replies.ask(pane.transcript, options, question)

    def _continue_replies(self, panes: list[PaneView]) -> None:
        """Continue the answers that were cut short, in one batch again."""
        for pane in panes:
            pane.begin()
            self._replies.continue_reply(pane.transcript)

    def _withdraw_last(self, tab: CompareTab) -> None:
        """Remove the last question from its panes, so that another one can replace it. Its round
        stays among the results."""
        last = tab.comparison.rounds[-1:]
        for pane in tab.panes:
            if last and last[0].answer(pane.pane_id):
                self._replies.take_back(pane.transcript)

    def _preview(self, tab: CompareTab, question: Question) -> list[Generate]:
        """Return what asking the question would send to the panes whose models are known."""
        return [
            request
            for pane in tab.panes
            for request in self._replies.preview(
                pane.transcript, _request_options(pane.settings), question
            )
        ]

    def _follow(self, pane: PaneView) -> None:
        self._replies.follow(pane.transcript, lambda: _request_options(pane.settings))

    def _show_stats(self, stats: EngineStats) -> None:
        for tab in self._tabs():
            tab.take_stats(stats)

    def _model_ready(self, info: ModelInfo) -> None:
        for tab in self._tabs():
            tab.learn(info)
            tab.composer.set_model(self._vision_model(tab))
            self._show_models(tab)

    def _show_models(self, tab: CompareTab) -> None:
        """Show which models can be chosen for a pane, and what is known of them."""
        tab.set_models(self._models.available())
        for info in self._models.known.values():
            if info.model_id not in tab.infos:
                tab.learn(info)

    def _first_panes(self) -> list[PaneSettings]:
        chosen = self._models.chosen
        others = [it for it in self._models.available() if it != chosen]
        if others:
            return [PaneSettings(chosen), PaneSettings(others[0])]
        return [PaneSettings(chosen), PaneSettings(chosen, VARIED)]

    def _vision_model(self, tab: CompareTab) -> ModelInfo | None:
        """Return the model that the attachments of a question are measured for: the first one with
        vision."""
        known = [it for pane in tab.panes if (it := tab.infos.get(pane.settings.model_id))]
        seeing = [info for info in known if info.vision]
        return next(iter((*seeing, *known)), self._models.current)

    def _tabs(self) -> list[CompareTab]:
        return [tab for tab in self._window.tabs() if isinstance(tab, CompareTab)]


def _request_options(settings: PaneSettings) -> RequestOptions:
    return RequestOptions(settings.model_id, settings.options, settings.recommended)
