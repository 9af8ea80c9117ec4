"""Text that can be selected and copied, as high as it needs to be; the view around it scrolls."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QMimeData, QSignalBlocker, QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QImage,
    QKeyEvent,
    QTextDocument,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QTextEdit, QWidget

from ui.look import theme
from ui.markdown.copied_text import plain_text
from ui.widgets.plain_document import PlainDocument
from ui.widgets.plain_field import copied_data

_BY_KEYBOARD = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
_LONGEST_ADDRESS = 2000
_PAGE_KEYS = (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
_END_KEYS = (Qt.Key.Key_Home, Qt.Key.Key_End)


class TextBody(QTextBrowser):
    """A text without scroll bars. `name` is its object name, which the style sheet selects."""

    link_activated = Signal(str)
    marked = Signal(list)

    def __init__(
        self,
        name: str,
        accessible_name: str,
        pixels: int = 14,
        parent: QWidget | None = None,
        *,
        monospaced: bool = False,
    ) -> None:
        super().__init__(parent)
        self.plain = PlainDocument(self.document())
        theme.set_font(self, pixels, monospaced=monospaced)
        theme.look.changed.connect(self.wear_look)
        self.setObjectName(name)
        self.setProperty("kind", "message")
        self.setAccessibleName(accessible_name)
        self._lay_out()
        flags = Qt.TextInteractionFlag
        self.setTextInteractionFlags(flags.TextBrowserInteraction | flags.TextSelectableByKeyboard)
        self.setOpenLinks(False)
        self.anchorClicked.connect(lambda url: self.link_activated.emit(_address(url)))
        self.highlighted.connect(lambda url: self.setToolTip(_address(url)))

    def add_text(self, text: str) -> None:
        """Append plain text, never read as markup."""
        self.plain.add(text)
        self.updateGeometry()

    def setExtraSelections(self, selections: Sequence[QTextEdit.ExtraSelection]) -> None:
        super().setExtraSelections(selections)
        self.marked.emit(selections)

    def clear(self) -> None:
        self.plain.clear()
        super().clear()

    def markdown(self) -> str:
        """Return the whole text in the form in which it was written."""
        return self.plain.text

    @property
    def cut_off(self) -> bool:
        """True if only the beginning of the text is shown."""
        return self.plain.cut

    @property
    def all_selected(self) -> bool:
        """True if everything that is shown is selected."""
        cursor = self.textCursor()
        last = self.document().characterCount() - 1
        return (cursor.selectionStart(), cursor.selectionEnd()) == (0, last)

    def plain_text(self) -> str:
        return self.markdown() if self.cut_off else plain_text(self.document())

    def whole_data(self) -> QMimeData:
        """Return the whole text for the clipboard, without the look of the window."""
        return copied_data(self.plain_text())

    def selected_text(self) -> str:
        """Return the selection; with all selected, also what is too long to be shown."""
        cursor = self.textCursor()
        if not cursor.hasSelection():
            return ""
        if self.cut_off and self.all_selected:
            return self.plain_text()
        return plain_text(self.document(), cursor.selectionStart(), cursor.selectionEnd())

    def selected_markdown(self) -> str:
        return self.selected_text()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        document = self.document()
        if document.textWidth() != width:
            # If QTextEdit learned of the new size, it would reset the width to its viewport.
            with QSignalBlocker(document.documentLayout()):
                document.setTextWidth(width)
        return -int(-document.size().height() // 1)

    def sizeHint(self) -> QSize:
        """Return the size at the width of the current layout, if there is one."""
        width = int(self.document().textWidth())
        width = width if width > 0 else self.width()
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Return a placeholder, so that nothing is read from disk or network: for None, Qt would
        load the resource itself."""
        if kind != QTextDocument.ResourceType.ImageResource.value:
            return ""
        blank = QImage(1, 1, QImage.Format.Format_ARGB32)
        blank.fill(Qt.GlobalColor.transparent)
        return blank

    def createMimeDataFromSelection(self) -> QMimeData:
        """Return plain text and markdown only: colors of a dark window are unreadable elsewhere."""
        data = copied_data(self.selected_text())
        data.setData("text/markdown", self.selected_markdown().encode())
        return data

    def changeEvent(self, event: QEvent) -> None:
        """Lay the text out once for a new look: Qt would do so for each of its steps."""
        if not (theme.applying() and event.type() == QEvent.Type.FontChange):
            super().changeEvent(event)

    def wear_look(self) -> None:
        """Lay the text out in the font of the current zoom."""
        font = theme.kept_font(self)
        if self.document().defaultFont() != font:
            self.document().setDefaultFont(font)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _PAGE_KEYS or (event.key() in _END_KEYS and not self._selects(event)):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def _selects(self, event: QKeyEvent) -> bool:
        """Return True if a key moves a caret that is shown, or the end of the selection."""
        return self.cursorWidth() > 0 or bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show a caret, to select by keyboard, only if the focus came by keyboard."""
        self.setCursorWidth(1 if event.reason() in _BY_KEYBOARD else 0)
        super().focusInEvent(event)

    def _lay_out(self) -> None:
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAutoFillBackground(False)
        # The menu is that of the message.
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        # The window handles files that are dropped anywhere.
        self.setAcceptDrops(False)
        self.viewport().setAcceptDrops(False)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)


def _address(url: QUrl) -> str:
    """Return the address for display, cut to a maximum length."""
    return bytes(url.toEncoded().data()).decode()[:_LONGEST_ADDRESS]
