"""Comparisons: one question to several models, each asked with the settings of its pane."""

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from app.models.chat_models import Models
from app.models.library import Library
from app.models.request_options import Asked
from app.requests.replies import Replies
from engine.messages import EngineStats, Generate, ModelInfo, SamplingParams
from ui.compare.compare_tab import CompareTab
from ui.compare.pane import PaneView
from ui.state.attachment import Attachment
from ui.state.chat_options import ChatOptions
from ui.state.compared_chat import ComparedChat
from ui.state.pane import PaneSettings
from ui.state.question import Question
from ui.state.transcript import Transcript
from ui.window.main_window import MainWindow

# Of the second pane of a new comparison, where one model is all there is.
VARIED = ChatOptions(sampling=SamplingParams(temperature=1.0, seed=1))


class Comparing(QObject):
    """Each pane is a conversation of its own; a question goes to all of them in one turn of the
    event loop, so that the engine finds them together. `tab_made` has a CompareTab, before it is
    shown."""

    tab_made = Signal(object)

    def __init__(
        self,
        window: MainWindow,
        replies: Replies,
        models: Models,
        library: Library,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._replies = replies
        self._models = models
        self._library = library

    def make(self, chat_id: int) -> CompareTab:
        """Without panes; it is to `begin`, or, when it has its own, `complete`."""
        tab = CompareTab(ComparedChat(chat_id))
        tab.presets = self._models.presets
        tab.pane_added.connect(partial(self._follow, tab))
        tab.pane_closed.connect(lambda pane: self._replies.forget(pane.transcript))
        tab.pane_stop_pressed.connect(lambda pane: self._replies.stop(pane.transcript))
        tab.submitted.connect(partial(self.ask, tab))
        tab.stop_pressed.connect(partial(self.stop, tab))
        tab.continue_pressed.connect(self.go_on)
        tab.composer.edit_submitted.connect(partial(self._take_back, tab))
        tab.ask_here.connect(partial(self.ask_here, tab))
        tab.call_decided.connect(lambda pane, *said: self._replies.decide(pane.transcript, *said))
        self.show_models(tab)
        return tab

    def begin(self, tab: CompareTab) -> None:
        """With the model in use beside the one that was used before it, or beside itself with
        another temperature."""
        for settings in self._first():
            tab.add_pane(settings)
        self.complete(tab)

    def complete(self, tab: CompareTab) -> None:
        tab.composer.set_chips_shown(False)
        tab.composer.set_model(self._seeing(tab))
        tab.panes_changed.connect(lambda: tab.composer.set_model(self._seeing(tab)))
        self.tab_made.emit(tab)

    def asked(self, tab: CompareTab, transcript: Transcript) -> Asked:
        """What a question would be asked with in a pane now."""
        return _asked(next(it for it in tab.panes if it.transcript is transcript).settings)

    def ask(
        self,
        tab: CompareTab,
        text: str,
        attached: tuple[Attachment, ...] = (),
        places: tuple[int, ...] = (),
        *,
        fresh: bool = False,
        unattended: bool = False,
    ) -> None:
        """The same to all panes. A `fresh` question has nothing before it; with an `unattended` one
        no tools are offered, as nobody is there to decide."""
        tab.begin_round(text, attached, places, unattended=unattended)
        for pane in tab.panes:
            if fresh:
                pane.transcript.begin_anew()
            self._ask(pane, text, attached, places, unattended=unattended)

    def ask_here(self, tab: CompareTab, pane: PaneView) -> None:
        """The last question of the others, in a pane that came late."""
        last = tab.comparison.rounds[-1]
        tab.comparison.join_round(pane.pane_id)
        pane.begin()
        self._ask(pane, last.question, last.attachments, last.places)

    def would_ask(self, tab: CompareTab, question: Question) -> list[Generate]:
        """What asking it would send, for the panes whose models are known."""
        return [
            request
            for pane in tab.panes
            for request in self._replies.would_ask(pane.transcript, _asked(pane.settings), question)
        ]

    def stop(self, tab: CompareTab) -> None:
        for pane in tab.panes:
            self._replies.stop(pane.transcript)

    def go_on(self, panes: list[PaneView]) -> None:
        """With the answers that were cut short, all in one batch again."""
        for pane in panes:
            pane.begin()
            self._replies.continue_reply(pane.transcript)

    def take_stats(self, stats: EngineStats) -> None:
        for tab in self._tabs():
            tab.take_stats(stats)

    def learn(self, info: ModelInfo) -> None:
        """A model is ready."""
        for tab in self._tabs():
            tab.learn(info)
            tab.composer.set_model(self._seeing(tab))
            self.show_models(tab)

    def show_models(self, tab: CompareTab) -> None:
        """What can be chosen for a pane, and what is known of it."""
        tab.set_models(self.names())
        for info in self._models.known.values():
            if info.model_id not in tab.infos:
                tab.learn(info)

    def _take_back(self, tab: CompareTab) -> None:
        """Another question comes in the place of the last, in the panes that had it; that round
        stays among the results."""
        last = tab.comparison.rounds[-1:]
        for pane in tab.panes:
            if last and last[0].answer(pane.pane_id):
                self._replies.take_back(pane.transcript)

    def _ask(
        self,
        pane: PaneView,
        text: str,
        attached: tuple[Attachment, ...],
        places: tuple[int, ...],
        *,
        unattended: bool = False,
    ) -> None:
        asked = _asked(pane.settings)
        if unattended:
            asked = replace(asked, options=replace(asked.options, tools=()))
        self._replies.ask(pane.transcript, asked, text, attached, places)

    def _follow(self, tab: CompareTab, pane: PaneView) -> None:
        self._replies.follow(pane.transcript, lambda: _asked(pane.settings))

    def _first(self) -> list[PaneSettings]:
        chosen = self._models.chosen
        others = [it for it in self.names() if it != chosen]
        if others:
            return [PaneSettings(chosen), PaneSettings(others[0])]
        return [PaneSettings(chosen), PaneSettings(chosen, VARIED)]

    def names(self) -> dict[str, str]:
        """Of the models that can be asked, by their ids."""
        return {it.path: it.name for it in self._library.entries() if it.available}

    def _seeing(self, tab: CompareTab) -> ModelInfo | None:
        """What the files of a question are measured for: the first that can see them."""
        known = [it for pane in tab.panes if (it := tab.infos.get(pane.settings.model_id))]
        seeing = [info for info in known if info.vision]
        return next(iter((*seeing, *known)), self._models.current)

    def _tabs(self) -> list[CompareTab]:
        return [tab for tab in self._window.tabs() if isinstance(tab, CompareTab)]


def _asked(settings: PaneSettings) -> Asked:
    return Asked(settings.model_id, settings.options, settings.recommended)
