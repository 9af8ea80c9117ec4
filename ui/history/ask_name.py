"""Asks for the name of a folder."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog, QLineEdit, QWidget

from ui.look.language import tr

MOST = 80


def ask_name(
    parent: QWidget, title: str, done: Callable[[str], object], name: str = ""
) -> QInputDialog:
    """`done` is called with one that is not empty."""
    dialog = QInputDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(title)
    dialog.setLabelText(tr("Name of the folder:"))
    dialog.setTextValue(name)
    if field := dialog.findChild(QLineEdit):
        field.setMaxLength(MOST)

    def take(text: str) -> None:
        if given := " ".join(text.split()):
            done(given)

    dialog.textValueSelected.connect(take)
    dialog.open()
    return dialog
