"""What went wrong, which stays until it is dismissed."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from ui.language import translated
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
        dismiss = IconButton("x", "Dismiss", 14)
        dismiss.clicked.connect(self.dismiss)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 4, 4, 4)
        row.addWidget(self._label, 1)
        row.addWidget(dismiss, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def sentence(self) -> str:
        return "\n".join(self._sentences)

    def tell(self, sentence: str) -> None:
        """In the place of what was told before."""
        self._show([sentence] if sentence else [])

    def add(self, sentence: str) -> None:
        """Below what was told before."""
        if sentence not in self._sentences:
            self._show([*self._sentences, sentence])

    def _show(self, sentences: list[str]) -> None:
        self._sentences = sentences
        shown = [translated(sentence) for sentence in sentences[:MOST]]
        if more := len(sentences) - len(shown):
            shown.append(f"And {more:,} more.")
        text = "\n".join(shown)
        self._label.setText(breakable(text))
        self.setAccessibleName(text)
        self.setVisible(bool(text))
        if text:
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def dismiss(self) -> None:
        self.tell("")
