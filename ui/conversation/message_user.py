"""A question: attachments and plain text in a bubble on the right."""

from functools import partial

from PySide6.QtCore import QEvent, QPoint, QRect, QSize
from PySide6.QtGui import QColor, QEnterEvent, QFont, QTextCharFormat
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QVBoxLayout,
    QWidget,
)

from ui.conversation.message_actions import MessageActions
from ui.conversation.message_attachments import sent_attachment, sent_size
from ui.conversation.message_bar import MessageBar, VersionSwitch
from ui.conversation.message_widget import MessageWidget, layout_height
from ui.conversation.shown_text import LONGEST_QUESTION, write_question
from ui.look import theme
from ui.look.language import tr
from ui.state.requests import AttachmentRequests
from ui.state.turn import Turn
from ui.widgets.layouts import FlowLayout, hbox
from ui.widgets.text_body import TextBody

_PADDING = 12
# A line with more characters than _WIDE counts as _WIDEST px wide.
_WIDE, _WIDEST = 400, 10_000
_SHARE = 0.8
# Share of the column that a bubble may always take, whatever is beside it.
_LEAST = 0.6
# Pixels between the bubble and the buttons at its left.
_BESIDE = 6


class UserMessage(MessageWidget):
    """A question of a person. The bubble is as wide as its text, up to a share of the column. The
    text has the numbers of attachments that were placed in it."""

    def __init__(
        self, turn: Turn, requests: AttachmentRequests, parent: QWidget | None = None
    ) -> None:
        super().__init__(turn, tr("Your message"), parent)
        self.bubble = QFrame(self)
        self.bubble.setObjectName("bubble")
        self.text = TextBody("question_text", tr("Your message"))
        self.text.plain.longest = LONGEST_QUESTION
        self._text_width = self._write()
        # With a parent they are shown with the bubble; a layout would show them only later.
        self.attachments = [
            sent_attachment(it, index + 1 if turn.places else 0, requests, self.bubble)
            for index, it in enumerate(turn.attachments)
        ]
        self._actions: MessageActions | None = None
        self._beside = QWidget(self)
        self._beside_row = hbox(self._beside, spacing=4)
        self._beside.hide()
        self.versions: VersionSwitch | None = None
        self.bar: MessageBar | None = None
        self._flow = FlowLayout(spacing=10, between_rows=8)
        for item in self.attachments:
            self._flow.addWidget(item)
        self._inside = QVBoxLayout(self.bubble)
        self._inside.setContentsMargins(_PADDING, 9, _PADDING, 9)
        if self.attachments:
            self._inside.addLayout(self._flow)
        self._inside.addWidget(self.text)
        self.text.setVisible(bool(turn.content))
        self.refresh()
        theme.look.changed.connect(self._follow_look)

    def refresh(self) -> None:
        for index, item in enumerate(self.attachments):
            item.set_pinned(index in self.turn.pinned)

    def texts(self) -> list[TextBody]:
        return [self.text]

    def height_for(self, width: int) -> int:
        beside = self._beside.sizeHint() if self._actions else QSize()
        free = width - (beside.width() + _BESIDE if self._actions else 0)
        below = free < width * _LEAST
        room = min(int(width * _SHARE), width if below else free) - 2 * _PADDING
        content = max(min(self._text_width, room), self._arrange_attachments(room))
        bubble = QSize(content + 2 * _PADDING, 0)
        bubble.setHeight(layout_height(self._inside, bubble.width()))
        self.bubble.setGeometry(QRect(QPoint(width - bubble.width(), 0), bubble))
        if not self._actions:
            return bubble.height()
        both = bubble.height(), beside.height()
        height = sum(both) if below else max(both)
        right = width if below else width - bubble.width() - _BESIDE
        at = QPoint(right - beside.width(), height - beside.height())
        self._beside.setGeometry(QRect(at, beside))
        return height

    def offer_actions(self, actions: MessageActions) -> None:
        """Add the action bar to the left of the bubble, or below it if space is short. The bar is
        visible while the message has the mouse or the focus."""
        self._actions = actions
        self.bar = MessageBar(self.turn, actions, self._at_it, self._beside)
        self._beside_row.addWidget(self.bar)
        self._beside.show()
        self.refresh_versions()

    def refresh_versions(self) -> None:
        if self._actions is None:
            return
        which, count = self._actions.versions(self.turn)
        if count > 1 and self.versions is None:
            self.versions = VersionSwitch()
            self.versions.stepped.connect(partial(self._actions.step, self.turn))
            self._beside_row.addWidget(self.versions)
        if self.versions:
            self.versions.set_version(which, count)
            self.versions.setVisible(count > 1)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self._beside.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._beside.update()

    def _show_ring(self) -> None:
        super()._show_ring()
        self._beside.update()

    def _at_it(self) -> bool:
        focused = QApplication.focusWidget()
        inside = focused is not None and (focused is self or self.isAncestorOf(focused))
        return inside or self.underMouse()

    def _follow_look(self) -> None:
        self._text_width = self._write() if self.turn.places else _widest_line(self.text)

    def _write(self) -> int:
        """Write the text, with marks such as `[1]` for attachments, which stay readable in a copy.
        Return its preferred width."""
        self.text.clear()
        write_question(self.text.plain, self.turn, _mark_format())
        self.text.updateGeometry()
        return _widest_line(self.text)

    def _arrange_attachments(self, room: int) -> int:
        """Give the attachments their sizes. Return the width of the widest row."""
        among = self.turn.attachments
        widest = row = 0
        for index, item in enumerate(self.attachments):
            item.fit(sent_size(item.attachment, among, room, index + 1 if self.turn.places else 0))
            beside = row + item.width() + (self._flow.spacing() if row else 0)
            row = beside if row and beside <= room else item.width()
            widest = max(widest, row)
        return widest


def _mark_format() -> QTextCharFormat:
    colors = theme.colors()
    result = QTextCharFormat()
    result.setForeground(QColor(colors.accent))
    result.setBackground(QColor(colors.card))
    result.setFontWeight(QFont.Weight.DemiBold)
    return result


def _widest_line(body: TextBody) -> int:
    document = body.document()
    block = document.begin()
    while block.isValid():
        if block.length() > _WIDE:
            return _WIDEST
        block = block.next()
    document.setTextWidth(-1)
    return int(document.idealWidth()) + 1
