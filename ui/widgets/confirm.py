"""Asks before something is done that a person may not want."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from ui.look.language import tr


def confirm(
    parent: QWidget,
    question: str,
    about: str,
    yes: str,
    then: Callable[[], object],
    *others: tuple[str, Callable[[], object]],
) -> QMessageBox:
    """`then` is called where a person chooses `yes`, and so it is with `others`; Return and Escape
    leave it."""
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.Warning)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(question)
    box.setInformativeText(about)
    for choice, chosen in ((yes, then), *others):
        button = box.addButton(choice, QMessageBox.ButtonRole.DestructiveRole)
        button.clicked.connect(chosen)
    box.setDefaultButton(box.addButton(tr("Cancel"), QMessageBox.ButtonRole.RejectRole))
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()
    return box
