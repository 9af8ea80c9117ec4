"""The field a question is typed into, which grows with its text and accepts pasted files."""

from dataclasses import replace
from math import ceil

from PySide6.QtCore import (
    QEvent,
    QMimeData,
    QObject,
    QPoint,
    QRect,
    Qt,
    QTextBoundaryFinder,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDropEvent,
    QFocusEvent,
    QImage,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QTextBlock,
    QTextCursor,
    QTextDocumentFragment,
    QTextLayout,
)
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from ui.composer.media_marks import OBJECT, MarkedText, MediaMarks
from ui.look import theme
from ui.look.language import tr
from ui.state.requests import AttachmentRequests
from ui.widgets.drop_overlay import has_image, local_files
from ui.widgets.plain_field import PlainField, copied_data
from ui.widgets.utf16 import utf16_units

# The field grows to this share of its window, or to this number of lines if that is more.
SHARE, LEAST_LINES = 0.35, 3
# Characters of a paste: more than MAX_PASTE become a file; above LONG_PASTE this is offered.
MAX_PASTE, LONG_PASTE = 200_000, 20_000
# Lines of a paste: each becomes a block of the field, which takes longer than its characters.
MAX_LINES = 20_000
# Characters without a place to wrap, with a paste among them: the time to wrap such a run grows as
# the square of its length. Shorter runs count together, by the sum of their squares.
MAX_RUN = 30_000
_SEND = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_BREAK = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.AltModifier


