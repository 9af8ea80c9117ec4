"""The way back to attachments that a person removed from a question."""

from dataclasses import replace

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
    marks before and after."""

    entries: tuple[tuple[int, int, Attachment], ...]
    before: MarkedText
    after: MarkedText

    def changed(self, old: Attachment, new: Attachment) -> "Removal":
        """Return the removal with `new` instead of `old`."""
        entries = tuple((at, key, new if it is old else it) for at, key, it in self.entries)
        return replace(self, entries=entries)


class RemovalUndo(UndoStrip):
    """Has Removals. What the field undoes is followed: a removal that changed its text is undone
    with that, and another one first if the text was not changed since."""

    def __init__(self, editor: QuestionEdit, parent: QWidget | None = None) -> None:
        super().__init__(tr("Restore what was removed"), parent)
        self._editor = editor
        editor.textChanged.connect(self._follow_undo)
        editor.undo_other = self._undo_first

    def add(self, sentence: str, what: object) -> None:
        # What is typed next becomes an undo step of its own.
        self._editor.document().setModified(False)
        super().add(sentence, what)

    def follow_change(self, old: Attachment, new: Attachment) -> None:
        """Bring `new` back instead of `old`: a change of a removed video may end later."""
        self._offers = [(sentence, it.changed(old, new)) for sentence, it in self._offers]

    def _follow_undo(self) -> None:
        # A text without what was inserted may also have been typed, which leaves nothing to redo.
        undid = self._editor.document().isRedoAvailable()
        last: Removal | None = self.last
        if undid and last and last.after != last.before == self._editor.marks.draft():
            self.go_back()

    def _undo_first(self) -> bool:
        last: Removal | None = self.last
        if not (last and last.before == last.after == self._editor.marks.draft()):
            return False
        self.go_back()
        return True
