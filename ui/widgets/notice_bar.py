"""The bar under the header: one notice to the user, and those that wait below it."""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QApplication, QFrame, QWidget

from ui.look.language import tr, translated
from ui.state.notice import Notices
from ui.widgets.axis import ColumnLayout
from ui.widgets.buttons import IconButton, LinkButton
from ui.widgets.labels import breakable, plain_label
from ui.widgets.layouts import hbox
from ui.widgets.tinted_icon import TintedIcon

ICONS = {"info": "info", "error": "triangle-alert"}


class NoticeBar(QFrame):
    """Shows the newest of the notices."""

    def __init__(self, notices: Notices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self._notices = notices
        self._icon = TintedIcon("info", 16)
        self.label = plain_label()
        self.close_button = IconButton("x", tr("Dismiss"), 14)
        self.close_button.clicked.connect(notices.dismiss)
        self.action_button = LinkButton("", "")
        self.action_button.clicked.connect(self._act)
        self.other_button = LinkButton("", "")
        self.other_button.clicked.connect(self._act_otherwise)
        self.timer = QTimer(self, singleShot=True)
        self.timer.timeout.connect(self._time_is_up)
        self.column = ColumnLayout(above=6, below=6)
        self.setLayout(self.column)
        layout = hbox(spacing=10)
        self.column.addLayout(layout)
        layout.addWidget(self._icon)
        layout.addWidget(self.label, 1)
        layout.addWidget(self.action_button, 0, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self.other_button, 0, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        notices.changed.connect(self._show_newest)
        notices.told.connect(self._alert)
        self._show_newest()

    def _alert(self) -> None:
        """Have a screen reader read the notice."""
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def _show_newest(self) -> None:
        self.timer.stop()
        notice = self._notices.newest
        if notice is None:
            self.hide()
            return
        sentence = translated(notice.sentence)
        buttons = ((self.action_button, notice.action), (self.other_button, notice.other))
        for button, text in buttons:
            button.setText(text)
            button.setAccessibleDescription(sentence)
            button.setVisible(bool(text))
        self.setProperty("kind", notice.kind)
        self.style().polish(self)
        color = "red" if notice.kind == "error" else "accent"
        self._icon.set_look(ICONS[notice.kind], color)
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
            self._notices.dismiss()

    def _act(self) -> None:
        notice = self._notices.newest
        self._notices.dismiss()
        if notice and notice.do:
            notice.do()

    def _act_otherwise(self) -> None:
        notice = self._notices.newest
        self._notices.dismiss()
        if notice and notice.do_other:
            notice.do_other()


class NoticeFoot(NoticeBar):
    """Shows the notices in a window that may cover the bar of the main window. It belongs to the
    foot, where it moves nothing that a person is about to click."""

    def __init__(self, notices: Notices, parent: QWidget | None = None) -> None:
        super().__init__(notices, parent)
        self.setProperty("foot", True)
        self.column.set_full(True)

    def _alert(self) -> None:
        """Do nothing: the main window alerts."""
