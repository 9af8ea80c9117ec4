"""Tells a person why no window appears, in a window of its own where nobody sees the terminal."""

import sys

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMessageBox

from app.desktop.translation import install_translators
from engine.sentences import say
from ui.look.language import translated

FAULT = say(
    "Duologue quit because of an error. What you wrote is kept. Start Duologue again to see a "
    "report."
)


def tell_failure(sentence: str) -> None:
    """Write a sentence to the terminal, or show it and return once it is closed."""
    sys.stderr.write(f"{sentence}\n")
    if not sys.stderr.isatty():
        application = QApplication.instance()
        if application is None:
            application = QApplication(sys.argv[:1])
            # The settings, which name another language, may not be readable.
            install_translators(application, language="")
        if isinstance(application, QApplication):
            _show(sentence)


def _show(sentence: str) -> None:
    if QGuiApplication.platformName() == "offscreen":
        return
    box = QMessageBox(QMessageBox.Icon.Critical, "Duologue", translated(sentence))
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.exec()
