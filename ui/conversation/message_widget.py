"""The widget of one turn; there is a subclass for each role."""

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Signal
from PySide6.QtGui import QAccessible, QFocusEvent, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QApplication, QLayout, QMenu, QWidget

from ui.conversation.message_actions import MessageActions
from ui.state.turn import Turn
from ui.widgets import text_body
from ui.widgets.layouts import vbox
from ui.widgets.roles import set_role

# Characters of a message that a screen reader says when it gets the focus.
_SAID = 1000


class ViewRequests(QObject):
    """Requests of message parts to the view that scrolls them. `folded` means that the reader
    opened or closed something, `grown` that a part needs more height. `revealed` has a part and the
    rectangle of it to scroll to. `focus_left` precedes a request that will hide the pressed button,
    and has the id of the decided call, if it is one. `explained` has a Turn whose numbers are to be
    shown in detail, and the widget that was pressed."""

    folded = Signal()
    grown = Signal()
    focus_left = Signal(str)
    explained = Signal(object, QWidget)
    revealed = Signal(QWidget, QRect)


class MessageWidget(QWidget):
    """Shows `turn` as it stands when `refresh` is called. `stale` means that its height may have
    changed."""

    stale = Signal()

    def __init__(self, turn: Turn, accessible_name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.turn = turn
        self.setAccessibleName(accessible_name)
        set_role(self, QAccessible.Role.ListItem)
        self.column = vbox(self, spacing=4)

    def refresh(self) -> None:
        """Show the changes of the turn."""

    @property
    def unfinished(self) -> bool:
        """True if the message has text that it has not written yet."""
        return False

    @property
    def answer(self) -> "text_body.TextBody | None":
        """The text that can be copied as markdown, if there is one."""
        return None

    def texts(self) -> "list[text_body.TextBody]":
        """Return the texts of the message itself, from top to bottom."""
        return []

    def searched(self) -> "list[text_body.TextBody]":
        """Return the texts that can be searched, from top to bottom."""
        return self.texts()

    def reveal(self, text: "text_body.TextBody") -> None:
        """Open the fold that hides one of the texts that are `searched`."""

    def select_all(self) -> None:
        for text in self.texts():
            if text.isVisible():
                text.selectAll()

    def selected_text(self) -> str:
        """Return the selections of all its texts from top to bottom."""
        found = self.findChildren(text_body.TextBody)
        texts = sorted(found, key=lambda text: text.mapTo(self, QPoint()).y())
        return "\n\n".join(filter(None, (text.selected_text() for text in texts)))

    def copy_selected(self) -> None:
        if text := self.selected_text():
            QGuiApplication.clipboard().setText(text)

    def holds_state(self) -> bool:
        """Return True if the reader changed something that a new widget would lack: an opened fold
        or menu, a selection, the focus."""
        focused = QApplication.focusWidget()
        if focused is self or (focused is not None and self.isAncestorOf(focused)):
            return True
        if any(button.isChecked() for button in self.findChildren(QAbstractButton)):
            return True
        if any(menu.isVisible() for menu in self.findChildren(QMenu)):
            return True
        texts = self.findChildren(text_body.TextBody)
        return any(text.textCursor().hasSelection() for text in texts)

    def set_last(self, last: bool) -> None:
        """Set if no other answer follows."""

    def set_continued(self, continued: bool) -> None:
        """Set if the answer goes on in the next message."""

    def inspect(self) -> None:
        """Show the prompt and the tokens of the message."""

    def read_aloud(self) -> None:
        """Have the answer read by the system's voice."""

    def offer_continue(self, resumable: bool) -> None:
        """Show or hide the button that continues a reply."""

    def offer_actions(self, actions: MessageActions) -> None:
        """Add buttons for the actions on the message."""

    def refresh_versions(self) -> None:
        """Update the version switch after their number changed."""

    def height_for(self, width: int) -> int:
        return layout_height(self.column, width)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.SelectAll):
            self.select_all()
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copy_selected()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.setAccessibleDescription(self.turn.content[:_SAID])
        self._show_ring()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._show_ring()

    def _show_ring(self) -> None:
        """Repaint the parent, which paints the ring because it extends beyond the message."""
        if around := self.parentWidget():
            around.update()

    def event(self, event: QEvent) -> bool:
        """Emit `stale` when a part of the message wants another size."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.stale.emit()
        return super().event(event)


def layout_height(layout: QLayout, width: int) -> int:
    layout.activate()
    if not layout.hasHeightForWidth():
        return layout.sizeHint().height()
    return layout.heightForWidth(width)
