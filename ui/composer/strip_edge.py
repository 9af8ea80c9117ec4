"""The end of a strip that scrolls: a fade, and a button with the number of what is out of sight."""

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from ui.look import theme
from ui.look.language import number, tr

_WIDTH = 66
# Share of the width in which the fade becomes the ground.
_FADED = 0.4


class StripEdge(QWidget):
    """Lies over the left end of a strip (`side` -1) or the right one (1). `pressed` has the side.
    The keyboard needs no stop here: arrow keys, Home and End reach every thumbnail."""

    pressed = Signal(int)

    def __init__(self, strip: QWidget, side: int) -> None:
        super().__init__(strip)
        self._strip = strip
        self.side = side
        self.button = QToolButton(self)
        self.button.setProperty("kind", "strip_edge")
        self.button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.button.clicked.connect(lambda: self.pressed.emit(side))
        self.hide()
        theme.look.changed.connect(self._place)

    def show_count(self, count: int) -> None:
        """Show that `count` thumbnails are out of sight at this end; hide if there are none."""
        self.setVisible(count > 0)
        if count:
            shown = number(count)
            self.button.setText(f"{shown} \u203a" if self.side > 0 else f"\u2039 {shown}")
            about = tr("%n more to the right", "", count)
            if self.side < 0:
                about = tr("%n more to the left", "", count)
            self.button.setAccessibleName(about)
            self.button.setToolTip(about)
            self._place()

    def paintEvent(self, event: QPaintEvent) -> None:
        ground = QColor(theme.colors().card)
        clear = QColor(ground)
        clear.setAlpha(0)
        fade = QLinearGradient(0, 0, self.width(), 0)
        inner, outer = (0.0, 1.0) if self.side > 0 else (1.0, 0.0)
        fade.setColorAt(inner, clear)
        fade.setColorAt(inner + (outer - inner) * _FADED, ground)
        fade.setColorAt(outer, ground)
        painter = QPainter(self)
        painter.fillRect(self.rect(), fade)
        painter.end()

    def _place(self) -> None:
        width = theme.px(_WIDTH)
        left = self._strip.width() - width if self.side > 0 else 0
        self.setGeometry(left, 0, width, self._strip.height())
        size = self.button.sizeHint()
        place = QRect(0, (self.height() - size.height()) // 2, size.width(), size.height())
        if self.side > 0:
            place.moveRight(width - 1)
        self.button.setGeometry(place)
        self.raise_()
