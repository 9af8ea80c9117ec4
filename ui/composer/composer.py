"""The composer: a question with its attachments, and the options of its answer."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QGuiApplication,
    QImage,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine.messages import Counted, MediaCost, ModelInfo, SamplingParams
from ui.composer.attachment_area import AttachmentArea
from ui.composer.cost_words import attached_text
from ui.composer.foot_label import FootLabel
from ui.composer.last_question import LastQuestion
from ui.composer.media_dialog import choose_media
from ui.composer.paste_offer import PasteOffer
from ui.composer.question_edit import QuestionEdit
from ui.look import theme
from ui.look.language import tr
from ui.options.option_chips import OptionChips
from ui.state.attachment import Attachment
from ui.state.chat_options import ChatOptions, ChosenOptions
from ui.state.draft import Draft
from ui.state.preset import Presets
from ui.state.question import Question
from ui.state.tool_entry import ToolEntry
from ui.state.turn import Turn
from ui.widgets.chip_button import BadgeButton
from ui.widgets.icon_button import IconButton
from ui.widgets.preview import draw_card
from ui.widgets.problem_strip import ProblemStrip


class Composer(QWidget):
    """Shows a Draft and the options of a chat, and changes them. A problem belongs to the last
    action: the next send, paste or offer of files ends it.

    `submitted` has a Question, its attachments in the order of the prompt. `edit_submitted` comes
    just before it if the question replaces one that was asked, while the draft still has that.
    `media_changed` has an Attachment and the Media that it should become; the answer is
    `replace_attachment`. `open_requested` asks for a preview of an attachment, `shown_outside` for
    another application. `text_pasted` has a text to be attached. `draft_changed` comes when sending
    would ask something else, or the composer is shown again.
    """

    submitted = Signal(object)
    edit_submitted = Signal()
    draft_changed = Signal()
    text_pasted = Signal(object)
    stop_pressed = Signal()
    files_offered = Signal(list)
    image_pasted = Signal(QImage)
    attachments_changed = Signal()
    media_changed = Signal(object, object)
    open_requested = Signal(object)
    shown_outside = Signal(object)
    options_changed = Signal()
    permission_reset = Signal(str)
    servers_requested = Signal()

    def __init__(
        self,
        draft: Draft | None = None,
        options: ChosenOptions | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._draft = draft or Draft(self)
        self._model: ModelInfo | None = None
        self._busy = False
        self._pending = 0
        self._counts: tuple[Counted | str, ...] = ()
        self.problem = ProblemStrip()
        self.editor = QuestionEdit()
        self.paste = PasteOffer(self.editor)
        self._area = AttachmentArea(self.editor)
        self.last = LastQuestion(self._draft, self)
        self._chips = OptionChips(options)
        self._build()
        self._connect()
        self._refresh()
        if self._draft.editing or not self._draft.question.empty:
            self.last.show_edited()
            self._show_draft(final=True)

    def attachments(self) -> tuple[Attachment, ...]:
        """Return the attachments in the order of the prompt."""
        return self._area.attachments()

    def draft(self) -> Question:
        """Return all that is written and attached."""
        return self._draft.question

    def question(self) -> Question:
        """Return the draft as it would be sent, without white space around the text."""
        return self._area.question()

    def set_draft(self, question: Question) -> None:
        """Replace the draft; undo does not bring the former one back."""
        self._draft.put(question)

    def add_attachment(self, attachment: Attachment) -> None:
        self._area.add(attachment)

    def replace_attachment(self, old: Attachment, new: Attachment | None) -> None:
        """Replace an attachment, or remove it (None); one that is gone is ignored."""
        self._area.replace(old, new)

    def set_cost(self, attachment: Attachment, cost: MediaCost | str | None) -> None:
        """Set the cost of an attachment for the current model, a sentence why it cannot be read, or
        None if unknown. An attachment that is gone is ignored; another model resets all costs."""
        self._area.set_cost(attachment, cost)

    def options(self) -> ChatOptions:
        return self._chips.value()

    def set_options(self, options: ChatOptions) -> None:
        self._chips.options.set(options)

    def chosen_options(self) -> ChatOptions:
        """Return the chosen options, including what the model does not support."""
        return self._chips.options.value

    def set_presets(self, presets: Presets) -> None:
        """Set the presets that can be chosen."""
        self._chips.set_presets(presets)

    def change_options(self, **fields: Any) -> None:
        """Change some options and keep the others, including hidden ones."""
        self._chips.options.change(**fields)

    def set_thinking(self, thinking: bool) -> None:
        options = self._chips.options
        options.set(options.value.with_thinking(thinking))

    def set_tools(self, entries: list[ToolEntry], permissions: dict[str, str]) -> None:
        """Set the tools to choose from; `permissions` are ALWAYS or NEVER by tool id."""
        self._chips.set_tools(tuple(entries), permissions)

    def open_tools(self) -> bool:
        """Open the list of tools; return False if the model supports none."""
        return self._chips.open_tools()

    def follow_model(self, former: SamplingParams, recommended: SamplingParams) -> None:
        """Replace options that are as recommended for the former model by those for the new one."""
        self._chips.options.follow(former, recommended)

    def set_model(self, model: ModelInfo | None) -> None:
        """Show what a model can do. This is called repeatedly, for all tabs."""
        if model is not None and model == self._model:
            return
        self._model = model
        self._chips.set_model(model)
        self._area.set_model(model)
        self._end_met_request()
        self._refresh()
        self.draft_changed.emit()

    def set_busy(self, busy: bool) -> None:
        if busy != self._busy:
            self._busy = busy
            self._refresh()

    def set_pending(self, count: int) -> None:
        """Set the number of offered files that are still being read; sending waits for them."""
        self._pending = count
        self._refresh()

    @property
    def editing(self) -> bool:
        """Return True if the question will replace one that was asked."""
        return self._draft.editing

    @property
    def kept_draft(self) -> Question:
        """The draft from before an asked question came back to be edited."""
        return self._draft.kept

    def set_last_question(self, question: Question, turn: Turn | None = None) -> None:
        """Set the question that the Up key brings back into an empty field, and its turn."""
        self.last.question, self.last.turn = question, turn

    def edit_last(self) -> None:
        """Do what the Up key does, also where something is written: that comes back afterwards."""
        self.last.edit()
        self.take_focus()

    def set_counts(self, counts: Sequence[Counted | str]) -> None:
        """Set the token counts of the draft's prompt, one for each model that will be asked; a
        sentence stands for a prompt that cannot be asked."""
        self._counts = tuple(counts)
        self._refresh()

    def set_chips_shown(self, shown: bool) -> None:
        """Show or hide the chips with the options of the answer."""
        self._chips.setVisible(shown)

    def set_placeholder(self, text: str) -> None:
        self.editor.setPlaceholderText(text)

    def show_problem(self, sentence: str) -> None:
        self.problem.tell(sentence)

    def add_problem(self, sentence: str) -> None:
        """Add one of several problems of the same action, such as a drop of many files."""
        self.problem.add(sentence)

    def offer_files(self, paths: list[Path]) -> None:
        self.problem.dismiss()
        self.files_offered.emit(paths)

    def restore(self, question: Question) -> None:
        """Put a refused question back, before anything begun since."""
        self._area.restore(question)

    def follow_focus(self, attachment: Attachment) -> None:
        """Move the focus to the thumbnail of `attachment`, if a thumbnail has it."""
        self._area.follow_focus(attachment)

    def take_focus(self) -> None:
        self.editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Focus the editor. With a focus proxy, the Tab key would skip what stands before it."""
        super().focusInEvent(event)
        self.take_focus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave editing on Escape, unless an answer grows, which the tab stops first."""
        if event.key() == Qt.Key.Key_Escape and self.editing and not self._busy:
            self._draft.cancel_edit()
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.draft_changed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._chips.set_room(self.width())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if theme.is_change(event):
            self._chips.set_room(self.width())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        colors = theme.colors()
        border = colors.accent if self.editor.hasFocus() else colors.line
        draw_card(painter, self.rect(), border, radius=14)
        painter.end()

    def _build(self) -> None:
        self._add = IconButton("plus", tr("Add images, videos or texts"), 18)
        self._foot = FootLabel()
        self._send = BadgeButton("send", "arrow-up", tr("Send"), 18)
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(self._add)
        row.addWidget(self._chips)
        row.addWidget(self._foot, 1)
        row.addWidget(self._send)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 10, 9)
        for part in (self.problem, self.last.strip, self.paste.strip, self._area, self.editor):
            column.addWidget(part)
        column.addLayout(row)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)

    def _connect(self) -> None:
        self.editor.return_pressed.connect(self._submit)
        self.editor.recalled.connect(self.last.edit)
        self.editor.image_pasted.connect(self._take_image)
        self.editor.files_pasted.connect(self.offer_files)
        self.paste.attached.connect(self._attach_text)
        self.editor.paste_refused.connect(self.show_problem)
        self.editor.focus_changed.connect(self.update)
        # first, so that all who are told of a change find the new draft
        self._area.changed.connect(self._write_draft)
        self.editor.textChanged.connect(self._write_draft)
        self.editor.textChanged.connect(self._end_met_request)
        self._area.changed.connect(self._end_met_request)
        self._area.changed.connect(self._refresh)
        self._area.changed.connect(self.attachments_changed)
        self._area.media_changed.connect(self.media_changed)
        self._area.open_requested.connect(self.open_requested)
        self._area.shown_outside.connect(self.shown_outside)
        self._add.clicked.connect(lambda: choose_media(self, self.offer_files))
        self._chips.changed.connect(self.options_changed)
        self._chips.changed.connect(self.draft_changed)
        self._chips.permission_reset.connect(self.permission_reset)
        self._chips.servers_requested.connect(self.servers_requested)
        self._send.clicked.connect(self._send_or_stop)
        self._draft.replaced.connect(self._show_draft)
        self._draft.changed.connect(self.draft_changed)
        self._draft.editing_changed.connect(self.draft_changed)

    def _write_draft(self) -> None:
        self._draft.write(self._area.draft())

    def _show_draft(self, final: bool) -> None:
        self._area.write(self._draft.question)
        if final:
            self.editor.forget_undo()

    def _refresh(self) -> None:
        attached = attached_text([it.media.kind for it in self.attachments()])
        self._foot.tell(self._hints(), self._counts, attached)
        self._send.setIconSize(QSize(14, 14) if self._busy else QSize(18, 18))
        self._send.set_icon("square" if self._busy else "arrow-up")
        self._send.setAccessibleName(tr("Stop") if self._busy else tr("Send"))
        self._send.setToolTip(tr("Stop (Esc)") if self._busy else tr("Send (Return)"))
        self._send.setEnabled(self._busy or (self._model is not None and not self._pending))

    def _hints(self) -> tuple[str, ...]:
        """Return the most important hint, in its longest form first."""
        if self._pending:
            return (tr("Reading %n file(s)…", "", self._pending),)
        if self._model is None:
            return (tr("No model loaded"), tr("No model"))
        if not self._model.vision and any(not it.is_text for it in self.attachments()):
            return (tr("This model cannot see images"), tr("Reads text only"))
        return (tr("Esc stops"),) if self._busy and not self._counts else ()

    def _send_or_stop(self) -> None:
        if self._busy:
            self.stop_pressed.emit()
        else:
            QGuiApplication.inputMethod().commit()
            self._submit()

    def _submit(self) -> None:
        if self._busy or self._pending:
            return
        question = self._area.question()
        if question.empty:
            self.show_problem(_empty())
        elif self._model is None:
            self.show_problem(_no_model())
        else:
            self.problem.dismiss()
            self.paste.end()
            if self.editing:
                self.edit_submitted.emit()
            self._draft.put(self._draft.end_edit() or Question())
            self.submitted.emit(question)

    def _end_met_request(self) -> None:
        """End a problem that asked for what has been done now."""
        met = {_empty(): not self._draft.question.empty, _no_model(): self._model is not None}
        if met.get(self.problem.sentence(), False):
            self.problem.dismiss()

    def _take_image(self, image: QImage) -> None:
        self.problem.dismiss()
        self.image_pasted.emit(image)

    def _attach_text(self, text: str) -> None:
        self.problem.dismiss()
        self.text_pasted.emit(text)
        self.take_focus()


def _empty() -> str:
    return tr("Type a question or drop an image first.")


def _no_model() -> str:
    return tr("No model is loaded. Choose one from the model menu.")
