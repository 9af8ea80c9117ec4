"""Exports and imports as the window shows them: offers to choose from, and their progress."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from engine.frozen import frozen
from ui.state.export_choice import ExportChoice, ExportFormat


@frozen
class ExportOffer:
    """Conversations to export together. `title` names them for people, `file_name` suggests a name
    without a suffix, `forms` are the formats that can hold them."""

    ids: tuple[int, ...]
    title: str
    file_name: str
    forms: tuple[ExportFormat, ...]


class Progress(QObject):
    """The progress of one export or import. `changed` has the done and total pieces of work; total
    is 0 while unknown. `cancelled` comes when a person cancels, `ended` when the work has ended."""

    changed = Signal(int, int)
    cancelled = Signal()
    ended = Signal()

    def __init__(
        self, title: str, cancel_tip: str, quit_question: str, parent: QObject | None = None
    ) -> None:
        """`cancel_tip` tells what cancelling leaves behind, `quit_question` what quitting does."""
        super().__init__(parent)
        self.title = title
        self.cancel_tip = cancel_tip
        self.quit_question = quit_question


class Transfers(QObject):
    """`choice` is that of the last export dialog. `offers_import` offers to import those of dropped
    or pasted files that have conversations, and returns the others. `export_offered` has an
    ExportOffer, `print_offered` the name of a document, also as a file, `started` a Progress, which
    is `running` until it has ended. `changed` comes when one has started or ended."""

    export_offered = Signal(object)
    print_offered = Signal(str)
    started = Signal(object)
    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.choice = ExportChoice()
        self.offers_import = _no_import
        self.running: list[Progress] = []

    def start(self, progress: Progress) -> None:
        self.running.append(progress)
        progress.ended.connect(partial(self._end, progress))
        self.started.emit(progress)
        self.changed.emit()

    def _end(self, progress: Progress) -> None:
        self.running.remove(progress)
        self.changed.emit()


def _no_import(paths: list[Path]) -> list[Path]:
    return paths
