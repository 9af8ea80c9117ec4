"""Moves the keyboard focus between the question and the panes, and knows the current pane."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QWidget

from ui.compare.pane_row import PaneRow
from ui.compare.pane_view import PaneView


class PaneFocus(QObject):
    """Moves the focus between panes. `panes` returns the panes from left to right; `home` focuses
    the question. `current` is the pane that has the focus, or had it last."""

    def __init__(
        self,
        tab: QWidget,
        panes: Callable[[], Sequence[PaneView]],
        row: PaneRow,
        home: Callable[[], None],
    ) -> None:
        super().__init__(tab)
        self._panes = panes
        self._row = row
        self._home = home
        self.current: PaneView | None = None
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._changed)

    def go_to(self, index: int) -> None:
        """Focus the pane at `index`, if there is one."""
        panes = self._panes()
        if index < len(panes):
            panes[index].take_focus()
            self._row.show_pane(panes[index])

    def step(self, by: int) -> None:
        """Focus the next or previous pane; the question follows the last one."""
        panes = self._panes()
        inside = self._inside()
        place = panes.index(inside) + 1 if inside else 0
        place = (place + by) % (len(panes) + 1)
        if place:
            self.go_to(place - 1)
        else:
            self._home()

    def _inside(self) -> PaneView | None:
        widget = QApplication.focusWidget()
        return next((it for it in self._panes() if widget and it.isAncestorOf(widget)), None)

    def _changed(self) -> None:
        inside = self._inside()
        for pane in self._panes():
            pane.header.set_current(pane is inside)
        self.current = inside or (self.current if self.current in self._panes() else None)


def shortcut(widget: QWidget, key: str, act: Callable[[], None]) -> None:
    """Call `act` on a key while the focus is inside `widget`."""
    made = QShortcut(QKeySequence(key), widget)
    made.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
    made.activated.connect(act)
