"""The tokens of a reply as a table model, which makes only visible rows."""

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from engine.messages import Channel, Traced, TracedToken
from ui.look import theme
from ui.look.language import number, tr

NUMBER, ID, TEXT, CHANNEL = range(4)
Index = QModelIndex | QPersistentModelIndex
_SPACES = str.maketrans({" ": "·", "\n": "↵", "\t": "⇥", "\r": "␍"})
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class TracedTokens(QAbstractTableModel):
    """`switches` are the rows whose token changed the channel."""

    def __init__(self, trace: Traced) -> None:
        super().__init__()
        self._tokens = trace.tokens
        before = (trace.opened, *(token.channel for token in trace.tokens))
        self._before = before
        pairs = zip(before, trace.tokens, strict=False)
        self.switches = [row for row, (was, it) in enumerate(pairs) if was is not it.channel]
        self._switching = frozenset(self.switches)

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
        return ("", tr("Id"), tr("Text"), tr("Channel"))[section]

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
