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


class KeptWindow(SettingsWindow):
    """A settings window; `told` has the fields that it set, in order."""

    def __init__(self, value: Settings, **how: Any) -> None:
        super().__init__(value, **how)
        self._value = value
        self.told: list[dict[str, Any]] = []
        self.changed.connect(self._keep)

    def value(self) -> Settings:
        return self._value

    def _keep(self, fields: dict[str, Any]) -> None:
        self.told.append(fields)
        self._value = replace(self._value, **fields)
        self.put(self._value)


def open_window(
    qtbot: QtBot,
    value: Settings,
    statuses: Sequence[ServerStatus] = (),
    page: str = "",
    shortcuts: Sequence[Shortcut] = (),
) -> KeptWindow:
    window = KeptWindow(value, statuses=statuses, page=page, shortcuts=shortcuts)
    window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(window)
    window.show()
    return window
