"""The window with the numbers of a comparison, and the object that opens the windows of a tab."""

from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, QSize, Qt, QTimer
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QStackedWidget,
    QWidget,
)

from ui.compare.answer_tables import AnswerTable, PaneTable
from ui.compare.compare_tab import CompareTab
from ui.compare.differences import DifferencesWindow
from ui.compare.paste_dialog import PasteDialog
from ui.compare.results_charts import ResultsCharts
from ui.compare.run_dialog import RunDialog
from ui.compare.run_strip import RunStrip
from ui.compare.vote_bar import VoteBar
from ui.look import theme
from ui.look.language import tr
from ui.state.compared import ComparedRound
from ui.state.compared_chat import ComparedChat
from ui.state.comparison import Comparison
from ui.state.notice import Notices
from ui.state.pane_summary import PaneSummary, hidden, summaries
from ui.state.prompt_list import LIST_SUFFIXES, ListedPrompt
from ui.state.requests import TransferRequests
from ui.widgets.buttons import CopyButton, push_button
from ui.widgets.choice_row import ChoiceRow
from ui.widgets.file_dialog import file_dialog
from ui.widgets.labels import plain_label
from ui.widgets.layouts import raise_window, resize_window, vbox
from ui.widgets.notice_bar import NoticeFoot
from ui.widgets.own_window import begin_window
from ui.widgets.sorted_table import SortedView

SIZE = QSize(1160, 620)
# The totals are computed from all answers, so not at every change.
_TOTALS_MS = 250
# Charts of 5,000 answers take about 70 ms.
_CHARTS_MS = 1000
_PANE_WIDTHS = (200, 60, 60, 80, 100, 110, 100, 100, 100, 100)
_ANSWER_WIDTHS = (34, 180, 114, 112, 88, 104, 84, 92, 88, 84, 84, 96)
_LEAST_PROMPT = 140
_MOST_PANES = 7
_TABLES, _CHARTS = "tables", "charts"


