"""The strip about files over the media budget: what will be done with each, and the choices."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QScrollArea,
    QToolButton,
    QWidget,
)

from engine.messages import Choice, OverBudget
from ui.conversation.message_widget import layout_height
from ui.look import theme
from ui.look.language import sentence_case, translated
from ui.state.attachment import Attachment
from ui.widgets.labels import breakable, plain_label
from ui.widgets.layouts import hbox, vbox
from ui.widgets.page_tab import page_tab
from ui.widgets.preview import draw_card

MAX_HEIGHT = 132
# In a window without more room.
MIN_HEIGHT = 44
_NARROW = 560


class OverBudgetRow(QWidget):
    """One file, or all pages of a document; the button of the current choice is down."""

    chosen = Signal(Choice)

    def __init__(self, attachment: Attachment, over: OverBudget) -> None:
        super().__init__()
        self.label = plain_label(text=breakable(translated(over.sentence)))
        # no QButtonGroup, whose arrow keys would choose, and so leave a file out
        self._buttons = {choice: self._button(choice, attachment) for choice in over.choices}
        self._usual = self._down = over.choices[0]
        row = hbox(spacing=2)
        for button in self.buttons:
            row.addWidget(button)
        row.addStretch(1)
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._line.setContentsMargins(10, 2, 4, 2)
        self._line.setSpacing(2)
        self._line.addWidget(self.label, 1)
        self._line.addLayout(row)

    @property
    def buttons(self) -> list[QToolButton]:
        return list(self._buttons.values())

    def follow(self, attachment: Attachment, over: OverBudget) -> None:
        sentence = translated(over.sentence)
        self.label.setText(breakable(sentence))
        self.setAccessibleName(sentence)
        for button in self.buttons:
            button.setAccessibleDescription(sentence)
        self._check(Choice.FULL if attachment.media.full else self._usual)

    def set_narrow(self, narrow: bool) -> None:
        """Put the buttons below the sentence."""
        direction = QBoxLayout.Direction
        self._line.setDirection(direction.TopToBottom if narrow else direction.LeftToRight)
        self.updateGeometry()

    def _button(self, choice: Choice, attachment: Attachment) -> QToolButton:
        words = sentence_case(translated(choice.value))
        button = page_tab(words)
        button.setAccessibleName(f"{words}: {attachment.title}")
        button.clicked.connect(lambda: self._choose(choice))
        return button

    def _choose(self, choice: Choice) -> None:
        former = self._down
        self._check(choice)
        if choice is not former:
            self.chosen.emit(choice)

    def _check(self, wanted: Choice) -> None:
        self._down = wanted
        for choice, button in self._buttons.items():
            button.setChecked(choice is wanted)


class OverBudgetStrip(QScrollArea):
    """`chosen` has the path of the file. Without a choice, the sentence says what is done."""

    chosen = Signal(object, Choice)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: dict[Path, OverBudgetRow] = {}
        inside = QWidget()
        inside.setObjectName("attachment_row")
        self._column = vbox(inside, spacing=0, margins=(0, 4, 0, 4))
        self.setObjectName("attachments")
        self.setWidget(inside)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.hide()

    @property
    def buttons(self) -> list[QToolButton]:
        return [button for row in self.rows.values() for button in row.buttons]

    def set_attachments(self, attachments: Sequence[Attachment]) -> None:
        """Show the attachments over the budget. Rows that stay keep the focus."""
        over = {it.media.path: (it, it.over) for it in reversed(attachments) if it.over}
        for path in [path for path in self.rows if path not in over]:
            gone = self.rows.pop(path)
            gone.hide()
            gone.deleteLater()
        for path, (attachment, sentence) in reversed(over.items()):
            if path not in self.rows:
                self.rows[path] = self._row(path, attachment, sentence)
            self.rows[path].follow(attachment, sentence)
        self.setVisible(bool(over))
        self._fit()

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self.maximumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        chip = theme.colors().chip
        draw_card(painter, self.viewport().rect(), chip, radius=8, fill=chip)
        painter.end()

    def _row(self, path: Path, attachment: Attachment, over: OverBudget) -> OverBudgetRow:
        row = OverBudgetRow(attachment, over)
        row.chosen.connect(lambda choice: self.chosen.emit(path, choice))
        self._column.addWidget(row)
        row.show()
        return row

    def _fit(self) -> None:
        """Make the strip as high as its rows, up to a limit; the other rows are scrolled to."""
        width = self.viewport().width()
        for row in self.rows.values():
            row.set_narrow(width < theme.px(_NARROW))
        height = min(layout_height(self._column, width), theme.px(MAX_HEIGHT))
        self.setMaximumHeight(height)
        self.setMinimumHeight(min(height, theme.px(MIN_HEIGHT)))
        self.updateGeometry()
