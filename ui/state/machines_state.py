"""The machines that run models together, as the settings show their test."""

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal


class MachinesState(QObject):
    """`lines` are sentences about the machines and models, of the last test; it `runs` while some
    are missing. A person asks for a test with `tested`."""

    changed = Signal()
    tested = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.lines: tuple[str, ...] = ()
        self.runs = False

    def show_test(self, lines: Iterable[str], *, runs: bool) -> None:
        self.lines, self.runs = tuple(lines), runs
        self.changed.emit()
