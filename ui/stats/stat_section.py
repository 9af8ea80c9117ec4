"""A named part of the live panel that can be folded. Its inside is made when it is first opened."""

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from ui.look import theme
from ui.widgets.buttons import IconButton
from ui.widgets.layouts import vbox


class SectionHeader(IconButton):
    """A line with an arrow, over the whole width."""

    def __init__(self, title: str) -> None:
        super().__init__("chevron-right", title, 12)
        self.setToolTip("")
        self.setProperty("kind", "section")
        self.setText(f" {title}")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def _tint(self) -> None:
        size = theme.px(self._size)
        self.setIconSize(QSize(size, size))
        self.setIcon(theme.icon(self._name, theme.colors().dim, size))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())


class StatSection(QFrame):
    """A title that opens what `make` returns. `key` names it in the stored state. `toggled` comes
    when a person opened or closed it."""

    toggled = Signal()

    def __init__(self, key: str, title: str, make: Callable[[], QWidget]) -> None:
        super().__init__()
        self.key = key
        self.header = SectionHeader(title)
        self._make = make
        self.inside: QWidget | None = None
        self._column = vbox(self, spacing=4)
        self._column.addWidget(self.header)
        self.header.clicked.connect(self._toggle)

    @property
    def open(self) -> bool:
        return self.header.isChecked()

    def set_open(self, wanted: bool) -> None:
        if wanted and self.inside is None:
            self.inside = self._make()
            self._column.addWidget(self.inside)
        if self.inside is not None:
            self.inside.setVisible(wanted)
        self.header.setChecked(wanted)
        self.header.set_icon("chevron-down" if wanted else "chevron-right")

    def _toggle(self) -> None:
        self.set_open(self.header.isChecked())
        self.toggled.emit()