class ResultsWindow(QDialog):
    """A modeless window with all answers and totals, which follows the comparison while it is
    shown."""

    def __init__(
        self,
        comparison: Comparison,
        requests: TransferRequests,
        notices: Notices,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._comparison = comparison
        begin_window(self, tr("Results"))
        resize_window(self, SIZE)
        self._panes = PaneTable()
        self._answers = AnswerTable(comparison)
        self.panes = SortedView(tr("Panes"), self._panes, 0)
        self.answers = SortedView(tr("Answers"), self._answers, 1, _LEAST_PROMPT)
        self.shown = ChoiceRow(tr("Show"), {_TABLES: tr("Tables"), _CHARTS: tr("Charts")})
        self.shown.choose(_TABLES)
        self.charts = ResultsCharts(requests)
        self.charts.choice.hide()
        self.note = plain_label("inspect_note")
        self.copy_button = CopyButton(tr("Copy both tables, tab-separated"))
        self.export_button = push_button(tr("Export…"), tr("Export the comparison as a file"))
        self._totals = QTimer(self, singleShot=True, interval=_TOTALS_MS)
        self._totals.timeout.connect(self.refresh)
        self._lay_out(NoticeFoot(notices, self))
        self._connect()
        self.refresh()
        theme.look.changed.connect(self._fit)

    def refresh(self) -> None:
        rounds = self._comparison.rounds
        found = summaries(rounds)
        self._panes.show_panes(found)
        self._answers.resort()
        for view in (self.panes, self.answers):
            view.hide_unused()
        self.note.setText(_note(found, rounds))
        if self.shown.value() == _CHARTS:
            self.charts.show_rounds(rounds)
        self._fit()

    def show_charts(self) -> None:
        self.shown.choose(_CHARTS)
        self._show(_CHARTS)

    def round_at(self, row: int) -> int:
        """Return the index of the round whose answer is in a row of `answers`."""
        return self._answers.place(row).index

    def tsv(self) -> str:
        return f"{self._panes.tsv()}\n{self._answers.tsv()}"

    def _fit(self) -> None:
        """Make the upper table as high as its rows."""
        rows = min(max(self._panes.rowCount(), 1), _MOST_PANES)
        heights = self.panes.verticalHeader().defaultSectionSize()
        head = self.panes.horizontalHeader().sizeHint().height()
        bar = self.panes.horizontalScrollBar()
        foot = bar.sizeHint().height() if bar.maximum() else 0
        self.panes.setFixedHeight(rows * heights + head + foot + theme.px(4))

    def _show(self, chosen: str) -> None:
        self._pages.setCurrentIndex((_TABLES, _CHARTS).index(chosen))
        self.copy_button.setVisible(chosen == _TABLES)
        self.charts.choice.setVisible(chosen == _CHARTS)
        self._totals.setInterval(_CHARTS_MS if chosen == _CHARTS else _TOTALS_MS)
        self.refresh()

    def _copy(self) -> None:
        self.copy_button.copy_text(self.tsv())

    def _refresh_soon(self) -> None:
        """Update the totals soon, at a bounded rate however fast answers end."""
        if not self._totals.isActive():
            self._totals.start()

    def _connect(self) -> None:
        # methods, since lambdas would still be called once the window is closed
        it = self._comparison
        for signal in (it.round_added, it.round_joined, it.answer_changed, it.vote_changed):
            signal.connect(self._refresh_soon)
        self.copy_button.clicked.connect(self._copy)
        self.shown.changed.connect(self._show)
        self.panes.horizontalScrollBar().rangeChanged.connect(self._fit)

    def _lay_out(self, notice: NoticeFoot) -> None:
        self.panes.set_widths(_PANE_WIDTHS)
        self.answers.set_widths(_ANSWER_WIDTHS)
        foot = QHBoxLayout()
        foot.addWidget(self.note, 1)
        for button in (self.copy_button, self.export_button):
            # Return opens a row instead
            button.setAutoDefault(False)
            foot.addWidget(button)
        tables = QWidget()
        both = vbox(tables, spacing=12)
        both.addWidget(self.panes)
        both.addWidget(self.answers, 1)
        self._pages = QStackedWidget()
        self._pages.addWidget(tables)
        self._pages.addWidget(self.charts)
        around = vbox(self, spacing=0)
        column = vbox(spacing=12, margins=(18, 14, 18, 14))
        around.addLayout(column, 1)
        around.addWidget(notice)
        head = QHBoxLayout()
        head.addWidget(self.shown)
        head.addStretch()
        head.addWidget(self.charts.choice, 0, Qt.AlignmentFlag.AlignRight)
        column.addLayout(head)
        column.addWidget(self._pages, 1)
        column.addLayout(foot)


def _note(found: Sequence[PaneSummary], rounds: Sequence[ComparedRound]) -> str:
    """Return what the numbers omit, and what limits their comparison."""
    if not rounds:
        return tr("Nothing has been asked yet.")
    stopped = sum(it.stopped for it in found)
    failed = sum(it.failed for it in found)
    reused = sum(it.reused for it in found)
    covered = hidden(rounds)
    parts = [
        tr("%n stopped answer(s) not in the averages", "", stopped) if stopped else "",
        tr("%n failed answer(s) not in the averages", "", failed) if failed else "",
        tr("%n answer(s) used a cached prompt", "", reused) if reused else "",
        tr("%n question(s) not counted until you vote", "", covered) if covered else "",
    ]
    return " · ".join(part for part in parts if part)


Window = TypeVar("Window", bound=QDialog)


class Results(QObject):
    """The vote bar, the run strip and the windows of a compare tab, each of which is opened at most
    once."""

    def __init__(self, tab: CompareTab) -> None:
        super().__init__(tab)
        self._tab = tab
        # with a parent from the start, as the bar may show itself and must not be a window then
        self.votes = VoteBar(tab.comparison, tab)
        self.strip = RunStrip()
        for part in (self.votes, self.strip):
            tab.foot.addWidget(part)
            # Tab comes to it before the composer, above which it is
            part.stackUnder(tab.composer)
        tab.differences_wanted.connect(self.open_differences)
        tab.results_wanted.connect(self.open_results)
        self.votes.rest.clicked.connect(lambda: self.open_differences(self.votes.waiting()[0]))
        self.strip.results_button.clicked.connect(self.open_results)
        self._follow_list(tab.chat)

    def choose_list(self) -> None:
        """Ask for the file of a list of prompts."""
        if self._list_runs():
            return
        dialog = file_dialog(self._tab, tr("Run a list of prompts"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        names = " ".join(f"*{suffix}" for suffix in LIST_SUFFIXES)
        dialog.setNameFilters([tr("Lists of prompts ({names})").format(names=names)])
        opened = self._tab.chat.list_requests.opened
        dialog.fileSelected.connect(lambda name: opened.emit(Path(name)))
        dialog.open()

    def paste_list(self) -> None:
        """Ask for a list of prompts as text."""
        if self._list_runs():
            return
        chat = self._tab.chat
        dialog = PasteDialog(chat, self._tab)
        dialog.setModal(True)
        dialog.accepted.connect(
            lambda: chat.list_offered.emit(tr("Pasted prompts"), dialog.prompts)
        )
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _list_runs(self) -> bool:
        """Return True, after a notice, if a list is running, which another one would end."""
        if self._tab.chat.running_list is None:
            return False
        notices = self._tab.workspace.notices
        notices.show(tr("A list is already running in this tab. Stop it first."))
        return True

    def _follow_list(self, chat: ComparedChat) -> None:
        requests = chat.list_requests
        self._tab.list_wanted.connect(self.choose_list)
        self._tab.paste_wanted.connect(self.paste_list)
        self.strip.stop_button.clicked.connect(requests.stopped)
        self.strip.pause_button.clicked.connect(requests.pause_toggled)
        chat.list_offered.connect(self._offer_list)
        chat.list_progressed.connect(self._show_progress)
        self._show_progress()

    def _offer_list(self, name: str, prompts: tuple[ListedPrompt, ...]) -> None:
        """Show the prompts of a list, ready to start."""
        chat = self._tab.chat
        blind = chat.comparison.blind
        dialog = RunDialog(name, prompts, len(chat.panes), blind, self._tab)
        dialog.setModal(True)
        started = chat.list_requests.started
        dialog.accepted.connect(lambda: started.emit(prompts, dialog.fresh))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _show_progress(self) -> None:
        if progress := self._tab.chat.list_progress:
            self.strip.show_progress(progress)

    def open_differences(self, index: int | None = None) -> DifferencesWindow:
        """Open the differences of a round, by default the newest."""
        comparison = self._tab.comparison
        window = self._shown(DifferencesWindow) or DifferencesWindow(comparison, self._tab)
        newest = len(comparison.rounds) - 1
        window.show_round(newest if index is None else index)
        raise_window(window)
        return window

    def open_results(self) -> ResultsWindow:
        window = self._shown(ResultsWindow)
        if window is None:
            workspace = self._tab.workspace
            window = ResultsWindow(
                self._tab.comparison, workspace.transfer_requests, workspace.notices, self._tab
            )
            round_at = window.round_at
            window.answers.opened.connect(lambda row: self.open_differences(round_at(row)))
            window.export_button.clicked.connect(self._tab.export_wanted)
        raise_window(window)
        return window

    def _shown(self, kind: type[Window]) -> Window | None:
        return next((it for it in self._tab.findChildren(kind) if it.isVisible()), None)
