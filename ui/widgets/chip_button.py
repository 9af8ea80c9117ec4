"""The buttons of the composer that are more than a flat icon."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QWidget

from ui.look import theme
from ui.widgets.buttons import IconButton


class ChipButton(IconButton):
    """A small pill with a caption, or with its icon alone where the caption has no room."""

    def __init__(self, icon: str, text: str, tooltip: str, parent: QWidget | None = None) -> None:
        super().__init__(icon, tooltip, 14, parent)
        self._alone = False
        self.setProperty("kind", "chip")
        self.set_caption(text)
        self.setAccessibleName(text)
        self.setAccessibleDescription(tooltip)

    def set_caption(self, text: str) -> None:
        # a tool button puts its text close to its icon
        self.setText(f" {text}")
        self._show_style()

    def set_alone(self, alone: bool) -> None:
        self._alone = alone
        self._show_style()

    def _show_style(self) -> None:
        styles = Qt.ToolButtonStyle
        alone = self._alone or not self.text().strip()
        self.setToolButtonStyle(
            styles.ToolButtonIconOnly if alone else styles.ToolButtonTextBesideIcon
        )


class BadgeButton(IconButton):
    """A light icon on a filled circle; `kind` is what the style sheet fills it by."""

    def __init__(self, kind: str, icon: str, tooltip: str, size: int) -> None:
        super().__init__(icon, tooltip, size)
        self.setProperty("kind", kind)

    def _tint(self) -> None:
        colors, size = theme.colors(), theme.px(self._size)
        icon = theme.icon(self._name, colors.on_accent, size)
        if not self.isEnabled():
            theme.add_to_icon(icon, self._name, colors.faint, size, QIcon.Mode.Disabled)
        self.setIconSize(QSize(size, size))
        self.setIcon(icon)
