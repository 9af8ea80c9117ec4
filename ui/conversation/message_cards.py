"""Cards inside a reply that only say something: an error."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from ui.look import theme
from ui.look.language import tr, translated
from ui.widgets.text_body import TextBody

# characters; more of a sentence is not read
LONGEST = 10_000


class MessageCard(QFrame):
    """An icon beside a text that can be selected; `kind` is what the style sheet selects."""

    def __init__(
        self,
        kind: str,
        icon: str,
        accessible_name: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setProperty("kind", kind)
        self.setAccessibleName(accessible_name)
        self._name = icon
        self._icon = QLabel()
        self.text = TextBody(f"{kind}_text", accessible_name, 13)
        self.text.plain.longest = LONGEST
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 9, 12, 9)
        row.setSpacing(9)
        row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.text, 1)
        self._tint()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if theme.is_change(event):
            self._tint()

    def _tint(self) -> None:
        self._icon.setPixmap(theme.pixmap(self._name, self._color(), 15))

    def _color(self) -> str:
        return theme.colors().dim


class ErrorCard(MessageCard):
    def __init__(self, sentence: str, parent: QWidget | None = None) -> None:
        super().__init__("error", "triangle-alert", tr("Error"), parent)
        self.text.add_text(translated(sentence))

    def _color(self) -> str:
        return theme.colors().red
