"""Every window of its own closes by the same keys."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.messages import Channel, Traced
from ui.compare.differences import DifferencesWindow
from ui.compare.results_window import ResultsWindow
from ui.inspect.inspect_window import InspectWindow
from ui.models.models_window import ModelsWindow
from ui.settings.settings_window import SettingsWindow
from ui.state.comparison import Comparison
from ui.state.turn import Turn
from ui.state.updates import Release, UpdateStatus, UpdateStep
from ui.state.workspace import Workspace
from ui.window.about_window import AboutWindow
from ui.window.crash_window import CrashWindow
from ui.window.licences_window import LicencesWindow
from ui.window.manual_window import ManualWindow
from ui.window.shortcut_list import ShortcutList
from ui.window.update_window import UpdateWindow


def inspected_turn() -> Turn:
    turn = Turn("assistant")
    turn.traces = (Traced(1, "", "Prompt", Channel.CONTENT, ()),)
    return turn


def update_window(workspace: Workspace, parent: QWidget) -> UpdateWindow:
    release = Release("2.0", "https://example.com")
    workspace.updates.set_status(UpdateStatus(UpdateStep.FOUND, release))
    return UpdateWindow(workspace, parent)


WINDOWS: dict[str, Callable[[Workspace, QWidget], QWidget]] = {
    "about": AboutWindow,
    "crash reports": CrashWindow,
    "differences": lambda _, parent: DifferencesWindow(Comparison(parent), parent),
    "inspector": lambda workspace, parent: InspectWindow(
        inspected_turn(), "Title", workspace.model_requests, parent
    ),
    "licenses": LicencesWindow,
    "manual": lambda workspace, parent: ManualWindow(workspace.link_opened, parent),
    "models": ModelsWindow,
    "results": lambda workspace, parent: ResultsWindow(
        Comparison(parent), workspace.transfer_requests, workspace.notices, parent
    ),
    "settings": SettingsWindow,
    "shortcuts": lambda workspace, parent: ShortcutList(
        (), {}, workspace.settings_requests, parent
    ),
    "update": update_window,
}


@pytest.mark.parametrize("name", WINDOWS)
def test_a_window_closes_by_the_usual_keys(qtbot: QtBot, name: str) -> None:
    parent, workspace = QWidget(), Workspace()
    qtbot.addWidget(parent)
    window = WINDOWS[name](workspace, parent)
    with qtbot.waitActive(window):
        window.show()
    QTest.keyClick(window, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    assert not window.isVisible()
