"""A flat button that shows one bundled icon, tinted for the current scheme."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QToolButton, QWidget

from ui.look import theme


class IconButton(QToolButton):
    """`tooltip` is also what a screen reader says. Checked buttons wear the accent colour."""

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

    def set_icon(self, name: str) -> None:
        self._name = name
        self._tint()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if theme.is_change(event) and self._look is not theme.colors():
            self._look = theme.colors()
            self._tint()

    def _tint(self) -> None:
        c, size = theme.colors(), theme.px(self._size)
        icon = theme.icon(self._name, c.dim, size)
        theme.add_to_icon(icon, self._name, c.accent, size, state=QIcon.State.On)
        theme.add_to_icon(icon, self._name, c.faint, size, QIcon.Mode.Disabled)
        self.setIconSize(QSize(size, size))
        self.setIcon(icon)
