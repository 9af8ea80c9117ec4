"""The window that lists every command with its keys."""

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QWidget

from ui.look.language import tr
from ui.state.requests import SettingsRequests
from ui.state.shortcuts import Shortcut
from ui.widgets.buttons import push_button
from ui.widgets.command_table import CommandTable
from ui.widgets.layouts import resize_window, vbox
from ui.widgets.own_window import begin_window

SIZE = QSize(680, 520)


class ShortcutList(QDialog):
    """`keys` are those that a person has chosen, by command id."""

    def __init__(
        self,
        shortcuts: Iterable[Shortcut],
        keys: Mapping[str, str],
        requests: SettingsRequests,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        begin_window(self, tr("Keyboard shortcuts"))
        self.list = CommandTable(shortcuts, keys)
        self.change = push_button(tr("Change…"), tr("Change shortcuts in Settings"))
        shut = push_button(tr("Close"))
        # Return in the search field must not open the settings.
        shut.setDefault(True)
        self.change.clicked.connect(self.close)
        self.change.clicked.connect(lambda: requests.shortcuts_opened.emit())
        shut.clicked.connect(self.close)
        buttons = QHBoxLayout()
        buttons.addWidget(self.change)
        buttons.addStretch()
        buttons.addWidget(shut)
        column = vbox(self, spacing=12, margins=(20, 18, 20, 16))
        column.addWidget(self.list, 1)
        column.addLayout(buttons)
        resize_window(self, SIZE)
        self.list.search.setFocus(Qt.FocusReason.OtherFocusReason)
