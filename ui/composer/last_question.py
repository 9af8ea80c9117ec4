"""The last question that was asked: the Up key brings it back to be edited."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from ui.composer.action_strip import ActionStrip
from ui.look.language import tr
from ui.state.draft import Draft
from ui.state.question import Question

if TYPE_CHECKING:
    from collections.abc import Callable

    from ui.state.turn import Turn


class LastQuestion(QObject):
    """Offers `question`, of the given `turn`, for editing; `strip` says what is being edited.

    `describe` returns what the strip says of a turn; "" for the usual sentence.
    """

    def __init__(self, draft: Draft, parent: QObject) -> None:
        super().__init__(parent)
        self.question = Question()
        self.turn: Turn | None = None
        self.describe: Callable[[Turn], str] = lambda turn: ""
        self.strip = ActionStrip()
        self._draft = draft
        self.strip.chosen.connect(draft.cancel_edit)
        draft.editing_changed.connect(self.show_edited)

    def edit(self) -> None:
        """Bring the question back, unless there is none or one is being edited already."""
        if not (self._draft.editing or self.question.empty):
            self._draft.edit(self.question, self.turn)

    def show_edited(self) -> None:
        if not self._draft.editing:
            self.strip.end()
            return
        about = self.describe(self._draft.edited) if self._draft.edited else ""
        usual = tr("Editing your last question: sending it replaces that and its answer.")
        self.strip.offer(about or usual, tr("Cancel"))
