"""The commands of the menu File."""

from functools import partial

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication

from ui.look.language import tr
from ui.window.commands.command import Command, CommandWindow, Reach


def file_commands(window: CommandWindow) -> list[Command]:
    new = partial(Command, menu=tr("File"))
    raising = partial(new, reach=Reach.RAISING)
    role, requests = QAction.MenuRole, window.workspace.requests
    history = window.workspace.history_requests
    return [
        raising("new_chat", tr("New chat"), requests.new_chat.emit, keys=("Ctrl+N",)),
        raising(
            "new_compare",
            tr("New comparison"),
            requests.new_comparison.emit,
            keys=("Ctrl+Shift+N",),
        ),
        raising("new_temporary_chat", tr("New temporary chat"), requests.new_temporary_chat.emit),
        raising(
            "new_temporary_comparison",
            tr("New temporary comparison"),
            requests.new_temporary_comparison.emit,
        ),
        new("new_folder", tr("New folder…"), window.new_folder, keys=("Ctrl+Alt+N",)),
        new(
            "folder_chat",
            tr("New chat in the same folder"),
            lambda: history.chat_added.emit(_folder(window)),
            enabled=lambda: _folder(window) > 0,
        ),
        new(
            "folder_settings",
            tr("Folder settings…"),
            lambda: history.folder_settings_opened.emit(_folder(window)),
            enabled=lambda: _folder(window) > 0,
        ),
        new(
            "open_model",
            tr("Open model folder…"),
            window.choose_folder,
            keys=("Ctrl+O",),
            line=True,
        ),
        new(
            "export_chat",
            tr("Export this chat…"),
            lambda: requests.exported.emit(()),
            keys=("Ctrl+Shift+E",),
            line=True,
        ),
        new("export_all", tr("Export everything…"), requests.everything_exported.emit),
        new("import", tr("Import…"), requests.imported.emit),
        new("print", tr("Print…"), requests.printed.emit, keys=("Ctrl+P",)),
        new("close_chat", tr("Close tab"), window.close_current, keys=("Ctrl+W",), line=True),
        new(
            "reopen_chat",
            tr("Reopen closed tab"),
            requests.reopened.emit,
            keys=("Ctrl+Shift+T",),
            enabled=window.has_closed,
        ),
        new(
            "settings",
            tr("Settings…"),
            window.workspace.settings_requests.opened.emit,
            keys=("Ctrl+,",),
            reach=Reach.ALL,
            role=role.PreferencesRole,
            line=True,
        ),
        new(
            "quit",
            tr("Quit"),
            QApplication.quit,
            keys=("Ctrl+Q",),
            reach=Reach.ALL,
            role=role.QuitRole,
        ),
    ]


def _folder(window: CommandWindow) -> int:
    """Return the folder of the conversation in front, or 0."""
    front = window.workspace.conversations.front
    return front.folder_id if front else 0
