"""The settings of a folder show why a file was not added, or why they are not saved."""

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from engine.messages import Media, MediaKind
from engine.sentences import say
from tests.kit.translations import in_other_words
from ui.state.attachment import Attachment
from ui.state.conversation_entry import Folder
from ui.state.folder_settings import FolderSettings
from ui.state.workspace import Workspace
from ui.window.folder_sheet import FolderSheet


def test_a_refused_file_is_told_in_the_language_of_the_window(qtbot: QtBot) -> None:
    workspace = Workspace()
    sheet = FolderSheet(workspace, Folder(3, "Trips"), None)  # type: ignore[arg-type]
    qtbot.addWidget(sheet)
    with in_other_words({"{name} is empty.": ("{name} ist leer.",)}):
        workspace.history.folder_files_read.emit(3, (), say("{name} is empty.", name="a.txt"))
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


def test_a_file_is_added_once(qtbot: QtBot, tmp_path: Path) -> None:
    workspace = Workspace()
    sheet = FolderSheet(workspace, Folder(3, "Trips"), None)  # type: ignore[arg-type]
    qtbot.addWidget(sheet)
    plan, more = (
        Attachment(Media(MediaKind.TEXT, tmp_path / it), QImage(), it)
        for it in ("plan.txt", "b.txt")
    )
    workspace.history.folder_settings_read.emit(3, FolderSettings(attachments=(plan,)))
    sheet.offer(["/plan.txt"])
    workspace.history.folder_files_read.emit(3, (replace(plan), more), "")
    assert [sheet.files.item(it).text() for it in range(sheet.files.count())] == [
        "plan.txt",
        "b.txt",
    ]
    assert sheet.problem.text() == "plan.txt is in the list already."


def test_a_lost_file_is_named_once(qtbot: QtBot, tmp_path: Path) -> None:
    workspace = Workspace()
    sheet = FolderSheet(workspace, Folder(3, "Trips"), None)  # type: ignore[arg-type]
    qtbot.addWidget(sheet)
    plan = Attachment(Media(MediaKind.TEXT, tmp_path / "plan.txt"), QImage(), "plan.txt", "1 kB")
    caption = "plan.txt is no longer there"
    files = (plan, replace(plan, caption=caption, lost=True))
    workspace.history.folder_settings_read.emit(3, FolderSettings(attachments=files))
    shown = [sheet.files.item(it).text() for it in range(sheet.files.count())]
    assert shown == ["plan.txt · 1 kB", caption]


def test_a_folder_is_not_saved_without_a_name(qtbot: QtBot) -> None:
    workspace = Workspace()
    sheet = FolderSheet(workspace, Folder(3, "Trips"), None)  # type: ignore[arg-type]
    qtbot.addWidget(sheet)
    sheet.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    sheet.show()
    requests = workspace.history_requests
    saved, renamed = QSignalSpy(requests.folder_settings_set), QSignalSpy(requests.folder_renamed)
    sheet.name.setText("  ")
    sheet.save()
    assert sheet.isVisible() and saved.count() == renamed.count() == 0
    assert sheet.problem.text() == "Type a name first."
    qtbot.keyClicks(sheet.name, "Tours")
    assert sheet.problem.isHidden()
    sheet.save()
    assert sheet.isHidden() and saved.count() == 1 and renamed.at(0) == [3, "Tours"]


def test_the_dialog_for_files_shows_texts_at_once(qtbot: QtBot) -> None:
    sheet = FolderSheet(Workspace(), Folder(3, "Trips"), None)  # type: ignore[arg-type]
    qtbot.addWidget(sheet)
    sheet.add_button.click()
    [dialog] = sheet.findChildren(QFileDialog)
    assert "*.txt" in dialog.selectedNameFilter() and "*.png" in dialog.selectedNameFilter()
    dialog.reject()
