"""What compare tabs get beside their panes: results, lists that run, and exports."""

from collections.abc import Iterator

from PySide6.QtCore import QObject

from app.attachments.previews import Previews
from app.prompt_lists.runs import PromptRuns
from app.requests.comparing import Comparing
from app.transfer.exporting.comparison_exports import Exports
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
        self.exports = Exports(window)
        comparing.tab_made.connect(self._follow)

    def _follow(self, tab: CompareTab) -> None:
        results = Results(tab)
        self.runs.follow(tab, results)
        self.exports.follow(tab)
