"""The settings as the settings window shows them and the main window follows them."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from ui.state.settings import DiskUsage, Settings
from ui.state.tool_entry import ServerStatus


class SettingsState(QObject):
    """`value` are the settings in use, `statuses` the states of the tool servers, `data_folder` the
    folder with all data, and `usage` its size, None while it is being measured. `keys_changed` and
    `appearance_changed` come after `changed`, if those settings differ. `screen_key_problem` is a
    sentence why the key for the screen is not held, or ""."""

    changed = Signal()
    keys_changed = Signal()
    appearance_changed = Signal()
    statuses_changed = Signal()
    usage_changed = Signal()
    screen_key_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.value = Settings()
        self.statuses: tuple[ServerStatus, ...] = ()
        self.data_folder = ""
        self.usage: DiskUsage | None = None
        self.screen_key_problem = ""

    def set_value(self, value: Settings) -> None:
        former, self.value = self.value, value
        self.changed.emit()
        if value.keys != former.keys:
            self.keys_changed.emit()
        if value.appearance != former.appearance:
            self.appearance_changed.emit()

    def set_statuses(self, statuses: Sequence[ServerStatus]) -> None:
        self.statuses = tuple(statuses)
        self.statuses_changed.emit()

    def set_usage(self, usage: DiskUsage | None) -> None:
        self.usage = usage
        self.usage_changed.emit()

    def set_screen_key_problem(self, sentence: str) -> None:
        self.screen_key_problem = sentence
        self.screen_key_changed.emit()
