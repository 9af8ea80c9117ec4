"""Fields of plain text, and what they put on the clipboard."""

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QTextOption
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit

from ui.widgets.drop_overlay import copy_from_others, local_files


def copied_data(text: str) -> QMimeData:
    """Return data that has this text alone.

    The clipboard outlives the interpreter, and an object created in Python would crash at exit, so
    this is Qt's own. It is not that of the selection: Qt would write the text as Markdown too,
    which takes seconds for a line of 100,000 characters.
    """
    field = QPlainTextEdit("-")
    field.selectAll()
    data = field.createMimeDataFromSelection()
    # Qt fills in the data only when it is requested.
    data.text()
    for name in data.formats():
        data.removeFormat(name)
    data.setText(text)
    return data


class PlainField(QPlainTextEdit):
    """Copies its text alone, and takes dropped text, but no files, whose addresses nobody wants as
    its text."""

    def setPlaceholderText(self, text: str) -> None:
        """Set the text of the empty field, and paint it, which Qt does only for the first one."""
        super().setPlaceholderText(text)
        self.viewport().update()

    def insert_and_show(self, text: str) -> None:
        """Insert a text at the cursor, and scroll to its end, which Qt does only for typed text."""
        self.insertPlainText(text)
        self.ensureCursorVisible()

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

    def createMimeDataFromSelection(self) -> QMimeData:
        return copied_data(self.textCursor().selection().toPlainText())


class FormField(PlainField):
    """A field among others, which Tab leaves. `name` is what a screen reader says."""

    def __init__(self, name: str = "", text: str = "") -> None:
        super().__init__(text)
        self.setProperty("kind", "field")
        self.setTabChangesFocus(True)
        self.setAccessibleName(name)


class PlainLine(QLineEdit):
    """A field of one line, which takes dropped text as `PlainField` does."""

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


def read_only_field(name: str) -> FormField:
    """Return a field whose text can be selected with the mouse and with keys."""
    field = FormField(name)
    field.setReadOnly(True)
    flags = Qt.TextInteractionFlag
    field.setTextInteractionFlags(flags.TextSelectableByMouse | flags.TextSelectableByKeyboard)
    field.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    return field
