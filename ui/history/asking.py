"""The dialogs of the history: the name of a folder, and questions before something is deleted."""

from collections.abc import Callable, Collection

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog, QLineEdit, QWidget

from ui.history.branch import Item
from ui.look.language import tr
from ui.state.conversation_entry import KEPT_DAYS, LONGEST_FOLDER, ConversationEntry, Folder
from ui.state.requests import HistoryRequests
from ui.state.workspace import Workspace
from ui.widgets.confirm import confirm


def ask_name(parent: QWidget, title: str, done: Callable[[str], object]) -> QInputDialog:
    """Ask for the name of a folder. `done` is called with a name that is not empty."""
    dialog = QInputDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(title)
    dialog.setLabelText(tr("Folder name:"))
    if field := dialog.findChild(QLineEdit):
        field.setMaxLength(LONGEST_FOLDER)

    def take(text: str) -> None:
        if given := " ".join(text.split()):
            done(given)

    dialog.textValueSelected.connect(take)
    dialog.open()
    return dialog


def ask_to_delete(parent: QWidget, ids: Collection[int], requests: HistoryRequests) -> None:
    """Delete one chat at once, since that can be undone; ask before deleting several."""
    if len(ids) < 2:
        requests.deleted.emit(tuple(ids))
        return
    confirm(
        parent.window(),
        tr("Delete %n chat(s)?", "", len(ids)),
        tr("Recently Deleted keeps them for {days} days.").format(days=KEPT_DAYS),
        tr("Delete %n chat(s)", "", len(ids)),
        lambda: requests.deleted.emit(tuple(ids)),
    )


def ask_to_delete_folder(parent: QWidget, folder: Folder, workspace: Workspace) -> None:
    """Ask before deleting a folder, whose chats stay or are deleted with it."""
    deleted = workspace.history_requests.folder_deleted
    count = len(workspace.history.source.folder_members(folder.folder_id))
    about = tr("Recently Deleted keeps the folder and its settings for {days} days.")
    text = tr("Delete folder and its %n chat(s)", "", count)
    with_chats = (text, lambda: deleted.emit(folder.folder_id, True))
    confirm(
        parent.window(),
        tr("Delete the folder “{name}”?").format(name=folder.name),
        about.format(days=KEPT_DAYS),
        tr("Delete the folder only") if count else tr("Delete folder"),
        lambda: deleted.emit(folder.folder_id, False),
        *([with_chats] if count else []),
    )


def ask_to_purge(parent: QWidget, items: Collection[Item], requests: HistoryRequests) -> None:
    """Ask before deleting chats and folders for good."""
    folders = [it.folder_id for it in items if isinstance(it, Folder)]
    chats = [it.conversation_id for it in items if isinstance(it, ConversationEntry)]
    ask_to_purge_ids(parent, chats, folders, requests)


def ask_to_purge_ids(
    parent: QWidget, chats: Collection[int], folders: Collection[int], requests: HistoryRequests
) -> None:
    """Ask as `ask_to_purge` does, about chats and folders of which only the ids are known."""
    ids = (*chats, *folders)
    if not ids:
        return
    about = []
    if chats:
        about.append(tr("Images, videos and documents are deleted, too."))
    if folders:
        about.append(tr("A folder's chats are not deleted with it."))
    confirm(
        parent.window(),
        tr("Delete %n item(s) for good?", "", len(ids)),
        " ".join([*about, tr("This cannot be undone.")]),
        tr("Delete for good"),
        lambda: requests.purged.emit(ids),
    )
