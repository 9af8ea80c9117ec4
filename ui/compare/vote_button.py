"""A button that votes for one answer."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from ui.look.language import tr
from ui.state.compared import TIE
from ui.widgets.chip_button import ChipButton
from ui.widgets.plain_label import tooltip

# so that six of them have room side by side
_WIDEST = 150


class VoteButton(ChipButton):
    """Checked where the vote is for it; told without colour by the tick."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("vote", "", "", parent)
        self.pane_id = TIE
        self.setCheckable(True)
        self.setMaximumWidth(_WIDEST)

    def set_choice(self, pane_id: int, name: str, chosen: bool) -> None:
        self.pane_id = pane_id
        self.set_icon("check" if chosen else "vote")
        self.setChecked(chosen)
        room = _WIDEST - 46
        self.set_caption(self.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, room))
        about = tr("Vote for a tie") if pane_id == TIE else tr("Vote for {name}").format(name=name)
        if chosen:
            about = tr("Your vote: {name}").format(name=name)
        self.setAccessibleName(about)
        self.setAccessibleDescription("")
        self.setToolTip(tooltip(about))
