"""The line below the messages that are omitted or summarized in the prompt."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible, QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from ui.look import theme
from ui.look.language import tr
from ui.state.sent_messages import Omission
from ui.widgets.roles import set_role

_FONT = 11
_BESIDE = 10
_ABOVE = 5


class OmittedLine(QWidget):
    """A line with a sentence, which is its accessible name too. Hidden while it is empty."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        set_role(self, QAccessible.Role.StaticText)
        self.setFont(theme.font(_FONT))
        self.hide()

    @property
    def room(self) -> int:
        """The height of the line with its margins, in pixels."""
        return self.fontMetrics().height() + 2 * _ABOVE

    def set_kind(self, how: Omission) -> None:
        self.setAccessibleName(_words(how))
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if theme.is_change(event):
            self.setFont(theme.font(_FONT))

    def paintEvent(self, event: QPaintEvent) -> None:
        colors, line = theme.colors(), self.rect()
        painter = QPainter(self)
        words = painter.fontMetrics().elidedText(
            self.accessibleName(), Qt.TextElideMode.ElideRight, line.width() - 4 * _BESIDE
        )
        painter.setPen(QColor(colors.dim))
        said = painter.boundingRect(line, Qt.AlignmentFlag.AlignCenter, words)
        painter.drawText(line, Qt.AlignmentFlag.AlignCenter, words)
        painter.setPen(QColor(colors.line))
        middle = line.center().y()
        painter.drawLine(line.left(), middle, said.left() - _BESIDE, middle)
        painter.drawLine(said.right() + _BESIDE, middle, line.right(), middle)
        painter.end()


def _words(how: Omission) -> str:
    match how:
        case Omission.OMITTED:
            return tr("From here up, the model is not told")
        case Omission.SUMMARIZED:
            return tr("From here up, the model is told a summary")
        case Omission.TO_SUMMARIZE:
            return tr("From here up will be summarised first")
