"""The dialogs that ask for the place of an import lead to it."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from ui.exchange.transfer_dialogs import TransferDialogs
from ui.state.workspace import Workspace


@pytest.mark.parametrize("kind", ["presets", "prompts"])
def test_the_files_that_a_person_chooses_are_imported(
    qtbot: QtBot, tmp_path: Path, kind: str
) -> None:
    workspace, window = Workspace(), QWidget()
    qtbot.addWidget(window)
    TransferDialogs(workspace, window)
    files = [str(tmp_path / name) for name in ("a.json", "b.json")]
    imported = list[list[str]]()
    getattr(workspace.transfer_requests, f"{kind}_imported").connect(imported.append)

    getattr(workspace, kind).import_wanted.emit()

    [dialog] = window.findChildren(QFileDialog)
    dialog.filesSelected.emit(files)
    assert imported == [files]
