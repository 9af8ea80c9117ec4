"""The tab of a comparison: two to six panes, each with a model and settings of its own."""

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QPoint, QRect, QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.messages import ModelInfo
from ui.compare.compare_bar import CompareBar
from ui.compare.pane_focus import PaneFocus, shortcut
from ui.compare.pane_menu import fill_add_menu, open_pane_menu
from ui.compare.pane_row import PaneRow
from ui.compare.pane_runs import PaneRuns
from ui.compare.pane_settings import PaneSettingsPopup
from ui.compare.pane_view import PaneView
from ui.compare.pane_words import settings_words
from ui.compare.scroll_link import ScrollLink
from ui.conversation.conversation_view import ConversationView
from ui.conversation.reading_mark import ReadingMark
from ui.look.language import tr
from ui.options.options_popup import with_option
from ui.state.compared_chat import ComparedChat
from ui.state.comparison import Comparison
from ui.state.pane import FEWEST_PANES, MOST_PANES, PaneSettings, PaneState, letter
from ui.state.preset import Preset
from ui.state.transcript import Transcript
from ui.state.turn import Turn
from ui.state.workspace import Workspace
from ui.tabs.tab import Tab
from ui.widgets.axis import ColumnLayout
from ui.widgets.layouts import vbox
from ui.widgets.undo_strip import UndoStrip


