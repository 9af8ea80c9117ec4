"""File dialogs begin where a person was last."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from ui.widgets import file_dialog


@pytest.fixture
def window(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> QWidget:
    """A window of a person with a folder for documents."""
    monkeypatch.setattr(file_dialog, "_last", "")
    documents = tmp_path / "Documents"
    documents.mkdir()
    locations = file_dialog.QStandardPaths
    monkeypatch.setattr(locations, "writableLocation", lambda _: str(documents))
    window = QWidget()
    qtbot.addWidget(window)
    return window


def test_a_dialog_begins_in_documents_and_then_in_the_last_folder(
    window: QWidget, tmp_path: Path
) -> None:
    first = file_dialog.file_dialog(window, "Open")
    assert Path(first.directory().path()) == tmp_path / "Documents"
    chosen = tmp_path / "photos"
    chosen.mkdir()
    (chosen / "a.png").touch()
    first.setFileMode(QFileDialog.FileMode.ExistingFiles)
    first.filesSelected.emit([str(chosen / "a.png")])
    assert Path(file_dialog.file_dialog(window, "Save").directory().path()) == chosen
    (chosen / "a.png").unlink()
    chosen.rmdir()
    assert file_dialog.folder_to_begin() == str(tmp_path / "Documents"), "it is gone"


def test_after_a_folder_was_chosen_the_next_dialog_begins_around_it(
    window: QWidget, tmp_path: Path
) -> None:
    """A model's folder is no place to save a chat."""
    chosen = tmp_path / "a-model"
    chosen.mkdir()
    file_dialog.file_dialog(window, "Folder").fileSelected.emit(str(chosen))
    assert file_dialog.last_folder() == str(tmp_path)
