"""The table of a reply's tokens, with buttons that go to the next change of channel."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from engine.messages import Traced
from ui.inspect.traced_tokens import CHANNEL, ID, NUMBER, TEXT, TracedTokens
from ui.look.language import number, tr
from ui.look.numbers import tokens_text
from ui.state.shortcuts import native
from ui.widgets.icon_button import IconButton
from ui.widgets.plain_label import plain_label

_ROW = 24
_WIDTHS = {NUMBER: 64, ID: 84, CHANNEL: 180}


class TokenView(QTableView):
    """Arrow keys go from row to row; Tab leaves the table."""

    step_wanted = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("tokens")
        self.setAccessibleName(tr("Tokens"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setFrameShape(QTableView.Shape.NoFrame)
        rows = self.verticalHeader()
        rows.hide()
        # Sizes of their own for many rows would have to be computed and kept.
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(_ROW)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F3:
            back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self.step_wanted.emit(-1 if back else 1)
        else:
            super().keyPressEvent(event)


class TokenTable(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.caption = plain_label("inspect_note")
        before, after = tr("Previous channel change ({keys})"), tr("Next channel change ({keys})")
        self.previous = IconButton("chevron-up", before.format(keys=native("Shift+F3")), 15)
        self.next = IconButton("chevron-down", after.format(keys=native("F3")), 15)
        self.view = TokenView()
        self.model: TracedTokens | None = None
        self.previous.clicked.connect(lambda: self.step(-1))
        self.next.clicked.connect(lambda: self.step(1))
        self.view.step_wanted.connect(self.step)
        head = QHBoxLayout()
        head.setSpacing(2)
        head.addWidget(self.caption, 1)
        head.addWidget(self.previous)
        head.addWidget(self.next)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(head)
        column.addWidget(self.view, 1)

    def show_trace(self, trace: Traced) -> None:
        former = self.model
        self.model = model = TracedTokens(trace)
        model.setParent(self)
        self.view.setModel(model)
        if former:
            former.deleteLater()
        header = self.view.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(TEXT, QHeaderView.ResizeMode.Stretch)
        for column, width in _WIDTHS.items():
            header.resizeSection(column, width)
        self.caption.setText(_caption(model))
        for button in (self.previous, self.next):
            button.setEnabled(bool(model.switches))

    def step(self, by: int) -> None:
        """Select the next row that switched the channel, or the one before; after the last comes
        the first."""
        if self.model is None or not self.model.switches:
            return
        rows = self.model.switches
        at = self.view.currentIndex().row()
        if by > 0:
            row = next((it for it in rows if it > at), rows[0])
        else:
            row = next((it for it in reversed(rows) if it < at), rows[-1])
        self.view.selectRow(row)
        self.view.scrollTo(
            self.model.index(row, TEXT), QAbstractItemView.ScrollHint.PositionAtCenter
        )


def _caption(model: TracedTokens) -> str:
    count, switches = model.rowCount(), len(model.switches)
    changes = tr("the channel changes {count} time(s)", "", switches)
    changes = changes.format(count=number(switches)) if switches else tr("one channel")
    return f"{tokens_text(count)} · " + (
        tr("the channel changes once") if switches == 1 else changes
    )
