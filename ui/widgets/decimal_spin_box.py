"""A field for decimal numbers in which a point and a comma are equally good."""

import re

from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QDoubleSpinBox

# A number whose only sign may separate its thousands.
_GROUPED = re.compile(r"[^\d.,]*[1-9]\d{0,2}[.,]\d{3}[^\d.,]*")


class DecimalSpinBox(QDoubleSpinBox):
    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        """Return the state of a text, in which a point or a comma becomes the decimal sign. Qt
        takes the other one for a group separator, which turns 6.5 into 65."""
        sign = self.locale().decimalPoint()
        grouped = self.decimals() < 3 and _GROUPED.fullmatch(text)
        if self.decimals() and sign not in text and not grouped:
            text = text.replace(".", sign).replace(",", sign)
        return super().validate(text, position)
