"""Addresses in answers."""

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMessageBox, QWidget

from ui.language import tr


def ask_to_open(link: str, window: QWidget) -> None:
    """A link in an answer is a model's word: the address is shown before anything opens."""
    url = QUrl(link)
    box = QMessageBox(window)
    box.setIcon(QMessageBox.Icon.Question)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(tr("Open {host} in the browser?").format(host=url.host()))
    box.setInformativeText(url.toString(QUrl.ComponentFormattingOption.FullyEncoded))
    box.setStandardButtons(QMessageBox.StandardButton.Open | QMessageBox.StandardButton.Cancel)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.accepted.connect(lambda: QDesktopServices.openUrl(url))
    box.open()
