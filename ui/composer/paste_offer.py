"""The offer to attach a long text that was pasted as a file."""

from PySide6.QtCore import QObject

from ui.composer.action_strip import ActionStrip
from ui.composer.question_edit import QuestionEdit
from ui.look.language import number, tr
from ui.state.requests import AttachmentRequests


class PasteOffer(QObject):
    """`strip` shows the offer. It ends when a text is attached."""

    def __init__(self, editor: QuestionEdit, requests: AttachmentRequests) -> None:
        super().__init__(editor)
        self.strip = ActionStrip()
        self._editor = editor
        self._requests = requests
        self._text = ""
        requests.text_pasted.connect(self.end)
        editor.long_pasted.connect(self._offer)
        self.strip.chosen.connect(self._take)

    def end(self) -> None:
        self.strip.end()
        self._text = ""

    def _offer(self, text: str) -> None:
        self._text = text
        sentence = tr("{count} characters were pasted.").format(count=number(len(text)))
        self.strip.offer(sentence, tr("Attach as a file"), tr("Keep as text"))

    def _take(self, action: int) -> None:
        text = self._text
        if action == 0 and self._editor.take_out(text):
            self._requests.text_pasted.emit(text)
        self.end()
