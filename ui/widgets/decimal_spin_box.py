"""A field for numbers in which a point and a comma are equally good."""

import re

from PySide6.QtCore import QLocale
from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QDoubleSpinBox

# A number whose only sign may separate its thousands.
_GROUPED = re.compile(r"[^\d.,]*[1-9]\d{0,2}[.,]\d{3}[^\d.,]*")
_WITH_SIGN = re.compile(r"\d+[.,][\d.,]*")


def has_misplaced_sign(digits: str, locale: QLocale) -> bool:
    """Return True if a whole number has a sign that separates no thousands. Qt drops separators
    wherever they are, and a decimal sign as it is typed: either turns 1.5 into 15."""
    thousands = rf"\d{{1,3}}({re.escape(locale.groupSeparator())}\d{{3}})+"
    return bool(_WITH_SIGN.fullmatch(digits)) and not re.fullmatch(thousands, digits)


class DecimalSpinBox(QDoubleSpinBox):
    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        """Return the state of a text, in which a point or a comma becomes the decimal sign. Qt
        takes the other one for a group separator, which turns 6.5 into 65. A whole number with a
        misplaced sign stays, and is refused when the field is left."""
        if not self.decimals() and has_misplaced_sign(text, self.locale()):
            return QValidator.State.Intermediate, text, position
        sign = self.locale().decimalPoint()
        grouped = self.decimals() < 3 and _GROUPED.fullmatch(text)
        if self.decimals() and sign not in text and not grouped:
            text = text.replace(".", sign).replace(",", sign)
        return super().validate(text, position)

    def fixup(self, text: str) -> str:
        return super().fixup(text) if self.decimals() else text
