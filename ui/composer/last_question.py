"""A question that was asked, brought back to be asked in another way."""

from PySide6.QtCore import QObject, Signal

from ui.composer.action_strip import ActionStrip
from ui.composer.attachment_area import AttachmentArea
from ui.language import tr
from ui.state.question import Question


class LastQuestion(QObject):
    """What was being written meanwhile is kept, and comes back when the other is sent or left.

    `question` is what `begin` brings back, by its `key`: whatever tells which question that is.
    """

    changed = Signal()

    def __init__(self, area: AttachmentArea) -> None:
        super().__init__(area)
        self.question = Question()
        self.key: object = None
        self.about = ""
        self.edited: object = None
        self.strip = ActionStrip()
        self._area = area
        self._kept: Question | None = None
        self.strip.chosen.connect(self.cancel)

    @property
    def editing(self) -> bool:
        return self._kept is not None

    @property
    def kept(self) -> Question:
        """What was being written before."""
        return self._kept or Question()

    def begin(self) -> None:
        """Without effect where nothing was asked, or one is being edited already."""
        if not (self.editing or self.question.empty):
            about = tr("Editing your last question: sending it replaces that and its answer.")
            self.edit(self.question, self.key, self.about or about)

    def edit(self, question: Question, key: object, about: str) -> None:
        """`about` says what it is that is written now."""
        if self._kept is None:
            self._kept = self._area.draft()
        self.edited = key
        self._area.write(question)
        self.strip.offer(about, tr("Cancel"))
        self.changed.emit()

    def cancel(self) -> None:
        if (kept := self.finish()) is not None:
            self._area.write(kept)

    def finish(self) -> Question | None:
        """It is sent, or not wanted; what was kept, None where nothing was edited."""
        kept, self._kept = self._kept, None
        self.edited = None
        if kept is not None:
            self.strip.end()
            self.changed.emit()
        return kept
