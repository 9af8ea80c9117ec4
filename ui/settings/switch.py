"""A setting that is on or off."""

from PySide6.QtCore import Qt

from ui.look.language import tr
from ui.widgets.check_box import CheckBox


class Switch(CheckBox):
    """A switch whose name is in a label above it."""

    def __init__(self, name: str) -> None:
        super().__init__(tr("On"))
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
