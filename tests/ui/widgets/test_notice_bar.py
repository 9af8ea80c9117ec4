"""Notices stand in every window in which a person may cause them."""

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from ui.models.models_window import ModelsWindow
from ui.settings.settings_window import SettingsWindow
from ui.state.workspace import Workspace
from ui.widgets.notice_bar import NoticeBar


@pytest.mark.parametrize("kind", [ModelsWindow, SettingsWindow])
def test_a_window_shows_the_notices_that_the_main_window_has_behind_it(
    qtbot: QtBot, kind: Callable[[Workspace], QWidget]
) -> None:
    workspace = Workspace()
    window = kind(workspace)
    qtbot.addWidget(window)
    window.show()
    [bar] = window.findChildren(NoticeBar)
    assert bar.isHidden()
    workspace.notices.show("There are no models in pictures yet.")
    assert bar.isVisible() and bar.label.text() == "There are no models in pictures yet."
    bar.close_button.click()
    assert bar.isHidden() and workspace.notices.newest is None
