"""Small buttons at a message, for its versions and its actions."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from ui.conversation.message_actions import MessageActions
from ui.look.language import number, tr
from ui.state.turn import Turn
from ui.widgets.buttons import IconButton
from ui.widgets.labels import plain_label

_ICON = 13


class BarButton(IconButton):
    """A button that always keeps its space, and is visible if `seen` returns True or it has the
    focus."""

    def __init__(self, icon: str, tooltip: str, seen: Callable[[], bool] = lambda: True) -> None:
        super().__init__(icon, tooltip, _ICON)
        self.setProperty("kind", "message_copy")
        self._seen = seen

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.hasFocus() or self._seen():
            super().paintEvent(event)


class VersionSwitch(QWidget):
    """Two arrows around the number of the shown version: ‹ 2/3 ›. `stepped` has -1 or 1."""

    stepped = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.back = BarButton("chevron-left", tr("Previous version"))
        self.label = plain_label("message_footer")
        self.on = BarButton("chevron-right", tr("Next version"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(1)
        for part in (self.back, self.label, self.on):
            row.addWidget(part)
        self.back.clicked.connect(lambda: self.stepped.emit(-1))
        self.on.clicked.connect(lambda: self.stepped.emit(1))

    def set_version(self, which: int, count: int) -> None:
        self.label.setText(f"{number(which + 1)}/{number(count)}")
        about = tr("Version {number} of {count}")
        self.label.setAccessibleName(about.format(number=number(which + 1), count=number(count)))
        # Disabling a focused button would move the focus on.
        self.back.setEnabled(which > 0 or self.back.hasFocus())
        self.on.setEnabled(which + 1 < count or self.on.hasFocus())


class MessageBar(QWidget):
    """The main action on a message, and a menu of all actions."""

    def __init__(
        self, turn: Turn, actions: MessageActions, seen: Callable[[], bool] = lambda: True
    ) -> None:
        super().__init__()
        self._turn = turn
        asks = turn.role == "user"
        self.first = (
            BarButton("square-pen", tr("Edit"), seen)
            if asks
            else BarButton("refresh-cw", tr("Answer again"), seen)
        )
        self.more = BarButton("ellipsis", tr("More"), seen)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        row.addWidget(self.first)
        row.addWidget(self.more)
        act = actions.edit if asks else actions.regenerate
        self.first.clicked.connect(lambda: act(turn))
        if not asks:
            about = tr("Its menu has other models, and several at once")
            self.first.setAccessibleDescription(about)
            self.first.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            self.first.customContextMenuRequested.connect(
                lambda: self._open(self.first, actions.fill_again)
            )
        self.more.clicked.connect(lambda: self._open(self.more, actions.fill))

    def _open(self, button: QToolButton, fill: Callable[[Turn, QMenu], None]) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        fill(self._turn, menu)
        menu.popup(button.mapToGlobal(QPoint(0, button.height())))
