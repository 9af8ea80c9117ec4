"""Parts of a reply that are folded behind one line: reasoning, summary and token probabilities."""

import json
import math
from collections.abc import Callable
from functools import cached_property

from PySide6.QtCore import QElapsedTimer, QRect, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QPainter,
    QPaintEvent,
    QPen,
    QTextBlockFormat,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from engine.messages import Logprobs, TokenLogprob
from ui.conversation.message_captions import probabilities_caption, reasoning_caption, thinking
from ui.look import theme
from ui.look.language import tr
from ui.look.numbers import percent_text
from ui.state.turn import Turn
from ui.widgets.buttons import KeyButton
from ui.widgets.folded_text import broken
from ui.widgets.layouts import tell_of_size, vbox
from ui.widgets.text_body import TextBody

_BELOW, _BELOW_TEXT = 4, 12
_ICON = 15
_GAP = 7
_TOKEN_LENGTH = 16
_TABS = (150, 215)


class FoldHeader(KeyButton):
    """The line that opens and closes a fold."""

    def __init__(self, icon: str, name: str) -> None:
        super().__init__()
        self._icon = icon
        self.setAccessibleName(name)
        self.setCheckable(True)
        theme.set_font(self, 13)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def set_caption(self, text: str) -> None:
        if text == self.text():
            return
        self.setText(text)
        # A screen reader says a new name, so the running seconds are only a description.
        self.setAccessibleDescription(text)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        width = self.fontMetrics().horizontalAdvance(self.text())
        return QSize(width + 2 * theme.px(_ICON + _GAP) + 6, theme.px(24))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        color = theme.colors().text if self.underMouse() else theme.colors().dim
        icon, gap = theme.px(_ICON), theme.px(_GAP)
        middle = (self.height() - icon) // 2
        painter.drawPixmap(1, middle, theme.pixmap(self._icon, color, icon))
        text = self.rect().adjusted(1 + icon + gap, 0, 0, 0)
        painter.setPen(QColor(color))
        room = text.width() - icon - gap
        shown = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room)
        area = painter.drawText(text, Qt.AlignmentFlag.AlignVCenter, shown)
        self._paint_chevron(painter, QRect(text.left(), middle, area.width() + gap, icon), color)
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.colors().accent), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), 6, 6)
        painter.end()

    def _paint_chevron(self, painter: QPainter, after: QRect, color: str) -> None:
        name = "chevron-down" if self.isChecked() else "chevron-right"
        icon = theme.pixmap(name, color, after.height())
        painter.drawPixmap(after.right(), after.top(), icon)


