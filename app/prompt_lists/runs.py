"""Runs prompt lists in compare tabs: chooses, starts, pauses and stops them."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from app.chats.comparisons import Comparisons
from app.prompt_lists.prompt_files import SUFFIXES, read_prompts
from app.prompt_lists.prompt_media import ListedFiles
from app.prompt_lists.prompt_run import OnLoaded, PromptRun
from engine.errors import Refused
from ui.compare.compare_tab import CompareTab
from ui.compare.results_window import Results
from ui.compare.run_dialog import RunDialog
from ui.look.language import tr
from ui.state.prompt_list import ListedPrompt
from ui.tabs.tab import Tab
from ui.window.main_window import MainWindow


class PromptRuns(QObject):
    """Runs at most one list at a time per tab."""

    def __init__(self, window: MainWindow, comparisons: Comparisons, files: ListedFiles) -> None:
        super().__init__(window)
        self._window = window
        self._comparisons = comparisons
        self._files = files
        self._runs: dict[int, PromptRun] = {}
        self._file_requests: dict[int, list[int]] = {}
        window.tab_added.connect(self.follow)
        window.workspace.requests.closed.connect(
            lambda chat_id: self._control(chat_id, PromptRun.stop)
        )

    def run(self, tab: CompareTab) -> PromptRun | None:
        """Return the latest run of a tab."""
        return self._runs.get(tab.chat_id)

    def follow(self, tab: Tab) -> None:
        if not isinstance(tab, CompareTab):
            return
        results = tab.findChild(Results)
        assert results is not None
        tab.chat.requests.stopped.connect(partial(self._control, tab.chat_id, PromptRun.pause))
        tab.list_wanted.connect(partial(self._choose, tab, results))
        strip = results.strip
        strip.stop_button.clicked.connect(partial(self._control, tab.chat_id, PromptRun.stop))
        strip.pause_button.clicked.connect(
            partial(self._control, tab.chat_id, PromptRun.toggle_pause)
        )
        tab.destroyed.connect(partial(self._forget, tab.chat_id))

    def open_list(self, tab: CompareTab, results: Results, path: Path) -> RunDialog | None:
        """Show the prompts of a list, ready to start, or a notice if the list cannot be read."""
        if self._running(tab):
            self._window.workspace.notices.show(
                tr("A list is already running in this tab. Stop it first.")
            )
            return None
        try:
            prompts = read_prompts(path)
        except Refused as error:
            self._window.workspace.notices.show(str(error), "error")
            return None
        comparison = tab.comparison
        dialog = RunDialog(path.name, prompts, len(comparison.panes), comparison.blind, tab)
        dialog.setModal(True)
        dialog.accepted.connect(lambda: self._begin(tab, results, prompts, fresh=dialog.fresh))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def _choose(self, tab: CompareTab, results: Results) -> None:
        dialog = QFileDialog(tab, tr("Run a list of prompts"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        names = " ".join(f"*{suffix}" for suffix in SUFFIXES)
        dialog.setNameFilters([tr("Lists of prompts ({names})").format(names=names)])
        dialog.fileSelected.connect(lambda name: self.open_list(tab, results, Path(name)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _begin(
        self, tab: CompareTab, results: Results, prompts: Sequence[ListedPrompt], *, fresh: bool
    ) -> None:
        run = PromptRun(
            tab.comparison,
            prompts,
            partial(self._read, tab.chat_id),
            partial(self._comparisons.ask, tab.chat, fresh=fresh, unattended=True),
            partial(self._comparisons.stop, tab.chat),
            lambda: tab.busy,
            tab,
        )
        former = self._runs.get(tab.chat_id)
        if former is not None:
            former.deleteLater()
        self._runs[tab.chat_id] = run
        tab.chat.busy_changed.connect(run.wake)
        run.progressed.connect(results.strip.show_progress)
        run.start()

    def _running(self, tab: CompareTab) -> bool:
        run = self.run(tab)
        return run is not None and not run.progress.state.ended

    def _read(self, chat_id: int, prompt: ListedPrompt, loaded: OnLoaded) -> None:
        self._file_requests.setdefault(chat_id, []).append(self._files.read(prompt, loaded))

    def _control(self, chat_id: int, action: Callable[[PromptRun], None]) -> None:
        if run := self._runs.get(chat_id):
            action(run)

    def _stop(self, chat_id: int) -> None:
        self._control(chat_id, PromptRun.stop)

    def _forget(self, chat_id: int) -> None:
        """Drop the run and the copies of its files after the tab is destroyed."""
        self._runs.pop(chat_id, None)
        for number in self._file_requests.pop(chat_id, []):
            self._files.forget(number)