class QuestionEdit(PlainField):
    """A plain-text editor with `marks` for images and videos in the text. `recalled` asks for the
    last question, `long_pasted` has a long text that was inserted, `paste_refused` a sentence."""

    return_pressed = Signal()
    recalled = Signal()
    long_pasted = Signal(str)
    paste_refused = Signal(str)
    focus_changed = Signal()

    def __init__(self, requests: AttachmentRequests) -> None:
        super().__init__()
        self._fitting = False
        self._requests = requests
        self.setObjectName("question")
        self.setAccessibleName(tr("Question"))
        self._hint = ""
        theme.set_font(self, 14)
        self.setTabChangesFocus(True)
        self.setFrameShape(self.Shape.NoFrame)
        # Text wraps at any place, and yet Qt shows the bar under a very long line.
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(2)
        # setting the margin is an undo step too
        self.forget_undo()
        self.marks = MediaMarks(self.document())
        self._copied = MarkedText("")
        self._drop_at: QRect | None = None
        self._window: QWidget | None = None
        self.document().contentsChanged.connect(self._fit)
        self._fit()
        theme.look.changed.connect(self._fit)
        theme.look.changed.connect(self._fit_hint)

    def set_hint(self, text: str) -> None:
        """Set the placeholder, which is cut off where its line ends."""
        self._hint = text
        self._fit_hint()

    def write(self, draft: MarkedText) -> None:
        """Replace the whole text. Unlike `setPlainText`, this can be undone."""
        cursor = self.textCursor()
        cursor.select(cursor.SelectionType.Document)
        self._insert(cursor, draft)

    def forget_undo(self) -> None:
        """Clear the undo history, so that undo does not restore a sent or earlier text."""
        self.document().clearUndoRedoStacks()

    def begin_step(self) -> None:
        """Let the next change of the text be an undo step of its own."""
        self.document().setModified(False)

    def complete_step(self) -> None:
        """Add an undo step that leaves the text as it is, unless the text has changed since
        `begin_step`."""
        if self.document().isModified():
            return
        cursor = self.textCursor()
        cursor.clearSelection()
        cursor.beginEditBlock()
        cursor.insertText(" ")
        cursor.deletePreviousChar()
        cursor.endEditBlock()

    def take_out(self, text: str) -> bool:
        """Remove a pasted text; this can be undone. Return False if it was changed since."""
        at = self.toPlainText().find(text)
        if at < 0 or not text:
            return False
        begin = utf16_units(self.toPlainText()[:at])
        cursor = self.textCursor()
        cursor.setPosition(begin)
        cursor.setPosition(begin + utf16_units(text), QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        return True

    def replace_before_cursor(self, count: int, text: str) -> None:
        """Replace this many UTF-16 units before the cursor by a text, as one step of undo."""
        cursor = self.textCursor()
        cursor.beginEditBlock()
        cursor.clearSelection()
        cursor.movePosition(cursor.MoveOperation.Left, cursor.MoveMode.KeepAnchor, count)
        cursor.removeSelectedText()
        self.setTextCursor(cursor)
        self._take_text(text)
        cursor.endEditBlock()

    @property
    def composing(self) -> bool:
        """Return True if an input method has text that is not yet inserted."""
        return bool(self.textCursor().block().layout().preeditAreaText())

    def place(self, key: int) -> None:
        """Put the mark with this key at the cursor."""
        cursor = self.textCursor()
        cursor.clearSelection()
        self._insert(cursor, MarkedText("", ((0, key),)))
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def place_at(self, at: QPoint, key: int) -> None:
        """Put the mark with this key at a global position, if that is on the text."""
        if cursor := self._cursor_at(at):
            self.setTextCursor(cursor)
            self.place(key)

    def show_drop(self, at: QPoint) -> None:
        """Mark the place in the text at which a drop would put a mark."""
        cursor = self._cursor_at(at)
        self._drop_at = self.cursorRect(cursor) if cursor else None
        self.viewport().update()

    def hide_drop(self) -> None:
        self._drop_at = None
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._drop_at:
            painter = QPainter(self.viewport())
            line = QRect(self._drop_at.left() - 1, self._drop_at.top(), 2, self._drop_at.height())
            painter.fillRect(line, QColor(theme.colors().accent))
            painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _SEND:
            self._return(event)
        elif event.key() == Qt.Key.Key_Up and self.document().isEmpty() and not self.composing:
            self.recalled.emit()
        else:
            super().keyPressEvent(event)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasImage() or source.hasUrls() or super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        files = local_files(source)
        if files:
            # first, since the Finder may add the icon of a copied file as an image
            self._requests.files_pasted.emit(files)
        elif has_image(source):
            self._take_image(source.imageData())
        else:
            self._take_text(source.text())

    def createMimeDataFromSelection(self) -> QMimeData:
        """Return the text without marks, which come back if it is pasted into this field."""
        cursor = self.textCursor()
        text = cursor.selection().toPlainText()
        self._copied = self.marks.draft_of(cursor.selectionStart(), text)
        return copied_data(self._copied.text)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept text only: the window takes images, files and addresses."""
        if has_image(event.mimeData()) or event.mimeData().hasUrls():
            event.ignore()
        else:
            super().dragEnterEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        super().dropEvent(event)
        self.setFocus(Qt.FocusReason.MouseFocusReason)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focus_changed.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_changed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
        self._fit_hint()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._follow(self.window())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Qt may call this after the Python attributes are gone
        if event.type() == QEvent.Type.Resize and watched is getattr(self, "_window", None):
            self._fit()
        return False

    def _follow(self, window: QWidget) -> None:
        """Resize with the window: the height is a share of the window's."""
        if window is not self._window:
            if self._window is not None and isValid(self._window):
                self._window.removeEventFilter(self)
            self._window = window
            window.installEventFilter(self)
        self._fit()

    def _return(self, event: QKeyEvent) -> None:
        """Send the question or insert a line break, unless an input method needs the key."""
        if self.composing:
            event.accept()
        elif event.modifiers() & _BREAK:
            self.insert_and_show("\n")
        else:
            self.return_pressed.emit()

    def _take_text(self, text: str) -> None:
        if not can_insert(text, self.textCursor()):
            self._requests.text_pasted.emit(text)
            return
        if self._copied.marks and text == self._copied.text:
            self._put_back()
            return
        # Web pages have this character in place of an image.
        text = text.replace(OBJECT, "")
        # The field changes spaces and line ends too, and is searched for the text later.
        text = QTextDocumentFragment.fromPlainText(text).toPlainText()
        self.insert_and_show(text)
        if len(text) > LONG_PASTE:
            self.long_pasted.emit(text)

    def _cursor_at(self, at: QPoint) -> QTextCursor | None:
        inside = self.viewport().mapFromGlobal(at)
        return self.cursorForPosition(inside) if self.viewport().rect().contains(inside) else None

    def _put_back(self) -> None:
        """Insert text that was cut here. A mark that is still in the text stays there."""
        cursor = self.textCursor()
        cursor.beginEditBlock()
        cursor.removeSelectedText()
        free = self.marks.free
        marks = tuple(mark for mark in self._copied.marks if mark[1] in free)
        self._insert(cursor, replace(self._copied, marks=marks))
        cursor.endEditBlock()

    def _insert(self, cursor: QTextCursor, draft: MarkedText) -> None:
        self.marks.insert(cursor, draft)
        self.setTextCursor(cursor)

    def _take_image(self, image: object) -> None:
        if isinstance(image, QImage) and not image.isNull():
            self._requests.image_pasted.emit(image)
        else:
            self.paste_refused.emit(
                tr("The copied image could not be read. Copy it again, or add its file.")
            )

    def _fit_hint(self) -> None:
        room = self.viewport().width() - 2 * round(self.document().documentMargin())
        hint = self.fontMetrics().elidedText(self._hint, Qt.TextElideMode.ElideRight, room)
        if hint != self.placeholderText():
            self.setPlaceholderText(hint)

    def _fit(self) -> None:
        """Set the height for the lines of the text, and show the scroll bar if there are more than
        fit."""
        # A new height or scroll bar resizes the field, which calls this again.
        if self._fitting:
            return
        self._fitting = True
        most, policy = self.most_lines, Qt.ScrollBarPolicy
        heights = self._line_heights(most)
        self.setVerticalScrollBarPolicy(
            policy.ScrollBarAsNeeded if len(heights) > most else policy.ScrollBarAlwaysOff
        )
        # Qt scrolls the first line away unless a pixel is left below the last one.
        margins = 2 * round(self.document().documentMargin()) + 1
        self.setFixedHeight(ceil(sum(heights[:most])) + margins)
        self._fitting = False

    def _line_heights(self, most: int) -> list[float]:
        """Return the heights of the lines without the scroll bar, of more than `most` if there are
        more."""
        # The lines of the document are as wide as the field is now, with the bar or without, and
        # Qt lays them out later.
        document = self.document()
        width = self.maximumViewportSize().width() - 2 * document.documentMargin()
        block = document.begin()
        heights: list[float] = []
        while block.isValid() and len(heights) <= most:
            if block.length() > most * width:
                # A line has fewer characters than pixels, and a long text takes long to lay out.
                return [self.fontMetrics().lineSpacing()] * (most + 1)
            heights += _heights_of(block, width, most + 1 - len(heights))
            block = block.next()
        return heights

    @property
    def most_lines(self) -> int:
        """Return the maximum number of visible lines."""
        height = SHARE * self.window().height()
        return max(round(height / self.fontMetrics().lineSpacing()), LEAST_LINES)


def _heights_of(block: QTextBlock, width: float, most: int) -> list[float]:
    """Return the heights of the lines of a block at a width other than its own, of at most `most`.
    A line can be higher than its font: Qt rounds heights up, and some signs need another font."""
    own, layout = block.layout(), QTextLayout(block)
    layout.setTextOption(block.document().defaultTextOption())
    layout.setPreeditArea(own.preeditAreaPosition(), own.preeditAreaText())
    layout.beginLayout()
    while layout.lineCount() < most and (line := layout.createLine()).isValid():
        line.setLineWidth(width)
    layout.endLayout()
    return [layout.lineAt(it).height() for it in range(layout.lineCount())]


def can_insert(text: str, at: QTextCursor | None = None) -> bool:
    """Return False if the field would take very long to insert a text: in place of the selection of
    a cursor, or else on lines of its own."""
    if len(text) > MAX_PASTE or len(text.splitlines()) > MAX_LINES:
        return False
    return _can_wrap(_joined_lines(at, text) if at else text)


def _joined_lines(at: QTextCursor, text: str) -> str:
    """Return a text with the lines that it joins once it replaces the selection of a cursor."""
    before, after = QTextCursor(at), QTextCursor(at)
    before.setPosition(at.selectionStart())
    before.movePosition(at.MoveOperation.StartOfBlock, at.MoveMode.KeepAnchor)
    after.setPosition(at.selectionEnd())
    after.movePosition(at.MoveOperation.EndOfBlock, at.MoveMode.KeepAnchor)
    return before.selectedText() + text + after.selectedText()


def _can_wrap(text: str) -> bool:
    finder = QTextBoundaryFinder(QTextBoundaryFinder.BoundaryType.Line, text)
    squares = begin = 0
    while (end := finder.toNextBoundary()) >= 0:
        squares += (end - begin) ** 2
        begin = end
    return squares <= MAX_RUN**2
