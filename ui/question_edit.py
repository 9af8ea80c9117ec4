"""The field a question is typed into: grows with its text, takes pictures and files by paste."""

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDropEvent,
    QFocusEvent,
    QImage,
    QKeyEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from ui import theme
from ui.drop_overlay import local_files

MAX_LINES = 8
MAX_PASTE = 200_000
_SEND = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class QuestionEdit(QPlainTextEdit):
    return_pressed = Signal()
    recalled = Signal()
    image_pasted = Signal(QImage)
    files_pasted = Signal(list)
    paste_refused = Signal(str)
    focus_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("question")
        self.setAccessibleName("Question")
        self.setPlaceholderText("Ask, or drop a picture or a video")
        self.setFont(theme.font(14))
        self.setTabChangesFocus(True)
        self.setFrameShape(self.Shape.NoFrame)
        self.document().setDocumentMargin(2)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._fit()

    def replace_text(self, text: str) -> None:
        """Can be undone, unlike `setPlainText`."""
        cursor = self.textCursor()
        cursor.select(cursor.SelectionType.Document)
        cursor.insertText(text)
        self.setTextCursor(cursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if event.key() in _SEND and shift:
            self.insertPlainText("\n")
        elif event.key() in _SEND:
            self.return_pressed.emit()
        elif event.key() == Qt.Key.Key_Up and self.document().isEmpty():
            self.recalled.emit()
        else:
            super().keyPressEvent(event)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasImage() or source.hasUrls() or super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        files = local_files(source)
        if files:
            # first: beside a copied file, the Finder may put its icon as an image
            self.files_pasted.emit(files)
        elif source.hasImage():
            self._take_image(source.imageData())
        elif len(source.text()) > MAX_PASTE:
            self.paste_refused.emit(
                f"The pasted text has {len(source.text()):,} characters; at most {MAX_PASTE:,} fit."
            )
        else:
            super().insertFromMimeData(source)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Text is dropped here; pictures and files are left to the window around."""
        if event.mimeData().hasImage() or local_files(event.mimeData()):
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

    def _take_image(self, image: object) -> None:
        if isinstance(image, QImage) and not image.isNull():
            self.image_pasted.emit(image)
        else:
            self.paste_refused.emit("The copied picture could not be read.")

    def _fit(self) -> None:
        # a plain text document measures its height in lines
        lines = max(round(self.document().size().height()), 1)
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            policy.ScrollBarAsNeeded if lines > MAX_LINES else policy.ScrollBarAlwaysOff
        )
        margins = 2 * round(self.document().documentMargin())
        self.setFixedHeight(min(lines, MAX_LINES) * self.fontMetrics().lineSpacing() + margins)
