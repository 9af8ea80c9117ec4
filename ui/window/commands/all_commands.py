"""Every command of the window: the table from which its menus and shortcuts are made."""

from ui.window.commands.chat_menu import chat_commands
from ui.window.commands.command import Command, CommandWindow
from ui.window.commands.comparison_menu import comparison_commands
from ui.window.commands.edit_menu import edit_commands
from ui.window.commands.file_menu import file_commands
from ui.window.commands.help_menu import help_commands
from ui.window.commands.view_menu import view_commands


def commands(window: CommandWindow) -> list[Command]:
    """Return all commands, in the order of the menus. On macOS, Qt's Ctrl is the Command key, and
    the system uses Command+Tab."""
    return [
        *file_commands(window),
        *edit_commands(window),
        *view_commands(window),
        *chat_commands(window),
        *comparison_commands(window),
        *help_commands(window),
    ]