class Fold(QWidget):
    """A header, and below it a text beside a rule. `make` creates the text when it is first needed,
    since few folds are ever opened."""

    def __init__(self, icon: str, name: str, make: Callable[[], TextBody]) -> None:
        super().__init__()
        self.header = FoldHeader(icon, name)
        self._make = make
        rule = QFrame()
        rule.setObjectName("fold_rule")
        self._inside = QVBoxLayout(rule)
        self._inside.setContentsMargins(12, 0, 0, 0)
        rule.hide()
        self.header.toggled.connect(lambda: self.text)
        self.header.toggled.connect(rule.setVisible)
        column = vbox(self, spacing=6, margins=(0, 0, 0, _BELOW))
        self.header.toggled.connect(
            lambda shown: column.setContentsMargins(0, 0, 0, _BELOW_TEXT if shown else _BELOW)
        )
        column.addWidget(self.header, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(rule)

    @cached_property
    def text(self) -> TextBody:
        result = self._make()
        self._inside.addWidget(result)
        # The layout would show it only later.
        result.show()
        return result


class ReasoningFold(Fold):
    """The reasoning of a reply. Its text is not written while it is closed, except by `write`."""

    def __init__(self, turn: Turn) -> None:
        name = tr("Reasoning")
        super().__init__("brain", name, lambda: TextBody("reasoning", name))
        self._turn = turn
        self._clock = QElapsedTimer()
        self._seconds = self._before = 0.0
        self._shown = 0
        self.header.toggled.connect(self.write)

    def refresh(self) -> None:
        if self.header.isChecked():
            self.write()
        self._follow_clock(self._turn)
        self.header.set_caption(reasoning_caption(self._turn, self._seconds))
        self.setVisible(bool(self._turn.reasoning))

    def write(self) -> None:
        if added := self._turn.reasoning[self._shown :]:
            self.text.add_text(added)
            self._shown = len(self._turn.reasoning)
            tell_of_size(self.text)

    def _follow_clock(self, turn: Turn) -> None:
        """Measure the time from the first reasoning to the first word of the answer, or call."""
        now = thinking(turn) and bool(turn.reasoning)
        if now and not self._clock.isValid():
            self._clock.start()
        if self._clock.isValid():
            self._seconds = self._before + self._clock.elapsed() / 1000
        if not now and self._clock.isValid():
            self._before = self._seconds
            self._clock.invalidate()


class SummaryFold(Fold):
    """A summary, whose text is not written while it is closed, except by `write`."""

    def __init__(self, turn: Turn) -> None:
        name = tr("Summary of the conversation up to here")
        super().__init__("list-filter", name, lambda: TextBody("reasoning", name))
        self._turn = turn
        self._shown = ""
        self.header.set_caption(name)
        self.header.toggled.connect(self.write)

    def refresh(self) -> None:
        self.setVisible(bool(self._turn.summary))
        if self.header.isChecked():
            self.write()

    def write(self) -> None:
        if self._shown != self._turn.summary:
            self._shown = self._turn.summary
            self.text.clear()
            self.text.add_text(broken(self._shown))
            tell_of_size(self.text)


class ProbabilityFold(Fold):
    """A line for each token: its text and probability, and those of likely alternatives. Nothing is
    written while the fold is closed."""

    def __init__(self) -> None:
        name = tr("Token probabilities")
        super().__init__(
            "chart-no-axes-column",
            name,
            lambda: TextBody("probabilities", name, 12, monospaced=True),
        )
        self._turn: Turn | None = None
        self._shown = 0
        self.header.toggled.connect(self._write)

    def refresh(self, turn: Turn) -> None:
        self._turn = turn
        self.header.set_caption(probabilities_caption(turn))
        self._write()

    def _write(self) -> None:
        if self._turn is None or not self.header.isChecked():
            return
        cursor = QTextCursor(self.text.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.beginEditBlock()
        for entry in self._turn.logprobs[self._shown :]:
            if self._shown:
                cursor.insertBlock()
            cursor.setBlockFormat(_hanging())
            cursor.insertText(line(entry))
            self._shown += 1
        cursor.endEditBlock()
        self.text.updateGeometry()


def line(entry: Logprobs) -> str:
    """Return a token, its probability and its alternatives, separated by tabs."""
    others = [token for token in entry.top if token.token != entry.chosen.token]
    alternatives = "  ".join(f"{_text(token)} {_percent(token)}" for token in others)
    return f"{_text(entry.chosen)}\t{_percent(entry.chosen)}\t{alternatives}"


def _text(token: TokenLogprob) -> str:
    """Return the token in quotes, so that spaces and line ends are visible."""
    text = token.text if len(token.text) <= _TOKEN_LENGTH else f"{token.text[:_TOKEN_LENGTH]}…"
    return json.dumps(text, ensure_ascii=False)


def _percent(token: TokenLogprob) -> str:
    share = 100 * math.exp(min(token.logprob, 0.0))
    small = share < 0.05
    percent = percent_text(0.1 if small else share, 1)
    return f"<{percent}" if small else percent


def _hanging() -> QTextBlockFormat:
    """Return a format whose wrapped lines continue under the alternatives."""
    result = QTextBlockFormat()
    result.setLeftMargin(_TABS[-1])
    result.setTextIndent(-_TABS[-1])
    result.setTabPositions([QTextOption.Tab(at, QTextOption.TabType.LeftTab) for at in _TABS])
    return result
