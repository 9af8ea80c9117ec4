"""The table of a reply's tokens, with buttons that go to the next change of channel."""

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTableView,
    QWidget,
)

from engine.messages import Channel, Traced, TracedToken
from ui.look import theme
from ui.look.language import number, tr
from ui.look.numbers import tokens_text
from ui.state.shortcuts import native
from ui.widgets.buttons import IconButton
from ui.widgets.labels import plain_label
from ui.widgets.layouts import hbox, vbox
from ui.widgets.row_list import Index

NUMBER, ID, TEXT, DRAFTED, CHANNEL = range(5)
_SPACES = str.maketrans({" ": "·", "\n": "↵", "\t": "⇥", "\r": "␍"})
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class TracedTokens(QAbstractTableModel):
    """`switches` are the rows whose token changed the channel; `drafted` tokens were accepted
    drafts."""

    def __init__(self, trace: Traced) -> None:
        super().__init__()
        self._tokens = trace.tokens
        before = (trace.opened, *(token.channel for token in trace.tokens))
        self._before = before
        pairs = zip(before, trace.tokens, strict=False)
        self.switches = [row for row, (was, it) in enumerate(pairs) if was is not it.channel]
        self._switching = frozenset(self.switches)
        self.drafted = sum(token.drafted for token in trace.tokens)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 as Qt has it
        return 0 if parent.isValid() else len(self._tokens)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 as Qt has it
        return 0 if parent.isValid() else CHANNEL + 1

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _LEFT
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return ("", tr("ID"), tr("Text"), tr("Drafted"), tr("Channel"))[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row, column = index.row(), index.column()
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._text(row, column)
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._said(row, column)
            case Qt.ItemDataRole.FontRole if column == TEXT:
                return theme.mono(12)
            case Qt.ItemDataRole.ForegroundRole:
                return self._color(row, column)
            case Qt.ItemDataRole.BackgroundRole if row in self._switching:
                return QColor(theme.colors().accent_soft)
        return None

    def _text(self, row: int, column: int) -> str:
        token = self._tokens[row]
        match column:
            case 0:
                return number(row + 1)
            case 1:
                return str(token.token)
            case 2:
                return shown(token)
            case 3:
                return tr("drafted") if token.drafted else ""
        return self._channel(row)

    def _channel(self, row: int) -> str:
        name = _named(self._tokens[row].channel)
        return f"{_named(self._before[row])} → {name}" if row in self._switching else name

    def _said(self, row: int, column: int) -> str:
        """Return the text unchanged for screen readers, which handle spaces themselves."""
        return self._tokens[row].text if column == TEXT else self._text(row, column)

    def _color(self, row: int, column: int) -> QColor:
        c = theme.colors()
        if column == TEXT and self._tokens[row].special:
            return QColor(c.accent)
        if column == CHANNEL and row in self._switching:
            return QColor(c.accent)
        return QColor(c.text if column == TEXT else c.dim)


def _named(channel: Channel) -> str:
    match channel:
        case Channel.REASONING:
            return tr("reasoning")
        case Channel.CONTENT:
            return tr("answer")
        case Channel.TOOL_CALL:
            return tr("tool call")


def shown(token: TracedToken) -> str:
    """Return a token's text on one line, with visible spaces and line ends."""
    return token.text.translate(_SPACES)


_ROW = 24
# Pixels beside the text of a cell.
_BESIDE = 24
_WIDTHS = {NUMBER: 64, ID: 84, DRAFTED: 84, CHANNEL: 180}


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
        head = hbox(spacing=2)
        head.addWidget(self.caption, 1)
        head.addWidget(self.previous)
        head.addWidget(self.next)
        column = vbox(self, spacing=6)
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
            header.resizeSection(column, theme.px(width))
        drafted = self.view.fontMetrics().horizontalAdvance(tr("drafted")) + theme.px(_BESIDE)
        header.resizeSection(DRAFTED, max(header.sectionSize(DRAFTED), drafted))
        self.view.setColumnHidden(DRAFTED, not model.drafted)
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
    parts = [tokens_text(count), tr("the channel changes once") if switches == 1 else changes]
    if model.drafted:
        parts.append(tr("{count} drafted").format(count=number(model.drafted)))
    return " · ".join(parts)
