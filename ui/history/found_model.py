"""Search results as rows of an item model."""

from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from ui.history.row_words import title_of
from ui.history.sections import spoken_date, today, when
from ui.look.language import tr
from ui.state.conversation_entry import Found

Index = QModelIndex | QPersistentModelIndex
FOUND = Qt.ItemDataRole.UserRole


class FoundModel(QAbstractListModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._found: list[Found] = []

    def set_found(self, found: list[Found]) -> None:
        self.beginResetModel()
        self._found = list(found)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._found)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        found = self._found[index.row()]
        if role == FOUND:
            return found
        if role == Qt.ItemDataRole.DisplayRole:
            return title_of(found.entry)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            parts = (title_of(found.entry), role_name(found), found.snippet)
            date = spoken_date(found.created)
            return ", ".join(it for it in (*parts, date) if it)
        return None


def role_name(found: Found) -> str:
    """Return the author of a result."""
    if not found.message_id:
        return tr("Title")
    return tr("You") if found.role == "user" else tr("Answer")


def detail(found: Found) -> str:
    where = tr("Archive") if found.entry.archived else ""
    parts = (role_name(found), when(found.created, today(), days=0), where)
    return " · ".join(it for it in parts if it)
