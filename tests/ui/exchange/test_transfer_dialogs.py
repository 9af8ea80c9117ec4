"""The dialogs that ask for the place of an import lead to it."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from ui.exchange.export_dialog import ExportDialog
from ui.exchange.transfer_dialogs import TransferDialogs
from ui.state.export_choice import ExportFormat
from ui.state.transfers import ExportOffer
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


def test_an_export_is_asked_for_over_the_window_in_front(qtbot: QtBot) -> None:
    workspace, window = Workspace(), QWidget()
    results = QDialog(window)
    qtbot.addWidget(window)
    TransferDialogs(workspace, window)
    window.show()
    with qtbot.waitActive(results):
        results.show()
    offer = ExportOffer((1,), "Cats", "Cats", (ExportFormat.MARKDOWN,))
    workspace.transfers.export_offered.emit(offer)
    [dialog] = results.findChildren(ExportDialog)
    dialog.accept()
    [place] = results.findChildren(QFileDialog)
    place.reject()
