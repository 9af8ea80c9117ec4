"""The settings of a folder show why a file was not added."""

from typing import Any

from PySide6.QtCore import QTranslator
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from engine.sentences import say
from ui.state.conversation_entry import Folder
from ui.state.workspace import Workspace
from ui.window.folder_sheet import FolderSheet


class German(QTranslator):
    def translate(
        self, context: str, sourceText: str, disambiguation: str | None = None, n: int = -1
    ) -> Any:
        return "{name} ist leer." if sourceText == "{name} is empty." else None


def test_a_refused_file_is_told_in_the_language_of_the_window(
    qtbot: QtBot, qapp: QApplication
) -> None:
    workspace, words = Workspace(), German()
    sheet = FolderSheet(workspace, Folder(3, "Trips"), None)  # type: ignore[arg-type]
    qtbot.addWidget(sheet)
    assert qapp.installTranslator(words)
    workspace.history.folder_files_read.emit(3, (), say("{name} is empty.", name="a.txt"))
    qapp.removeTranslator(words)
    assert sheet.problem.text() == "a.txt ist leer."


def test_every_refused_file_keeps_its_reason(qtbot: QtBot) -> None:
    workspace = Workspace()
    sheet = FolderSheet(workspace, Folder(3, "Trips"), None)  # type: ignore[arg-type]
    qtbot.addWidget(sheet)
    sheet.offer(["/a.pdf", "/b.txt"])
    workspace.history.folder_files_read.emit(3, (), "a.pdf is damaged.")
    workspace.history.folder_files_read.emit(3, (), "b.txt is empty.")
    assert sheet.problem.text() == "a.pdf is damaged.\nb.txt is empty."
    sheet.offer(["/c.txt"])
    assert sheet.problem.text() == ""


def test_the_dialog_for_files_shows_texts_at_once(qtbot: QtBot) -> None:
    sheet = FolderSheet(Workspace(), Folder(3, "Trips"), None)  # type: ignore[arg-type]
    qtbot.addWidget(sheet)
    sheet.add_button.click()
    [dialog] = sheet.findChildren(QFileDialog)
    assert "*.txt" in dialog.selectedNameFilter() and "*.png" in dialog.selectedNameFilter()
    dialog.reject()
