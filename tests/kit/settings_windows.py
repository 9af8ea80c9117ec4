"""A settings window that keeps its own value, as the application does for it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from ui.settings.settings_window import SettingsWindow
from ui.state.settings import Settings
from ui.state.shortcuts import Shortcut
from ui.state.tool_entry import ServerStatus
from ui.state.workspace import Workspace


class KeptWindow(SettingsWindow):
    """A settings window; `told` has the fields that it set, in order."""

    def __init__(self, workspace: Workspace, **how: Any) -> None:
        super().__init__(workspace, **how)
        self.workspace = workspace
        self.told: list[dict[str, Any]] = []
        workspace.settings_requests.changed.connect(self._keep)

    def value(self) -> Settings:
        return self.workspace.settings.value

    def put(self, value: Settings) -> None:
        self.workspace.settings.set_value(value)

    def set_statuses(self, statuses: Sequence[ServerStatus]) -> None:
        self.workspace.settings.set_statuses(statuses)

    def _keep(self, fields: dict[str, Any]) -> None:
        self.told.append(fields)
        self.put(replace(self.value(), **fields))


def open_window(
    qtbot: QtBot,
    value: Settings,
    statuses: Sequence[ServerStatus] = (),
    page: str = "",
    shortcuts: Sequence[Shortcut] = (),
) -> KeptWindow:
    workspace = Workspace()
    workspace.settings.set_value(value)
    workspace.settings.set_statuses(statuses)
    window = KeptWindow(workspace, page=page, shortcuts=shortcuts)
    window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(window)
    window.show()
    return window
