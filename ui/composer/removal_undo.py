"""The way back to attachments that a person removed from a question."""

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engine.frozen import frozen
from ui.composer.question_edit import QuestionEdit
from ui.look.language import tr
from ui.state.attachment import Attachment
from ui.widgets.undo_strip import UndoStrip

# Attachments, each with its index and its key.
Entries = tuple[tuple[int, int, Attachment], ...]


@frozen
class Removal:
    """Attachments that were removed at once. `step` is the number of the field's undo steps, that
    of the removal included."""

    entries: Entries
    step: int

    def changed(self, old: Attachment, new: Attachment) -> "Removal":
        """Return the removal with `new` instead of `old`."""
        entries = tuple((at, key, new if it is old else it) for at, key, it in self.entries)
        return replace(self, entries=entries)


class RemovalUndo(UndoStrip):
    """Has Removals, each of which is an undo step of the field: text and files have one order.
    `undone` also comes when the field undid a removal, and `redone` when the field did one
    again."""

    redone = Signal(object)

    def __init__(self, editor: QuestionEdit, parent: QWidget | None = None) -> None:
        super().__init__(tr("Restore what was removed"), parent)
        self._editor = editor
        # Removals that the field can undo, and those that it can do again, with their sentences.
        self._done: list[tuple[str, Removal]] = []
        self._undone: list[tuple[str, Removal]] = []
        editor.document().undoCommandAdded.connect(self._undone.clear)
        editor.textChanged.connect(self._follow_text)

    def note(self, sentence: str, entries: Entries) -> None:
        """Take note of what was removed in the last undo step of the field."""
        self._add(sentence, Removal(entries, self._editor.document().availableUndoSteps()))
        self._editor.begin_step()

    def forget(self) -> None:
        """Leave no way back, also not in the field."""
        self._done.clear()
        self._undone.clear()
        self.end()

    def follow_change(self, old: Attachment, new: Attachment) -> None:
        """Bring `new` back instead of `old`: a change of a removed video may end later."""
        for known in (self._offers, self._done, self._undone):
            known[:] = [(sentence, it.changed(old, new)) for sentence, it in known]

    def go_back(self) -> None:
        if not self._offers:
            return
        if self.last.step == self._editor.document().availableUndoSteps():
            self._editor.undo()
        else:
            self._done.remove(self._offers[-1])
            super().go_back()

    def _add(self, sentence: str, removal: Removal) -> None:
        self._done.append((sentence, removal))
        self.add(sentence, removal)

    def _follow_text(self) -> None:
        document = self._editor.document()
        steps = document.availableUndoSteps()
        if self._done and self._done[-1][1].step > steps and not document.isRedoAvailable():
            # the history of the field was cleared
            self.forget()
        while self._done and self._done[-1][1].step > steps:
            self._follow_undo(*self._done.pop())
        while self._undone and self._undone[-1][1].step <= steps:
            sentence, removal = self._undone.pop()
            self._add(sentence, removal)
            self.redone.emit(removal)

    def _follow_undo(self, sentence: str, removal: Removal) -> None:
        self._undone.append((sentence, removal))
        if self._offers[-1:] == [(sentence, removal)]:
            super().go_back()
        else:
            self.undone.emit(removal)
