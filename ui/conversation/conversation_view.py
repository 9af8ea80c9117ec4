"""A conversation on screen: the messages of a transcript, their menus and their keys."""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import (
    QAccessible,
    QContextMenuEvent,
    QFocusEvent,
    QHideEvent,
    QKeyEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QFrame, QWidget

from ui.conversation import (
    answer_details,
    call_cards,
    conversation_find,
    message_focus,
    message_menu,
    message_reply,
    message_user,
)
from ui.conversation.announcer import Announcer
from ui.conversation.message_actions import MessageActions
from ui.conversation.message_scroll_area import MessageScrollArea
from ui.conversation.message_widget import MessageWidget, ViewRequests
from ui.conversation.pacing import pacer
from ui.look import theme
from ui.look.language import tr
from ui.markdown.named_images import image_finder
from ui.state import answer_words
from ui.state.answer_stats import AnswersBeside, NamedAnswer, no_answers, stats_of_answer
from ui.state.attachment import Attachment
from ui.state.requests import AttachmentRequests, MessageRequests
from ui.state.transcript import Transcript
from ui.state.turn import Turn
from ui.widgets.roles import set_role

_STEP = 24


class ConversationView(MessageScrollArea):
    """Shows a transcript. Changes are noted at once and shown together at the next tick of the
    pacer, or when a hidden view is shown. `message_actions` is None if messages have no actions.
    A view `among_others` is painted without messages first: those of all views together would hold
    up the window."""

    def __init__(
        self,
        transcript: Transcript,
        requests: MessageRequests,
        attachment_requests: AttachmentRequests,
        parent: QWidget | None = None,
        *,
        among_others: bool = False,
    ) -> None:
        super().__init__(transcript.turns, parent)
        self._waiting = among_others
        self._transcript = transcript
        self._requests = requests
        self._attachment_requests = attachment_requests
        self.view_requests = ViewRequests(self)
        self._dirty: set[int] = set()
        self._find: conversation_find.ConversationFind | None = None
        self.message_actions: MessageActions | None = None
        # Returns the answers of all panes to the question of a turn; none outside of a comparison.
        self.beside: AnswersBeside = no_answers
        self._find_image = image_finder(self._attachments)
        self.announcer = Announcer(transcript, self, self._unfolded)
        self._build()
        self._connect()
        if transcript.scroll:
            self.set_scroll_state(transcript.scroll)

    def _write_scroll(self) -> None:
        self._transcript.scroll = self.scroll_state()

    @property
    def asking(self) -> "list[call_cards.ToolCallCard]":
        """The calls that wait for a decision; all are in the newest reply."""
        if not self._transcript.turns or not self._transcript.turns[-1].tool_calls:
            return []
        last = self.message(-1)
        return last.asking if isinstance(last, message_reply.ReplyMessage) else []

    def message(self, index: int) -> MessageWidget:
        """Return the widget of a turn, up to date with it."""
        index = range(self.count)[index]
        message = super().message(index)
        if index in self._dirty:
            self._dirty.discard(index)
            self.column.refresh(index)
        return message

    def focus_call(self, after: str = "") -> bool:
        """Focus the first waiting call, except the one with the id `after`. Return False if there
        is none."""
        card = next((card for card in self.asking if card.called.call.call_id != after), None)
        if card is None:
            return False
        self._arrange()
        card.focus()
        self.show_widget(card.editor if card.editing else card.buttons)
        return True

    def offer_actions(self, actions: MessageActions) -> None:
        """Set the actions on messages; call this before there are any."""
        self.message_actions = actions
        actions.version_chosen.connect(self._show_version)

    def open_find(self) -> None:
        """Show the find bar."""
        self._find_bar().open()

    def find_in(self, turn: Turn, words: str) -> None:
        """Show the find bar with words, at their first match in a turn; without effect if there is
        none."""
        # A tab that has just been opened has no layout yet.
        QTimer.singleShot(0, self, lambda: self._find_in(turn, words))

    def find_next(self) -> None:
        self._find_bar().step(True)

    def find_previous(self) -> None:
        self._find_bar().step(False)

    def show_changes(self) -> bool:
        """Show as many changes as fit in a frame. Return True if more are left."""
        self._waiting = False
        self._show_seen()
        return self._look_ahead()

    def _show_seen(self) -> None:
        """Show the changes of messages near the visible part; guess the heights of others."""
        asked = bool(self._asks())
        near = self._near()
        for index in sorted(self._dirty):
            if index in near or index not in self.column.live:
                self._dirty.discard(index)
                self.column.refresh(index)
        self._holding = self._holding or (not asked and bool(self._asks()))
        self._offer_continue()
        self._arrange()

    def hold_paint(self, on: bool) -> None:
        """Stop or resume painting while the end is followed, where each new line moves everything.
        Elsewhere little changes."""
        self.viewport().setUpdatesEnabled(not (on and self._following))

    # --- events --------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._waiting:
            pacer().want(self)
            return
        self._show_seen()
        # The first paint does not wait for messages that only scrolling will show. Without any,
        # the pacer must not run: it would hold painting, and write what comes next early.
        if self._lacks_near():
            pacer().want(self)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._write_scroll()
        pacer().forget(self)
        # a new look styles every widget of every tab; these come again once the view is shown
        self.drop_unseen()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._find is not None:
            self._find.bar.resize(self.width(), self._find.bar.height())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Draw a ring only if the focus came by keyboard."""
        super().focusInEvent(event)
        self.column.set_ringed(event.reason() in message_focus.BY_KEYBOARD)

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
                message_focus.step(self, 1 if event.key() == Qt.Key.Key_Down else -1)
            case Qt.Key.Key_Left | Qt.Key.Key_Right if self.message_actions:
                self._step_version(1 if event.key() == Qt.Key.Key_Right else -1)
            case _:
                super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        at = self.column.mapFromGlobal(event.globalPos())
        index = self.column.at(self.verticalScrollBar().value() + at.y())
        if message := self.column.live.get(index):
            menu = message_menu.message_menu(
                message, message.mapFrom(self.column, at), self.message_actions
            )
            menu.popup(event.globalPos())

    def focusNextPrevChild(self, forwards: bool) -> bool:
        """Move through the parts of messages in order, creating their widgets on the way."""
        return message_focus.tab(self, forwards)

    def enter_from_below(self) -> None:
        """Take the focus from the widgets below the messages."""
        message_focus.enter_from_below(self)

    def _build(self) -> None:
        self.setObjectName("conversation")
        self.setAccessibleName(tr("Conversation"))
        set_role(self, QAccessible.Role.List)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalScrollBar().setSingleStep(_STEP)

    def _connect(self) -> None:
        self._transcript.turn_added.connect(self._turn_added)
        self._transcript.turn_changed.connect(self._turn_changed)
        self._transcript.turns_dropped.connect(self._turns_dropped)
        self._transcript.path_changed.connect(self._path_changed)
        for changed in ("node_added", "nodes_removed", "nodes_restored"):
            getattr(self._transcript, changed).connect(self._show_versions)
        self._transcript.omitted_changed.connect(self._show_omitted)
        self._transcript.scroll_wanted.connect(self._write_scroll)
        self.verticalScrollBar().valueChanged.connect(self._transcript.scrolled)
        self.view_requests.folded.connect(self._keep_folded)
        self.view_requests.grown.connect(self._measure_again)
        self.view_requests.revealed.connect(self.show_rect)
        self.view_requests.explained.connect(self._explain)

    # --- turns ---------------------------------------------------------------------------

    def _arrange(self) -> None:
        """Lay out the visible messages; once a look is on, since its steps resize views in between,
        and all of several panes together would hold up the window."""
        if not theme.applying():
            super()._arrange()
        elif self.isVisible():
            pacer().want(self)

    def _turn_added(self, index: int) -> None:
        self.column.append()
        if self._transcript.changing_path:
            return
        self._offer_continue()
        self._arrange()

    def _turns_dropped(self, start: int) -> None:
        self._dirty = {index for index in self._dirty if index < start}
        focused = self.column.focused()
        if focused is not None and focused >= start:
            # Qt would look for the next part of a message while messages are being removed.
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.column.cut(start)

    def _path_changed(self) -> None:
        self._offer_continue()
        self._show_versions()
        self._arrange()

    def _show_versions(self) -> None:
        for message in self.column.live.values():
            message.refresh_versions()

    def _show_version(self, index: int, which: int) -> None:
        """Show a version of a message in the same place, with the focus if the message had it."""
        by_keyboard = self.column.focused() == index
        with self._kept_in_place(index):
            self._transcript.show_version(index, which)
        if by_keyboard:
            self.message(index).setFocus(Qt.FocusReason.OtherFocusReason)

    def _step_version(self, by: int) -> None:
        """Show another version of the focused message."""
        index = self.column.focused()
        if self.message_actions and index is not None:
            self.message_actions.step(self._transcript.turns[index], by)

    def _show_omitted(self) -> None:
        self.column.show_omitted(self._transcript.omitted, self._transcript.omission)
        self._arrange()

    def _turn_changed(self, index: int) -> None:
        self._dirty.add(index)
        if not self.isVisible():
            return
        if self._transcript.turns[index].growing or self.show_changes():
            pacer().want(self)

    def _new_message(self, index: int) -> MessageWidget:
        turn = self._transcript.turns[index]
        # The parent is passed here, because a later one would style everything twice.
        if turn.role == "user":
            message = message_user.UserMessage(turn, self._attachment_requests, self.column)
        else:
            message = message_reply.ReplyMessage(
                turn, self._requests, self.view_requests, self.column, self._find_image
            )
        message.offer_continue(turn is self._transcript.resumable)
        message.set_last(turn is self._transcript.reply)
        message.set_continued(self._transcript.is_continued(index))
        if self.message_actions:
            message.offer_actions(self.message_actions)
        self._dirty.discard(index)
        return message

    def _explain(self, turn: Turn, line: QWidget) -> None:
        """Show all numbers of an answer, beside those that other panes gave to its question."""
        answers = self.beside(turn) or [NamedAnswer("", stats_of_answer(turn))]
        details = answer_details.AnswerDetails(answers, answer_words.numbers_text(turn), self)
        details.show_at(line)

    def _attachments(self) -> list[Attachment]:
        return [it for turn in self._transcript.turns for it in turn.attachments]

    def _offer_continue(self) -> None:
        """Offer to continue only the last turn, and only until another one follows. Show the
        numbers of the last answer."""
        resumable, count = self._transcript.resumable, len(self._transcript.turns)
        for index in range(max(0, count - 2), count):
            if message := self.column.live.get(index):
                message.offer_continue(message.turn is resumable)
        last = self._transcript.reply
        for index, message in self.column.live.items():
            message.set_last(message.turn is last)
            message.set_continued(self._transcript.is_continued(index))

    def _unfolded(self, index: int) -> bool:
        """Return True if the reasoning of a reply is unfolded."""
        message = self.column.live.get(index)
        return isinstance(message, message_reply.ReplyMessage) and message.unfolded

    def _asks(self) -> "list[call_cards.ToolCallCard]":
        """Return the waiting cards of the last reply, if it has a widget."""
        last = self.column.live.get(len(self._transcript.turns) - 1)
        return last.asking if isinstance(last, message_reply.ReplyMessage) else []

    def _held_part(self) -> QWidget | None:
        return next(iter(self._asks()), None)

    def _scrolled(self, value: int) -> None:
        super()._scrolled(value)
        pacer().want(self)

    def _find_in(self, turn: Turn, words: str) -> None:
        index = self._transcript.place(turn)
        if index is not None:
            self._find_bar().go_to(index, words)

    def _find_bar(self) -> "conversation_find.ConversationFind":
        if self._find is None:
            self._find = conversation_find.ConversationFind(
                self, self._transcript, self._find_image
            )
        return self._find
