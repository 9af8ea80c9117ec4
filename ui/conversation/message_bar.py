"""Small buttons at a message, for its versions and its actions."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLabel, QMenu, QToolButton, QWidget

from ui.conversation.message_actions import MessageActions
from ui.look import theme
from ui.look.language import number, tr
from ui.state.turn import Turn
from ui.widgets.buttons import IconButton
from ui.widgets.layouts import hbox
from ui.widgets.menu import PopupMenu

_ICON = 13
# Pixels around the icon, inside the border.
_PADDING = 3
_RADIUS = 6


class BarButton(IconButton):
    """A button that always keeps its space, and is visible if `seen` returns True or it has the
    focus. A `flush` one begins where the text above it does, without padding at its left."""

    def __init__(
        self,
        icon: str,
        tooltip: str,
        seen: Callable[[], bool] = lambda: True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(icon, tooltip, _ICON, parent)
        self._seen = seen
        self._flush = False

    def set_flush(self, flush: bool) -> None:
        if flush != self._flush:
            self._flush = flush
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        side = theme.px(_ICON) + 2 * theme.px(_PADDING) + 2
        return QSize(side - theme.px(_PADDING) if self._flush else side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint an icon that gets darker at the pointer: a fill would be cut off at the left of a
        flush button."""
        focused = self.hasFocus()
        if not (focused or self._seen()):
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.icon().paint(painter, self._icon_rect(), mode=self._mode())
        if focused:
            painter.setPen(QPen(QColor(theme.colors().accent), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), _RADIUS, _RADIUS)
        painter.end()

    def _icon_rect(self) -> QRect:
        icon = theme.px(_ICON)
        left = 0 if self._flush else (self.width() - icon) // 2
        return QRect(left, (self.height() - icon) // 2, icon, icon)

    def _mode(self) -> QIcon.Mode:
        if not self.isEnabled():
            return QIcon.Mode.Disabled
        return QIcon.Mode.Active if self.underMouse() else QIcon.Mode.Normal

    def _tint(self) -> None:
        super()._tint()
        icon = self.icon()
        theme.add_to_icon(icon, self._name, theme.colors().text, theme.px(_ICON), QIcon.Mode.Active)
        self.setIcon(icon)


def show_ready(button: QToolButton, about: str, actions: MessageActions) -> None:
    """Enable a button while its action can be done; its tooltip says `about`, or why it cannot."""
    waiting = tr("Available when the answer is finished")
    # Disabling a focused button would move the focus on.
    button.setEnabled(actions.ready or button.hasFocus())
    button.setToolTip(about if actions.ready else waiting)


class VersionLabel(QLabel):
    """The number of a version, painted while its switch is `seen`."""

    def __init__(self, seen: Callable[[], bool]) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setObjectName("message_footer")
        self._seen = seen

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._seen():
            super().paintEvent(event)


class VersionSwitch(QWidget):
    """Two arrows around the number of the shown version: ‹ 2/3 ›. `stepped` has -1 or 1."""

    stepped = Signal(int)

    def __init__(self, seen: Callable[[], bool] = lambda: True) -> None:
        super().__init__()
        self._seen = seen
        self.back = BarButton("chevron-left", tr("Previous version"), seen)
        self.label = VersionLabel(self._at_it)
        self.on = BarButton("chevron-right", tr("Next version"), seen)
        row = hbox(self, spacing=1)
        for part in (self.back, self.label, self.on):
            row.addWidget(part)
        self.back.clicked.connect(lambda: self.stepped.emit(-1))
        self.on.clicked.connect(lambda: self.stepped.emit(1))

    def _at_it(self) -> bool:
        return self._seen() or self.back.hasFocus() or self.on.hasFocus()

    def set_version(self, which: int, count: int) -> None:
        self.label.setText(f"{number(which + 1)}/{number(count)}")
        about = tr("Version {number} of {count}")
        self.label.setAccessibleName(about.format(number=number(which + 1), count=number(count)))
        # Disabling a focused button would move the focus on.
        self.back.setEnabled(which > 0 or self.back.hasFocus())
        self.on.setEnabled(which + 1 < count or self.on.hasFocus())


class MessageBar(QWidget):
    """The main action on a message, disabled while a reply grows, and a menu of all actions."""

    def __init__(
        self,
        turn: Turn,
        actions: MessageActions,
        seen: Callable[[], bool] = lambda: True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._turn = turn
        self._actions = actions
        asks = turn.role == "user"
        self._about_first = tr("Edit") if asks else tr("Regenerate")
        icon = "pencil" if asks else "refresh-cw"
        self.first = BarButton(icon, self._about_first, seen, self)
        self.more = BarButton("ellipsis", tr("More"), seen, self)
        row = hbox(self, spacing=2)
        row.addWidget(self.first)
        row.addWidget(self.more)
        act = actions.edit if asks else actions.regenerate
        self.first.clicked.connect(lambda: act(turn))
        if not asks:
            about = tr("Right-click for other models or several answers")
            self.first.setAccessibleDescription(about)
            self.first.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            self.first.customContextMenuRequested.connect(
                lambda: self._open(self.first, actions.fill_again)
            )
        self.more.clicked.connect(lambda: self._open(self.more, actions.fill))
        actions.busy_changed.connect(self._follow_busy)
        self._follow_busy()

    def _follow_busy(self) -> None:
        show_ready(self.first, self._about_first, self._actions)

    def _open(self, button: QToolButton, fill: Callable[[Turn, QMenu], None]) -> None:
        menu = PopupMenu(self)
        fill(self._turn, menu)
        menu.popup(button.mapToGlobal(QPoint(0, button.height())))
