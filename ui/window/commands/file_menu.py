"""The commands of the menu File."""

from functools import partial

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication

from ui.look.language import tr
from ui.window.commands.command import Command, CommandWindow, Reach


def file_commands(window: CommandWindow) -> list[Command]:
    new = partial(Command, menu=tr("File"))
    role = QAction.MenuRole
    return [
        new(
            command_id="new_chat",
            text=tr("New chat"),
            keys=("Ctrl+N",),
            run=window.workspace.requests.new_chat.emit,
            reach=Reach.RAISING,
        ),
        new(
            command_id="new_compare",
            text=tr("New comparison"),
            keys=("Ctrl+Shift+N",),
            run=window.workspace.requests.new_comparison.emit,
            reach=Reach.RAISING,
        ),
        new(
            command_id="new_temporary_chat",
            text=tr("New temporary chat"),
            run=window.workspace.requests.new_temporary_chat.emit,
            reach=Reach.RAISING,
        ),
        new(
            command_id="new_temporary_comparison",
            text=tr("New temporary comparison"),
            run=window.workspace.requests.new_temporary_comparison.emit,
            reach=Reach.RAISING,
        ),
        new(
            command_id="new_folder",
            text=tr("New folder…"),
            keys=("Ctrl+Alt+N",),
            run=window.new_folder,
        ),
        new(
            command_id="folder_chat",
            text=tr("New chat in the same folder"),
            run=lambda: window.workspace.history_requests.chat_added.emit(_folder(window)),
            enabled=lambda: _folder(window) > 0,
        ),
        new(
            command_id="folder_settings",
            text=tr("Folder settings…"),
            run=lambda: window.workspace.history_requests.folder_settings_opened.emit(
                _folder(window)
            ),
            enabled=lambda: _folder(window) > 0,
        ),
        new(
            command_id="open_model",
            text=tr("Open model folder…"),
            keys=("Ctrl+O",),
            run=window.choose_folder,
            line=True,
        ),
        new(
            command_id="export_chat",
            text=tr("Export this chat…"),
            keys=("Ctrl+Shift+E",),
            run=lambda: window.workspace.requests.exported.emit(()),
            line=True,
        ),
        new(
            command_id="export_all",
            text=tr("Export everything…"),
            run=window.workspace.requests.everything_exported.emit,
        ),
        new(command_id="import", text=tr("Import…"), run=window.workspace.requests.imported.emit),
        new(
            command_id="print",
            text=tr("Print…"),
            keys=("Ctrl+P",),
            run=window.workspace.requests.printed.emit,
        ),
        new(
            command_id="close_chat",
            text=tr("Close tab"),
            keys=("Ctrl+W",),
            run=window.close_current,
            line=True,
        ),
        new(
            command_id="reopen_chat",
            text=tr("Reopen closed tab"),
            keys=("Ctrl+Shift+T",),
            run=window.workspace.requests.reopened.emit,
            enabled=window.has_closed,
        ),
        new(
            command_id="settings",
            text=tr("Settings…"),
            keys=("Ctrl+,",),
            run=window.workspace.settings_requests.opened.emit,
            reach=Reach.ALL,
            role=role.PreferencesRole,
            line=True,
        ),
        new(
            command_id="quit",
            text=tr("Quit"),
            keys=("Ctrl+Q",),
            run=QApplication.quit,
            reach=Reach.ALL,
            role=role.QuitRole,
        ),
    ]


def _folder(window: CommandWindow) -> int:
    """Return the folder of the conversation in front, or 0."""
    front = window.workspace.conversations.front
    return front.folder_id if front else 0
