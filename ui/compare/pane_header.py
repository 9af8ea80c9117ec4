"""The head of a pane: its model, what is set, how fast it answers, and what can be done with it."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget

from ui.compare.model_button import ModelButton
from ui.look import theme
from ui.look.language import tr
from ui.options.tools_chip import ToolsChip
from ui.state.figures import speed
from ui.state.tool_entry import ToolChoices
from ui.stats.model_colors import model_color
from ui.widgets.axis import MARGIN
from ui.widgets.buttons import IconButton
from ui.widgets.chip_button import ChipButton
from ui.widgets.labels import ElidedLines, breakable, short_label, tooltip

# Narrower than this the settings stand before the state, without a button.
_CHIP_FROM = 330
_WORDS_FROM = 430
_MOST_WORDS = 2
_NARROW_LINES = 2
# Pixels around the drawing of an icon button, which stands on the edge that texts have.
_BUTTON_PADDING = 6


class Dot(QWidget):
    """A dot in the color that the model has in the live numbers."""

    def __init__(self) -> None:
        super().__init__()
        self.model_id = ""
        self.masked = False
        self._fit()
        theme.look.changed.connect(self._fit)

    def _fit(self) -> None:
        self.setFixedSize(theme.px(10), theme.px(10))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        hidden = self.masked or not self.model_id
        painter.setBrush(QColor(theme.colors().faint) if hidden else model_color(self.model_id))
        painter.drawEllipse(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        painter.end()


class PaneHeader(QWidget):
    """The header of a pane, which is dragged to move the pane: `dragged` has the mouse position on
    the screen. `tools` is never shown and opens from the menu."""

    dragged = Signal(QPoint)
    pressed = Signal()
    settings_pressed = Signal()
    menu_pressed = Signal()

    def __init__(self, tools: ToolChoices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._from: QPoint | None = None
        self._moving = False
        self._masked = False
        self._words: list[str] = []
        self._shown = ""
        self._sentence = ""
        self._current = False
        self.dot = Dot()
        self.letter = short_label("pane_letter")
        self.model = ModelButton()
        self.chip = ChipButton("sliders-horizontal", "", tr("Pane settings"))
        self.tools = ToolsChip(tools, self)
        self.tools.hide()
        self.speed = short_label("pane_speed")
        self.speed.setToolTip(tooltip(speed().explained))
        self.speed.setAccessibleDescription(speed().about)
        self.stop = IconButton("circle-stop", tr("Stop this answer"))
        self.menu = IconButton("ellipsis", tr("More actions for this pane"))
        self.caption = ElidedLines("pane_caption")
        self._build()

    def set_place(self, letter: str, name: str, *, masked: bool) -> None:
        """`letter` is by where it stands; `name` takes the place of all that would tell the model,
        where that is not to be known."""
        self._masked = self.dot.masked = masked
        self.letter.setText(tr("Model {letter}").format(letter=name) if masked else letter)
        self.model.setVisible(not masked)
        self.menu.setVisible(not masked)
        self.dot.update()
        self._arrange()

    def set_model(self, model_id: str, name: str) -> None:
        self.dot.model_id = model_id
        self.dot.update()
        self.model.set_model(model_id, name)

    def set_settings(self, words: Sequence[str]) -> None:
        self._words = list(words)
        whole = " · ".join(words) or tr("The model's recommended settings")
        self.chip.setToolTip(tooltip(whole))
        self.chip.setAccessibleName(tr("Settings: {settings}").format(settings=whole))
        self._arrange()

    def set_speed(self, words: str) -> None:
        self.speed.setText(words)
        self._arrange()

    def set_caption(self, sentence: str) -> None:
        if sentence != self._sentence:
            self._sentence = sentence
            self._write_caption()

    def set_busy(self, busy: bool) -> None:
        self.stop.setVisible(busy)
        if self.speed.property("live") != busy:
            self.speed.setProperty("live", busy)
            self.speed.style().polish(self.speed)

    def set_current(self, current: bool) -> None:
        """Mark the pane that has the focus."""
        self._current = current
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        colors = theme.colors()
        painter.fillRect(self.rect(), QColor(colors.bar))
        line = QColor(colors.accent if self._current else colors.line)
        height = 2 if self._current else 1
        painter.fillRect(0, self.height() - height, self.width(), height, line)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._from = event.globalPosition().toPoint()
            self.pressed.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.globalPosition().toPoint()
        if self._from is None or self._masked:
            return
        if not self._moving:
            far = (at - self._from).manhattanLength()
            self._moving = far >= QApplication.startDragDistance()
        if self._moving:
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self.dragged.emit(at)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._from, self._moving = None, False
        self.unsetCursor()

    def _arrange(self) -> None:
        """Hide the less important parts if space is short."""
        wide = self.width() >= theme.px(_CHIP_FROM)
        if (self._first.indexOf(self.speed) >= 0) != wide:
            # Beside the name as long as there is room, else beside the state.
            former, line = (self._second, self._first)[:: 1 if wide else -1]
            former.removeWidget(self.speed)
            place = Qt.AlignmentFlag.AlignVCenter if wide else Qt.AlignmentFlag.AlignTop
            line.insertWidget(line.indexOf(self.stop), self.speed, 0, place)
        most = 1 if self.width() < theme.px(_WORDS_FROM) else _MOST_WORDS
        shown = " · ".join(self._words[:most]) or tr("Defaults")
        more = len(self._words) - most
        self._shown = f"{shown} +{more}" if more > 0 else shown
        self.chip.set_caption(self._shown)
        self.chip.setVisible(wide and not self._masked and self._has_room_for_chip())
        self._write_caption()
        # as high in all panes, however much each has to say
        height = self.caption.fontMetrics().lineSpacing()
        self.caption.setFixedHeight(height * (1 if wide else _NARROW_LINES))
        self.speed.setVisible(bool(self.speed.text()) and not self._masked)

    def _write_caption(self) -> None:
        """Write the state, after the settings where their button is hidden, so that two panes with
        one model can be told apart."""
        unseen = self._shown if self._words and self.chip.isHidden() else ""
        words = " · ".join(it for it in (unseen, self._sentence) if it and not self._masked)
        words = words or self._sentence
        if words != self.caption.accessibleName():
            self.caption.setText(breakable(words))
            self.caption.setToolTip(tooltip(words))
            self.caption.setAccessibleName(words)

    def _has_room_for_chip(self) -> bool:
        """Return True if the chip leaves room for the whole name of the model."""
        parts = (self.letter, self.model, self.chip, self.speed, self.stop, self.menu)
        # The stop button comes and goes; the chip must not go with it.
        needed = sum(it.sizeHint().width() + self._first.spacing() for it in parts)
        return needed + self.dot.width() + 2 * MARGIN <= self.width()

    def _build(self) -> None:
        self._first, self._second = QHBoxLayout(), QHBoxLayout()
        row = self._first
        row.setSpacing(3)
        row.addWidget(self.dot)
        row.addSpacing(2)
        row.addWidget(self.letter)
        row.addWidget(self.model)
        row.addWidget(self.chip)
        row.addStretch(1)
        for part in (self.speed, self.stop, self.menu):
            row.addWidget(part, 0, Qt.AlignmentFlag.AlignVCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, 6, MARGIN - _BUTTON_PADDING, 7)
        self.caption.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        column.setSpacing(1)
        column.addLayout(row)
        self._second.setContentsMargins(0, 0, _BUTTON_PADDING, 0)
        self._second.setSpacing(_BUTTON_PADDING)
        self._second.addWidget(self.caption, 1)
        column.addLayout(self._second)
        self.chip.clicked.connect(self.settings_pressed)
        self.menu.clicked.connect(self.menu_pressed)
        self.set_busy(False)
