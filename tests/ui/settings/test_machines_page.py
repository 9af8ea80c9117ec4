"""The settings page about models on several machines."""

from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from ui.settings.settings_machines import MachinesPage
from ui.state.library_state import LibraryModel, Place
from ui.state.settings import Settings
from ui.state.workspace import Workspace


@pytest.fixture
def workspace(qtbot: QtBot) -> Workspace:
    made = Workspace()
    models = (
        LibraryModel("/a", "a", Place.ADDED),
        LibraryModel("/b", "b", Place.ADAPTER),
        LibraryModel("/c", "c", Place.OWN, problem="broken"),
    )
    made.library.models = models
    return made


def test_machines_and_models_are_chosen(workspace: Workspace, qtbot: QtBot) -> None:
    page = MachinesPage(workspace)
    qtbot.addWidget(page)
    changes: list[dict[str, Any]] = []
    workspace.settings_requests.changed.connect(changes.append)
    page.put(Settings(spread_models=("/away",)))
    assert list(page.boxes) == ["/a"]
    assert not page.test.isEnabled()
    page.hosts.setText("mac2.local  -oProxyCommand=x")
    page.hosts.editingFinished.emit()
    assert changes == []
    page.hosts.setText("mac2.local anna@mac3")
    page.hosts.editingFinished.emit()
    page.boxes["/a"].click()
    assert changes == [
        {"machines": ("mac2.local", "anna@mac3")},
        {"spread_models": ("/away", "/a")},
    ]


def test_names_with_ampersands_are_whole_and_have_their_folder(qtbot: QtBot) -> None:
    workspace = Workspace()
    folder = "/m/Qwen & co"
    workspace.library.models = (LibraryModel(folder, "Qwen & co", Place.ADDED),)
    page = MachinesPage(workspace)
    qtbot.addWidget(page)
    # “&&” is shown as “&”, and “& ” as an underlined space.
    assert page.boxes[folder].text() == "Qwen && co"
    assert "Qwen &amp; co" in page.boxes[folder].toolTip()


def test_models_of_the_same_name_are_named_with_their_makers(qtbot: QtBot) -> None:
    workspace = Workspace()
    ids = ("/m/ada/Qwen", "/m/bob/Qwen", "/m/ada/Gemma")
    models = (LibraryModel(it, it.rpartition("/")[2], Place.ADDED) for it in ids)
    workspace.library.models = tuple(models)
    page = MachinesPage(workspace)
    qtbot.addWidget(page)
    assert [it.text() for it in page.boxes.values()] == ["ada/Qwen", "bob/Qwen", "Gemma"]


def test_a_test_is_asked_for_and_shown(workspace: Workspace, qtbot: QtBot) -> None:
    page = MachinesPage(workspace)
    qtbot.addWidget(page)
    page.put(Settings(machines=("localhost",)))
    with qtbot.waitSignal(workspace.machines.tested):
        page.test.click()
    workspace.machines.show_test(("localhost is there.",), runs=True)
    assert page.result.toPlainText() == "localhost is there.\nContacting the machines…"
    assert not page.test.isEnabled()
    workspace.machines.show_test(("localhost is there.",), runs=False)
    assert page.test.isEnabled()


def test_a_copy_is_asked_for_and_stopped(workspace: Workspace, qtbot: QtBot) -> None:
    page = MachinesPage(workspace)
    qtbot.addWidget(page)
    # A second process of this computer has the same files.
    page.put(Settings(machines=("localhost",), spread_models=("/a",)))
    assert not page.copy.isEnabled()
    page.put(Settings(machines=("mac2.local",), spread_models=("/a",)))
    with qtbot.waitSignal(workspace.machines.copied):
        page.copy.click()
    workspace.machines.copies = True
    workspace.machines.show_test(("a to mac2.local: 4 %",), runs=True)
    assert page.result.toPlainText() == "a to mac2.local: 4 %"
    assert not page.copy.isEnabled() and not page.stop.isHidden()
    with qtbot.waitSignal(workspace.machines.stopped):
        page.stop.click()
