"""The attachments of the next question: images, videos and texts, their cost and limits."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QWidget

from engine.messages import Choice, MediaKind
from ui.composer import attachment_strip, over_budget_strip, removal_undo
from ui.composer.attachment_action import AttachmentAction, attachment_menu, offered
from ui.composer.cost_words import cost_text, total_text
from ui.composer.media_marks import OBJECT, MarkedText
from ui.composer.question_edit import QuestionEdit, can_insert
from ui.look.language import tr
from ui.state.attachment import Attachment
from ui.state.draft import Cost, Draft
from ui.state.question import Question
from ui.state.requests import AttachmentRequests
from ui.widgets.labels import ElidedLabel, tooltip
from ui.widgets.layouts import vbox

if TYPE_CHECKING:
    from ui.composer.thumbnail import Thumbnail
    from ui.widgets.undo_strip import UndoStrip


class AttachmentArea(QWidget):
    """Shows the attachments of a draft in the order of the prompt: those before the text, then
    those that have marks in `editor`, in the order of the marks. `changed` comes when the
    attachments or their order have changed. Without any there is nothing in it, since most
    questions of most chats have none.
    """

    changed = Signal()

    def __init__(self, draft: Draft, editor: QuestionEdit, requests: AttachmentRequests) -> None:
        super().__init__()
        self._draft = draft
        self._editor = editor
        self._requests = requests
        self._placed = 0
        self._built = False
        self._connect()
        self.hide()

    @property
    def _entries(self) -> "list[Thumbnail]":
        return self._strip.entries if self._built else []

    @property
    def undo(self) -> "UndoStrip | None":
        """The way back to what a person removed."""
        return self._undo if self._built else None

    def question(self) -> Question:
        """Return the text without its marks, and what goes with it."""
        marked, entries = self._editor.marks.draft(), self._entries
        offsets = {key: offset for offset, key in marked.marks}
        places = tuple(offsets.get(entry.key, 0) for entry in entries)
        attachments = tuple(entry.attachment for entry in entries)
        return Question(marked.text, attachments, places if any(places) else ())

    def write(self, question: Question) -> None:
        """Replace text and attachments by those of a question."""
        if self._built:
            self._undo.forget()
            self._strip.remove(self._entries)
        entries = self._insert(question.attachments)
        self._editor.write(MarkedText(question.text.replace(OBJECT, ""), _marks(entries, question)))
        self._arrange(changed=True)

    def follow_change(self, old: Attachment, new: Attachment) -> None:
        """Take note of a change to an attachment that may have been removed."""
        if self._built:
            self._undo.follow_change(old, new)

    def follow_focus(self, attachment: Attachment) -> None:
        """Move the focus from another thumbnail to that of `attachment`."""
        entry = self._entry_of(attachment)
        if entry is not None and any(it.hasFocus() for it in self._entries):
            entry.setFocus(Qt.FocusReason.OtherFocusReason)

    def _connect(self) -> None:
        draft = self._draft
        draft.attachment_added.connect(self._add)
        draft.attachment_replaced.connect(self._replace)
        draft.restored.connect(self._restore)
        draft.cost_changed.connect(self._set_cost)
        draft.model_changed.connect(self._show_cost)
        self._requests.preview_closed.connect(self.follow_focus)
        self._editor.textChanged.connect(self._arrange)

    def _build(self) -> None:
        # Qt sets the tab order only after a widget that accepts focus; this one is never shown
        self._begin = QWidget(self)
        self._begin.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._begin.hide()
        self._over = over_budget_strip.OverBudgetStrip(self)
        self._strip = attachment_strip.AttachmentStrip(self)
        self._undo = removal_undo.RemovalUndo(self._editor, self)
        self._cost = ElidedLabel("attachment_cost", kind="note")
        column = vbox(self, spacing=6)
        for part in (self._undo, self._over, self._strip, self._cost):
            column.addWidget(part)
        self._built = True
        self._undo.undone.connect(self._bring_back)
        self._undo.redone.connect(self._take_away_again)
        self._undo.ended.connect(lambda: self.setVisible(bool(self._entries)))
        self._over.chosen.connect(self._choose)
        self._strip.wanted.connect(self._act)
        self._strip.menu_wanted.connect(self._open_menu)
        self._strip.noticed.connect(self._show_cost)
        self._strip.moved.connect(self._move)
        self._strip.dragged.connect(self._editor.show_drop)
        self._strip.dropped.connect(self._drop)
        self._strip.drag_ended.connect(self._editor.hide_drop)

    # --- what the draft asks for ---------------------------------------------------------

    def _add(self, attachment: Attachment) -> None:
        self._insert([attachment], len(self._entries) - self._placed)
        self._arrange(changed=True)

    def _replace(self, old: Attachment, new: Attachment | None) -> None:
        entry = self._entry_of(old)
        if entry is None:
            return
        if new is None:
            self._discard([entry])
        else:
            entry.set_attachment(new)
            entry.set_cost(self._draft.costs.get(new))
            self._arrange(changed=True)

    def _restore(self, question: Question) -> None:
        """Show a question before the text and attachments that there are."""
        entries = self._insert(question.attachments)
        marks = [*_marks(entries, question)]
        begun = self._editor.marks.draft()
        text = "\n".join(part for part in (question.text, begun.text) if part)
        shift = len(text) - len(begun.text)
        marks += [(offset + shift, key) for offset, key in begun.marks]
        self._editor.write(MarkedText(text, tuple(marks)))
        self._arrange(changed=True)

    def _set_cost(self, attachment: Attachment, cost: Cost) -> None:
        if entry := self._entry_of(attachment):
            entry.set_cost(cost)
            self._show_cost()

    def _insert(self, attachments: Sequence[Attachment], at: int = 0) -> "list[Thumbnail]":
        if attachments and not self._built:
            self._build()
        entries = [self._strip.insert(at + place, it) for place, it in enumerate(attachments)]
        for entry in entries:
            entry.set_cost(self._draft.costs.get(entry.attachment))
        return entries

    def _entry_of(self, attachment: Attachment) -> "Thumbnail | None":
        return next((it for it in self._entries if it.attachment is attachment), None)

    # --- what a person does ------------------------------------------------------------------

    def _act(self, entry: "Thumbnail", action: AttachmentAction) -> None:
        index = self._entries.index(entry)
        match action:
            case AttachmentAction.SHOW | AttachmentAction.QUICK_LOOK | AttachmentAction.OUTSIDE:
                self._open(entry.attachment, action)
            case AttachmentAction.LEFT:
                self._move(entry, max(0, index - 1))
            case AttachmentAction.RIGHT:
                self._move(entry, min(index + 1, len(self._entries) - 1))
            case AttachmentAction.INTO_TEXT:
                self._editor.place(entry.key)
                entry.announce_place()
            case AttachmentAction.BEFORE_TEXT:
                self._editor.marks.remove(entry.key)
                entry.announce_place()
            case AttachmentAction.AS_VIDEO | AttachmentAction.STILL:
                self._turn(entry.attachment, action)
            case AttachmentAction.AS_TEXT:
                self._write_out(entry)
            case AttachmentAction.REMOVE:
                self._remove([entry])
            case AttachmentAction.REMOVE_ALL:
                self._remove([*self._entries])

    def _open(self, attachment: Attachment, action: AttachmentAction) -> None:
        """Show an attachment here, by the preview of the system, or in another application."""
        requests = {
            AttachmentAction.SHOW: self._requests.opened,
            AttachmentAction.QUICK_LOOK: self._requests.quick_looked,
            AttachmentAction.OUTSIDE: self._requests.opened_outside,
        }
        requests[action].emit(attachment)

    def _write_out(self, entry: "Thumbnail") -> None:
        """Replace a text file by its contents, at its place or before the question."""
        text = entry.attachment.text
        marks = self._editor.marks
        cursor = marks.cursor_of(entry.key)
        if cursor is None:
            cursor = QTextCursor(self._editor.document())
            text = f"{text.rstrip()}\n" if self._editor.toPlainText() else text
        self._editor.begin_step()
        marks.insert(cursor, MarkedText(text.replace(OBJECT, "")))
        sentence = tr("The contents of {name} were inserted.").format(name=entry.attachment.title)
        self._take_away([entry], sentence)
        self._editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def _fits(self, entry: "Thumbnail") -> bool:
        """Return False if the field would take very long to insert the contents of a text file."""
        return can_insert(entry.attachment.text, self._editor.marks.cursor_of(entry.key))

    def _open_menu(self, entry: "Thumbnail", at: QPoint) -> None:
        index = self._entries.index(entry)
        last = len(self._entries) - 1
        placed = index > last - self._placed
        actions = offered(
            entry.attachment,
            first=index == 0,
            last=index == last,
            placed=placed,
            fits=self._fits(entry),
        )
        menu = attachment_menu(actions, entry)
        menu.triggered.connect(lambda chosen: self._act(entry, chosen.data()))
        menu.popup(at)

    def _turn(self, attachment: Attachment, action: AttachmentAction) -> None:
        """Send all frames of an animated image, or only the first."""
        kind = MediaKind.VIDEO if action is AttachmentAction.AS_VIDEO else MediaKind.IMAGE
        if attachment.moves and kind is not attachment.media.kind:
            self._requests.media_changed.emit(
                attachment, replace(attachment.media, kind=kind, span=None)
            )

    def _move(self, entry: "Thumbnail", index: int) -> None:
        """Move an attachment. The marks keep their positions and stand for the new order."""
        order = [it for it in self._entries if it is not entry]
        order.insert(index, entry)
        if order == self._entries:
            return
        begin = len(order) - self._placed
        former = self._entries[begin:]
        renamed = {old.key: new.key for old, new in zip(former, order[begin:], strict=True)}
        self._strip.set_order(order, self._placed)
        self._editor.marks.rename(renamed)
        self._arrange(changed=True)
        self._strip.reveal(entry)
        entry.announce_place()

    def _drop(self, entry: "Thumbnail", at: QPoint) -> None:
        self._editor.place_at(at, entry.key)

    def _choose(self, path: Path, choice: Choice) -> None:
        entries = [it for it in self._entries if it.attachment.media.path == path]
        if choice is Choice.LEAVE_OUT:
            self._remove(entries)
            return
        for entry in entries:
            media = replace(entry.attachment.media, full=choice is Choice.FULL)
            # also if it is so already: the opposite change may be under way
            self._requests.media_changed.emit(entry.attachment, media)

    def _remove(self, entries: "list[Thumbnail]") -> None:
        sentence = tr("%n file(s) removed from the question.", "", len(entries))
        self._editor.begin_step()
        self._take_away(entries, sentence)

    def _take_away(self, entries: "list[Thumbnail]", sentence: str) -> None:
        """Remove attachments with a way back, in the undo step that the field has begun."""
        gone = tuple(
            (index, it.key, it.attachment)
            for index, it in enumerate(self._entries)
            if it in entries
        )
        self._discard(entries)
        self._editor.complete_step()
        self._undo.note(sentence, gone)
        self.show()

    def _take_away_again(self, removal: "removal_undo.Removal") -> None:
        keys = {key for _, key, _ in removal.entries}
        self._discard([it for it in self._entries if it.key in keys])
        self.show()

    def _discard(self, entries: "list[Thumbnail]") -> None:
        keys = [entry.key for entry in entries]
        self._strip.remove(entries)
        self._editor.marks.remove(*keys)
        self._arrange(changed=True)

    def _bring_back(self, removal: "removal_undo.Removal") -> None:
        for index, key, attachment in removal.entries:
            entry = self._strip.insert(min(index, len(self._entries)), attachment, key)
            entry.set_cost(self._draft.costs.get(attachment))
        self._arrange(changed=True)
        self._editor.setFocus(Qt.FocusReason.OtherFocusReason)

    # --- what is shown -------------------------------------------------------------------

    def _arrange(self, *, changed: bool = False) -> None:
        """Bring the row into the order of the prompt."""
        if not self._built:
            if changed:
                self.changed.emit()
            return
        entries = self._entries
        by_key = {entry.key: entry for entry in entries}
        placed = [by_key[key] for key in self._editor.marks.in_text if key in by_key]
        order = [*(entry for entry in entries if entry not in placed), *placed]
        if not changed and order == entries and len(placed) == self._placed:
            return
        self._placed = len(placed)
        self._strip.set_order(order, len(placed))
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        self._over.set_attachments([it.attachment for it in self._entries])
        for former, following in pairwise([self._begin, *self._over.buttons, *self._entries]):
            QWidget.setTabOrder(former, following)
        for entry in self._entries:
            # the window's Tab goes by the order of children
            entry.raise_()
        numbers = {entry.key: index + 1 for index, entry in enumerate(self._entries)}
        self._editor.marks.set_numbers(numbers)
        self._show_cost()
        self.setVisible(bool(numbers) or not self._undo.isHidden())

    def _show_cost(self) -> None:
        if not self._built:
            return
        model, costs = self._draft.model, self._draft.costs
        # A server is sent nothing before a person sends the question, so it cannot tell the cost.
        # Images are measured for a model that sees them.
        local = model if model and not model.address else None
        entries = [it for it in self._entries if local and (local.vision or it.attachment.is_text)]
        self._cost.setVisible(bool(entries))
        if not (local and entries):
            return
        noted = entries[0] if len(entries) == 1 else self._strip.noted
        if noted and noted in entries:
            text = cost_text(noted.attachment.media.kind, costs.get(noted.attachment))
        else:
            kinds = [entry.attachment.media.kind for entry in entries]
            found = [costs.get(entry.attachment) for entry in entries]
            text = total_text(kinds, found, local.context)
        self._cost.setText(text)
        self._cost.setToolTip(tooltip(text))


def _marks(entries: "Sequence[Thumbnail]", question: Question) -> tuple[tuple[int, int], ...]:
    """Return the marks of attachments that are placed in the text."""
    placed = zip(question.places, entries, strict=False)
    return tuple((place, entry.key) for place, entry in placed if place)
