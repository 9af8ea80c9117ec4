"""The keys that ask about the screen from any program, and the switch that turns them on."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QWidget

from ui.look import theme
from ui.look.language import tr
from ui.settings.setting_fields import keys_field
from ui.widgets.layouts import hbox
from ui.widgets.switch import Switch

_WIDTH = 180


class ScreenKeyField(QWidget):
    """`turned` has True if the person turned the keys on, `chosen` the keys that were pressed in
    the field."""

    turned = Signal(bool)
    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.switch = Switch(tr("Ask about the screen from any program"))
        self.field = keys_field()
        self.field.setAccessibleName(tr("Keys that ask about the screen"))
        self.field.setFixedWidth(theme.px(_WIDTH))
        row = hbox(self, spacing=12)
        row.addWidget(self.field)
        row.addWidget(self.switch)
        self.switch.clicked.connect(self.turned)
        self.field.keySequenceChanged.connect(self._pressed)

    def show_keys(self, on: bool, keys: str) -> None:
        self.switch.setChecked(on)
        self.field.blockSignals(True)
        self.field.setKeySequence(QKeySequence(keys))
        self.field.blockSignals(False)

    def _pressed(self, sequence: QKeySequence) -> None:
        if keys := sequence.toString(QKeySequence.SequenceFormat.PortableText):
            self.chosen.emit(keys)
