"""The summary of a conversation up to a message, folded below that message."""

from ui.conversation.message_fold import Fold
from ui.look.language import tr
from ui.state.turn import Turn
from ui.widgets.folded_text import broken
from ui.widgets.layouts import tell_of_size
from ui.widgets.text_body import TextBody


class SummaryFold(Fold):
    def __init__(self, turn: Turn) -> None:
        name = tr("Summary of the conversation up to here")
        super().__init__("list-filter", name, lambda: TextBody("reasoning", name))
        self._turn = turn
        self._shown = ""
        self.header.set_caption(name)
        self.header.toggled.connect(self._write)

    def refresh(self) -> None:
        self.setVisible(bool(self._turn.summary))
        if self.header.isChecked():
            self._write()

    def _write(self) -> None:
        if self._shown != self._turn.summary:
            self._shown = self._turn.summary
            self.text.clear()
            self.text.add_text(broken(self._shown))
            tell_of_size(self.text)
