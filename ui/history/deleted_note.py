"""The note above Recently Deleted: how long things are kept there, and a button to empty it."""

from PySide6.QtWidgets import QWidget

from ui.history import asking
from ui.history.branch import ids_of
from ui.look.language import tr
from ui.state.conversation_entry import KEPT_DAYS
from ui.state.workspace import Workspace
from ui.widgets.buttons import LinkButton
from ui.widgets.labels import plain_label
from ui.widgets.layouts import vbox

_LINK = 4


class DeletedNote(QWidget):
    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._workspace = workspace
        text = tr(
            "Deleted chats and folders are kept for {days} days. Restore them from their menu."
        )
        about = plain_label("deleted_note", text.format(days=KEPT_DAYS))
        self.empty = LinkButton(tr("Delete all now…"), tr("Deletes them for good"))
        self.empty.clicked.connect(self._empty)
        # A link has a margin of its own: align its text with the text above.
        about.setContentsMargins(_LINK, 0, 0, 0)
        column = vbox(self, spacing=2, margins=(10 - _LINK, 0, 10, 0))
        column.addWidget(about)
        column.addWidget(self.empty)

    def _empty(self) -> None:
        source = self._workspace.history.source
        folders = ids_of(source.deleted_folders())
        requests = self._workspace.history_requests
        asking.ask_to_purge_ids(self, source.deleted_ids(), folders, requests)
