"""The bar under the header: one notice to the user, and those that wait below it."""

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QLabel, QWidget

from ui.look import theme
from ui.look.language import tr, translated
from ui.state.notice import Notice
from ui.widgets.icon_button import IconButton
from ui.widgets.link_button import LinkButton
from ui.widgets.plain_label import breakable, plain_label

ICONS = {"info": "info", "error": "triangle-alert"}
# Notices that are kept until their cause is over: the oldest of more is dropped.
MOST = 5


class NoticeBar(QFrame):
    """Shows the newest notice; those that last come back when it has gone."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self._notices: list[Notice] = []
        self._kind = "info"
        self._icon = QLabel()
        self.label = plain_label("notice_text")
        self.close_button = IconButton("x", tr("Dismiss"), 14)
        self.close_button.clicked.connect(self.dismiss)
        self.action_button = LinkButton("", "")
        self.action_button.clicked.connect(self._act)
        self.timer = QTimer(self, singleShot=True)
        self.timer.timeout.connect(self._time_is_up)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 6, 10, 6)
        layout.setSpacing(10)
        layout.addWidget(self._icon)
        layout.addWidget(self.label, 1)
        layout.addWidget(self.action_button, 0, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def tell(self, notice: Notice) -> None:
        kept = [it for it in self._notices if it.lasts and not _replaces(notice, it)]
        self._notices = [*kept[-MOST + 1 :], notice]
        self._show_newest()
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def end(self, cause: str) -> None:
        """Take back the notices with this cause; other notices stay."""
        kept = [it for it in self._notices if it.cause != cause]
        if kept != self._notices:
            self._notices = kept
            self._show_newest()

    def dismiss(self) -> None:
        """Take the one that is shown away."""
        self._notices = self._notices[:-1]
        self._show_newest()

    def _show_newest(self) -> None:
        self.timer.stop()
        if not self._notices:
            self.hide()
            return
        notice = self._notices[-1]
        sentence = translated(notice.sentence)
        self.action_button.setText(notice.action)
        self.action_button.setAccessibleDescription(sentence)
        self.action_button.setVisible(bool(notice.action))
        self._kind = notice.kind
        self.setProperty("kind", notice.kind)
        self.style().polish(self)
        self._tint()
        self.label.setText(breakable(sentence))
        self.setAccessibleName(sentence)
        self.show()
        if not notice.lasts:
            self.timer.start(notice.milliseconds)

    def _time_is_up(self) -> None:
        """A notice does not go while somebody may be at it, or nobody can see it."""
        focused = QApplication.focusWidget()
        touched = self.underMouse() or (focused is not None and self.isAncestorOf(focused))
        if touched or not self.window().isActiveWindow():
            self.timer.start()
        else:
            self.dismiss()

    def _act(self) -> None:
        do = self._notices[-1].do if self._notices else None
        self.dismiss()
        if do:
            do()

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


def _replaces(new: Notice, old: Notice) -> bool:
    return new.sentence == old.sentence or bool(new.cause and new.cause == old.cause)
