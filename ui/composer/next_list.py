"""The next messages above the composer: sent one by one, each when the answer before has ended."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from ui.composer.next_row import NextRow
from ui.conversation.message_actions import edits_other
from ui.look import theme
from ui.look.language import tr
from ui.state.conversation import Conversation
from ui.state.next_messages import NextMessage, NextMessages, Pause
from ui.widgets.buttons import LinkButton
from ui.widgets.labels import ElidedLabel
from ui.widgets.layouts import scroll_area, vbox
from ui.widgets.undo_strip import UndoStrip

# Rows that are shown at once, and their share of the tab's height; the others are scrolled to.
_MOST_ROWS, _SHARE = 4, 0.2
# In a lower tab, the way back to a removed message stands in place of the others.
_LOW = 440


class NextList(QFrame):
    """Hidden without next messages. `left` comes when the keyboard should go to the composer."""

    left = Signal()

    def __init__(self, conversation: Conversation, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("next_messages")
        self.setAccessibleName(tr("Queued messages"))
        self._conversation = conversation
        self._messages = conversation.next_messages
        self._requests = conversation.requests
        self.rows: list[NextRow] = []
        self._room = 0
        self._words = ElidedLabel("next_words")
        self.go_on = LinkButton(tr("Send next"), tr("Send the queued messages one by one"))
        self.undo = UndoStrip(tr("Restore the removed message"))
        self._build()
        self.go_on.clicked.connect(self._requests.next_resumed)
        self.undo.undone.connect(self._bring_back)
        self._messages.changed.connect(self._show)
        self.undo.ended.connect(self._fit)
        conversation.busy_changed.connect(self._follow_busy)
        conversation.addresses_changed.connect(self._show)
        theme.look.changed.connect(self._show)
        self._show()

    def set_room(self, height: int) -> None:
        """Show no more rows than fit beside the conversation in a tab of this height."""
        if height != self._room:
            self._room = height
            self._fit()

    def _build(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(14, 0, 4, 0)
        head.addWidget(self._words, 1)
        head.addWidget(self.go_on)
        inside = QWidget()
        inside.setObjectName("next_rows")
        self._column = vbox(inside, spacing=0)
        self._area = scroll_area(inside)
        column = vbox(self, spacing=2, margins=(0, 4, 0, 4))
        column.addWidget(self.undo)
        column.addLayout(head)
        column.addWidget(self._area)

    def _follow_busy(self) -> None:
        if self._conversation.busy:
            self.undo.end()
        self._show()

    # --- what is shown ---------------------------------------------------------------------

    def _show(self) -> None:
        """Show the messages. Rows of messages that stay are kept, and so is the keyboard's place
        in them."""
        focused = self._focused()
        known = {row.message: row for row in self.rows}
        self.rows = [known.pop(it, None) or self._row(it) for it in self._messages]
        for row in known.values():
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        busy, edited = self._conversation.busy, self._messages.edited
        for place, row in enumerate(self.rows):
            self._column.insertWidget(place, row)
            model_id = self._conversation.other_model(row.message)
            row.show_state(place, busy=busy, edited=row.message is edited, model_id=model_id)
            row.show()
        self._say(_words(self._messages, busy=busy))
        self._fit()
        if focused is not None:
            self._focus_again(*focused)

    def _say(self, words: str) -> None:
        """Show when the messages are sent, and tell a screen reader what is new about that."""
        if words == self._words.text():
            return
        self._words.setText(words)
        self.setAccessibleName(words)
        if self.rows:
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def _row(self, message: NextMessage) -> NextRow:
        row = NextRow(message, self._requests, self)
        row.edit_wanted.connect(self._edit)
        row.moved.connect(self._move)
        row.removed.connect(self._remove)
        return row

    def _fit(self) -> None:
        height = self.rows[0].sizeHint().height() if self.rows else 0
        fitting = int(_SHARE * self._room / height) if height else 0
        shown = min(len(self.rows), _MOST_ROWS, max(1, fitting))
        self._area.setFixedHeight(shown * height)
        listed = bool(self.rows) and (self.undo.isHidden() or self._room >= theme.px(_LOW))
        for part in (self._words, self._area):
            part.setVisible(listed)
        self.go_on.setVisible(listed and self._messages.pause is not None)
        self.setVisible(bool(self.rows) or not self.undo.isHidden())

    # --- the keyboard ----------------------------------------------------------------------

    def _focused(self) -> tuple[int, NextRow, int] | None:
        """Return the row that has the focus, with its place, and the number of its button."""
        for place, row in enumerate(self.rows):
            for index, button in enumerate(row.buttons):
                if button.hasFocus():
                    return place, row, index
        return None

    def _focus_again(self, place: int, row: NextRow, index: int) -> None:
        """Keep the focus at its button, also where another message has taken the place of its
        row."""
        if row not in self.rows and self.rows:
            row = self.rows[min(place, len(self.rows) - 1)]
        beside = (row.buttons[index], row.edit, row.up)
        button = next((it for it in beside if it.isVisibleTo(self)), None)
        if button is None:
            self.left.emit()
        else:
            button.setFocus()

    # --- what a person does ----------------------------------------------------------------

    def _edit(self, message: NextMessage) -> None:
        if not self._conversation.edit_next(message):
            self._conversation.draft.tell(edits_other())
        self.left.emit()

    def _move(self, message: NextMessage, by: int) -> None:
        place = self._messages.place(message)
        if place is not None:
            self._messages.move(message, place + by)

    def _remove(self, message: NextMessage) -> None:
        place = self._messages.place(message)
        if place is None:
            return
        self.undo.add(tr("Queued message removed."), (place, message, self._messages.pause))
        self._messages.remove(message)

    def _bring_back(self, removed: tuple[int, NextMessage, Pause | None]) -> None:
        """Put a removed message back. The only one waits again, for a person who wants it back
        does not ask to send it."""
        place, message, pause = removed
        alone = not len(self._messages)
        self._messages.insert(place, message)
        if alone:
            idle = None if self._conversation.busy else Pause.WAITING
            self._messages.set_pause(pause or idle)


def _words(messages: NextMessages, *, busy: bool) -> str:
    """Return when the messages are sent, or why they wait."""
    count = len(messages)
    match messages.pause:
        case Pause.STOPPED:
            return tr("Stopped. %n queued message(s) (is|are) waiting.", "", count)
        case Pause.FAILED:
            return tr("Failed. %n queued message(s) (is|are) waiting.", "", count)
        case Pause.WAITING:
            return tr("%n queued message(s) (is|are) waiting.", "", count)
    if messages.first is not None and messages.first is messages.edited and not busy:
        return tr("Waiting for the message that you are editing")
    return tr("%n queued message(s), sent when the answer ends", "", count)
