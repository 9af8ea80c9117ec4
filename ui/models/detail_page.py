"""The frame of a page about one model: a link back, a title, and a column that scrolls."""

from abc import abstractmethod

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from ui.look import theme
from ui.look.language import tr
from ui.widgets.buttons import LinkButton
from ui.widgets.labels import plain_label
from ui.widgets.layouts import scroll_area, vbox

WIDTH = 960


class DetailPage(QWidget):
    """`column` takes the parts of the page; `back` is the text of the link back."""

    def __init__(self, back: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.back = LinkButton(f"‹ {back}", tr("Back to the list of models"))
        self.back.setObjectName("back")
        self.title = plain_label()
        theme.set_font(self.title, 20, QFont.Weight.DemiBold)
        self._inside = QWidget()
        self._inside.setObjectName("model_page")
        self.column = vbox(self._inside, spacing=12, margins=(0, 4, 10, 8))
        self._area = scroll_area(self._inside)
        self._area.setAccessibleName(tr("Model page"))
        # The arrow keys scroll the page.
        self._area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        around = vbox(self, spacing=4)
        around.addWidget(self.back, 0, Qt.AlignmentFlag.AlignLeft)
        around.addWidget(self._area, 1)
        self.back.clicked.connect(self.go_back)
        context = Qt.ShortcutContext.WidgetWithChildrenShortcut
        for keys in (QKeySequence(QKeySequence.StandardKey.Back), QKeySequence("Ctrl+[")):
            QShortcut(keys, self, self.go_back, context=context)
        self._fit()
        theme.look.changed.connect(self._fit)

    @abstractmethod
    def go_back(self) -> None:
        """Ask for the list of models."""

    def take_focus(self) -> None:
        self._area.setFocus(Qt.FocusReason.OtherFocusReason)

    def scroll_to_top(self) -> None:
        self._area.verticalScrollBar().setValue(0)

    def _fit(self) -> None:
        """Follow the zoom: lines must not become too long in a wide window."""
        self._inside.setMaximumWidth(theme.px(WIDTH))
