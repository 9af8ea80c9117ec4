"""The window with the licences of all parts by others: a list to search, and the text of one."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QDialog,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from ui.look import theme
from ui.look.language import tr
from ui.state.about import Component
from ui.state.workspace import Workspace
from ui.widgets.buttons import push_button
from ui.widgets.labels import plain_label
from ui.widgets.layouts import hbox, resize_window
from ui.widgets.own_window import begin_window
from ui.widgets.plain_field import FormField
from ui.widgets.search_line import SearchLine

SIZE = QSize(980, 640)
_LIST_WIDTH = 280
_AT = Qt.ItemDataRole.UserRole


class LicencesWindow(QDialog):
    """Asks for the licences when it opens, and shows them once they have been read."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = workspace.about
        begin_window(self, tr("Licenses"))
        self.search = SearchLine(tr("Search"), tr("Search the licenses"))
        self.list = QListWidget()
        self.title = plain_label("settings_line")
        self.text = FormField(tr("License"))
        self.count = plain_label("settings_note", tr("Reading…"))
        self.close_button = push_button(tr("Close"))
        self._lay_out()
        self._state.components_changed.connect(self._fill)
        self.search.textChanged.connect(self._filter)
        self.list.currentItemChanged.connect(self._show_text)
        self.close_button.clicked.connect(self.close)
        self._fill()
        workspace.about_requests.licences_wanted.emit()

    def _fill(self) -> None:
        components = self._state.components
        if components is None:
            return
        self.list.clear()
        for index, each in enumerate(components):
            item = QListWidgetItem(f"{each.name} {each.version}\n{each.licence}".strip())
            item.setData(_AT, index)
            self.list.addItem(item)
        self._filter()

    def _filter(self) -> None:
        """Show the components with each of the words in their name or licence."""
        words = self.search.text().casefold().split()
        shown = []
        for row in range(self.list.count()):
            item = self.list.item(row)
            found = all(word in item.text().casefold() for word in words)
            item.setHidden(not found)
            if found:
                shown.append(item)
        if self._state.components is not None:
            self.count.setText(tr("%n component(s)", "", len(shown)))
        if shown and self.list.currentItem() not in shown:
            self.list.setCurrentItem(shown[0])

    def _show_text(self, item: QListWidgetItem | None) -> None:
        components = self._state.components
        if item is None or components is None:
            self.title.clear()
            self.text.clear()
            return
        each = components[item.data(_AT)]
        self.title.setText(_about(each))
        self.text.setPlainText(each.text or tr("The package includes no license text."))

    def _lay_out(self) -> None:
        self.list.setObjectName("manual_contents")
        self.list.setAccessibleName(tr("Components"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setFixedWidth(theme.px(_LIST_WIDTH))
        self.search.setFixedWidth(theme.px(_LIST_WIDTH))
        self.text.setReadOnly(True)
        theme.set_font(self.text, 12, monospaced=True)
        self.close_button.setDefault(True)
        left, right = QVBoxLayout(), QVBoxLayout()
        for widget in (self.search, self.list, self.count):
            left.addWidget(widget)
        for widget in (self.title, self.text):
            right.addWidget(widget)
        right.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignRight)
        for column in (left, right):
            column.setSpacing(10)
        row = hbox(self, spacing=16, margins=(20, 18, 20, 16))
        row.addLayout(left)
        row.addLayout(right, 1)
        resize_window(self, SIZE)
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)


def _about(component: Component) -> str:
    return ", ".join(filter(None, (f"{component.name} {component.version}", component.licence)))
