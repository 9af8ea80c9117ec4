"""The bar above a conversation with the words to find in it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from ui.look import theme
from ui.look.language import number, tr
from ui.widgets.axis import ColumnLayout
from ui.widgets.buttons import IconButton
from ui.widgets.labels import ElidedLabel
from ui.widgets.layouts import hbox
from ui.widgets.search_line import SearchLine

# pixels; a pane may be narrower than a bar in which nothing is cut off
_FIELD, _COUNT, _WHOLE = 280, 92, 380
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class FindBar(QFrame):
    """`sought` has the words. `stepped` has True for the next match, False for the previous one."""

    sought = Signal(str)
    stepped = Signal(bool)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("find_bar")
        self.setAccessibleName(tr("Find in this conversation"))
        self.field = SearchLine(tr("Find"), tr("Find in this conversation"))
        self.count = ElidedLabel("find_count")
        self.count.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.previous = IconButton("chevron-up", tr("Previous match"))
        self.next = IconButton("chevron-down", tr("Next match"))
        self.close_button = IconButton("x", tr("Close"))
        self.field.textChanged.connect(self.sought)
        self.previous.clicked.connect(lambda: self.stepped.emit(False))
        self.next.clicked.connect(lambda: self.stepped.emit(True))
        self.close_button.clicked.connect(self.closed)
        column = ColumnLayout(above=6, below=6)
        self.setLayout(column)
        row = hbox(spacing=4)
        column.addLayout(row)
        row.addStretch(1)
        row.addWidget(self.field)
        row.addWidget(self.count)
        for button in (self.previous, self.next, self.close_button):
            row.addWidget(button)
        self._size()
        theme.look.changed.connect(self._size)

    def take_focus(self) -> None:
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def show_count(self, number: int, total: int, more: bool) -> None:
        """Show the number of the current match, 0 for none, and the total. `more` is True while the
        search continues."""
        self.count.setText(self._words(number, total) + ("…" if more else ""))
        self.count.setAccessibleName(self.count.text())
        for button in (self.previous, self.next):
            button.setEnabled(total > 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._size()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        elif event.key() in _ENTER:
            self.stepped.emit(not event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        else:
            super().keyPressEvent(event)

    def _size(self) -> None:
        narrow, field = self.width() < theme.px(_WHOLE), theme.px(_FIELD)
        self.field.setMinimumWidth(field // (5 if narrow else 2))
        self.field.setMaximumWidth(field // 3 if narrow else field)
        self.field.setClearButtonEnabled(not narrow)
        self.count.setMinimumWidth(1 if narrow else theme.px(_COUNT))

    def _words(self, at: int, total: int) -> str:
        if not self.field.text():
            return ""
        if not total:
            return tr("No match")
        if not at:
            return tr("%n match(es)", "", total)
        return tr("{number} of {total}").format(number=number(at), total=number(total))
