"""Fields of the settings pages, and the area in which a page scrolls."""

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QAccessible, QValidator, QWheelEvent
from PySide6.QtWidgets import QKeySequenceEdit, QScrollArea, QWidget

from ui.widgets.decimal_spin_box import DecimalSpinBox
from ui.widgets.layouts import scroll_area
from ui.widgets.roles import set_role

# These keys leave a field for keys instead of being recorded, so that nobody gets stuck in it.
_LEAVING = (Qt.Key.Key_Tab, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape)


class CalmSpinBox(DecimalSpinBox):
    """Ignores the wheel, as CalmComboBox does, and writes numbers as the rest of the window."""

    def textFromValue(self, value: float) -> str:
        return super().textFromValue(value).removesuffix(self.locale().decimalPoint() + "0")

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        """Return the state of a typed text. A number above the range stays until the field is left,
        so that its first digits are not taken for it."""
        state, text, position = super().validate(text, position)
        value, is_number = self.locale().toDouble(text.removesuffix(self.suffix()))
        if is_number and value > self.maximum():
            state = QValidator.State.Intermediate
        return state, text, position

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


def keys_field() -> QKeySequenceEdit:
    """Return a field that records one combination of keys."""
    field = QKeySequenceEdit()
    set_role(field, QAccessible.Role.HotkeyField)
    field.setMaximumSequenceLength(1)
    field.setFinishingKeyCombinations([QKeyCombination(key) for key in _LEAVING])
    return field


def page_area(inside: QWidget, parent: QWidget | None = None) -> QScrollArea:
    """Return a scroll area for a page; at a large zoom it also scrolls sideways."""
    area = scroll_area(inside, parent)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
    return area
