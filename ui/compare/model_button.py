"""The button in a pane's header that names its model, and the menu to choose another."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QMenu,
    QSizePolicy,
    QStyle,
    QStyleOptionToolButton,
    QStylePainter,
    QToolButton,
)

from ui.look import theme
from ui.look.language import tr
from ui.widgets.buttons import CHEVRON, ToolButton, draw_chevron
from ui.widgets.labels import literal, tooltip
from ui.widgets.menu import Menu

_FEWEST_LETTERS = 8


class ModelButton(ToolButton):
    """Shows the model and opens a menu of others; the name is elided if space is short. `chosen`
    has the id of a model; `library_wanted` asks for the window with all models."""

    chosen = Signal(str)
    library_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._models: Mapping[str, str] = {}
        self._model_id = ""
        self._name = ""
        self._menu = Menu(self)
        self._menu.aboutToShow.connect(self._fill)
        self.setObjectName("pane_model")
        self.setMenu(self._menu)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def set_models(self, models: Mapping[str, str]) -> None:
        """Set the names of the models that can be chosen, by id."""
        self._models = models

    def set_model(self, model_id: str, name: str) -> None:
        self._model_id, self._name = model_id, name
        self.setToolTip(tooltip(name))
        self.setAccessibleName(tr("Model: {name}").format(name=name))
        self.updateGeometry()
        self.update()

    def open_menu(self) -> None:
        """Open the menu without blocking until it closes."""
        self._menu.popup(self.mapToGlobal(self.rect().bottomLeft()))

    def sizeHint(self) -> QSize:
        # the style sheet sets the font
        self.ensurePolished()
        height = super().sizeHint().height()
        return QSize(self.fontMetrics().horizontalAdvance(self._name) + self._around() + 2, height)

    def minimumSizeHint(self) -> QSize:
        """Leave room for the first letters of the name, which tell most models apart."""
        self.ensurePolished()
        letters = self.fontMetrics().horizontalAdvance(self._name[:_FEWEST_LETTERS] + "…")
        size = self.sizeHint()
        return QSize(min(letters + self._around(), size.width()), size.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QStylePainter(self)
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        room = self.width() - self._around()
        # drawn below, left-aligned: the style would center it
        option.text = ""
        painter.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
        shown = self.fontMetrics().elidedText(self._name, Qt.TextElideMode.ElideMiddle, room)
        place = self.rect().adjusted(theme.px(6), 0, 0, 0)
        painter.setPen(self.palette().text().color())
        painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)
        painter.end()
        left = theme.px(6) + self.fontMetrics().horizontalAdvance(shown) + theme.px(5)
        draw_chevron(self, left)

    def _around(self) -> int:
        return theme.px(6 + 5 + CHEVRON + 6)

    def _fill(self) -> None:
        self._menu.clear()
        fill_models(self._menu, self._models, self._model_id, self.chosen.emit)
        self._menu.addSeparator()
        self._menu.addAction(tr("Models…"), self.library_wanted.emit)


def fill_models(
    menu: QMenu, models: Mapping[str, str], current: str, choose: Callable[[str], object]
) -> None:
    """Add an entry for each model to a menu."""
    for model_id, name in models.items():
        action = menu.addAction(literal(name))
        action.setCheckable(True)
        action.setChecked(model_id == current)
        action.triggered.connect(lambda _=False, model_id=model_id: choose(model_id))
