"""The commands of the menu Help."""

from functools import partial

from PySide6.QtGui import QAction

from ui.look.language import tr
from ui.window.commands.command import Command, CommandWindow, Reach


def help_commands(window: CommandWindow) -> list[Command]:
    new = partial(Command, menu=tr("Help"))
    return [
        new(
            "manual",
            tr("Manual"),
            lambda: window.dialogs.show_manual(),
            keys=("F1",),
            reach=Reach.ALL,
        ),
        new(
            "shortcuts",
            tr("Keyboard shortcuts"),
            lambda: window.dialogs.show_shortcuts(),
            keys=("Ctrl+/",),
            reach=Reach.ALL,
        ),
        new(
            "data_folder", tr("Show data folder"), window.workspace.data_requests.folder_opened.emit
        ),
        new(
            "updates",
            tr("Check for updates…"),
            window.workspace.update_requests.checked.emit,
            reach=Reach.ALL,
            role=QAction.MenuRole.ApplicationSpecificRole,
            line=True,
        ),
        new(
            "about",
            tr("About Duologue"),
            window.workspace.about_requests.opened.emit,
            reach=Reach.ALL,
            role=QAction.MenuRole.AboutRole,
        ),
        new("menu", tr("Menu"), window.open_menu, keys=("F10",)),
    ]
