"""Reports of faults, as the window shows them. They stay on this computer."""

from PySide6.QtCore import QObject, Signal

from engine.frozen import frozen


@frozen
class CrashReport:
    """`name` is its key, `started` when the run began that had the fault, and `text` all that the
    report says. `ended`: the fault ended the program."""

    name: str
    started: str
    text: str
    ended: bool


class CrashReports(QObject):
    """The kept reports, newest first. `told` has a sentence about a report that was saved or could
    not be."""

    changed = Signal()
    told = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.reports: tuple[CrashReport, ...] = ()

    def set_reports(self, reports: tuple[CrashReport, ...]) -> None:
        if reports != self.reports:
            self.reports = reports
            self.changed.emit()
