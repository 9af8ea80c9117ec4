"""The option for an 8-bit conversation cache, with the memory that it saves."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.messages import ModelInfo
from ui.look.language import number, tr, translated
from ui.look.numbers import size_text
from ui.widgets.check_box import CheckBox
from ui.widgets.plain_label import plain_label


class KvRow(QWidget):
    """The option for all chats with a model; `chosen` is emitted when a person changes it."""

    chosen = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.box = CheckBox(tr("Keep the conversation in 8 bit"))
        self._note = plain_label("option_note")
        self._note.setWordWrap(True)
        self.box.clicked.connect(self.chosen)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 9)
        column.setSpacing(1)
        column.addWidget(self.box)
        column.addWidget(self._note)

    def show_state(self, model: ModelInfo | None, on: bool) -> None:
        can = model is not None and model.kv_8bit_bytes > 0
        self.box.setEnabled(can)
        self.box.setChecked(on and can)
        self._note.setText(note(model))
        self.box.setAccessibleDescription(note(model))


def note(model: ModelInfo | None) -> str:
    """Return the memory saved at the model's full context, or the reason why the option is
    unavailable."""
    if model is None:
        return tr("No model is loaded.")
    if not model.kv_8bit_bytes:
        return translated(model.kv_note) or tr("This model cannot.")
    small, plain = (
        size_text(each * model.context) for each in (model.kv_8bit_bytes, model.kv_bytes)
    )
    text = tr("{small} instead of {plain} at {context} tokens, in every chat with this model")
    return text.format(small=small, plain=plain, context=number(model.context))
