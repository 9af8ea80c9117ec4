"""The question that was asked last, brought back to be asked in another way."""

from PySide6.QtCore import QObject, Signal

from ui.composer.action_strip import ActionStrip
from ui.composer.attachment_area import AttachmentArea
from ui.language import tr
from ui.state.question import Question


class LastQuestion(QObject):
    """What was being written meanwhile is kept, and comes back when the other is sent or left."""

    changed = Signal()

    def __init__(self, area: AttachmentArea) -> None:
        super().__init__(area)
        self.question = Question()
        self.strip = ActionStrip()
        self._area = area
        self._kept: Question | None = None
        self.strip.chosen.connect(self.cancel)

    @property
    def editing(self) -> bool:
        return self._kept is not None

    def begin(self) -> None:
        """Without effect where nothing was asked, or it is being edited already."""
        if self.editing or self.question.empty:
            return
        self._kept = self._area.draft()
        self._area.write(self.question)
        self.strip.offer(
            tr("Editing your last question: sending it replaces that and its answer."),
            tr("Cancel"),
        )
        self.changed.emit()

    def cancel(self) -> None:
        if (kept := self.finish()) is not None:
            self._area.write(kept)

    def finish(self) -> Question | None:
        """It is sent, or not wanted; what was kept, None where nothing was edited."""
        kept, self._kept = self._kept, None
        if kept is not None:
            self.strip.end()
            self.changed.emit()
        return kept
