"""A label whose number does not jump while it counts, because all digits are equally wide."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy

from ui.widgets.labels import tooltip


class NumberLabel(QLabel):
    """One line of right-aligned plain text. Text that does not fit is elided and shown as a
    tooltip. `kind` is the property that the style sheet selects."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self._title = self._about = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("kind", kind)
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def explain(self, title: str, about: str) -> None:
        """Set what the number is, for a screen reader, and what it means."""
        self._title, self._about = title, about
        self.setAccessibleName(title)
        self.setAccessibleDescription(about)
        self.setToolTip(tooltip(about))

    def show_number(self, text: str, spoken: str = "") -> None:
        """Show `text`. `spoken` is the accessible name, which says what the number is about."""
        if text == self.text():
            return
        self.setText(text)
        self.setAccessibleName(spoken or (f"{self._title}: {text}" if self._title else text))
        self.setToolTip(tooltip("\n".join(filter(None, (text, self._about)))))

    def sizeHint(self) -> QSize:
        self.ensurePolished()
        return QSize(
            self._metrics().horizontalAdvance(self.text()) + 1, super().sizeHint().height()
        )

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self._font())
        text = self._metrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        painter.drawText(self.rect(), self.alignment(), text)
        painter.end()

    def _font(self) -> QFont:
        """The style sheet would reset these settings if they were set on the label."""
        return even_digits(self.font())

    def _metrics(self) -> QFontMetrics:
        return QFontMetrics(self._font())


def even_digits(font: QFont) -> QFont:
    """Return a copy of a font whose digits are equally wide."""
    font = QFont(font)
    font.setFeature(QFont.Tag("tnum"), 1)
    font.setKerning(False)
    return font
