"""The windows and bars of a compare tab for votes, differences, numbers and prompt lists."""

from typing import TypeVar

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog

from ui.compare.compare_tab import CompareTab
from ui.compare.differences import DifferencesWindow
from ui.compare.results_window import ResultsWindow
from ui.compare.run_strip import RunStrip
from ui.compare.vote_bar import VoteBar

Window = TypeVar("Window", bound=QDialog)


class Results(QObject):
    """A part of its tab. Each window is there once at most."""

    def __init__(self, tab: CompareTab) -> None:
        super().__init__(tab)
        self._tab = tab
        # with a parent at once: it may show itself, and must not be a window then
        self.votes = VoteBar(tab.comparison, tab)
        self.strip = RunStrip()
        tab.foot.addWidget(self.votes)
        tab.foot.addWidget(self.strip)
        tab.differences_wanted.connect(self.open_differences)
        tab.results_wanted.connect(self.open_results)
        self.votes.rest_wanted.connect(self.open_differences)
        self.strip.results_wanted.connect(self.open_results)

    def open_differences(self, index: int | None = None) -> DifferencesWindow:
        """Open the differences of a round, by default the newest."""
        comparison = self._tab.comparison
        window = self._shown(DifferencesWindow) or DifferencesWindow(comparison, self._tab)
        newest = len(comparison.rounds) - 1
        window.show_round(newest if index is None else index)
        _raise(window)
        return window

    def open_results(self) -> ResultsWindow:
        window = self._shown(ResultsWindow)
        if window is None:
            window = ResultsWindow(self._tab.comparison, self._tab)
            window.round_opened.connect(self.open_differences)
            window.export_wanted.connect(self._tab.export_wanted)
        _raise(window)
        return window

    def _shown(self, kind: type[Window]) -> Window | None:
        return next((it for it in self._tab.findChildren(kind) if it.isVisible()), None)


def _raise(window: QDialog) -> None:
    window.show()
    window.raise_()
    window.activateWindow()
