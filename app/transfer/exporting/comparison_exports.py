"""Comparisons that are written into files: chosen by a person, written by a thread."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from threading import Thread

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QFileDialog, QGridLayout

from app.base.mailbox import Mailbox
from app.transfer.exporting.compared import Exported, ExportedRound, about, taken
from app.transfer.exporting.comparison_file import write
from app.transfer.exporting.exports import EXPORT, not_written
from app.transfer.exporting.file_names import safe_name
from engine.sentences import Sentence, say
from ui.compare.compare_tab import CompareTab
from ui.language import tr
from ui.state.comparison import Comparison
from ui.widgets.check_box import CheckBox
from ui.window.main_window import MainWindow

log = logging.getLogger(__name__)

# rounds
_AT_ONCE = 40
_FILTERS = {
    ".md": "Markdown (*.md)",
    ".csv": "CSV (*.csv)",
    ".html": "HTML (*.html)",
    ".json": "JSON (*.json)",
}


@dataclass(frozen=True)
class Written:
    """`kind` is as in NoticeBar."""

    sentence: Sentence
    kind: str = "info"


@dataclass
class _Taking:
    """An export whose rounds are still being taken down."""

    path: Path
    coming: Iterator[ExportedRound]
    comparison: Comparison
    title: str
    rounds: list[ExportedRound] = field(default_factory=list)


class Exports(QObject):
    """A thread for each file; it has plain values and no widget. `json_wanted` has the id of a
    conversation and a Path: all of a comparison, to be imported again, is written by others."""

    json_wanted = Signal(int, object)

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._mail = Mailbox(self)
        self._mail.arrived.connect(self._tell)
        self._taking: list[_Taking] = []
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._take)

    def follow(self, tab: CompareTab) -> None:
        tab.export_wanted.connect(partial(self.choose, tab))

    def choose(self, tab: CompareTab) -> QFileDialog | None:
        """Where to, in which form, and whether with pictures."""
        if not tab.comparison.rounds:
            self._window.show_notice(
                tr("Nothing has been asked yet, so there is nothing to export.")
            )
            return None
        dialog = QFileDialog(tab, tr("Export comparison"))
        dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setNameFilters(list(_FILTERS.values()))
        dialog.setDefaultSuffix("md")
        dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix(_suffix(chosen)[1:]))
        dialog.selectFile(safe_name(tab.title, tr("Comparison")))
        pictures = CheckBox(tr("With small copies of the pictures (Markdown and HTML)"))
        pictures.setChecked(True)
        layout = dialog.layout()
        assert isinstance(layout, QGridLayout)
        layout.addWidget(pictures, layout.rowCount(), 0, 1, -1)
        dialog.fileSelected.connect(
            lambda name: self._chosen(tab, Path(name), dialog.selectedNameFilter(), pictures)
        )
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def write(self, tab: CompareTab, path: Path, *, pictures: bool) -> None:
        """Its end is told to the window."""
        taking = taken(tab.comparison, pictures=pictures)
        self._taking.append(_Taking(path, taking, tab.comparison, tab.title))
        self._timer.start()

    def _take(self) -> None:
        """Some rounds of the first, so that the window has its turns in between."""
        taking = self._taking[0]
        rounds = list(islice(taking.coming, _AT_ONCE))
        taking.rounds += rounds
        if len(rounds) == _AT_ONCE:
            return
        self._taking.pop(0)
        if not self._taking:
            self._timer.stop()
        data = Exported(tuple(taking.rounds), *about(taking.comparison, taking.title))
        Thread(target=self._write, args=(taking.path, data), name="export", daemon=True).start()

    def _chosen(self, tab: CompareTab, path: Path, chosen: str, pictures: QCheckBox) -> None:
        if path.suffix.lower() not in _FILTERS:
            path = path.with_name(path.name + _suffix(chosen))
        if path.suffix.lower() == ".json":
            self.json_wanted.emit(tab.chat_id, path)
            return
        self.write(tab, path, pictures=pictures.isChecked())

    def _write(self, path: Path, data: Exported) -> None:
        try:
            write(path, data)
        except Exception as error:
            # whatever it is, the person has to hear that there is no file
            log.warning("no export", exc_info=True)
            self._mail.post(Written(not_written(path.name, error), "error"))
        else:
            self._mail.post(Written(say("Exported to {name}.", name=path.name)))

    def _tell(self, written: list[Written]) -> None:
        for it in written:
            self._window.show_notice(it.sentence, it.kind, EXPORT)


def _suffix(name_filter: str) -> str:
    return next((it for it, text in _FILTERS.items() if text == name_filter), ".md")
