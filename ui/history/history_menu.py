"""The menu of conversations in the history."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from ui.history import asking
from ui.history.branch import Item, ids_of
from ui.look.language import tr
from ui.state.conversation_entry import ConversationEntry, Folder
from ui.state.requests import HistoryRequests
from ui.state.workspace import Workspace
from ui.widgets.labels import literal
from ui.widgets.menu import Menu, PopupMenu


def history_menu(parent: QWidget, entries: list[ConversationEntry], workspace: Workspace) -> QMenu:
    """Return the menu for one or several conversations. The list adds renaming in a row itself."""
    menu = _begin(parent, tr("%n chat(s) selected", "", len(entries)), len(entries))
    _add_usual(parent, menu, entries, workspace)
    return menu


def deleted_menu(parent: QWidget, rows: list[Item], requests: HistoryRequests) -> QMenu:
    """Return the menu for conversations and folders in Recently Deleted."""
    ids, count = ids_of(rows), len(rows)
    menu = _begin(parent, tr("%n item(s) selected", "", count), count)
    restore = tr("Restore") if count == 1 else tr("Restore %n item(s)", "", count)
    menu.addAction(restore, lambda: requests.restored.emit(ids))
    menu.addSeparator()
    purge = tr("Delete for good…") if count == 1 else tr("Delete %n item(s) for good…", "", count)
    _tell_keys(menu.addAction(purge, lambda: asking.ask_to_purge(parent, rows, requests)))
    return menu


def _begin(parent: QWidget, selected: str, count: int) -> QMenu:
    menu = PopupMenu(parent)
    if count > 1:
        menu.addAction(selected).setEnabled(False)
        menu.addSeparator()
    return menu


def _add_usual(
    parent: QWidget, menu: QMenu, entries: list[ConversationEntry], workspace: Workspace
) -> None:
    requests = workspace.history_requests
    ids = tuple(it.conversation_id for it in entries)
    pinned = all(it.pinned for it in entries)
    archived = all(it.archived for it in entries)
    if len(entries) == 1:
        menu.addAction(tr("Open"), lambda: workspace.requests.opened.emit(ids[0], 0))
    menu.addAction(
        tr("Unpin") if pinned else tr("Pin"),
        lambda: requests.pinned.emit(ids, not pinned),
    )
    menu.addMenu(_folder_menu(menu, entries, workspace.history.source.folders(), requests))
    menu.addAction(
        tr("Unarchive") if archived else tr("Archive", "a chat"),
        lambda: requests.archived.emit(ids, not archived),
    )
    menu.addAction(tr("Duplicate"), lambda: requests.duplicated.emit(ids))
    menu.addSeparator()
    menu.addAction(tr("Export…"), lambda: workspace.requests.exported.emit(ids))
    menu.addSeparator()
    delete = tr("Delete") if len(ids) == 1 else tr("Delete %n chat(s)…", "", len(ids))
    _tell_keys(menu.addAction(delete, lambda: asking.ask_to_delete(parent, ids, requests)))


def _tell_keys(deleting: QAction) -> None:
    """The list takes these keys itself."""
    deleting.setShortcut(QKeySequence("Shift+Del"))
    deleting.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
    deleting.setShortcutVisibleInContextMenu(True)


def _folder_menu(
    parent: QMenu,
    entries: list[ConversationEntry],
    folders: list[Folder],
    requests: HistoryRequests,
) -> QMenu:
    menu = Menu(parent, tr("Move to folder"))
    ids = tuple(it.conversation_id for it in entries)
    here = {it.folder_id for it in entries}
    for folder in (Folder(0, tr("No folder")), *folders):
        action = menu.addAction(
            literal(folder.name),
            lambda to=folder.folder_id: requests.moved.emit(ids, to),
        )
        action.setCheckable(True)
        action.setChecked(here == {folder.folder_id})
    menu.addSeparator()
    window = parent.window()
    about = parent.parentWidget() or window
    menu.addAction(
        tr("New folder…"),
        lambda: asking.ask_name(
            about, tr("New folder"), lambda name: requests.folder_added.emit(name, ids)
        ),
    )
    return menu
