"""The text of an answer: markdown with code cards, quote bars and rules painted under it."""

from collections.abc import Callable
from time import perf_counter
from typing import Any

from PySide6.QtCore import QEvent, QMimeData, QPointF, QRect, QRectF, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QTextCursor,
)
from PySide6.QtWidgets import QWidget

from ui.look import theme
from ui.look.language import tr
from ui.markdown import pasted_text
from ui.markdown.block_writer import Mark, MarkKind
from ui.markdown.code_lexers import language_of, lexers
from ui.markdown.copied_text import plain_text, selected_markdown
from ui.markdown.mark_painting import (
    above_code,
    copy_area,
    line_areas,
    marks_in,
    paint_caret,
    paint_mark,
    paint_spoken,
)
from ui.markdown.markdown_document import MarkdownDocument
from ui.markdown.markdown_formats import code_header, code_padding
from ui.markdown.math_images import Wanted, math_images
from ui.markdown.named_images import FindImage
from ui.widgets.buttons import COPIED_MS
from ui.widgets.plain_field import copied_data
from ui.widgets.text_body import TextBody

_CARET = 4.5
# Seconds of writing at once, and in each later slice.
_SLICE = 0.008
_PAUSE_MS = 4
_PRESSES = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class MessageBody(TextBody):
    """Shows growing markdown. A long text is written in slices; `grown` follows each. Tab goes
    through the code cards first; `revealed` has the rectangle of a card that got the focus, in
    viewport coordinates."""

    grown = Signal()
    revealed = Signal(QRectF)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("answer", tr("Answer"), parent=parent)
        self._message = MarkdownDocument(self.document())
        self._message.ratio = self.devicePixelRatioF()
        self._colors = theme.colors()
        # True if the text has the colors of a former theme.
        self._late = False
        self._caret = False
        self._pressed: int | None = None
        self._copied: int | None = None
        self._card: int | None = None
        self._selection: tuple[int, int] | None = None
        self._spoken: tuple[int, int] | None = None
        self._slices = QTimer(self, interval=_PAUSE_MS)
        self._slices.timeout.connect(self._go_on)
        self._copied_ends = QTimer(self, singleShot=True, interval=COPIED_MS)
        self._copied_ends.timeout.connect(lambda: self._show_copied(None))
        self.setMouseTracking(True)
        math_images().drawn.connect(self._draw)
        lexers().loaded.connect(self._load)

    @property
    def pending(self) -> bool:
        """True if some text is not written yet."""
        return self._message.pending

    def set_images(self, find: FindImage) -> None:
        """Set the lookup of the conversation's images; call this before there is text."""
        self._message.set_images(find)

    def append_markdown(self, text: str) -> None:
        self._write(lambda over: self._message.append(text, over))

    def finish(self) -> None:
        self._write(self._message.finish)

    def resume(self) -> None:
        """Expect more text after `finish`."""
        self._write(self._message.resume)

    def set_caret(self, shown: bool) -> None:
        if shown != self._caret:
            self._caret = shown
            self.viewport().update()

    def set_spoken(self, span: tuple[int, int] | None) -> None:
        """Mark the text between two positions as the sentence that is being spoken."""
        if span != self._spoken:
            self._spoken = span
            self.viewport().update()

    def spoken_area(self) -> QRect:
        """Return the area of the spoken sentence; an empty one if none is marked."""
        area = QRectF()
        for line in self._spoken_lines():
            area |= line
        return area.toAlignedRect()

    def _spoken_lines(self) -> list[QRectF]:
        return list(line_areas(self.document(), *self._spoken)) if self._spoken else []

    # --- what is copied ------------------------------------------------------------------

    def markdown(self) -> str:
        return self._message.source

    @property
    def cut_off(self) -> bool:
        return self._message.cut

    def plain_text(self) -> str:
        source = self._message.source
        return source if self.cut_off else pasted_text.pasted_text(source)

    def whole_data(self) -> QMimeData:
        """Return the whole text, and as HTML, so that lists and bold text survive in a mail."""
        if self.cut_off:
            return super().whole_data()
        text, html = pasted_text.pasted(self._message.source)
        data = copied_data(text)
        data.setHtml(html)
        return data

    def selected_markdown(self) -> str:
        cursor, message = self.textCursor(), self._message
        if not cursor.hasSelection():
            return ""
        if self.all_selected:
            return message.source
        start, end = cursor.selectionStart(), cursor.selectionEnd()
        return selected_markdown(self.document(), start, end, message.text, message.written)

    def code_count(self) -> int:
        return len(self._cards())

    def code(self, index: int) -> str:
        """Return the text of a code card, also what is too long to be shown."""
        cards, document = self._cards(), self.document()
        last = document.findBlock(cards[index].last)
        text = plain_text(document, cards[index].first, last.position() + last.length() - 1)
        return text + self._message.code_left if index == len(cards) - 1 else text

    def code_at(self, position: QPointF) -> int:
        """Return the index of the code card at `position` of the viewport, or -1."""
        hits = (i for i, card in enumerate(self._cards()) if self._rect(card).contains(position))
        return next(hits, -1)

    def copy_code(self, index: int = 0) -> None:
        QGuiApplication.clipboard().setText(self.code(index))
        first = self._cards()[index].first
        self._show_copied(first)
        self._copied_ends.start()

    def copy_area(self, index: int = 0) -> QRectF:
        """Return the area in which a click copies the code block `index`."""
        return copy_area(self._rect(self._cards()[index]))

    # --- events --------------------------------------------------------------------------

    def wear_look(self) -> None:
        """Write the text again soon, not at once: several panes would hold up the window, one after
        another."""
        if self._colors is not theme.colors():
            self._colors = theme.colors()
            self._late = True
            if self.isVisible():
                self._slices.start()

    def heightForWidth(self, width: int) -> int:
        """Return the height of the former layout while the text is about to be written again."""
        return super().heightForWidth(int(self.document().textWidth()) if self._late else width)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._catch_up()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out no text that is about to be written again."""
        if not self._late:
            super().resizeEvent(event)

    def event(self, event: QEvent) -> bool:
        ratio = self.devicePixelRatioF()
        if event.type() == QEvent.Type.DevicePixelRatioChange and ratio != self._message.ratio:
            self._message.ratio = ratio
            self._write(self._message.rewrite)
        return super().event(event)

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Return a formula or an image of the conversation; nothing else is loaded."""
        key = QUrl(name).toString(QUrl.ComponentFormattingOption.FullyEncoded)
        found = self._message.image(key)
        if found is None:
            found = math_images().image(QUrl.fromPercentEncoding(key.encode()))
        return super().loadResource(kind, name) if found is None else found

    def focusNextPrevChild(self, next: bool) -> bool:
        count = self.code_count()
        index = -1 if self._card is None else self._card
        index += 1 if next else -1
        if (next or self._card is not None) and 0 <= index < count:
            self._focus_card(index)
            return True
        if self._card is not None:
            self._focus_card(None)
        return super().focusNextPrevChild(next)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._focus_card(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._card is not None and self._focused_card() and event.key() in _PRESSES:
            self.copy_code(self._card)
            self._say(tr("Copied"))
        else:
            super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if self._copy_at(event.position()) >= 0:
            self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        elif not self.anchorAt(event.position().toPoint()):
            self.viewport().setCursor(Qt.CursorShape.IBeamCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        card = self._copy_at(event.position())
        self._pressed = card if card >= 0 else None
        if card < 0 or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        card = self._copy_at(event.position())
        if card >= 0 and card == self._pressed:
            self.copy_code(card)
        else:
            super().mouseReleaseEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        focused = self._focused_card()
        for mark in marks_in(self.document(), self._message.marks, event.rect()):
            rect = self._rect(mark)
            if rect.intersects(QRectF(event.rect())):
                paint_mark(painter, mark, rect, mark.first == self._copied, mark is focused)
        paint_spoken(painter, self._spoken_lines())
        if self._caret:
            self._paint_caret(painter)
        painter.end()
        # In the colors of the former theme the text could not be read.
        if not self._late:
            super().paintEvent(event)

    # --- writing -------------------------------------------------------------------------

    def _catch_up(self) -> None:
        """Rewrite text in the current colors if they changed while it was out of sight."""
        if self._late:
            self._late = False
            self._write(self._rewrite)

    def _rewrite(self, over: Callable[[], bool]) -> None:
        # a new font lays the text out again, unless there is none
        self.document().clear()
        super().wear_look()
        self._message.rewrite(over)

    def _go_on(self) -> None:
        self._catch_up() if self._late else self._write(self._message.work)

    def _write(self, change: Callable[[Callable[[], bool]], None]) -> None:
        """Write for a slice of time. The reader's selection is kept, even in a block that is
        rewritten, and so is the place at which one begins."""
        cursor = self.textCursor()
        placed = cursor.hasSelection() or not cursor.atEnd()
        if placed and self._selection is None:
            self._selection = cursor.anchor(), cursor.position()
        end = perf_counter() + _SLICE
        change(lambda: perf_counter() >= end)
        self._select_again()
        waiting = self.pending or (self._late and self.isVisible())
        if waiting and not self._slices.isActive():
            self._slices.start()
        elif not waiting:
            self._slices.stop()
        self._redraw(self._message.changed_from)

    def _select_again(self) -> None:
        last = self.document().characterCount() - 1
        if self._selection and (not self.pending or max(self._selection) <= last):
            anchor, position = self._selection
            cursor = self.textCursor()
            cursor.setPosition(min(anchor, last))
            cursor.setPosition(min(position, last), QTextCursor.MoveMode.KeepAnchor)
            self.setTextCursor(cursor)
            self._selection = None

    def _draw(self, wanted: Wanted) -> None:
        if self._message.draw(wanted):
            self._redraw(0)

    def _load(self, language: str) -> None:
        if self._message.load(language) and not self._slices.isActive():
            self._slices.start()

    def _redraw(self, changed_from: int) -> None:
        """Repaint from a position on: cards extend beyond the lines that Qt knows to have
        changed."""
        self.updateGeometry()
        block = self.document().findBlock(changed_from)
        layout = self.document().documentLayout()
        top = int(layout.blockBoundingRect(block).top() - above_code()) if changed_from else 0
        self.viewport().update(QRect(0, top, self.viewport().width(), self.viewport().height()))
        self.grown.emit()

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
            top, bottom = top - code_header() - code_padding(), bottom + code_padding() - 1
        left = 0 if mark.mirrored else mark.indent
        return QRectF(left, top, self.viewport().width() - mark.indent, bottom - top)

    def _copy_at(self, position: QPointF) -> int:
        index = self.code_at(position)
        return index if index >= 0 and self.copy_area(index).contains(position) else -1

    def _focused_card(self) -> Mark | None:
        """Return the card that has the focus, unless it is about to be written again."""
        if self._card is None:
            return None
        cards = self._cards()
        return cards[self._card] if self._card < len(cards) else None

    def _focus_card(self, index: int | None) -> None:
        if index == self._card:
            return
        self._card = index
        self.viewport().update()
        if index is not None:
            card = self._cards()[index]
            self.revealed.emit(self._rect(card))
            name = language_of(card.label) or tr("plain text")
            words = tr("Code {number} of {count}, {language}. Return copies it.")
            count = self.code_count()
            self._say(words.format(number=index + 1, count=count, language=name))

    def _say(self, words: str) -> None:
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))

    def _show_copied(self, first: int | None) -> None:
        self._copied = first
        self.viewport().update()
