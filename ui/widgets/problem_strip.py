"""What went wrong, which stays until it is dismissed."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from ui.language import number, tr, translated
from ui.widgets.icon_button import IconButton
from ui.widgets.plain_label import breakable, plain_label

# of those that are added; the others are counted
MOST = 2


class ProblemStrip(QFrame):
    """One sentence, or one for each of several that came together."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("problem")
        self._sentences: list[str] = []
        self._label = plain_label("problem_text")
        dismiss = IconButton("x", tr("Dismiss"), 14)
        dismiss.clicked.connect(self.dismiss)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 4, 4, 4)
        row.addWidget(self._label, 1)
        row.addWidget(dismiss, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def sentence(self) -> str:
        """What is told, as it was told."""
        return "\n".join(self._shown())

    def tell(self, sentence: str) -> None:
        """In the place of what was told before."""
        self._show([sentence] if sentence else [])

    def add(self, sentence: str) -> None:
        """Below what was told before."""
        if sentence not in self._sentences:
            self._show([*self._sentences, sentence])

    def _show(self, sentences: list[str]) -> None:
        self._sentences = sentences
        text = "\n".join(map(translated, self._shown()))
        self._label.setText(breakable(text))
        self.setAccessibleName(text)
        self.setVisible(bool(text))
        if text:
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def _shown(self) -> list[str]:
        more = len(self._sentences) - MOST
        left_out = [tr("And {count} more.").format(count=number(more))] if more > 0 else []
        return [*self._sentences[:MOST], *left_out]

    def dismiss(self) -> None:
        self.tell("")
