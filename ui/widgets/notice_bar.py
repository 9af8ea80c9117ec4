"""One sentence to the user, under the header, until it is dismissed or replaced."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from ui import theme
from ui.language import tr, translated
from ui.widgets.icon_button import IconButton
from ui.widgets.link_button import LinkButton
from ui.widgets.plain_label import breakable, plain_label

ICONS = {"info": "info", "error": "triangle-alert"}


class NoticeBar(QFrame):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self._kind = "info"
        self._icon = QLabel()
        self.label = plain_label("notice_text")
        self.close_button = IconButton("x", tr("Dismiss"), 14)
        self.close_button.clicked.connect(self.hide)
        self.action_button = LinkButton("", "")
        self._action: Callable[[], object] | None = None
        self.action_button.clicked.connect(self._act)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 6, 10, 6)
        layout.setSpacing(10)
        layout.addWidget(self._icon)
        layout.addWidget(self.label, 1)
        layout.addWidget(self.action_button, 0, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def show_notice(
        self,
        sentence: str,
        kind: str = "info",
        action: str = "",
        do: Callable[[], object] | None = None,
    ) -> None:
        """`action` is what its button says, where there is something to `do` about it."""
        sentence = translated(sentence)
        self._action = do
        self.action_button.setText(action)
        self.action_button.setAccessibleDescription(sentence)
        self.action_button.setVisible(bool(action))
        self._kind = kind
        self.setProperty("kind", kind)
        self.style().polish(self)
        self._tint()
        self.label.setText(breakable(sentence))
        self.setAccessibleName(sentence)
        self.show()
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def _act(self) -> None:
        action = self._action
        self.hide()
        if action:
            action()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if theme.is_change(event):
            self._tint()

    def _tint(self) -> None:
        c = theme.colors()
        self._icon.setPixmap(
            theme.pixmap(
                ICONS[self._kind], c.red if self._kind == "error" else c.accent, theme.px(16)
            )
        )
