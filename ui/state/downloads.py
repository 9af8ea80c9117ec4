"""The downloads of models, as the models window shows them."""

from collections.abc import Iterable
from enum import Enum

from PySide6.QtCore import QObject, Signal

from engine.frozen import frozen
from engine.messages import say


class DownloadPhase(Enum):
    QUEUED = say("waiting")
    RUNNING = say("downloading")
    CHECKING = say("checking")
    PAUSED = say("paused")
    FAILED = say("failed")
    DONE = say("done")


@frozen
class Download:
    """One model that is downloaded, or was. Sizes in bytes.

    `folder` is where it goes: the id of the model. `models_folder` is the folder of all models that
    was chosen when it began, "" for the standard one. `rate` is the steady speed in bytes per
    second and `seconds_left` the time that is left, None until they are stable. `problem` is a
    sentence about a failure, or about what is waited for; `disk_away` if it failed for want of its
    disk.
    """

    repository: str
    revision: str
    folder: str
    phase: DownloadPhase = DownloadPhase.QUEUED
    done: int = 0
    total: int = 0
    rate: float | None = None
    seconds_left: float | None = None
    problem: str = ""
    models_folder: str = ""
    disk_away: bool = False

    @property
    def active(self) -> bool:
        return self.phase in (DownloadPhase.QUEUED, DownloadPhase.RUNNING, DownloadPhase.CHECKING)


class Downloads(QObject):
    """`items` are in the order of the queue. `finished` has a Download that has just ended well."""

    changed = Signal()
    finished = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.items: tuple[Download, ...] = ()

    @property
    def moving(self) -> bool:
        """Return True while bytes arrive, or are about to: not while the network is away."""
        return any(
            it.phase is DownloadPhase.CHECKING
            or (it.phase is DownloadPhase.RUNNING and (bool(it.rate) or not it.problem))
            for it in self.items
        )

    def find(self, repository: str) -> Download | None:
        return next((it for it in self.items if it.repository == repository), None)

    def set_items(self, items: Iterable[Download]) -> None:
        self.items = tuple(items)
        self.changed.emit()
