"""The last lines of a reply: its numbers, why it was slow to start, and its buttons."""

from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QVBoxLayout, QWidget

from ui.conversation.message_actions import MessageActions
from ui.conversation.message_bar import MessageBar, VersionSwitch
from ui.conversation.message_captions import footer_caption, shorter_footers
from ui.conversation.message_widget import ViewRequests
from ui.look.language import tr
from ui.state.answer_words import answer_with_numbers, slow_line
from ui.state.requests import MessageRequests
from ui.state.turn import Turn
from ui.widgets.buttons import IconButton
from ui.widgets.chip_button import ChipButton
from ui.widgets.labels import ElidedLabel, tooltip

_COPIED_MS = 1500


class FittingLabel(ElidedLabel):
    """A line that shows a shorter text if space is short. Its tooltip and its text for screen
    readers are always the whole text."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._shorter: tuple[str, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(1)

    def show_texts(self, text: str, *shorter: str) -> None:
        if (text, shorter) != (self.text(), self._shorter):
            self._shorter = shorter
            self.setText(text)
            self.setToolTip(tooltip(text))
        self.setVisible(bool(text))

    @property
    def shown(self) -> str:
        """The longest text that fits."""
        metrics, texts = self.fontMetrics(), (self.text(), *self._shorter)
        fits = (text for text in texts if metrics.horizontalAdvance(text) <= self.width())
        cut = metrics.elidedText(texts[-1], Qt.TextElideMode.ElideRight, self.width())
        return next(fits, cut)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.drawText(self.rect(), self.alignment(), self.shown)
        painter.end()


class MessageFooter(QWidget):
    def __init__(self, turn: Turn, requests: MessageRequests, view_requests: ViewRequests) -> None:
        super().__init__()
        self._turn = turn
        self._resumable = False
        self._actions: MessageActions | None = None
        self.versions: VersionSwitch | None = None
        self.bar: MessageBar | None = None
        self.numbers = FittingLabel("message_footer")
        self.slow = FittingLabel("message_footer")
        self.copy_button = self._copy_button()
        self.inspect_button = IconButton("scan-search", tr("Inspect prompt and tokens"), 13)
        self.inspect_button.setProperty("kind", "message_copy")
        about = tr("Let the model go on from here, with the options that this answer began with")
        self.continue_button = ChipButton("play", tr("Continue"), about)
        self.continue_button.hide()
        self.inspect_button.clicked.connect(lambda: requests.inspected.emit(turn))
        self.continue_button.clicked.connect(lambda: view_requests.focus_left.emit(""))
        self.continue_button.clicked.connect(requests.continued)
        self._row = row = QHBoxLayout()
        row.setSpacing(6)
        for part in (self.numbers, self.copy_button, self.inspect_button, self.continue_button):
            row.addWidget(part)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(row)
        column.addWidget(self.slow)

    def refresh(self) -> None:
        turn = self._turn
        self.numbers.show_texts(footer_caption(turn), *shorter_footers(turn))
        self.slow.show_texts(slow_line(turn))
        self.slow.setAccessibleName(tr("Slow to begin: {why}").format(why=self.slow.text()))
        copied = bool(turn.content) and not turn.growing
        inspected = bool(turn.traces) and not turn.growing
        self.copy_button.setVisible(copied)
        self.inspect_button.setVisible(inspected)
        self.continue_button.setVisible(self._resumable)
        acted = self.bar is not None and not turn.growing
        if self.bar:
            self.bar.setVisible(acted)
        several = self._show_versions()
        told = bool(self.numbers.text() or self.slow.text())
        self.setVisible(told or self._resumable or copied or inspected or acted or several)

    def offer_actions(self, actions: MessageActions) -> None:
        self._actions = actions
        self.bar = MessageBar(self._turn, actions)
        self._row.insertWidget(self._row.indexOf(self.continue_button), self.bar)
        self.refresh()

    def _show_versions(self) -> bool:
        if self._actions is None:
            return False
        which, count = self._actions.versions(self._turn)
        if count > 1 and self.versions is None:
            self.versions = VersionSwitch()
            self.versions.stepped.connect(partial(self._actions.step, self._turn))
            self._row.insertWidget(0, self.versions)
        if self.versions:
            self.versions.set_version(which, count)
            self.versions.setVisible(count > 1)
        return count > 1

    def offer_continue(self, resumable: bool) -> None:
        """Show that the reply can be continued, which depends on what follows it."""
        if resumable != self._resumable:
            self._resumable = resumable
            self.refresh()

    def _copy_button(self) -> IconButton:
        button = IconButton("copy", tr("Copy answer"), 13)
        button.setProperty("kind", "message_copy")
        button.setAccessibleDescription(tr("Its menu copies the answer with its numbers"))
        button.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        button.customContextMenuRequested.connect(
            lambda at: self.copy_menu().popup(button.mapToGlobal(at))
        )
        button.clicked.connect(self._copy_answer)
        return button

    def copy_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(tr("Copy answer"), self._copy_answer)
        menu.addAction(tr("Copy answer with its numbers"), self._copy_with_numbers)
        return menu

    def _copy_answer(self) -> None:
        self._copy(self._turn.content)

    def _copy_with_numbers(self) -> None:
        self._copy(answer_with_numbers(self._turn))

    def _copy(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self.copy_button.set_icon("check")
        QTimer.singleShot(_COPIED_MS, self, lambda: self.copy_button.set_icon("copy"))
