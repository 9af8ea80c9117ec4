"""The choice of the format in which a model marks reasoning and tool calls."""

from PySide6.QtWidgets import QLabel, QWidget

from ui.look.language import tr
from ui.state.requests import ModelRequests
from ui.widgets.combo_box import ComboBox
from ui.widgets.labels import plain_label
from ui.widgets.layouts import hbox


class FormatChoice(QWidget):
    """Asks for another channel format for the model with `model_id`."""

    def __init__(self, model_id: str, requests: ModelRequests) -> None:
        super().__init__()
        self.model_id = model_id
        self._requests = requests
        note = tr(
            "How reasoning and tool calls are separated from the answer. Applies from the next "
            "answer."
        )
        self.combo = ComboBox()
        self.combo.setAccessibleName(tr("Channel format"))
        self.combo.setAccessibleDescription(note)
        self.combo.setMinimumWidth(210)
        self.combo.activated.connect(self._choose)
        self.used = plain_label("inspect_note")
        label = QLabel(tr("Channel format"))
        label.setBuddy(self.combo)
        label.setToolTip(note)
        self.combo.setToolTip(note)
        row = hbox(self, spacing=10)
        row.addWidget(label)
        row.addWidget(self.combo)
        row.addWidget(self.used, 1)

    def _choose(self) -> None:
        self._requests.format_chosen.emit(self.model_id, self.combo.currentData())

    def set_formats(self, names: list[str], chosen: str, detected: str) -> None:
        """List the formats; `detected` is "" if it is not known."""
        self.combo.clear()
        found = tr("Detected: {name}").format(name=detected) if detected else tr("As detected")
        self.combo.addItem(found, "")
        for name in names:
            self.combo.addItem(name, name)
        if chosen and chosen not in names:
            self.combo.addItem(chosen, chosen)
        self.combo.setCurrentIndex(max(0, self.combo.findData(chosen)))

    def set_used(self, name: str) -> None:
        """Name the format that the answer was parsed with."""
        self.used.setText(tr("This answer was read as {name}.").format(name=name) if name else "")
