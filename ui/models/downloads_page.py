"""The page of the models window with the downloads."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedLayout, QVBoxLayout, QWidget

from ui.look.language import tr
from ui.models.download_row import DownloadRow
from ui.state.workspace import Workspace
from ui.widgets.buttons import push_button
from ui.widgets.labels import plain_label
from ui.widgets.layouts import vbox


class DownloadsPage(QWidget):
    """`rows` are the shown downloads by their repositories, in the order of the queue."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self.rows: dict[str, DownloadRow] = {}
        self.get_models = push_button(tr("Get models…"))
        self.get_models.clicked.connect(self._open_hub)
        self._list = QWidget()
        self._list.setObjectName("download_list")
        self._column = vbox(self._list, spacing=10, margins=(0, 0, 10, 0))
        self._column.addStretch()
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(self._list)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty_state())
        self._stack.addWidget(self._scroll)
        workspace.downloads.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        items = {it.repository: it for it in self._workspace.downloads.items}
        for repository in self.rows.keys() - items.keys():
            self._remove(repository)
        for place, (repository, item) in enumerate(items.items()):
            if row := self.rows.get(repository):
                if row.item != item:
                    row.show_item(item)
            else:
                self.rows[repository] = row = DownloadRow(self._workspace, item, self._list)
                self._column.insertWidget(place, row)
                row.show()
        self._stack.setCurrentIndex(1 if items else 0)

    def _remove(self, repository: str) -> None:
        row = self.rows.pop(repository)
        had_focus = row.isAncestorOf(self.focusWidget()) if self.focusWidget() else False
        self._column.removeWidget(row)
        row.hide()
        row.deleteLater()
        if had_focus:
            next_row = next(iter(self.rows.values()), None)
            target = next_row.main if next_row else self.get_models
            target.setFocus(Qt.FocusReason.OtherFocusReason)

    def _open_hub(self) -> None:
        self._workspace.library_requests.window_opened.emit("get")

    def _empty_state(self) -> QWidget:
        page = QWidget()
        note = plain_label(
            "settings_note",
            tr(
                "Nothing is being downloaded. Downloads continue where they stopped, even after "
                "a restart."
            ),
        )
        note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column = QVBoxLayout(page)
        column.addStretch(2)
        column.addWidget(note)
        column.addSpacing(8)
        column.addWidget(self.get_models, 0, Qt.AlignmentFlag.AlignCenter)
        column.addStretch(3)
        return page
