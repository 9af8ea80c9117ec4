"""Long texts that were pasted: attached as files where they do not fit, or where one wants that."""

from PySide6.QtCore import QObject, Signal

from ui.composer.action_strip import ActionStrip
from ui.composer.question_edit import QuestionEdit
from ui.look.language import number, tr


class PasteOffer(QObject):
    """`attached` has a text that shall be a file, and is not in the question."""

    attached = Signal(object)

    def __init__(self, editor: QuestionEdit) -> None:
        super().__init__(editor)
        self.strip = ActionStrip()
        self._editor = editor
        self._text = ""
        editor.text_pasted.connect(self._attach)
        editor.long_pasted.connect(self._offer)
        self.strip.chosen.connect(self._take)

    def end(self) -> None:
        self.strip.end()
        self._text = ""

    def _attach(self, text: str) -> None:
        self.end()
        self.attached.emit(text)

    def _offer(self, text: str) -> None:
        self._text = text
        sentence = tr("{count} characters were pasted.").format(count=number(len(text)))
        self.strip.offer(sentence, tr("Attach as a file"), tr("Keep as text"))

    def _take(self, action: int) -> None:
        text = self._text
        if action == 0 and self._editor.take_out(text):
            self._attach(text)
        self.end()
