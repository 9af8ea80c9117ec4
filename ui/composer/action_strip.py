"""A sentence above the question, with buttons for what can be done about it."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QWidget

from ui.look import theme
from ui.widgets.buttons import push_button
from ui.widgets.labels import breakable, plain_label
from ui.widgets.layouts import clear_layout, hbox
from ui.widgets.preview import draw_card


class ActionStrip(QWidget):
    """Hidden without a sentence; each button ends it. `chosen` has the index of the button."""

    chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.buttons: list[QPushButton] = []
        self._row = hbox(self, spacing=6, margins=(10, 3, 4, 3))
        self.hide()

    def offer(self, sentence: str, *actions: str) -> None:
        """Show a sentence, and a button for each action."""
        self.end()
        self._row.addWidget(plain_label(text=breakable(sentence), kind="note"), 1)
        self.setAccessibleName(sentence)
        for index, text in enumerate(actions):
            button = push_button(text)
            button.setAccessibleDescription(sentence)
            button.clicked.connect(lambda _=False, index=index: self._take(index))
            self._row.addWidget(button)
            self.buttons.append(button)
        self.show()

    def end(self) -> None:
        clear_layout(self._row)
        self.buttons = []
        self.setAccessibleName("")
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        chip = theme.colors().chip
        draw_card(painter, self.rect(), chip, radius=8, fill=chip)
        painter.end()

    def _take(self, index: int) -> None:
        self.end()
        self.chosen.emit(index)
