"""The conversation on screen: follows its end while the reader is there, stays put otherwise."""

from PySide6.QtCore import QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QContextMenuEvent,
    QFocusEvent,
    QHideEvent,
    QKeyEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from ui.conversation.anchor import Anchor, anchor_in
from ui.conversation.announcer import Announcer
from ui.conversation.call_card import ToolCallCard
from ui.conversation.conversation_find import ConversationFind
from ui.conversation.message_actions import MessageActions
from ui.conversation.message_column import MessageColumn
from ui.conversation.message_focus import BY_KEYBOARD, enter_from_below, step, tab
from ui.conversation.message_menu import message_menu
from ui.conversation.message_reply import ReplyMessage
from ui.conversation.message_user import UserMessage
from ui.conversation.message_widget import MessageWidget
from ui.conversation.pacing import pacer
from ui.look import theme
from ui.look.language import tr
from ui.markdown.named_images import image_finder
from ui.state.attachment import Attachment
from ui.state.transcript import Transcript
from ui.widgets.icon_button import IconButton
from ui.widgets.roles import set_role

_NEAR_END = 4
_STEP = 24
_BUTTON = 34
_ABOVE = 12
# how long a message that was looked for is marked
_MARKED_MS = 1600


class ConversationView(QAbstractScrollArea):
    """Changes are only noted when they come, and shown together when the pacer says so; while the
    view is hidden they wait for it to be shown. `message_actions` are what can be done with its
    messages, where something can."""

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
        self._arranging = False
        self._anchor = Anchor(0, 0)
        self._find: ConversationFind | None = None
        self._last_value = 0
        self.message_actions: MessageActions | None = None
        self._find_image = image_finder(self._attachments)
        self.column = MessageColumn(transcript.turns, self._new_message, self.viewport())
        self.end_button = IconButton("chevron-down", tr("To the end"), 18, self)
        self.announcer = Announcer(transcript, self, self._unfolded)
        self._build()
        self._connect()

    @property
    def follows_end(self) -> bool:
        return self._following

    @property
    def count(self) -> int:
        """The number of messages, with or without widgets."""
        return len(self._transcript.turns)

    @property
    def asking(self) -> list[ToolCallCard]:
        """The calls that wait for a decision, all in the newest reply."""
        if not self._transcript.turns or not self._transcript.turns[-1].tool_calls:
            return []
        last = self.message(-1)
        return last.calls.asking if isinstance(last, ReplyMessage) else []

    def message(self, index: int) -> MessageWidget:
        """The widget of a turn as the turn is now; negative from the end. It lives as long as it is
        near to what is seen."""
        index = range(len(self._transcript.turns))[index]
        message = self.column.message(index)
        if index in self._dirty:
            self._dirty.discard(index)
            self.column.refresh(index)
        return message

    def top_of(self, index: int) -> int:
        """Return the scroll bar value at which a message begins."""
        return self.column.top(index)

    def focus_call(self, after: str = "") -> bool:
        """Put the keyboard on the first call that asks, without the one with the id `after`; False
        where there is none."""
        card = next((card for card in self.asking if card.called.call.call_id != after), None)
        if card is None:
            return False
        self._arrange()
        card.focus()
        self.show_widget(card.editor if card.editing else card.buttons)
        return True

    def show_widget(self, widget: QWidget) -> None:
        """Scroll no farther than `widget`, a part of a message, needs to be seen."""
        top = widget.mapTo(self.column, QPoint()).y()
        self.show_span(top, top + widget.height())

    def show_span(self, top: int, bottom: int) -> None:
        """The same for two places below the upper edge."""
        bar, room = self.verticalScrollBar(), self.column.height()
        if bottom - top > room and top < room // 2 and bottom > room // 2:
            return
        if top < 0 or bottom - top > room:
            bar.setValue(bar.value() + top - _ABOVE)
        elif bottom > room:
            bar.setValue(bar.value() + bottom - room + _ABOVE)

    def scroll_to_end(self) -> None:
        self._following, self._holding = True, False
        self._arrange()

    def scroll_to(self, index: int) -> None:
        """Let a message begin at the upper edge."""
        self._following = False
        self._anchor = Anchor(index, 0)
        self._arrange()
        self._take_anchor()

    def show_turn(self, index: int) -> None:
        """Scroll to a message, and mark it for a moment."""
        if not 0 <= index < self.count:
            return
        self._following = False
        self._anchor = Anchor(index, _ABOVE)
        self._arrange()
        if self.isVisible():
            self._take_anchor()
        self.column.mark(index)
        QTimer.singleShot(_MARKED_MS, self, self.column.unmark)

    def scroll_state(self) -> dict[str, int]:
        """Return the message at the upper edge and the offset in it, as JSON values; {} at the
        end."""
        if self._following or not self.count:
            return {}
        index = self._anchor_index()
        return {"turn": index, "offset": self._wanted() - self.column.top(index)}

    def set_scroll_state(self, value: dict[str, int]) -> None:
        """Restore a scroll state, also before the view is shown."""
        turn, offset = value.get("turn"), value.get("offset")
        self._following = not (isinstance(turn, int) and isinstance(offset, int))
        if isinstance(turn, int) and isinstance(offset, int):
            self._anchor = Anchor(turn, -offset)
        self._arrange()

    def offer_actions(self, actions: MessageActions) -> None:
        """Set the actions on messages; call this before there are any."""
        self.message_actions = actions
        actions.version_wished.connect(self._show_version)

    def first_seen(self) -> int:
        """The first message that begins in sight, or fills it."""
        value = self.verticalScrollBar().value()
        seen = self.column.range(value, value + self.column.height())
        return next(
            (index for index in seen if self.column.top(index) >= value), max(0, seen.stop - 1)
        )

    def come_to(self, index: int) -> None:
        """Have a message in sight, if there is such a one and it is not already."""
        value = self.verticalScrollBar().value()
        seen = self.column.range(value, value + self.column.height() - 1)
        if 0 <= index < len(self._transcript.turns) and index not in seen:
            self.scroll_to(index)

    def open_find(self) -> None:
        """Show the line in which one types what to find."""
        if self._find is None:
            self._find = ConversationFind(
                self._transcript, self.column, self.first_seen, self._find_image
            )
            self._find.bar.setParent(self)
            self._find.wanted.connect(self.come_to)
            self._find.reached.connect(self._show_rect)
            self._find.closed.connect(self._close_find)
        self._find.bar.show()
        self._make_room()
        self._find.bar.take_focus()

    def find_next(self) -> None:
        self._find_step(True)

    def find_previous(self) -> None:
        self._find_step(False)

    def _find_step(self, forwards: bool) -> None:
        if self._find is None or self._find.bar.isHidden():
            self.open_find()
        else:
            self._find.step(forwards)

    def _close_find(self) -> None:
        if self._find is not None:
            self._find.bar.hide()
        self._make_room()
        self.setFocus()

    def _make_room(self) -> None:
        """Reserve space for the search bar above the messages."""
        bar = self._find.bar if self._find else None
        height = bar.sizeHint().height() if bar and not bar.isHidden() else 0
        self.setViewportMargins(0, height, 0, 0)
        if bar:
            bar.setGeometry(0, 0, self.width(), height)

    def show_changes(self) -> bool:
        """Show as many changes as fit in a frame. Return True if more are left."""
        asked = bool(self._asks())
        near = self._near()
        for index in sorted(self._dirty):
            if index in near or index not in self.column.live:
                self._dirty.discard(index)
                self.column.refresh(index)
        self._holding = self._holding or (not asked and bool(self._asks()))
        self._offer_continue()
        self._arrange()
        return self._look_ahead()

    def hold_paint(self, on: bool) -> None:
        """Stop painting while everything moves with each line at the end; elsewhere little
        changes."""
        self.viewport().setUpdatesEnabled(not (on and self._following))

    # --- events --------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.show_changes():
            pacer().want(self)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        pacer().forget(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.column.resize(self.viewport().size())
        if self._find is not None:
            self._find.bar.resize(self.width(), self._find.bar.height())
        self._arrange()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        if not self._arranging:
            self._scrolled(self.verticalScrollBar().value())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """A ring only for who came by keyboard."""
        super().focusInEvent(event)
        self.column.set_ringed(event.reason() in BY_KEYBOARD)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.column.set_ringed(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Home:
                self.verticalScrollBar().setValue(0)
            case Qt.Key.Key_End:
                self.scroll_to_end()
            case Qt.Key.Key_Up | Qt.Key.Key_Down:
                step(self, 1 if event.key() == Qt.Key.Key_Down else -1)
            case Qt.Key.Key_Left | Qt.Key.Key_Right if self.message_actions:
                self._step_version(1 if event.key() == Qt.Key.Key_Right else -1)
            case _:
                super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        at = self.column.mapFromGlobal(event.globalPos())
        index = self.column.at(self.verticalScrollBar().value() + at.y())
        if message := self.column.live.get(index):
            menu = message_menu(message, message.mapFrom(self.column, at), self.message_actions)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(event.globalPos())

    def focusNextPrevChild(self, forwards: bool) -> bool:
        """Move through the parts of messages in order, making their widgets on the way."""
        return tab(self, forwards)

    def enter_from_below(self) -> None:
        """The keyboard comes back from what stands below the messages."""
        enter_from_below(self)

    def _build(self) -> None:
        self.setObjectName("conversation")
        self.setAccessibleName(tr("Conversation"))
        set_role(self, QAccessible.Role.List)
        self.column.setObjectName("message_column")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalScrollBar().setSingleStep(_STEP)
        self.end_button.setProperty("kind", "to_end")
        self.end_button.hide()

    def _connect(self) -> None:
        self._transcript.turn_added.connect(self._turn_added)
        self._transcript.turn_changed.connect(self._turn_changed)
        self._transcript.turns_dropped.connect(self._turns_dropped)
        self._transcript.path_changed.connect(self._path_changed)
        for changed in ("node_added", "nodes_removed", "nodes_restored"):
            getattr(self._transcript, changed).connect(self._show_versions)
        self._transcript.omitted_changed.connect(self._show_told)
        self.column.stale.connect(self._arrange)
        self.end_button.clicked.connect(self.scroll_to_end)

    # --- turns ---------------------------------------------------------------------------

    def _turn_added(self, index: int) -> None:
        self.column.append()
        if self._transcript.changing_path:
            return
        if self._transcript.turns[index].role == "user":
            self._following = True
        self._offer_continue()
        self._arrange()

    def _turns_dropped(self, start: int) -> None:
        self._dirty = {index for index in self._dirty if index < start}
        self.column.cut(start)

    def _path_changed(self) -> None:
        self._offer_continue()
        self._show_versions()
        self._arrange()

    def _show_versions(self) -> None:
        for message in self.column.live.values():
            message.refresh_versions()

    def _show_version(self, index: int, which: int) -> None:
        """The message stays where it is, and the keyboard on what it was on."""
        below = self.column.top(index) - self.verticalScrollBar().value()
        by_keyboard = self.column.focused() == index
        grew = self._following and self._transcript.turns[-1].growing
        self._following, self._anchor = False, Anchor(index, below)
        self._transcript.show_version(index, which)
        self._take_anchor()
        self._following = grew and self._transcript.turns[-1].growing
        if by_keyboard:
            self.message(index).setFocus(Qt.FocusReason.OtherFocusReason)
        self._show_end_button()

    def _step_version(self, by: int) -> None:
        """Show another version of the focused message."""
        index = self.column.focused()
        if self.message_actions and index is not None:
            self.message_actions.step(self._transcript.turns[index], by)

    def _show_told(self) -> None:
        self.column.show_told(self._transcript.omitted, self._transcript.omission)
        self._arrange()

    def _turn_changed(self, index: int) -> None:
        self._dirty.add(index)
        if not self.isVisible():
            return
        if self._transcript.turns[index].growing or self.show_changes():
            pacer().want(self)

    def _new_message(self, index: int) -> MessageWidget:
        turn = self._transcript.turns[index]
        # given the parent later, all of it would be styled twice
        if turn.role == "user":
            message = UserMessage(turn, self.column)
        else:
            message = ReplyMessage(turn, self.column, self._find_image)
        message.link_activated.connect(self.link_activated)
        message.folded.connect(self._folded)
        message.continue_pressed.connect(self.continue_pressed)
        message.call_decided.connect(self.call_decided)
        message.inspect_requested.connect(self.inspect_requested)
        message.open_requested.connect(self.open_requested)
        message.revealed.connect(self._show_rect)
        message.offer_continue(turn is self._transcript.resumable)
        if self.message_actions:
            message.offer_actions(self.message_actions)
        self._dirty.discard(index)
        return message

    def _attachments(self) -> list[Attachment]:
        return [it for turn in self._transcript.turns for it in turn.attachments]

    def _show_rect(self, part: QWidget, rect: QRect) -> None:
        top = part.mapTo(self.column, rect.topLeft()).y()
        self.show_span(top, top + rect.height())

    def _offer_continue(self) -> None:
        """Offer to continue only the last turn, and only until another one follows."""
        resumable, count = self._transcript.resumable, len(self._transcript.turns)
        for index in range(max(0, count - 2), count):
            if message := self.column.live.get(index):
                message.offer_continue(message.turn is resumable)

    def _unfolded(self, index: int) -> bool:
        """Return True if the reasoning of a reply is unfolded."""
        message = self.column.live.get(index)
        return isinstance(message, ReplyMessage) and message.fold.header.isChecked()

    def _asks(self) -> list[ToolCallCard]:
        """Return the waiting cards of the last reply, if it has a widget."""
        last = self.column.live.get(len(self._transcript.turns) - 1)
        return last.calls.asking if isinstance(last, ReplyMessage) else []

    # --- place ---------------------------------------------------------------------------

    def _arrange(self) -> None:
        """Lay out what is seen without moving what the reader looks at."""
        if self._arranging or not self.isVisible():
            return
        self._arranging = True
        # the width stays the same when the scroll bar comes and goes
        self.column.set_width(self.width() - self.verticalScrollBar().sizeHint().width())
        if not self._following:
            self.column.measure(self._anchor_index())
        value = self.column.settle(self._place, self.column.height(), not self._following)
        self._set_value(value)
        self.column.place(value)
        if not self._following and self._wanted() != value:
            # there is no room below it: what is seen instead shall stay from now on
            self._take_anchor()
        page = self.column.height()
        self.column.drop(value - 2 * page, value + 3 * page)
        self._arranging = False
        self._show_end_button()
        if self._find is not None and self._find.active:
            self._find.show_marks()

    def _set_value(self, value: int) -> None:
        bar, page = self.verticalScrollBar(), self.column.height()
        bar.setPageStep(page)
        bar.setRange(0, max(0, self.column.full_height - page))
        bar.setValue(value)
        self._last_value = value

    def _place(self) -> int:
        """The place at the upper edge, by the heights that are known now."""
        end = max(0, self.column.full_height - self.column.height())
        if self._following:
            return self._before_call(end)
        return max(0, min(end, self._wanted()))

    def _wanted(self) -> int:
        """Return the scroll value of the anchor, even if there is no space below it."""
        index = self._anchor_index()
        message = self.column.live.get(index) if self.column.measured(index) else None
        return self._anchor.value(self.column.top(index), message)

    def _anchor_index(self) -> int:
        return max(0, min(self._anchor.index, len(self._transcript.turns) - 1))

    def _before_call(self, end: int) -> int:
        """The end, but no farther than a call that asks, until the reader goes on by himself."""
        if not self._holding:
            return end
        last = len(self._transcript.turns) - 1
        if not self.column.measured(last) or not (asking := self._asks()):
            return end
        inside = asking[0].mapTo(self.column.live[last], QPoint()).y()
        return min(end, max(0, self.column.top(last) + inside - _ABOVE))

    def _take_anchor(self) -> None:
        """Anchor the view at the line the reader sees now. Messages of estimated height may change,
        so the first measured one is used."""
        if not self._transcript.turns:
            return
        value = self.verticalScrollBar().value()
        seen = self.column.range(value, value + self.column.height())
        for index in seen:
            edge = value - self.column.top(index)
            if not self.column.measured(index):
                continue
            if anchor := anchor_in(index, self.column.live[index], edge):
                self._anchor = anchor
                return
        self._anchor = Anchor(seen[0], self.column.top(seen[0]) - value)

    def _near(self) -> range:
        """The messages that are seen after the next turns of a wheel."""
        value, page = self.verticalScrollBar().value(), self.column.height()
        return self.column.range(value - page, value + 2 * page)

    def _look_ahead(self) -> bool:
        """Make one message that is near; True where there is more to do."""
        live, near = self.column.live, self._near()
        for index in near:
            if index not in live:
                self.column.message(index)
                break
        return any(index not in live for index in near)

    def _folded(self) -> None:
        """Keep a part that the reader has just unfolded in view instead of following the end."""
        if self._following:
            self._following = False
            value = self.verticalScrollBar().value()
            index = self.column.at(value)
            self._anchor = Anchor(index, self.column.top(index) - value)
        self.column.forget_measures()
        self._arrange()
        self._follow(self.verticalScrollBar().value())

    def _scrolled(self, value: int) -> None:
        self._holding = False
        self._follow(value)
        self._take_anchor()
        self._arrange()
        # now that all that is seen has been measured
        self._take_anchor()
        pacer().want(self)

    def _follow(self, value: int) -> None:
        """However little, up is away from the end; down is to it when it is near."""
        up, self._last_value = value < self._last_value, value
        maximum = self.verticalScrollBar().maximum()
        self._following = value >= (maximum if up else maximum - _NEAR_END)
        self._show_end_button()

    def _show_end_button(self) -> None:
        area, size = self.viewport().geometry(), theme.px(_BUTTON)
        self.end_button.setGeometry(
            area.center().x() - size // 2, area.bottom() - size - _ABOVE, size, size
        )
        self.end_button.setVisible(not self._following and self.verticalScrollBar().maximum() > 0)
        self.end_button.raise_()
