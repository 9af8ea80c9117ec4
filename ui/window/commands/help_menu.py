"""The commands of the menu Help."""

from functools import partial

from PySide6.QtGui import QAction

from ui.look.language import tr
from ui.window.commands.command import Command, CommandWindow, Reach


def help_commands(window: CommandWindow) -> list[Command]:
    new = partial(Command, menu=tr("Help"))
    return [
        new(
            command_id="manual",
            text=tr("Manual"),
            keys=("F1",),
            run=lambda: window.dialogs.show_manual(),
            reach=Reach.ALL,
        ),
        new(
            command_id="shortcuts",
            text=tr("Keyboard shortcuts"),
            keys=("Ctrl+/",),
            run=lambda: window.dialogs.show_shortcuts(),
            reach=Reach.ALL,
        ),
        new(
            command_id="data_folder",
            text=tr("Show data folder"),
            run=window.workspace.data_requests.folder_opened.emit,
        ),
        new(
            command_id="updates",
            text=tr("Check for updates…"),
            run=window.workspace.update_requests.checked.emit,
            reach=Reach.ALL,
            role=QAction.MenuRole.ApplicationSpecificRole,
            line=True,
        ),
        new(
            command_id="about",
            text=tr("About Duologue"),
            run=window.workspace.about_requests.opened.emit,
            reach=Reach.ALL,
            role=QAction.MenuRole.AboutRole,
        ),
        new(command_id="menu", text=tr("Menu"), keys=("F10",), run=window.open_menu),
    ]
