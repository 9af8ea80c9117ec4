"""The menu of a folder in the history."""

from PySide6.QtWidgets import QMenu, QWidget

from ui.history import asking
from ui.look.language import tr
from ui.state.conversation_entry import Folder
from ui.state.history_state import FolderLook, FolderOrder, HistoryState
from ui.state.workspace import Workspace
from ui.widgets.menu import Menu, PopupMenu


def folder_menu(parent: QWidget, folder: Folder, workspace: Workspace) -> QMenu:
    """Return the menu of one folder. The list adds renaming in the row itself."""
    menu = PopupMenu(parent)
    requests, number = workspace.history_requests, folder.folder_id
    menu.addAction(tr("New chat in this folder"), lambda: requests.chat_added.emit(number))
    menu.addAction(tr("Folder settings…"), lambda: requests.folder_settings_opened.emit(number))
    menu.addSeparator()
    add_folder_choices(menu, parent, workspace)
    menu.addSeparator()
    menu.addAction(
        tr("Delete folder…"), lambda: asking.ask_to_delete_folder(parent, folder, workspace)
    )
    return menu


def add_folder_choices(menu: QMenu, parent: QWidget, workspace: Workspace) -> None:
    """Add what is about all folders: a new one, and their order."""
    requests = workspace.history_requests
    menu.addAction(
        tr("New folder…"),
        lambda: asking.ask_name(
            parent, tr("New folder"), lambda name: requests.folder_added.emit(name, ())
        ),
    )
    orders = Menu(menu, tr("Sort folders"))
    menu.addMenu(orders)
    for order, text in ((FolderOrder.NAME, tr("By name")), (FolderOrder.USE, tr("By last use"))):
        action = orders.addAction(text, lambda to=order: _sort(workspace.history, to))
        action.setCheckable(True)
        action.setChecked(workspace.history.folders_look.order is order)


def _sort(history: HistoryState, order: FolderOrder) -> None:
    history.set_folders_look(FolderLook(history.folders_look.open, order))
