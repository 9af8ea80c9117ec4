"""The way back to attachments that a person removed from a question."""

from collections.abc import Callable
from dataclasses import replace

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
    with that, and another one first if the text was not changed since. `redone` has the sentence
    and the Removal that the field did again."""

    redone = Signal(str, object)

    def __init__(self, editor: QuestionEdit, parent: QWidget | None = None) -> None:
        super().__init__(tr("Restore what was removed"), parent)
        self._editor = editor
        # The field undid these, with their sentences, and can do them again.
        self._undone: list[tuple[str, Removal]] = []
        editor.textChanged.connect(self._follow_text)
        editor.other_undo = self._other_undo

    def add(self, sentence: str, what: object) -> None:
        # The text that is typed next becomes an undo step of its own.
        self._editor.document().setModified(False)
        super().add(sentence, what)

    def follow_change(self, old: Attachment, new: Attachment) -> None:
        """Bring `new` back instead of `old`: a change of a removed video may end later."""
        self._offers = [(sentence, it.changed(old, new)) for sentence, it in self._offers]

    def _follow_text(self) -> None:
        # A text without what was inserted may also have been typed, which leaves nothing to redo.
        undid = self._editor.document().isRedoAvailable()
        last: Removal | None = self.last
        text = self._editor.marks.draft()
        if undid and last and last.after != last.before == text:
            self._undone.append(self._offers[-1])
            self.go_back()
        elif self._undone and self._undone[-1][1].after == text:
            self.redone.emit(*self._undone.pop())
        elif not undid:
            self._undone = []

    def _other_undo(self) -> Callable[[], None] | None:
        last: Removal | None = self.last
        alone = last and last.before == last.after == self._editor.marks.draft()
        return self.go_back if alone else None
