"""The line at the right foot of the composer: in the longest form that fits."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent

from engine.messages import Counted
from ui.composer.count_words import count_forms, explained, wrong
from ui.look import theme
from ui.widgets.labels import ElidedLabel, tooltip


class FootLabel(ElidedLabel):
    """Shows the longest form of a text that fits; `text` is the longest, for screen readers."""

    def __init__(self) -> None:
        super().__init__("hint")
        self._forms: tuple[str, ...] = ()
        self._wrong = False
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

    def tell(self, hints: tuple[str, ...], counts: Sequence[Counted | str], attached: str) -> None:
        """Show the forms of a hint, or else the length of the prompt with its attachments."""
        self._forms = hints or tuple(count_forms(counts, attached))
        self._wrong = not hints and wrong(counts)
        about = "" if hints else explained(counts)
        text = self._forms[0] if self._forms else ""
        self.setText(text)
        self.setToolTip(tooltip(about or text))
        self.setAccessibleDescription(about)
        self.update()

    @property
    def shown(self) -> str:
        """Return the longest form that fits, or the shortest, which may be cut."""
        wide = self.fontMetrics().horizontalAdvance
        fitting = (form for form in self._forms if wide(form) < self.width())
        return next(fitting, self._forms[-1] if self._forms else "")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self._wrong:
            painter.setPen(theme.colors().red)
        metrics = self.fontMetrics()
        text = metrics.elidedText(self.shown, Qt.TextElideMode.ElideRight, self.width())
        painter.drawText(self.rect(), self.alignment(), text)
        painter.end()
