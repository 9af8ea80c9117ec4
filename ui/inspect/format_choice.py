"""The choice of how a model marks reasoning and calls: the detected format or another one."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from ui.look.language import tr
from ui.widgets.combo_box import ComboBox
from ui.widgets.plain_label import plain_label


class FormatChoice(QWidget):
    """`chosen` has the name of a format, or "" for the detected one."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        note = tr(
            "How reasoning and tool calls are told from the answer. A change holds from the next "
            "answer."
        )
        self.combo = ComboBox()
        self.combo.setAccessibleName(tr("Channel format"))
        self.combo.setAccessibleDescription(note)
        self.combo.setMinimumWidth(210)
        self.combo.activated.connect(lambda: self.chosen.emit(self.combo.currentData()))
        self.used = plain_label("inspect_note")
        label = QLabel(tr("Channel format"))
        label.setBuddy(self.combo)
        label.setToolTip(note)
        self.combo.setToolTip(note)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(label)
        row.addWidget(self.combo)
        row.addWidget(self.used, 1)

    def set_formats(self, names: list[str], chosen: str, detected: str) -> None:
        """`detected` is "" where it is not known."""
        self.combo.clear()
        found = tr("Detected: {name}").format(name=detected) if detected else tr("As detected")
        self.combo.addItem(found, "")
        for name in names:
            self.combo.addItem(name, name)
        if chosen and chosen not in names:
            self.combo.addItem(chosen, chosen)
        self.combo.setCurrentIndex(max(0, self.combo.findData(chosen)))

    def set_used(self, name: str) -> None:
        """The one that the answer was read with."""
        self.used.setText(tr("This answer was read as {name}.").format(name=name) if name else "")
