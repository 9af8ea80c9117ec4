"""Notices to the user, as the bar below the header shows them."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from engine.frozen import frozen

# How long a notice is shown: time to see it, to read each letter, and to decide about its action.
SEEN_MS, LETTER_MS, ACTION_MS = 5_000, 60, 12_000
# Notices that are kept until their cause has ended: the oldest of more is dropped. All files of a
# data folder may be damaged at once.
MOST = 10


@frozen
class Notice:
    """`cause` is the key of the notice: a newer one with the same cause replaces it.

    `action` is the label of its button, which calls `do`; `other` and `do_other` are those of a
    second button. An error `stays` until it is dismissed or
    its cause has ended; other notices end by themselves, unless `stays` is set.
    """

    sentence: str
    kind: str = "info"
    cause: str = ""
    action: str = ""
    do: Callable[[], object] | None = None
    stays: bool = False
    other: str = ""
    do_other: Callable[[], object] | None = None

    @property
    def lasts(self) -> bool:
        return self.stays or self.kind == "error"

    @property
    def milliseconds(self) -> int:
        return SEEN_MS + LETTER_MS * len(self.sentence) + (ACTION_MS if self.action else 0)


class Notices(QObject):
    """The notices that have not ended, newest last. The newest is shown; those that last come back
    when it has gone. `told` comes with each new one, `changed` whenever another one is the newest.
    """

    told = Signal()
    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._notices: tuple[Notice, ...] = ()

    @property
    def newest(self) -> Notice | None:
        return self._notices[-1] if self._notices else None

    def show(self, sentence: str, kind: str = "info", cause: str = "") -> None:
        self.tell(Notice(sentence, kind, cause))

    def tell(self, notice: Notice) -> None:
        kept = [it for it in self._notices if it.lasts and not _replaces(notice, it)]
        self._notices = (*kept[-MOST + 1 :], notice)
        self.changed.emit()
        self.told.emit()

    def end(self, cause: str) -> None:
        """Take back the notices with this cause; other notices stay."""
        kept = tuple(it for it in self._notices if it.cause != cause)
        if kept != self._notices:
            self._notices = kept
            self.changed.emit()

    def dismiss(self) -> None:
        """Remove the notice that is shown."""
        self._notices = self._notices[:-1]
        self.changed.emit()


def _replaces(new: Notice, old: Notice) -> bool:
    return new.sentence == old.sentence or bool(new.cause and new.cause == old.cause)
