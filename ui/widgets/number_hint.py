"""The range of a number field, for a person who types something else."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDoubleSpinBox, QSpinBox

from ui.look.language import number, tr


class NumberHint(QObject):
    """Names the range of a field that refuses what a person types. Nothing is said about a number
    that more digits could complete until the person leaves the field.

    `told` has the sentence, or "" once the field takes what is typed.
    """

    told = Signal(str)

    def __init__(self, field: QSpinBox | QDoubleSpinBox) -> None:
        super().__init__(field)
        self._field = field
        self._value: float = field.value()
        self._refused = False
        line = field.lineEdit()
        line.inputRejected.connect(self._refuse)
        line.textEdited.connect(self._take)
        field.valueChanged.connect(self._change)
        field.editingFinished.connect(self._finish)

    def _refuse(self) -> None:
        self._refused = True
        self._tell()

    def _take(self) -> None:
        self._refused = not self._field.hasAcceptableInput()
        self.told.emit("")

    def _change(self, value: float) -> None:
        # Qt also emits the signal for the same value, when Return puts that into the field.
        if value != self._value:
            self._value = value
            self._refused = False
        self.told.emit("")

    def _finish(self) -> None:
        # Qt has put the last valid number into the field by now.
        if self._refused:
            self._refused = False
            self._tell()

    def _tell(self) -> None:
        field = self._field
        lowest, highest = (_shown(field, it) for it in (field.minimum(), field.maximum()))
        sentence = tr("Type a number from {lowest} to {highest}.")
        self.told.emit(sentence.format(lowest=lowest, highest=highest + field.suffix()))


def _shown(field: QSpinBox | QDoubleSpinBox, value: float) -> str:
    """Return a number as the field writes it."""
    if isinstance(field, QSpinBox):
        # The field separates thousands only while nobody types.
        return number(value)
    return field.textFromValue(value)
