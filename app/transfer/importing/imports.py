"""Conversations of files that a person chose come here: read by a thread, saved by the store."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from threading import Semaphore
from typing import Any

from PySide6.QtCore import QObject, QStandardPaths, Signal
from PySide6.QtWidgets import QFileDialog

from app.attachments.kept_files import Files
from app.database.reader import Reader
from app.database.store import Store
from app.records.chat_settings import ChatSettings, read
from app.records.rounds import kept_round
from app.records.turns import ROUNDS, turns_of
from app.transfer.bundle import Bundle
from app.transfer.importing.landing import Landing
from app.transfer.importing.matching import Arrival, Matching
from app.transfer.importing.report import Report
from app.transfer.importing.sources import Source
from app.transfer.whole_file import Cancelled
from app.transfer.work import Ended, Work
from engine.sentences import Sentence, say, say_all
from ui.exchange.import_dialog import ImportDialog
from ui.language import tr
from ui.state.conversation_entry import Folder
from ui.window.main_window import MainWindow

log = logging.getLogger(__name__)

# Conversations that are on their way to the disk.
_ON_THE_WAY = 8
# The cause of notices.
IMPORT = "import"
LMSTUDIO = Path(".lmstudio") / "conversations"

# The other files of an export of everything, by their names; says what came of it.
TakeKept = Callable[[dict[str, Any]], str]


@dataclass(frozen=True)
class _Kept:
    folders: tuple[Folder, ...]
    tabs: dict[str, Any]
    values: dict[str, Any]


class Imports(QObject):
    """`grown` has the ids of conversations that were here and got what is new, `tabs_came` the
    state of the tabs of where all comes from, both once it is on the disk."""

    grown = Signal(object)
    tabs_came = Signal(object)

    def __init__(
        self,
        window: MainWindow,
        store: Store,
        files: Files,
        settle: Callable[[], None],
        take_kept: TakeKept,
    ) -> None:
        super().__init__(window)
        self._settle = settle
        self._window = window
        self._store = store
        self._files = files
        self._take_kept = take_kept
        self._work: Work | None = None

    def choose(self) -> ImportDialog:
        """What can be imported; then which file or folder."""
        home = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.HomeLocation)
        place = Path(home) / LMSTUDIO
        dialog = ImportDialog(str(place) if place.is_dir() else "", self._window)
        dialog.file_wanted.connect(partial(self._choose_path, folder=False))
        dialog.folder_wanted.connect(partial(self._choose_path, folder=True))
        dialog.place_wanted.connect(lambda name: self.take(Path(name)))
        dialog.open()
        return dialog

    def take(self, path: Path) -> Work | None:
        """All conversations in it; one at a time."""
        if self._work is not None:
            self._window.show_notice(tr("An import is under way already."), cause=IMPORT)
            return None
        if self._store.read_only or self._store.problem:
            why = self._store.problem or tr("This version may not write it.")
            self._window.show_notice(
                say("Nothing can be imported now, as nothing can be saved. {why}", why=why),
                "error",
                IMPORT,
            )
            return None
        self._window.end_notice(IMPORT)
        room = Semaphore(_ON_THE_WAY)
        work = self._work = Work(
            tr("Importing"), tr("End this; what has come so far stays"), self._window
        )
        landing = Landing(self._store, room, work)
        notes: list[str] = []
        work.told.connect(partial(self._land, landing, notes))
        work.ended.connect(partial(self._tell, work, landing, notes))
        self._settle()
        self._store.flush()
        work.start(partial(self._run, path, room, landing), path, _not_imported)
        return work

    def close(self, timeout: float) -> bool:
        return self._work is None or self._work.cancel(timeout)

    # --- on the thread -------------------------------------------------------------------

    def _run(self, path: Path, room: Semaphore, landing: Landing, work: Work) -> str:
        report = Report()
        source = Source(path, self._files, report, work.check)
        reader = Reader(self._store.database_path)
        try:
            matching = Matching(reader)
            for bundle in source.bundles():
                arrival = matching.arrival(self._sound(bundle, report))
                report.count(arrival)
                if arrival.changes:
                    _wait(room, work)
                work.post(arrival)
                work.tell(report.seen, source.total)
        except Cancelled:
            report.notes.append(
                say("Cancelled: the rest was not imported. Import it again to have it all.")
            )
        else:
            work.post(_Kept(source.folders, source.tabs, source.kept))
        finally:
            reader.close()
        _wait_all(room, work)
        for arrival in landing.failed:
            report.count(arrival, -1)
            report.unsaved += 1
        return report.sentence()

    def _sound(self, bundle: Bundle, report: Report) -> Bundle:
        """What would keep it from being opened is left out."""
        kept = []
        for message in bundle.messages:
            try:
                if message.branch == ROUNDS:
                    kept_round(message, self._files)
                else:
                    turns_of([message], self._files)
            except (ValueError, TypeError, LookupError, OverflowError, RecursionError):
                log.warning("a message of an import is damaged", exc_info=True)
                report.not_understood[say("damaged messages")] += 1
                message = replace(message, data="{}")
            kept.append(message)
        record = bundle.record
        try:
            read(ChatSettings, record.settings)
        except (TypeError, OverflowError, RecursionError):
            record = replace(record, settings="{}")
        return replace(bundle, messages=tuple(kept), record=record)

    # --- on the Qt thread ----------------------------------------------------------------

    def _land(self, landing: Landing, notes: list[str], told: object) -> None:
        if isinstance(told, Arrival):
            landing.take(told)
        elif isinstance(told, _Kept):
            for folder in told.folders:
                landing.take_folder(folder)
            landing.tabs = told.tabs
            if told.values:
                notes.append(self._take_kept(told.values))

    def _tell(self, work: Work, landing: Landing, notes: list[str], ended: Ended) -> None:
        self._work = None
        work.deleteLater()
        landing.show()
        if landing.grown:
            self.grown.emit(frozenset(landing.grown))
        if landing.tabs:
            self.tabs_came.emit(landing.tabs_here())
        self._window.show_notice(say_all([ended.sentence, *notes]), ended.kind, IMPORT)

    def _choose_path(self, folder: bool) -> QFileDialog:
        dialog = QFileDialog(self._window, tr("Import"))
        if folder:
            dialog.setFileMode(QFileDialog.FileMode.Directory)
        else:
            dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
            words = tr("Conversations ({pattern})").format(pattern="*.json *.zip")
            dialog.setNameFilters([words, tr("All files ({pattern})").format(pattern="*")])
        dialog.fileSelected.connect(lambda name: self.take(Path(name)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog


def _wait(room: Semaphore, work: Work) -> None:
    """Raises Cancelled."""
    while not room.acquire(timeout=0.1):
        work.check()


def _wait_all(room: Semaphore, work: Work) -> None:
    """Until what was handed over is on the disk, or is known not to come there now."""
    for _ in range(_ON_THE_WAY):
        while not room.acquire(timeout=0.1):
            if work.left.is_set():
                return


def _not_imported(name: str, error: Exception) -> Sentence:
    why = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return say("{name} could not be imported: {why}.", name=name, why=str(why).rstrip("."))
