"""The text of an answer: markdown with its code cards, quote bars and rules painted under it."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import (
    QGuiApplication,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QTextCursor,
)
from PySide6.QtWidgets import QWidget

from ui import theme
from ui.conversation.message_document import MessageDocument
from ui.conversation.message_formats import CODE_HEADER, CODE_PADDING
from ui.conversation.message_paint import copy_area, paint_caret, paint_mark
from ui.conversation.message_writer import Mark, MarkKind
from ui.widgets.text_body import TextBody

_COPIED_MS = 1500
_CARET = 4.5


class MessageBody(TextBody):
    """`caret` shows a dot at the end while text is coming."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("answer", "Answer", parent=parent)
        self._message = MessageDocument(self.document())
        self._colors = theme.colors()
        self._caret = False
        self._pressed: int | None = None
        self._copied: int | None = None
        self.setMouseTracking(True)

    def append_markdown(self, text: str) -> None:
        self._write(lambda: self._message.append(text))

    def finish(self) -> None:
        self._write(self._message.finish)

    def resume(self) -> None:
        """More will come after all."""
        self._write(self._message.resume)

    def set_caret(self, shown: bool) -> None:
        self._caret = shown
        self.viewport().update()

    def copy_area(self, index: int = 0) -> QRectF:
        """Where a click copies the code block `index`."""
        return copy_area(self._rect(self._cards()[index]))

    # --- events --------------------------------------------------------------------------

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if theme.is_change(event) and self._colors is not theme.colors():
            self._colors = theme.colors()
            self._write(self._message.rewrite)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if self._copy_at(event.position()):
            self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        elif not self.anchorAt(event.position().toPoint()):
            self.viewport().setCursor(Qt.CursorShape.IBeamCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        card = self._copy_at(event.position())
        self._pressed = card.first if card else None
        if card is None or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        card = self._copy_at(event.position())
        if card and card.first == self._pressed:
            self._copy_code(card)
        else:
            super().mouseReleaseEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for mark in self._message.marks:
            rect = self._rect(mark)
            if rect.intersects(QRectF(event.rect())):
                paint_mark(painter, mark, rect, mark.first == self._copied)
        if self._caret:
            self._paint_caret(painter)
        painter.end()
        super().paintEvent(event)

    def _write(self, change: Callable[[], None]) -> None:
        """What the reader has selected stays so, also in a block that is written again."""
        cursor = self.textCursor()
        anchor, position, selected = cursor.anchor(), cursor.position(), cursor.hasSelection()
        change()
        if selected:
            last = self.document().characterCount() - 1
            cursor.setPosition(min(anchor, last))
            cursor.setPosition(min(position, last), QTextCursor.MoveMode.KeepAnchor)
            self.setTextCursor(cursor)
        self._redraw()

    # --- marks ---------------------------------------------------------------------------

    def _paint_caret(self, painter: QPainter) -> None:
        end = QTextCursor(self.document())
        end.movePosition(QTextCursor.MoveOperation.End)
        rect = QRectF(self.cursorRect(end))
        x = min(rect.right() + 9, self.viewport().width() - _CARET)
        paint_caret(painter, QPointF(x, rect.center().y()), _CARET)

    def _cards(self) -> list[Mark]:
        return [mark for mark in self._message.marks if mark.kind is MarkKind.CODE]

    def _rect(self, mark: Mark) -> QRectF:
        document, layout = self.document(), self.document().documentLayout()
        top = layout.blockBoundingRect(document.findBlock(mark.first)).top()
        bottom = layout.blockBoundingRect(document.findBlock(mark.last)).bottom()
        if mark.kind is MarkKind.CODE:
            top, bottom = top - CODE_HEADER - CODE_PADDING, bottom + CODE_PADDING - 1
        return QRectF(mark.left, top, self.viewport().width() - mark.left, bottom - top)

    def _copy_at(self, position: QPointF) -> Mark | None:
        hits = (card for card in self._cards() if copy_area(self._rect(card)).contains(position))
        return next(hits, None)

    def _copy_code(self, card: Mark) -> None:
        document = self.document()
        cursor = QTextCursor(document.findBlock(card.first))
        cursor.setPosition(card.last, QTextCursor.MoveMode.KeepAnchor)
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        QGuiApplication.clipboard().setText(cursor.selection().toPlainText())
        self._show_copied(card.first)
        QTimer.singleShot(_COPIED_MS, self, lambda: self._show_copied(None))

    def _show_copied(self, first: int | None) -> None:
        self._copied = first
        self.viewport().update()

    def _redraw(self) -> None:
        """Cards reach beyond the lines that Qt knows to have changed."""
        self.updateGeometry()
        self.viewport().update()
