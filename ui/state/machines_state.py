"""The machines that run models together, as the settings show their test."""

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal


class MachinesState(QObject):
    """`lines` are sentences about the machines and models, of the last test or copy; it `runs`
    while some are missing, and `copies` if those are about a copy. A person asks for a test with
    `tested`, for the chosen models to be copied with `copied`, and ends either with `stopped`."""

    changed = Signal()
    tested = Signal()
    copied = Signal()
    stopped = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.lines: tuple[str, ...] = ()
        self.runs = self.copies = False

    def show_test(self, lines: Iterable[str], *, runs: bool) -> None:
        self.lines, self.runs = tuple(lines), runs
        self.changed.emit()
