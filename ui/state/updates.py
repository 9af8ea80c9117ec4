"""Newer versions of the program, as the window shows them."""

from enum import Enum

from PySide6.QtCore import QObject, Signal

from engine.frozen import frozen


class UpdateStep(Enum):
    """NONE: not asked yet. FOUND: there is a newer version, and OPENABLE: its file is downloaded
    and its signature is right."""

    NONE = "none"
    CHECKING = "checking"
    NEWEST = "newest"
    FOUND = "found"
    DOWNLOADING = "downloading"
    OPENABLE = "openable"
    FAILED = "failed"


@frozen
class Release:
    """`page` is the address of the release for people. `notes` are Markdown by its publisher.
    `asset` is the name of the file for this system, "" if nothing can be downloaded; `size` is in
    bytes."""

    version: str
    page: str
    notes: str = ""
    asset: str = ""
    size: int = 0


@frozen
class UpdateStatus:
    """`problem` is the sentence of a failure, `done` the bytes that have arrived, and `path` the
    downloaded file."""

    step: UpdateStep = UpdateStep.NONE
    release: Release | None = None
    done: int = 0
    path: str = ""
    problem: str = ""


class Updates(QObject):
    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.status = UpdateStatus()

    def set_status(self, status: UpdateStatus) -> None:
        if status != self.status:
            self.status = status
            self.changed.emit()
