"""The composer: a question with its attachments, and the options of its answer."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtGui import (
    QFocusEvent,
    QGuiApplication,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.composer import add_menu
from ui.composer.action_strip import ActionStrip
from ui.composer.attachment_area import AttachmentArea
from ui.composer.cost_words import attached_text
from ui.composer.foot_label import FootLabel
from ui.composer.leaving_line import LeavingLine
from ui.composer.question_edit import QuestionEdit
from ui.composer.slash_prompts import SlashPrompts
from ui.look import theme
from ui.look.language import number, tr
from ui.options.option_chips import OptionChips
from ui.state.chosen_options import ChosenOptions
from ui.state.conversation import Conversation
from ui.state.requests import AttachmentRequests
from ui.widgets.buttons import IconButton
from ui.widgets.chip_button import BadgeButton
from ui.widgets.layouts import hbox
from ui.widgets.preview import draw_card
from ui.widgets.problem_strip import ProblemStrip
from ui.widgets.undo_strip import UndoStrip

if TYPE_CHECKING:
    from collections.abc import Callable

    from ui.state.turn import Turn


class PasteOffer(QObject):
    """`strip` shows the offer. It ends when a text is attached, or the pasted text is changed."""

    def __init__(self, editor: QuestionEdit, requests: AttachmentRequests) -> None:
        super().__init__(editor)
        self.strip = ActionStrip()
        self._editor = editor
        self._requests = requests
        self._text = ""
        requests.text_pasted.connect(self.end)
        editor.long_pasted.connect(self._offer)
        editor.textChanged.connect(self._follow_text)
        self.strip.chosen.connect(self._take)

    def end(self) -> None:
        self.strip.end()
        self._text = ""

    def _offer(self, text: str) -> None:
        self._text = text
        sentence = tr("{count} characters were pasted.").format(count=number(len(text)))
        self.strip.offer(sentence, tr("Attach as a file"), tr("Keep as text"))

    def _follow_text(self) -> None:
        if self._text and self._text not in self._editor.toPlainText():
            self.end()

    def _take(self, action: int) -> None:
        text = self._text
        if action == 0 and self._editor.take_out(text):
            self._requests.text_pasted.emit(text)
        self.end()


class SendButton(BadgeButton):
    """Sends the question, or stops the answer. The second click of a double click does nothing: by
    then the button has become its opposite."""

    def __init__(self) -> None:
        super().__init__("send", "arrow-up", tr("Send"), 18)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()


class Composer(QWidget):
    """Shows the draft of a conversation and the options of its answer, and changes them.

    `describe_edited` returns the sentence about the turn that is being edited, "" for the usual
    one. Without options there are no chips.
    """

    def __init__(
        self,
        conversation: Conversation,
        options: ChosenOptions | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.conversation = conversation
        self.draft = conversation.draft
        self.options = options
        self._busy = False
        self._invitations = _invitations()
        self.describe_edited: Callable[[Turn], str] = lambda turn: ""
        self.problem = ProblemStrip()
        self.edit_strip = ActionStrip()
        attachments = conversation.attachment_requests
        self.editor = QuestionEdit(attachments)
        self.paste = PasteOffer(self.editor, attachments)
        self.slash = SlashPrompts(conversation, self.editor, self)
        self.leaving = LeavingLine(conversation)
        self._area = AttachmentArea(self.draft, self.editor, attachments)
        self._chips = None if options is None else OptionChips(options)
        self._build()
        self._connect()
        self._refresh()
        self._show_problems()
        if self.draft.editing or not self.draft.question.empty:
            self.show_edited()
            self._show_draft(final=True)
        theme.look.changed.connect(self._fit_chips)

    @property
    def undo(self) -> UndoStrip | None:
        """The way back to a removed attachment."""
        return self._area.undo

    def open_tools(self) -> bool:
        """Open the list of tools; return False if the model supports none."""
        return self._chips is not None and self._chips.open_tools()

    def set_busy(self, busy: bool) -> None:
        if busy != self._busy:
            self._busy = busy
            self._refresh()

    def set_placeholders(self, sees: str, reads: str) -> None:
        """Set the text of the empty field, for models that see images and for text-only ones."""
        self._invitations = sees, reads
        self._show_invitation()

    def take_focus(self) -> None:
        self.editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Focus the editor. With a focus proxy, the Tab key would skip what stands before it."""
        super().focusInEvent(event)
        self.take_focus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave editing on Escape, unless an answer grows, which the tab stops first. Only a next
        message, which is edited while answers grow, is left before that."""
        leaves = self.draft.editing and (self._rewriting or not self._busy)
        if event.key() == Qt.Key.Key_Escape and leaves:
            self.draft.cancel_edit()
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.draft.set_shown(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        # a minimized window counts as shown
        self.draft.set_shown(self.isVisible())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_chips()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        colors = theme.colors()
        border = colors.accent if self.editor.hasFocus() else colors.line
        draw_card(painter, self.rect(), border, radius=14)
        painter.end()

    def _build(self) -> None:
        self._add = IconButton("plus", tr("Add files or a capture of the screen"), 18)
        self._foot = FootLabel()
        self._next = IconButton("list-plus", tr("Send after this answer (Return)"), 18)
        self._send = SendButton()
        row = hbox(spacing=6)
        row.addWidget(self._add)
        if self._chips is not None:
            row.addWidget(self._chips)
        row.addWidget(self._foot, 1)
        row.addWidget(self._next)
        row.addWidget(self._send)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 10, 9)
        strips = self.problem, self.leaving, self.edit_strip, self.paste.strip
        for part in (*strips, self._area, self.editor):
            column.addWidget(part)
        column.addLayout(row)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)

    def _connect(self) -> None:
        draft, attachments = self.draft, self.conversation.attachment_requests
        self.editor.return_pressed.connect(self._submit)
        self.editor.recalled.connect(self._recall)
        self.editor.paste_refused.connect(draft.tell)
        self.editor.focus_changed.connect(self.update)
        self._area.changed.connect(self._write_draft)
        self.editor.textChanged.connect(self._write_draft)
        self.edit_strip.chosen.connect(draft.cancel_edit)
        self.problem.dismissed.connect(draft.end_problems)
        self._next.clicked.connect(self._send_next)
        self._add.clicked.connect(lambda: add_menu.open_add_menu(self._add, attachments))
        self._send.clicked.connect(self._send_or_stop)
        attachments.text_pasted.connect(self.take_focus)
        self.conversation.attachment_replaced.connect(self._area.follow_change)
        draft.replaced.connect(self._show_draft)
        draft.editing_changed.connect(self.show_edited)
        draft.changed.connect(self._end_met_request)
        draft.changed.connect(self._offer_next)
        draft.model_changed.connect(self._end_met_request)
        draft.problems_changed.connect(self._show_problems)
        for signal in (draft.attachments_changed, draft.model_changed, draft.status_changed):
            signal.connect(self._refresh)

    def _write_draft(self) -> None:
        self.draft.write(self._area.question())

    def _show_draft(self, final: bool) -> None:
        self._area.write(self.draft.question)
        if final:
            self.editor.forget_undo()

    def show_edited(self) -> None:
        """Say which question is being edited, if there is one."""
        if not self.draft.editing:
            self.edit_strip.end()
            return
        if self._rewriting:
            about = tr("Editing a queued message. Return saves it; Esc cancels.")
            self.edit_strip.offer(about, tr("Cancel"))
            return
        about = self.describe_edited(self.draft.edited) if self.draft.edited else ""
        usual = tr("Editing your last question. Sending replaces it and its answer.")
        self.edit_strip.offer(about or usual, tr("Cancel"))

    def _show_problems(self) -> None:
        self.problem.show_sentences(self.draft.problems)

    def _fit_chips(self) -> None:
        if self._chips is not None:
            self._chips.set_room(self.width())

    def _show_invitation(self) -> None:
        model = self.draft.model
        sees, reads = self._invitations
        self.editor.set_hint(sees if model is None or model.vision else reads)

    def _refresh(self) -> None:
        draft = self.draft
        self._show_invitation()
        attached = attached_text([it.media.kind for it in draft.attachments])
        self._foot.tell(self._hints(), draft.counts, attached)
        self._send.setIconSize(QSize(14, 14) if self._busy else QSize(18, 18))
        self._send.set_icon("square" if self._busy else "arrow-up")
        self._send.setAccessibleName(tr("Stop") if self._busy else tr("Send"))
        self._send.setToolTip(tr("Stop (Esc)") if self._busy else tr("Send (Return)"))
        self._send.setEnabled(self._busy or (draft.model is not None and not draft.pending))
        self._offer_next()

    def _offer_next(self) -> None:
        """Show the button for a next message while one would be added."""
        draft = self.draft
        self._next.setVisible(self._busy and not (draft.question.empty or draft.editing))
        self._next.setEnabled(not draft.pending)

    def _hints(self) -> tuple[str, ...]:
        """Return the most important hint, in its longest form first."""
        draft = self.draft
        if draft.pending:
            reading = tr("Reading %n file(s)…", "", draft.pending)
            if self._busy or draft.editing:
                return (reading,)
            return (tr("Reading %n file(s)… Esc cancels", "", draft.pending), reading)
        if draft.model is None:
            return (tr("No model loaded"), tr("No model"))
        if not draft.model.vision and any(not it.is_text for it in draft.attachments):
            return (tr("This model cannot see images"), tr("Text-only model"))
        # No hint rather than a part of one: the button says it too.
        stops = (tr("Esc stops"), tr("Esc"), "")
        return stops if self._busy and not draft.counts else ()

    def _send_or_stop(self) -> None:
        if self._busy:
            self.conversation.requests.stopped.emit()
        else:
            QGuiApplication.inputMethod().commit()
            self._submit()

    def _send_next(self) -> None:
        QGuiApplication.inputMethod().commit()
        self._submit()

    @property
    def _rewriting(self) -> bool:
        """Return True while the draft is one of the next messages."""
        return self.conversation.next_messages.edited is not None

    def _recall(self) -> None:
        """Edit the last of the next messages, or else the last question. Files in the composer are
        a question that was begun, and stay."""
        if self.draft.attachments:
            return
        coming = tuple(self.conversation.next_messages)
        if not (coming and not self.draft.editing and self.conversation.edit_next(coming[-1])):
            self.draft.edit_last()

    def _submit(self) -> None:
        """Send the question, or put it among the next messages while an answer runs."""
        draft, empty = self.draft, self.draft.question.stripped().empty
        if draft.pending or (self._busy and empty and not draft.editing):
            return
        if empty:
            draft.tell(_empty(sees=draft.model is None or draft.model.vision))
        elif self._busy and draft.editing and not self._rewriting:
            draft.tell(tr("Stop the running answer to send the edited question."))
        elif draft.model is None and not (self._busy or self._rewriting):
            draft.tell(_no_model())
        else:
            draft.end_problems()
            self.paste.end()
            self._hand_over()

    def _hand_over(self) -> None:
        conversation, draft = self.conversation, self.draft
        if self._rewriting:
            conversation.write_next()
        elif self._busy:
            conversation.next_messages.add(conversation.as_next(draft.send()))
        else:
            if draft.editing:
                self.conversation.requests.edit_submitted.emit()
            self.conversation.requests.submitted.emit(draft.send())

    def _end_met_request(self) -> None:
        """End a problem that asked for what has been done now."""
        draft = self.draft
        asked = not draft.question.empty
        met = {_empty(sees=True): asked, _empty(sees=False): asked}
        met[_no_model()] = draft.model is not None
        if any(met.get(problem, False) for problem in draft.problems):
            draft.end_problems()


def _invitations() -> tuple[str, str]:
    return tr("Ask, or drop an image or a video"), tr("Ask, or drop a text file")


def _empty(*, sees: bool) -> str:
    return tr("Type a question or drop an image first.") if sees else tr("Type a question first.")


def _no_model() -> str:
    return tr("No model is loaded. Choose one from the model menu.")
