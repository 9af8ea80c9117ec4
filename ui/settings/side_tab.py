"""A tab in the column at the left of the settings, which shows a page."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QSizePolicy, QToolButton

from ui.look import theme

_ICON = 15


class SideTab(QToolButton):
    """A tab with an icon and left-aligned text."""

    def __init__(self, icon: str, title: str) -> None:
        super().__init__()
        self._icon = icon
        self.setText(title)
        self.setProperty("kind", "page_tab")
        self.setCheckable(True)
        # Arrow keys then move between the tabs.
        self.setAutoExclusive(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._tint()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if theme.is_change(event):
            self._tint()

    def _tint(self) -> None:
        c, size = theme.colors(), theme.px(_ICON)
        icon = theme.icon(self._icon, c.dim, size)
        theme.add_to_icon(icon, self._icon, c.accent, size, state=QIcon.State.On)
        theme.add_to_icon(icon, self._icon, c.faint, size, QIcon.Mode.Disabled)
        self.setIconSize(QSize(size, size))
        self.setIcon(icon)
