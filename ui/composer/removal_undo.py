"""The way back to attachments that a person removed from a question."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engine.frozen import frozen
from ui.composer.media_marks import MarkedText
from ui.composer.question_edit import QuestionEdit
from ui.look.language import tr
from ui.state.attachment import Attachment
from ui.widgets.undo_strip import UndoStrip


@frozen
class Removal:
    """Attachments that were removed at once, each with its index and its key, and the text with its
    marks before and after. `sentence` tells a person about them."""

    sentence: str
    entries: tuple[tuple[int, int, Attachment], ...]
    before: MarkedText
    after: MarkedText


class RemovalUndo(UndoStrip):
    """Offers the way back to what was removed last, and then to the others. `restored` has a
    Removal. What the field undoes is followed: a removal that changed its text is undone with
    that, and another one first if the text was not changed since."""

    restored = Signal(object)

    def __init__(self, editor: QuestionEdit, parent: QWidget | None = None) -> None:
        super().__init__(tr("Restore what was removed"), parent)
        self._editor = editor
        self._removals: tuple[Removal, ...] = ()
        self.undone.connect(self._restore)
        self.ended.connect(self._forget)
        editor.textChanged.connect(self._follow_undo)
        editor.undo_other = self._undo_first

    def add(self, removal: Removal) -> None:
        self._offer((*self._removals, removal))

    def _offer(self, removals: tuple[Removal, ...]) -> None:
        # This ends the former offer.
        self.tell(removals[-1].sentence)
        self._removals = removals

    def _restore(self) -> None:
        *others, last = self._removals
        self._removals = ()
        self.restored.emit(last)
        if others:
            self._offer(tuple(others))

    def _forget(self) -> None:
        self._removals = ()

    def _follow_undo(self) -> None:
        for last in self._removals[-1:]:
            if last.after != last.before == self._editor.marks.draft():
                self.go_back()

    def _undo_first(self) -> bool:
        for last in self._removals[-1:]:
            if last.before == last.after == self._editor.marks.draft():
                self.go_back()
                return True
        return False
