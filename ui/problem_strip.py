"""One sentence on what went wrong, which stays until it is dismissed."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from ui.icon_button import IconButton
from ui.plain_label import plain_label


class ProblemStrip(QFrame):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("problem")
        self._label = plain_label("problem_text")
        dismiss = IconButton("x", "Dismiss", 14)
        dismiss.clicked.connect(self.dismiss)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 4, 4, 4)
        row.addWidget(self._label, 1)
        row.addWidget(dismiss, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def sentence(self) -> str:
        return self._label.text()

    def tell(self, sentence: str) -> None:
        self._label.setText(sentence)
        self.setAccessibleName(sentence)
        self.setVisible(bool(sentence))
        if sentence:
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def dismiss(self) -> None:
        self.tell("")
