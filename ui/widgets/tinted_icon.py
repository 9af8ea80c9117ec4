"""A bundled icon that stands by itself, in a color of the scheme."""

from PySide6.QtWidgets import QLabel

from ui.look import theme


class TintedIcon(QLabel):
    """`color` is the name of a field of `theme.Colors`."""

    def __init__(self, name: str, size: int = 15, color: str = "dim") -> None:
        super().__init__()
        self._name, self._size, self._color = name, size, color
        self._tint()
        theme.look.changed.connect(self._tint)

    def set_look(self, name: str, color: str) -> None:
        self._name, self._color = name, color
        self._tint()

    def _tint(self) -> None:
        color = getattr(theme.colors(), self._color)
        self.setPixmap(theme.pixmap(self._name, color, theme.px(self._size)))
