"""The field for words that are searched."""

from PySide6.QtWidgets import QToolButton

from ui.look.language import tr
from ui.widgets.plain_field import PlainLine


class SearchLine(PlainLine):
    """A field that can be cleared by a button. `about` is what a screen reader says, by default
    the `hint` that an empty field shows."""

    def __init__(self, hint: str, about: str = "") -> None:
        super().__init__()
        self.setPlaceholderText(hint)
        self.setAccessibleName(about or hint)
        self.setClearButtonEnabled(True)

    def setClearButtonEnabled(self, enable: bool) -> None:
        """Qt makes the button anew, without a name."""
        super().setClearButtonEnabled(enable)
        for button in self.findChildren(QToolButton):
            button.setAccessibleName(tr("Clear the search"))
