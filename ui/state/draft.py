"""The question that is being written in a conversation."""

from PySide6.QtCore import QObject, Signal

from ui.state.question import Question
from ui.state.turn import Turn


class Draft(QObject):
    """The question as written so far, and the asked question that it will replace, if any.

    While an asked question is being edited, `kept` is what was being written before, and `edited`
    is the turn that will be replaced; None stands for the last question of all panes.

    `changed` comes after every change. `replaced` asks the view to show `question`; its argument is
    True if undo must not bring the former text back. `editing_changed` comes when editing begins or
    ends.
    """

    changed = Signal()
    replaced = Signal(bool)
    editing_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.question = Question()
        self.edited: Turn | None = None
        self._kept: Question | None = None

    @property
    def editing(self) -> bool:
        return self._kept is not None

    @property
    def kept(self) -> Question:
        return self._kept or Question()

    def write(self, question: Question) -> None:
        """Take over what the view shows."""
        self.question = question
        self.changed.emit()

    def put(self, question: Question) -> None:
        """Replace the question for good."""
        self._replace(question, final=True)

    def restore(self, question: Question) -> None:
        """Put a refused question back, before what was begun since."""
        begun = self.question
        text = "\n".join(part for part in (question.text, begun.text) if part)
        shift = len(text) - len(begun.text)
        former = question.places or (0,) * len(question.attachments)
        later = tuple(it + shift for it in begun.places or (0,) * len(begun.attachments))
        places = (*former, *later)
        attachments = (*question.attachments, *begun.attachments)
        self._replace(Question(text, attachments, places if any(places) else ()), final=True)

    def edit(self, question: Question, edited: Turn | None = None) -> None:
        """Write a new version of an asked question."""
        if self._kept is None:
            self._kept = self.question
        self.edited = edited
        self._replace(question, final=False)
        self.editing_changed.emit()

    def cancel_edit(self) -> None:
        """Go back to what was being written before."""
        if (kept := self.end_edit()) is not None:
            self._replace(kept, final=False)

    def end_edit(self) -> Question | None:
        """Return what was being written before, or None if nothing was being edited."""
        kept, self._kept, self.edited = self._kept, None, None
        if kept is not None:
            self.editing_changed.emit()
        return kept

    def _replace(self, question: Question, *, final: bool) -> None:
        self.question = question
        self.replaced.emit(final)
        self.changed.emit()
