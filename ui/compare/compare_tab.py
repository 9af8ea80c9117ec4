"""A tab that asks two to six panes the same: a model with settings of its own in each."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QPoint, QRect, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.messages import EngineStats, ModelInfo
from ui.compare.compare_bar import CompareBar
from ui.compare.pane import PaneView
from ui.compare.pane_focus import PaneFocus, shortcut
from ui.compare.pane_menu import fill_add_menu, open_pane_menu
from ui.compare.pane_row import PaneRow
from ui.compare.pane_runs import PaneRuns
from ui.compare.pane_settings import PaneSettingsPopup
from ui.compare.pane_words import settings_words
from ui.compare.scroll_link import ScrollLink
from ui.conversation.conversation_view import ConversationView
from ui.language import tr
from ui.options.options_popup import with_option
from ui.state.compared import ComparedRound
from ui.state.comparison import Comparison
from ui.state.pane import FEWEST_PANES, MOST_PANES, PaneSettings, letter
from ui.state.preset import Preset, Presets
from ui.state.question import Question
from ui.state.tool_entry import ToolEntry
from ui.state.transcript import Transcript
from ui.tabs.tab import Tab, elided
from ui.widgets.undo_strip import UndoStrip


class CompareTab(Tab):
    """Signals about one pane have its PaneView; `continue_pressed` has those whose answers shall go
    on. A pane that was removed can come back until `pane_closed`; its answer is to stop at once, by
    `pane_stop_pressed`. `rested` says that no answer grows any more. `ask_here` wants the last
    prompt of the others in a pane that came late.
    """

    pane_added = Signal(object)
    pane_closed = Signal(object)
    pane_stop_pressed = Signal(object)
    continue_pressed = Signal(list)
    ask_here = Signal(object)
    call_decided = Signal(object, str, object, str)
    panes_changed = Signal()
    rested = Signal()
    differences_wanted = Signal()
    results_wanted = Signal()
    list_wanted = Signal()
    export_wanted = Signal()

    def __init__(self, chat_id: int, parent: QWidget | None = None) -> None:
        super().__init__(chat_id, tr("New comparison"), parent)
        self.panes: list[PaneView] = []
        self.comparison = Comparison(self)
        self.infos: dict[str, ModelInfo] = {}
        self.names: dict[str, str] = {}
        self.presets: Presets | None = None
        self.last_pane_id = 0
        self._was_busy = False
        self._masked_round = 0
        self._tools: tuple[tuple[ToolEntry, ...], dict[str, str]] = (), {}
        self._removed: tuple[PaneView, int] | None = None
        self.bar_widget = CompareBar()
        self.bar = self.bar_widget.row
        self.row = PaneRow()
        self.undo = UndoStrip(tr("Brings the pane back"))
        self.foot = QVBoxLayout()
        self.link = ScrollLink(lambda: [(pane.view, pane.shown) for pane in self.panes], self)
        self.focus = PaneFocus(self, self.shown_panes, self.row, self.composer.take_focus)
        self.runs = PaneRuns(
            self.shown_panes, self.infos, self.model_name, lambda: self.masked, self
        )
        self._build()
        self._connect()

    # --- what it is ------------------------------------------------------------------------

    @property
    def subtitle(self) -> str:
        models = {pane.settings.model_id for pane in self.panes}
        if self.masked or len(models) == 1:
            return tr("Comparing %n answer(s)", "", len(self.panes))
        return tr("Comparing %n model(s)", "", len(models))

    @property
    def transcripts(self) -> tuple[Transcript, ...]:
        return tuple(pane.transcript for pane in self.panes)

    @property
    def front_view(self) -> ConversationView:
        return self.front.view

    @property
    def front_transcript(self) -> Transcript:
        """While names are hidden, nothing of what was said before."""
        return self.front.shown

    @property
    def front(self) -> PaneView:
        """The pane that the keyboard is in, or was in last."""
        current = self.focus.current
        return current if current in self.panes else self.shown_panes()[0]

    @property
    def masked(self) -> bool:
        return self.comparison.hidden_now

    def model_name(self, model_id: str) -> str:
        info = self.infos.get(model_id)
        return self.names.get(model_id) or (info.name if info else model_id.rpartition("/")[2])

    def shown_panes(self) -> list[PaneView]:
        """From left to right, as they stand."""
        order = self.comparison.shown_order()
        return sorted(self.panes, key=lambda pane: order.index(pane.pane_id))

    def behind(self, pane: PaneView) -> bool:
        """Whether the last prompt was put to others and not to it."""
        rounds = self.comparison.rounds
        return bool(rounds) and rounds[-1].answer(pane.pane_id) is None and not pane.busy

    def go_on(self) -> None:
        self.continue_pressed.emit(self.resumable())

    def step_pane(self, by: int) -> None:
        self.focus.step(by)

    def go_to_pane(self, index: int) -> None:
        self.focus.go_to(index)

    def move_front(self, by: int) -> None:
        self.move_pane(self.front, self.panes.index(self.front) + by)

    def open_models(self) -> bool:
        self.front.header.model.open_menu()
        return True

    def open_tools(self) -> bool:
        info = self.infos.get(self.front.settings.model_id)
        takes = info is None or info.tools
        if takes:
            self.front.header.tools.open()
        return takes

    # --- panes -----------------------------------------------------------------------------

    def set_models(self, names: Mapping[str, str]) -> None:
        """Those that can be chosen, by id."""
        self.names = dict(names)
        for pane in self.panes:
            pane.header.model.set_models(self.names)
        self._show_panes()

    def learn(self, info: ModelInfo) -> None:
        """The model was ready: its makers' settings take the place of those that nobody chose."""
        self.infos[info.model_id] = info
        for pane in self.panes:
            if pane.settings.model_id == info.model_id:
                self.set_settings(pane, pane.settings)
        self._show_panes()

    def add_pane(self, settings: PaneSettings) -> PaneView | None:
        """At the right; it takes part from the next prompt. None where there is no room, or where
        its name would stand beside hidden ones."""
        if len(self.panes) >= MOST_PANES or self.masked:
            return None
        return self._made(self.last_pane_id + 1, settings)

    def restore_pane(self, pane_id: int, settings: PaneSettings) -> PaneView:
        """One that was kept, at the right."""
        return self._made(pane_id, settings)

    def restore(
        self, names: Mapping[int, str], rounds: Sequence[ComparedRound], *, blind: bool
    ) -> None:
        """As it was kept, with panes that have what was said in them."""
        for pane in self.panes:
            pane.asked = any(it.answer(pane.pane_id) for it in rounds)
        self.comparison.restore(names, rounds, blind=blind)
        if rounds:
            self.composer.set_last_question(Question(rounds[-1].question))
        self._changed()

    def duplicate(self, pane: PaneView, settings: PaneSettings, option: str = "") -> None:
        """With the conversation so far; the keyboard goes to the field of `option`."""
        copy = self.add_pane(settings)
        if copy is None:
            return
        copy.transcript.take_over(pane.transcript)
        self.move_pane(copy, self.panes.index(pane) + 1)
        if option:
            self.open_settings(copy, option)

    def remove(self, pane: PaneView) -> None:
        if len(self.panes) <= FEWEST_PANES or self.masked:
            return
        self.pane_stop_pressed.emit(pane)
        name = f"{letter(self.panes.index(pane))}, {self.model_name(pane.settings.model_id)}"
        self.undo.tell(tr("Pane removed: {name}").format(name=name))
        self._removed = pane, self.panes.index(pane)
        self.panes.remove(pane)
        self.row.take(pane)
        self.comparison.remove_pane(pane.pane_id)
        self._changed()

    def move_pane(self, pane: PaneView, place: int) -> None:
        place = max(0, min(place, len(self.panes) - 1))
        if self.masked or self.panes.index(pane) == place:
            return
        self.panes.remove(pane)
        self.panes.insert(place, pane)
        self.comparison.set_order([it.pane_id for it in self.panes])
        self._changed()

    def set_settings(self, pane: PaneView, settings: PaneSettings) -> None:
        pane.settings = settings = self._followed(settings)
        name = self.model_name(settings.model_id)
        self.comparison.set_pane(pane.pane_id, name, settings.options, settings.model_id)
        self._changed()

    def open_settings(self, pane: PaneView, option: str = "temperature") -> None:
        if self.masked:
            return
        info = self.infos.get(pane.settings.model_id)
        popup = PaneSettingsPopup(pane.settings.options, info, pane, presets=self.presets)
        popup.changed.connect(partial(self._set_option, pane))
        popup.preset_chosen.connect(partial(self._use, pane, popup))
        chip = pane.header.caption
        popup.show_below(QRect(chip.mapToGlobal(QPoint()), chip.size()), option)

    def set_tools(self, entries: Sequence[ToolEntry], permissions: Mapping[str, str]) -> None:
        """Which tools there are, for all panes; `permissions` as in Composer."""
        self._tools = tuple(entries), dict(permissions)
        for pane in self.panes:
            pane.header.tools.set_tools(*self._tools)

    def _set_option(self, pane: PaneView, name: str, value: object) -> None:
        options = with_option(pane.settings.options, name, value)
        self.set_settings(pane, replace(pane.settings, options=options))

    def _use(self, pane: PaneView, popup: PaneSettingsPopup, preset: Preset) -> None:
        """With its model, where that is still among those to choose from."""
        former = pane.settings
        options = replace(
            preset.options, files=former.options.files, kv_8bit=former.options.kv_8bit
        )
        model_id = preset.model_id if preset.model_id in self.names else former.model_id
        info = self.infos.get(model_id)
        # all of it is meant, also what is as the makers have it
        recommended = info.sampling if info else former.recommended
        self.set_settings(pane, PaneSettings(model_id, options, recommended))
        popup.set_model(info)
        popup.set_value(options)

    def _set_tools(self, pane: PaneView, **chosen: tuple) -> None:
        options = replace(pane.settings.options, **chosen)
        self.set_settings(pane, replace(pane.settings, options=options))

    # --- prompts ---------------------------------------------------------------------------

    def begin_round(self, question: Question, *, unattended: bool = False) -> None:
        """Before the prompt is put into the transcripts."""
        self.undo.end()
        ids = [pane.pane_id for pane in self.panes]
        self.comparison.begin_round(question, ids, unattended=unattended)
        self.composer.set_last_question(Question(question.text))
        if question.text and self.title == tr("New comparison"):
            self.set_title(elided(question.text))
        for pane in self.panes:
            pane.begin()

    def take_stats(self, stats: EngineStats) -> None:
        self.runs.take(stats)

    # --- inside ----------------------------------------------------------------------------

    def _followed(self, settings: PaneSettings) -> PaneSettings:
        """With what the makers of the model recommend, where nobody chose otherwise."""
        info = self.infos.get(settings.model_id)
        if info is None or info.sampling == settings.recommended:
            return settings
        options = settings.options.following(settings.recommended, info.sampling)
        return replace(settings, options=options, recommended=info.sampling)

    def _made(self, pane_id: int, settings: PaneSettings) -> PaneView:
        self.last_pane_id = max(self.last_pane_id, pane_id)
        pane = PaneView(pane_id, self._followed(settings))
        self._follow(pane)
        self._place(pane, len(self.panes))
        return pane

    def _place(self, pane: PaneView, place: int) -> None:
        self.panes.insert(place, pane)
        settings = pane.settings
        name = self.model_name(settings.model_id)
        self.comparison.add_pane(
            pane.pane_id, pane.transcript, name, settings.options, settings.model_id
        )
        self.comparison.set_order([it.pane_id for it in self.panes])
        self._changed()

    def _undo_remove(self) -> None:
        if self._removed is None:
            return
        (pane, place), self._removed = self._removed, None
        if len(self.panes) < MOST_PANES:
            self._place(pane, place)

    def forget_removed(self) -> None:
        """The pane that was removed last cannot come back any more."""
        if self._removed is not None:
            (pane, _), self._removed = self._removed, None
            self.link.forget(pane.view)
            self.pane_closed.emit(pane)
            pane.deleteLater()

    def _follow(self, pane: PaneView) -> None:
        header = pane.header
        pane.transcript.turn_added.connect(self._turned)
        pane.transcript.turn_changed.connect(self._turned)
        pane.call_decided.connect(lambda *said: self.call_decided.emit(pane, *said))
        pane.continue_pressed.connect(lambda: self.continue_pressed.emit([pane]))
        pane.inspect_requested.connect(self._inspect)
        pane.open_requested.connect(self.open_requested)
        pane.link_activated.connect(self.link_activated)
        pane.view_changed.connect(self.link.forget)
        pane.view_changed.connect(lambda: self.link.follow(pane.view))
        header.model.set_models(self.names)
        header.model.chosen.connect(
            lambda model_id: self.set_settings(pane, replace(pane.settings, model_id=model_id))
        )
        header.tools.set_tools(*self._tools)
        header.tools.chosen.connect(lambda tools: self._set_tools(pane, tools=tools))
        header.tools.files_chosen.connect(lambda files: self._set_tools(pane, files=files))
        header.tools.permission_reset.connect(self.permission_reset)
        header.tools.servers_requested.connect(self.servers_requested)
        header.pressed.connect(pane.take_focus)
        # first: the button that has the keyboard is about to hide
        header.stop_pressed.connect(pane.take_focus)
        header.stop_pressed.connect(lambda: self.pane_stop_pressed.emit(pane))
        header.settings_pressed.connect(lambda: self.open_settings(pane))
        header.menu_pressed.connect(lambda: open_pane_menu(self, pane))
        self.link.follow(pane.view)
        self.row.add(pane)
        for key, by in (("Alt+Left", -1), ("Alt+Right", 1)):
            shortcut(pane, key, lambda by=by: self.move_pane(pane, self.panes.index(pane) + by))
        self.pane_added.emit(pane)

    def _inspect(self, turn: object) -> None:
        """It would tell whose answer this is."""
        if not self.masked:
            self.inspect_requested.emit(turn)

    def _turned(self) -> None:
        self.runs.note()
        was_busy, self._was_busy = self._was_busy, self.busy
        self.composer.set_busy(self._was_busy)
        self._offer_continue()
        if was_busy and not self._was_busy:
            self.rested.emit()

    def _offer_continue(self) -> None:
        self.bar_widget.offer_continue(len(self.resumable()))

    def resumable(self) -> list[PaneView]:
        return [pane for pane in self.panes if pane.transcript.resumable]

    def _changed(self) -> None:
        self._show_panes()
        self._offer_continue()
        self.composer.set_busy(self.busy)
        self.composer.set_placeholder(self._invitation())
        self.panes_changed.emit()
        self.detailed.emit()

    def _invitation(self) -> str:
        if len(self.panes) == FEWEST_PANES:
            return tr("Ask both, or drop an image or a video")
        return tr("Ask all %n, or drop an image or a video", "", len(self.panes))

    def _show_mask(self) -> None:
        rounds = len(self.comparison.rounds)
        anew, self._masked_round = rounds != self._masked_round, rounds
        for pane in self.panes:
            if anew or not self.masked:
                pane.set_masked(self.masked, self._newest_question(pane))
        self._show_panes()
        self.detailed.emit()

    def _newest_question(self, pane: PaneView) -> int:
        """Where it stands in the pane, or will."""
        answer = self.comparison.rounds[-1].answer(pane.pane_id) if self.comparison.rounds else None
        first = pane.transcript.place(answer.turns[0]) if answer and answer.turns else None
        return len(pane.transcript.turns) if first is None else max(0, first - 1)

    def _show_panes(self) -> None:
        """Their order and heads."""
        panes = self.shown_panes()
        self.row.arrange(panes)
        for index, pane in enumerate(panes):
            name = self.model_name(pane.settings.model_id)
            shown = self.comparison.shown_name(pane.pane_id) if self.masked else name
            pane.header.set_place(letter(index), shown, masked=self.masked)
            pane.header.set_model(pane.settings.model_id, name)
            pane.header.set_settings(settings_words(pane.settings))
            options = pane.settings.options
            pane.header.tools.set_chosen(options.tools, options.files)
            pane.view.announcer.letter = letter(index)
            pane.setAccessibleName(
                tr("Pane {letter}: {name}").format(letter=letter(index), name=shown)
            )
        self.bar_widget.set_count(len(panes), hidden=self.masked)
        self.runs.show()

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar_widget)
        column.addWidget(self.row, 1)
        foot = QVBoxLayout()
        foot.setContentsMargins(18, 8, 18, 14)
        foot.setSpacing(6)
        foot.addWidget(self.undo)
        foot.addLayout(self.foot)
        foot.addWidget(self.composer)
        column.addLayout(foot)

    def _connect(self) -> None:
        bar = self.bar_widget
        bar.together_changed.connect(lambda on: self.link.set_together(on, self.front_view))
        bar.continue_pressed.connect(self.go_on)
        bar.differences_wanted.connect(self.differences_wanted)
        bar.results_wanted.connect(self.results_wanted)
        bar.list_wanted.connect(self.list_wanted)
        bar.export_wanted.connect(self.export_wanted)
        bar.add_menu.aboutToShow.connect(lambda: fill_add_menu(bar.add_menu, self))
        self.row.moved.connect(self.move_pane)
        self.undo.undone.connect(self._undo_remove)
        self.undo.ended.connect(self.forget_removed)
        self.comparison.mask_changed.connect(self._show_mask)
