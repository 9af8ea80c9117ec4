"""The field for words that are searched."""

from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QLineEdit, QToolButton

from ui.look.language import tr
from ui.widgets.drop_overlay import copy_from_others, local_files


class SearchLine(QLineEdit):
    """A field that can be cleared by a button, and leaves dropped files to its window. `about` is
    what a screen reader says, by default the `hint` that an empty field shows."""

    def __init__(self, hint: str, about: str = "") -> None:
        super().__init__()
        self.setPlaceholderText(hint)
        self.setAccessibleName(about or hint)
        self.setClearButtonEnabled(True)

    def setClearButtonEnabled(self, enable: bool) -> None:
        """Qt makes the button anew, without a name."""
        super().setClearButtonEnabled(enable)
        for button in self.findChildren(QToolButton):
            button.setAccessibleName(tr("Clear the search"))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if local_files(event.mimeData()):
            event.ignore()
        else:
            super().dragEnterEvent(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        super().dragMoveEvent(event)
        copy_from_others(event)

    def dropEvent(self, event: QDropEvent) -> None:
        super().dropEvent(event)
        copy_from_others(event)
