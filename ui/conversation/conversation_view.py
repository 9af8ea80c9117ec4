"""The conversation on screen: follows its end while the reader is there, stays put otherwise."""

from typing import NamedTuple

from PySide6.QtCore import QElapsedTimer, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from ui.conversation.call_card import ToolCallCard
from ui.conversation.message_column import MessageColumn
from ui.conversation.message_reply import ReplyMessage
from ui.conversation.message_user import UserMessage
from ui.conversation.message_widget import MessageWidget
from ui.state.transcript import Transcript
from ui.widgets.icon_button import IconButton

FRAME_MS = 33
SLOWEST_FRAME_MS = 250
_NEAR_END = 4
_BUTTON = 34
_ABOVE_CALL = 12


class Anchor(NamedTuple):
    """What stands at the upper edge: `offset` px of `message` are above it."""

    message: MessageWidget
    offset: int
    height: int
    width: int


class ConversationView(QScrollArea):
    """Changes are only noted when they come and shown together, at most once a frame."""

    link_activated = Signal(str)
    continue_pressed = Signal()
    call_decided = Signal(str, object, str)
    inspect_requested = Signal(object)
    open_requested = Signal(object)

    def __init__(self, transcript: Transcript, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._transcript = transcript
        self._dirty: set[int] = set()
        self._following = True
        self._holding = False
        self._last_value = 0
        self._arranging = False
        self._frame = QTimer(self, interval=FRAME_MS, singleShot=True)
        self._column = MessageColumn()
        self.end_button = IconButton("chevron-down", "To the end", 18, self)
        self._build()
        self._connect()
        for index in range(len(transcript.turns)):
            self._add(index)
        self._offer_continue()

    @property
    def messages(self) -> list[MessageWidget]:
        return self._column.messages

    @property
    def asking(self) -> list[ToolCallCard]:
        """The calls that wait for a decision, all in the newest reply."""
        last = self.messages[-1] if self.messages else None
        return last.calls.asking if isinstance(last, ReplyMessage) else []

    def focus_call(self, after: str = "") -> bool:
        """Put the keyboard on the first call that asks, without the one with the id `after`; False
        where there is none."""
        card = next((card for card in self.asking if card.called.call.call_id != after), None)
        if card is None:
            return False
        card.focus()
        self.ensureWidgetVisible(card.editor if card.editing else card.buttons)
        return True

    def scroll_to_end(self) -> None:
        self._following, self._holding = True, False
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self.verticalScrollBar()
        match event.key():
            case Qt.Key.Key_Home:
                bar.setValue(0)
            case Qt.Key.Key_End:
                self.scroll_to_end()
            case _:
                super().keyPressEvent(event)

    def _build(self) -> None:
        self.setObjectName("conversation")
        self.setAccessibleName("Conversation")
        self._column.setObjectName("message_column")
        self.setWidget(self._column)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalScrollBar().setSingleStep(24)
        self.end_button.setProperty("kind", "to_end")
        self.end_button.setFixedSize(_BUTTON, _BUTTON)
        self.end_button.hide()

    def _connect(self) -> None:
        self._transcript.turn_added.connect(self._turn_added)
        self._transcript.turn_changed.connect(self._turn_changed)
        self._frame.timeout.connect(self._flush)
        self._column.stale.connect(self._arrange)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.verticalScrollBar().rangeChanged.connect(self._keep_end)
        self.end_button.clicked.connect(self.scroll_to_end)

    # --- turns ---------------------------------------------------------------------------

    def _turn_added(self, index: int) -> None:
        self._add(index)
        self._offer_continue()
        if self._transcript.turns[index].role == "user":
            self._following = True
        self._arrange()

    def _turn_changed(self, index: int) -> None:
        self._dirty.add(index)
        if not self._transcript.turns[index].growing:
            self._flush()
        elif not self._frame.isActive():
            self._frame.start()

    def _flush(self) -> None:
        self._frame.stop()
        clock = QElapsedTimer()
        clock.start()
        asked = bool(self.asking)
        for index in self._dirty:
            self.messages[index].refresh()
        self._dirty.clear()
        self._holding = self._holding or bool(self.asking) > asked
        self._offer_continue()
        self._arrange()
        # A block that is slow to write again, such as a long table, is written less often.
        self._frame.setInterval(max(FRAME_MS, min(4 * clock.elapsed(), SLOWEST_FRAME_MS)))

    def _add(self, index: int) -> None:
        message = self._new_message(index)
        message.link_activated.connect(self.link_activated)
        message.folded.connect(self._folded)
        message.continue_pressed.connect(self.continue_pressed)
        message.call_decided.connect(self.call_decided)
        message.inspect_requested.connect(self.inspect_requested)
        message.open_requested.connect(self.open_requested)
        self._column.add(message)

    def _new_message(self, index: int) -> MessageWidget:
        turn = self._transcript.turns[index]
        return UserMessage(turn) if turn.role == "user" else ReplyMessage(turn)

    def _offer_continue(self) -> None:
        """Only the last turn can grow on, and only until something follows it."""
        resumable = self._transcript.resumable
        for message in self.messages[-2:]:
            message.offer_continue(message.turn is resumable)

    # --- place ---------------------------------------------------------------------------

    def _arrange(self) -> None:
        """Lay the messages out again without moving what the reader looks at."""
        if self._arranging:
            return
        self._arranging = True
        anchor = self._anchor()
        # the width stays the same when the scroll bar comes and goes
        self._column.arrange(self.width() - self.verticalScrollBar().sizeHint().width())
        self.verticalScrollBar().setValue(self._place(anchor))
        self._arranging = False
        self._show_end_button()

    def _folded(self) -> None:
        """What the reader has just opened must not move away to show the end."""
        self._following = False
        self._arrange()
        self._scrolled(self.verticalScrollBar().value())

    def _anchor(self) -> Anchor | None:
        top = self.verticalScrollBar().value()
        for message in self.messages:
            if message.geometry().bottom() >= top:
                return Anchor(message, top - message.y(), message.height(), message.width())
        return None

    def _place(self, anchor: Anchor | None) -> int:
        if self._following or anchor is None:
            return self._end()
        offset = anchor.offset
        if offset > 0 and anchor.message.width() != anchor.width:
            offset = offset * anchor.message.height() // max(1, anchor.height)
        return anchor.message.y() + offset

    def _end(self) -> int:
        """The end, but no farther than a call that asks, until the reader goes on by himself."""
        end = self.verticalScrollBar().maximum()
        if not (self._holding and self.asking):
            return end
        top = self.asking[0].mapTo(self._column, QPoint()).y()
        return min(end, max(0, top - _ABOVE_CALL))

    def _scrolled(self, value: int) -> None:
        """However little, up is away from the end; down is to it when it is near."""
        up, self._last_value = value < self._last_value, value
        if not self._arranging:
            self._holding = False
            maximum = self.verticalScrollBar().maximum()
            self._following = value >= (maximum if up else maximum - _NEAR_END)
            self._show_end_button()

    def _keep_end(self) -> None:
        """Qt learns of the column's height late while the view is hidden."""
        if self._following and not self._arranging:
            self._arranging = True
            self.verticalScrollBar().setValue(self._end())
            self._arranging = False

    def _show_end_button(self) -> None:
        area = self.viewport().geometry()
        self.end_button.move(area.center().x() - _BUTTON // 2, area.bottom() - _BUTTON - 12)
        self.end_button.setVisible(not self._following)
        self.end_button.raise_()
