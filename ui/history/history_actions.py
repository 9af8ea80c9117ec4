"""The actions on conversations that the history emits."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QKeySequence

if TYPE_CHECKING:
    from collections.abc import Callable


class HistoryActions(QObject):
    """Tuples are ids of conversations. `open_requested` has one and the message to go to, or 0;
    `move_requested` the folder, or 0 for none. `purge_requested` is about deleting for
    good what is in Recently Deleted, `empty_requested` about all of that."""

    open_requested = Signal(int, int)
    rename_requested = Signal(int, str)
    pin_requested = Signal(tuple, bool)
    archive_requested = Signal(tuple, bool)
    move_requested = Signal(tuple, int)
    new_folder_requested = Signal(str, tuple)
    rename_folder_requested = Signal(int, str)
    delete_folder_requested = Signal(int)
    export_requested = Signal(tuple)
    delete_requested = Signal(tuple)
    restore_requested = Signal(tuple)
    purge_requested = Signal(tuple)
    empty_requested = Signal()
    undo_requested = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        # What the menu says that renames, which a person may have changed.
        self.rename_keys: Callable[[], QKeySequence] = QKeySequence
