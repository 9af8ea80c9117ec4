"""The settings as they are used: changed in a dialog, kept in a file, applied."""

from pathlib import Path

from PySide6.QtCore import QObject

from app import logs, settings
from ui.main_window import MainWindow
from ui.settings import Settings
from ui.settings_dialog import SettingsDialog

RESTART = "Start Duologue again to use the new memory limit."


class Preferences(QObject):
    def __init__(self, window: MainWindow, folder: Path, value: Settings) -> None:
        super().__init__(window)
        self._window = window
        self._folder = folder
        self._value = value
        self._used_limit = value.memory_limit_gb
        window.settings_requested.connect(self.open)

    def open(self) -> None:
        if self._window.findChild(SettingsDialog):
            return
        dialog = SettingsDialog(self._value, self._window)
        dialog.accepted.connect(lambda: self._take(dialog.value()))
        dialog.open()

    def _take(self, value: Settings) -> None:
        former, self._value = self._value, value
        # also where it is as before: the command line may have set another
        logs.set_level(value.log_level)
        try:
            settings.save(self._folder, value)
        except OSError as error:
            self._window.show_notice(
                f"The settings could not be saved in {self._folder}: {error.strerror}.", "error"
            )
            return
        if value.memory_limit_gb not in (former.memory_limit_gb, self._used_limit):
            self._window.show_notice(RESTART)
