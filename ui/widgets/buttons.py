"""Buttons and check boxes: with words, with an icon, as a link."""

from functools import cached_property

from PySide6.QtCore import QEvent, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QIcon, QKeyEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QPushButton,
    QStyle,
    QStyleOptionButton,
    QToolButton,
    QWidget,
)

from ui.look import theme
from ui.look.language import tr
from ui.widgets.labels import tooltip

# Milliseconds for which a copy is shown; one more begins them again.
COPIED_MS = 1500


class PushButton(QPushButton):
    """A button that Return presses, as Space does. A key that is held down presses it once: the
    next button may have the focus by then."""

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self.setAutoDefault(True)
        # A click must not take the caret away from the text that is being typed.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not event.isAutoRepeat():
            super().keyPressEvent(event)


def press_by_key(button: QAbstractButton, event: QKeyEvent) -> None:
    """Press a button by Return, as by Space, and once if the key is held down. This is the
    `keyPressEvent` of buttons for which Qt does not do that."""
    if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
        QAbstractButton.keyPressEvent(button, event)
    elif not event.isAutoRepeat():
        button.click()


class KeyButton(QAbstractButton):
    """A button that paints itself, and that Return presses."""

    keyPressEvent = press_by_key


def push_button(text: str, about: str = "") -> QPushButton:
    """Return a button; `about` explains it."""
    button = PushButton(text)
    if about:
        explain(button, about)
    return button


def explain(button: QPushButton, about: str) -> None:
    """`about` is its tooltip, and what a screen reader says."""
    button.setToolTip(tooltip(about))
    button.setAccessibleName(about)


class CopyButton(PushButton):
    """A button that says for a moment that it copied; `about` explains it."""

    def __init__(self, about: str = "") -> None:
        super().__init__(tr("Copy"))
        self._copied = QTimer(self, singleShot=True, interval=COPIED_MS)
        self._copied.timeout.connect(lambda: self.setText(tr("Copy")))
        if about:
            explain(self, about)

    def copy_text(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self.setText(tr("Copied"))
        self._copied.start()


# as in the style sheet, with the border
_PADDING = 4


class ToolButton(QToolButton):
    """A button that Return presses, as it does a PushButton."""

    keyPressEvent = press_by_key


class LinkButton(ToolButton):
    def __init__(self, text: str, about: str) -> None:
        """`about` tells a screen reader what the text is about."""
        super().__init__()
        self.setText(text)
        self.setAccessibleDescription(about)
        self.setProperty("kind", "link")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:
        """No wider than its words: it stands in line with the text above it."""
        width = self.fontMetrics().horizontalAdvance(self.text())
        return QSize(width + 2 * theme.px(_PADDING), super().sizeHint().height())


class IconButton(ToolButton):
    """`tooltip` is also what a screen reader says. Checked buttons wear the accent color."""

    def __init__(
        self, name: str, tooltip: str, size: int = 16, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._name = name
        self._size = size
        self._look = theme.colors()
        self.setProperty("kind", "icon")
        self.setToolTip(tooltip)
        self.setAccessibleName(tooltip)
        # a click must not take the caret away from the text it acts on
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._tint()
        theme.look.changed.connect(self._fit)

    def set_icon(self, name: str) -> None:
        self._name = name
        self._tint()

    def copy_text(self, text: str) -> None:
        """Copy a text, and show that for a moment."""
        QGuiApplication.clipboard().setText(text)
        self.set_icon("check")
        self._copied.start()

    @cached_property
    def _copied(self) -> QTimer:
        """Ends the check mark; most buttons never copy."""
        timer = QTimer(self, singleShot=True, interval=COPIED_MS)
        timer.timeout.connect(lambda: self.set_icon("copy"))
        return timer

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if not theme.applying() and event.type() == QEvent.Type.EnabledChange:
            self._tint()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._follow_look()

    def _fit(self) -> None:
        size = theme.px(self._size)
        self.setIconSize(QSize(size, size))
        if self.isVisible():
            self._follow_look()

    def _follow_look(self) -> None:
        """Draw the icon again after a change of the look; a hidden button waits until it shows."""
        if self._look is not theme.colors():
            self._look = theme.colors()
            self._tint()

    def checkStateSet(self) -> None:
        super().checkStateSet()
        self._tint()

    def nextCheckState(self) -> None:
        # Qt does not call `checkStateSet` for a click.
        super().nextCheckState()
        self._tint()

    def _tint(self) -> None:
        """Draw the icon for the state that the button is in; most never get into another."""
        c, size = theme.colors(), theme.px(self._size)
        icon = theme.icon(self._name, c.dim, size)
        if self.isChecked():
            theme.add_to_icon(icon, self._name, c.accent, size, state=QIcon.State.On)
        if not self.isEnabled():
            theme.add_to_icon(icon, self._name, c.faint, size, QIcon.Mode.Disabled)
        self.setIconSize(QSize(size, size))
        self.setIcon(icon)


_TICK = 11
CHEVRON = 13
# Pixels from the arrow to the edge of what opens a menu.
CHEVRON_EDGE = 8


def draw_tick(painter: QPainter, box: QRect) -> None:
    """Draw the tick of a checked box: the style sheet fills the box, but cannot tint a tick."""
    size = theme.px(_TICK)
    tick = QRect(0, 0, size, size)
    tick.moveCenter(box.center())
    painter.drawPixmap(tick, theme.pixmap("check", theme.colors().on_accent, size))


def draw_chevron(box: QWidget, left: int | None = None) -> None:
    """Draw the arrow of a box that opens a menu, by default at its edge: the style sheet cannot
    tint one."""
    painter = QPainter(box)
    size = theme.px(CHEVRON)
    left = box.width() - size - theme.px(CHEVRON_EDGE) if left is None else left
    painter.drawPixmap(left, (box.height() - size) // 2, theme.pixmap("chevron-down", size=size))
    painter.end()


class CheckBox(QCheckBox):
    """A check box with a tick of its own."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.isChecked():
            return
        option = QStyleOptionButton()
        self.initStyleOption(option)
        part = QStyle.SubElement.SE_CheckBoxIndicator
        box = self.style().subElementRect(part, option, self)
        painter = QPainter(self)
        draw_tick(painter, box)
        painter.end()
