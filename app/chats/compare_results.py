"""Gives each compare tab its results, its prompt list runs and its export."""

from collections.abc import Iterator

from PySide6.QtCore import QObject

from app.attachments.previews import Previews
from app.prompt_lists.runs import PromptRuns
from app.requests.comparing import Comparing
from ui.compare.compare_tab import CompareTab
from ui.compare.results import Results
from ui.window.main_window import MainWindow


class CompareResults(QObject):
    """`runs.files.on_previews` wants the results of the previews' worker."""

    def __init__(
        self, window: MainWindow, comparing: Comparing, previews: Previews, ids: Iterator[int]
    ) -> None:
        super().__init__(window)
        self.runs = PromptRuns(window, comparing, previews, ids)
        self._window = window
        comparing.tab_made.connect(self._follow)

    def _follow(self, tab: CompareTab) -> None:
        results = Results(tab)
        self.runs.follow(tab, results)
        tab.export_wanted.connect(lambda: self._window.export_requested.emit((tab.chat_id,)))
