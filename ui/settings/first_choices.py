"""The fields in the settings for what new chats begin with: their model and system prompt."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QFocusEvent, QHideEvent

from engine.messages import model_name
from ui.look import theme
from ui.look.language import tr
from ui.options.option_fields import TextField
from ui.state.library_state import LibraryState
from ui.state.model_entry import distinct_names
from ui.state.settings import LONGEST_PROMPT
from ui.widgets.combo_box import CalmComboBox

_LEAST_WIDTH = 200
_LINES = 5


class FirstModelBox(CalmComboBox):
    """Chooses the model that new chats begin with. `chosen` has its id, "" for the one used last;
    `missing` comes when another model is shown, with the name of one that is not there, or ""."""

    chosen = Signal(str)
    missing = Signal(str)

    def __init__(self, library: LibraryState) -> None:
        super().__init__()
        self._library = library
        self._model_id = ""
        self.setAccessibleName(tr("Model for new chats"))
        self._fit()
        self.setSizeAdjustPolicy(self.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.activated.connect(self._choose)
        library.changed.connect(self._fill)
        theme.look.changed.connect(self._fit)
        self._fill()

    def put(self, model_id: str) -> None:
        if model_id != self._model_id:
            self._model_id = model_id
            self._fill()

    def _fit(self) -> None:
        self.setMinimumWidth(theme.px(_LEAST_WIDTH))

    def _fill(self) -> None:
        names = {it.model_id: it.name for it in self._library.models if it.available}
        found = distinct_names(names)
        lost = "" if not self._model_id or self._model_id in found else self._lost_name()
        self.clear()
        self.addItem(tr("The model used last"), "")
        for model_id, name in sorted(found.items(), key=lambda it: it[1].casefold()):
            self.addItem(name, model_id)
        if lost:
            self.addItem(tr("{name} (not found)").format(name=lost), self._model_id)
        self.setCurrentIndex(max(self.findData(self._model_id), 0))
        # While the disks are read, a model may only not have been found yet.
        self.missing.emit("" if self._library.scanning else lost)

    def _lost_name(self) -> str:
        known = self._library.find(self._model_id)
        return known.name if known else model_name(self._model_id)

    def _choose(self) -> None:
        self._model_id = self.currentData()
        self._fill()
        self.chosen.emit(self._model_id)


class FirstPromptField(TextField):
    """The system prompt of new chats; `left` has a text that was changed, once the field is left.
    A longer text than LONGEST_PROMPT is cut."""

    left = Signal(str)

    def __init__(self) -> None:
        super().__init__(_LINES, tr("For example: Answer briefly, in plain words."))
        self.setAccessibleName(tr("System prompt for new chats"))
        self._saved = ""

    def put(self, value: str) -> None:
        """Show a text. One that is being typed stays."""
        if value != self._saved:
            self._saved = value
            super().put(value)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._leave()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._leave()

    def _leave(self) -> None:
        text = self.take()[:LONGEST_PROMPT]
        if text != self._saved:
            self._saved = text
            self.left.emit(text)