class CompareTab(Tab):
    """Shows a ComparedChat. The answer of a removed pane is stopped at once."""

    differences_wanted = Signal()
    results_wanted = Signal()
    list_wanted = Signal()
    paste_wanted = Signal()
    export_wanted = Signal()

    def __init__(
        self, chat: ComparedChat, workspace: Workspace | None = None, parent: QWidget | None = None
    ) -> None:
        untitled = tr("Temporary comparison") if chat.temporary else tr("New comparison")
        super().__init__(chat, workspace, untitled, parent=parent)
        self.chat = chat
        self.presets = self.workspace.presets
        self._views: dict[PaneState, PaneView] = {}
        self._masked_round = 0
        self.bar_widget = CompareBar()
        self.row = PaneRow()
        self.undo = UndoStrip(tr("Restore the pane"))
        self.foot = QVBoxLayout()
        self.link = ScrollLink(lambda: [(pane.view, pane.shown) for pane in self.panes], self)
        self.focus = PaneFocus(self, self.shown_panes, self.row, self.composer.take_focus)
        self.runs = PaneRuns(chat, self.shown_panes, self.workspace.engine, self)
        self._build()
        self._connect()
        for pane in chat.panes:
            self._show_pane(pane)
        if chat.panes:
            self._show_mask(restored=True)
            self._offer()

    # --- panes and names ------------------------------------------------------------------------

    @property
    def subtitle(self) -> str:
        models = {pane.settings.model_id for pane in self.panes}
        if self.masked or len(models) == 1:
            return tr("Comparing %n answer(s)", "", len(self.panes))
        return tr("Comparing %n model(s)", "", len(models))

    @property
    def panes(self) -> list[PaneView]:
        """The panes in the order that a person gave them."""
        return [self._views[pane] for pane in self.chat.panes]

    @property
    def comparison(self) -> Comparison:
        return self.chat.comparison

    @property
    def infos(self) -> dict[str, ModelInfo]:
        return self.chat.infos

    @property
    def names(self) -> dict[str, str]:
        return self.chat.names

    @property
    def views(self) -> list[ConversationView]:
        return [pane.view for pane in self.panes]

    @property
    def front_view(self) -> ConversationView:
        return self.front.view

    @property
    def front_transcript(self) -> Transcript:
        """The shown part of the transcript: only the newest round while names are hidden."""
        return self.front.shown

    @property
    def front(self) -> PaneView:
        """The pane that has the focus, or had it last."""
        current = self.focus.current
        return current if current in self.panes else self.shown_panes()[0]

    def shown_panes(self) -> list[PaneView]:
        """The panes from left to right, as they are shown."""
        return [self._views[pane] for pane in self.chat.shown_panes()]

    def behind(self, pane: PaneView) -> bool:
        return self.chat.behind(pane.state)

    def move_front(self, by: int) -> None:
        self.move_pane(self.front, self.panes.index(self.front) + by)

    def open_models(self) -> bool:
        self.front.header.model.open_menu()
        return True

    def open_library(self) -> None:
        self.workspace.library_requests.window_opened.emit("library")

    def open_tools(self) -> bool:
        info = self.infos.get(self.front.settings.model_id)
        takes = info is None or info.tools
        if takes:
            self.front.header.tools.open()
        return takes

    # --- panes -----------------------------------------------------------------------------

    def add_pane(self, settings: PaneSettings) -> PaneView | None:
        pane = self.chat.add_pane(settings)
        return None if pane is None else self._views[pane]

    def duplicate(self, pane: PaneView, settings: PaneSettings, option: str = "") -> None:
        """Duplicate a pane; the field of `option` gets the focus."""
        copy = self.chat.duplicate(pane.state, settings)
        if copy is not None and option:
            self.open_settings(self._views[copy], option)

    def remove(self, pane: PaneView) -> None:
        if not self.chat.can_remove_pane():
            return
        pane.state.message_requests.stopped.emit()
        name = f"{letter(self.panes.index(pane))}, {self.comparison.shown_name(pane.pane_id)}"
        self.undo.tell(tr("Pane removed: {name}").format(name=name))
        self.row.take(pane)
        self.chat.remove_pane(pane.state)

    def move_pane(self, pane: PaneView, place: int) -> None:
        self.chat.move_pane(pane.state, place)

    def set_settings(self, pane: PaneView, settings: PaneSettings) -> None:
        self.chat.set_settings(pane.state, settings)

    def open_settings(self, pane: PaneView, option: str = "temperature") -> None:
        if self.masked:
            return
        info = self.infos.get(pane.settings.model_id)
        popup = PaneSettingsPopup(pane.settings.options, info, pane, presets=self.presets)
        popup.changed.connect(partial(self._set_option, pane))
        popup.preset_chosen.connect(partial(self._use, pane, popup))
        popup.kv_chosen.connect(partial(self._choose_kv, pane, popup))
        chip = pane.header.caption
        popup.show_below(QRect(chip.mapToGlobal(QPoint()), chip.size()), option)

    def _set_option(self, pane: PaneView, name: str, value: object) -> None:
        options = with_option(pane.settings.options, name, value)
        self.set_settings(pane, replace(pane.settings, options=options))

    def _use(self, pane: PaneView, popup: PaneSettingsPopup, preset: Preset) -> None:
        """Apply a preset, with its model if that can still be chosen."""
        former = pane.settings
        options = replace(preset.options, files=former.options.files)
        model_id = preset.model_id if preset.model_id in self.names else former.model_id
        info = self.infos.get(model_id)
        # all values of the preset are chosen, also those equal to the recommended ones
        recommended = info.sampling if info else former.recommended
        self.set_settings(pane, PaneSettings(model_id, options, recommended))
        popup.set_model(info)
        popup.set_value(pane.settings.options)

    def _choose_kv(self, pane: PaneView, popup: PaneSettingsPopup, on: bool) -> None:
        self.chat.kv_chosen.emit(pane.settings.model_id, on)
        popup.set_value(pane.settings.options)

    def _set_tools(self, pane: PaneView, **chosen: tuple) -> None:
        options = replace(pane.settings.options, **chosen)
        self.set_settings(pane, replace(pane.settings, options=options))

    # --- prompts ---------------------------------------------------------------------------

    def _seek(self, transcript: Transcript, index: int) -> None:
        pane = next(it for it in self.panes if it.transcript is transcript)
        pane.view.show_turn(index)
        # a tab that has just been opened has no layout yet
        QTimer.singleShot(0, pane, partial(self.row.show_pane, pane))

    def _seek_words(self, turn: Turn, words: str) -> None:
        for pane in self.panes:
            pane.view.find_in(turn, words)

    def _round_begun(self, _index: int) -> None:
        self.undo.end()

    def _show_stats(self) -> None:
        self.runs.take(self.workspace.engine.stats)

    # --- inside ----------------------------------------------------------------------------

    def _export(self) -> None:
        self.workspace.requests.exported.emit((self.chat.chat_id,))

    def _show_models(self) -> None:
        for pane in self.panes:
            pane.header.model.set_models(self.names)
        self._show_panes()

    def _show_pane(self, state: PaneState) -> None:
        self._views[state] = pane = PaneView(state, self.chat, self.row.inside)
        self._follow(pane)

    def _close_pane(self, state: PaneState) -> None:
        pane = self._views.pop(state)
        self.link.forget(pane.view)
        pane.deleteLater()

    def _follow(self, pane: PaneView) -> None:
        header = pane.header
        pane.transcript.turn_added.connect(self._turned)
        pane.transcript.turn_changed.connect(self._turned)
        pane.state.message_requests.inspected.connect(self._inspect)
        pane.view_changed.connect(self.link.forget)
        pane.view_changed.connect(lambda: self._follow_view(pane))
        header.model.set_models(self.names)
        header.model.chosen.connect(
            lambda model_id: self.set_settings(pane, replace(pane.settings, model_id=model_id))
        )
        header.model.library_wanted.connect(self.open_library)
        header.tools.chosen.connect(lambda tools: self._set_tools(pane, tools=tools))
        header.tools.files_chosen.connect(lambda files: self._set_tools(pane, files=files))
        header.pressed.connect(pane.take_focus)
        header.settings_pressed.connect(lambda: self.open_settings(pane))
        header.menu_pressed.connect(lambda: open_pane_menu(self, pane))
        self._follow_view(pane)
        self.row.add(pane)
        for key, by in (("Alt+Left", -1), ("Alt+Right", 1)):
            shortcut(pane, key, lambda by=by: self.move_pane(pane, self.panes.index(pane) + by))

    def _follow_view(self, pane: PaneView) -> None:
        self.link.follow(pane.view)
        ReadingMark(pane.view, pane.shown, self.workspace.reading)

    def _turned(self) -> None:
        self.runs.show_soon()
        self.composer.set_busy(self.busy)
        self._offer_continue()

    def _offer_continue(self) -> None:
        self.bar_widget.offer_continue(len(self.resumable()))

    def resumable(self) -> list[PaneView]:
        return [pane for pane in self.panes if pane.transcript.resumable]

    def _changed(self) -> None:
        if len(self.panes) == MOST_PANES:
            # There is no room for a removed pane any more.
            self.undo.end()
        self._show_panes()
        self._offer()
        self.detailed.emit()

    def _offer(self) -> None:
        """Show what can be done with the panes that there are."""
        self._offer_continue()
        self.composer.set_busy(self.busy)
        self.composer.set_placeholders(*self._invitations())

    def _invitations(self) -> tuple[str, str]:
        count = len(self.panes)
        if count == FEWEST_PANES:
            return tr("Ask both, or drop an image or a video"), tr("Ask both, or drop a text file")
        sees = tr("Ask all %n, or drop an image or a video", "", count)
        return sees, tr("Ask all %n, or drop a text file", "", count)

    def _show_mask(self, *, restored: bool = False) -> None:
        rounds = len(self.comparison.rounds)
        anew, self._masked_round = rounds != self._masked_round, rounds
        for pane in self.panes:
            if anew or not self.masked:
                pane.set_masked(self.masked, self._newest_question(pane), restored=restored)
        self._show_panes()
        self.detailed.emit()

    def _newest_question(self, pane: PaneView) -> int:
        """Return the index of the newest question in a pane, even before it is there."""
        answer = self.comparison.rounds[-1].answer(pane.pane_id) if self.comparison.rounds else None
        first = pane.transcript.place(answer.turns[0]) if answer and answer.turns else None
        return len(pane.transcript.turns) if first is None else max(0, first - 1)

    def _show_panes(self) -> None:
        """Update the order and headers of the panes."""
        panes = self.shown_panes()
        self.row.arrange(panes)
        for index, pane in enumerate(panes):
            name = self.comparison.shown_name(pane.pane_id)
            pane.header.set_place(letter(index), name, masked=self.masked)
            pane.header.set_model(pane.settings.model_id, name)
            model = self.infos.get(pane.settings.model_id)
            pane.header.set_settings(settings_words(pane.settings, model))
            options = pane.settings.options
            pane.header.tools.set_chosen(options.tools, options.files)
            pane.view.announcer.letter = letter(index)
            pane.setAccessibleName(
                tr("Pane {letter}: {name}").format(letter=letter(index), name=name)
            )
        self.bar_widget.set_count(len(panes), hidden=self.masked)
        self.runs.show()

    def _build(self) -> None:
        column = vbox(self, spacing=0)
        if self.temporary_bar is not None:
            column.addWidget(self.temporary_bar)
        column.addWidget(self.bar_widget)
        column.addWidget(self.row, 1)
        foot = ColumnLayout(above=8, below=14, full=True)
        foot.setSpacing(6)
        foot.addWidget(self.undo)
        foot.addLayout(self.foot)
        foot.addLayout(self.next_place)
        foot.addWidget(self.composer)
        column.addLayout(foot)

    def _connect(self) -> None:
        bar = self.bar_widget
        bar.together.toggled.connect(lambda on: self.link.set_together(on, self.front_view))
        bar.go_on.clicked.connect(self.go_on)
        bar.differences.triggered.connect(self.differences_wanted)
        bar.results.triggered.connect(self.results_wanted)
        bar.run_list.triggered.connect(self.list_wanted)
        bar.paste_list.triggered.connect(self.paste_wanted)
        bar.export.triggered.connect(self.export_wanted)
        self.export_wanted.connect(self._export)
        bar.add_menu.aboutToShow.connect(lambda: fill_add_menu(bar.add_menu, self))
        self.row.moved.connect(self.move_pane)
        self.undo.undone.connect(self.chat.undo_remove)
        self.undo.ended.connect(self.chat.forget_removed)
        self.workspace.engine.stats_changed.connect(self._show_stats)
        self.workspace.engine.loading_changed.connect(self.runs.show_soon)
        self.chat.pane_added.connect(self._show_pane)
        self.chat.pane_closed.connect(self._close_pane)
        self.chat.panes_changed.connect(self._changed)
        self.chat.models_changed.connect(self._show_models)
        self.comparison.round_added.connect(self._round_begun)
        self.comparison.mask_changed.connect(self._show_mask)
