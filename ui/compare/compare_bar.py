"""The row above the panes with the actions on all of them."""

from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from ui.look.language import tr
from ui.state.pane import MOST_PANES
from ui.widgets.axis import MARGIN
from ui.widgets.buttons import IconButton
from ui.widgets.chip_button import ChipButton


class CompareBar(QWidget):
    """The actions on all panes. `add_menu` has the models of a new pane."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("compare_bar")
        self.add = ChipButton(
            "plus", tr("Add pane"), tr("Add a model, or the same one with other settings")
        )
        self.add_menu = QMenu(self.add)
        self.add.setMenu(self.add_menu)
        self.add.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.together = ChipButton("link-2", tr("Scroll together"), tr("Scroll all panes together"))
        self.together.setCheckable(True)
        self.go_on = ChipButton(
            "play", tr("Continue all"), tr("Continue all answers that were cut short")
        )
        self.more = IconButton("ellipsis", tr("More actions for this comparison"))
        self.differences = QAction(tr("Differences…"), self)
        self.results = QAction(tr("Results…"), self)
        self.run_list = QAction(tr("Run a list of prompts…"), self)
        self.paste_list = QAction(tr("Paste a list of prompts…"), self)
        self.export = QAction(tr("Export…"), self)
        self.row = QHBoxLayout(self)
        self._captions = [(it, it.text().strip()) for it in (self.add, self.together, self.go_on)]
        self._build()

    def set_count(self, count: int, *, hidden: bool) -> None:
        self.add.setEnabled(count < MOST_PANES and not hidden)
        if hidden:
            words = tr("Hidden until you vote")
        elif count < MOST_PANES:
            words = tr("Add a model, or the same one with other settings")
        else:
            words = tr("A comparison can have at most %n pane(s)", "", MOST_PANES)
        self.add.setToolTip(words)

    def offer_continue(self, count: int) -> None:
        self.go_on.setVisible(count > 0)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Leave out captions, from the last, that would not fit whole."""
        for chip, caption in self._captions:
            chip.set_caption(caption)
        for chip, _ in reversed(self._captions):
            if self.row.sizeHint().width() > self.width():
                chip.set_caption("")

    def _build(self) -> None:
        self.row.setContentsMargins(MARGIN, 5, MARGIN, 5)
        self.row.setSpacing(6)
        for part in (self.add, self.together, self.go_on):
            self.row.addWidget(part)
        self.row.addStretch(1)
        self.row.addWidget(self.more)
        menu = QMenu(self.more)
        lists = (self.run_list, self.paste_list)
        menu.addActions([self.differences, self.results, *lists, self.export])
        self.more.setMenu(menu)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.go_on.hide()
