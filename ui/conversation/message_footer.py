"""The last line of an answer: its buttons at a fixed place, then its numbers."""

from collections.abc import Callable
from functools import cached_property, partial

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QHelpEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import (
    QMenu,
    QSizePolicy,
    QToolTip,
    QWidget,
)

from ui.conversation.message_actions import MessageActions
from ui.conversation.message_bar import BarButton, MessageBar, VersionSwitch, show_ready
from ui.conversation.message_captions import progress_caption, status_caption
from ui.conversation.message_widget import ViewRequests
from ui.look import theme
from ui.look.language import tr
from ui.state.answer_words import BETWEEN, LinePart, answer_with_numbers, line_parts
from ui.state.requests import MessageRequests
from ui.state.turn import Turn
from ui.stats.number_label import even_digits
from ui.widgets.buttons import KeyButton
from ui.widgets.chip_button import ChipButton
from ui.widgets.labels import tooltip
from ui.widgets.layouts import hbox
from ui.widgets.menu import PopupMenu

_FONT = 11
# Pixels beside the text and above it.
_BESIDE, _ABOVE = 4, 2


class NumbersLine(KeyButton):
    """The numbers of an answer in one line, shorter where space is short. A press shows all of
    them. The tooltip says what the number at the pointer means."""

    def __init__(self, seen: Callable[[], bool], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._seen = seen
        self.parts: list[LinePart] = []
        theme.set_font(self, _FONT)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setAccessibleDescription(tr("Shows all statistics of the answer"))

    def show_parts(self, parts: list[LinePart]) -> None:
        """Show numbers, or a state that nothing more can be said about."""
        about = any(part.about for part in parts)
        self.setEnabled(about)
        shape = Qt.CursorShape.PointingHandCursor if about else Qt.CursorShape.ArrowCursor
        self.setCursor(shape)
        if parts != self.parts:
            self.parts = parts
            self.setText(BETWEEN.join(part.text for part in parts))
            self.setAccessibleName(self.text())
            self.updateGeometry()
            self.update()
        self.setVisible(bool(parts))

    @property
    def shown(self) -> str:
        """The longest text that fits."""
        return BETWEEN.join(text for _, text in self._fitting())

    def part_at(self, at: QPoint) -> LinePart | None:
        """Return the number at a place of the line."""
        x, between = theme.px(_BESIDE), self._metrics().horizontalAdvance(BETWEEN)
        for part, text in self._fitting():
            width = self._metrics().horizontalAdvance(text)
            if x - between / 2 <= at.x() < x + width + between / 2:
                return part
            x += width + between
        return None

    def sizeHint(self) -> QSize:
        width = self._metrics().horizontalAdvance(self.text()) + 1
        return QSize(width + 2 * theme.px(_BESIDE), self._metrics().height() + 2 * theme.px(_ABOVE))

    def minimumSizeHint(self) -> QSize:
        return QSize(1, self.sizeHint().height())

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            part = self.part_at(event.pos())
            QToolTip.showText(event.globalPos(), tooltip(part.about if part else ""), self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not (self._seen() or self.hasFocus()):
            return
        painter, colors = QPainter(self), theme.colors()
        painter.setFont(even_digits(self.font()))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.isEnabled() and (self.underMouse() or self.hasFocus()):
            border = colors.accent if self.hasFocus() else colors.hover
            painter.setPen(QPen(QColor(border), 1))
            painter.setBrush(QColor(colors.hover) if self.underMouse() else Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), 6, 6)
        room = self.rect().adjusted(theme.px(_BESIDE), 0, -theme.px(_BESIDE), 0)
        shown = self._metrics().elidedText(self.shown, Qt.TextElideMode.ElideRight, room.width())
        painter.setPen(QColor(colors.faint))
        side = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(room, side, shown)
        painter.end()

    def _fitting(self) -> list[tuple[LinePart, str]]:
        """Return the parts with their texts: short ones unless all fit, and without the last
        numbers if not even these do. How the answer ended is no number, and stays."""
        found = [(part, part.text) for part in self.parts]
        if not self._fits(found):
            found = [(part, part.short) for part in self.parts]
        numbers = [it for it in found if it[0].about]
        while len(numbers) > 1 and not self._fits(found):
            found.remove(numbers.pop())
        return found

    def _fits(self, found: list[tuple[LinePart, str]]) -> bool:
        width = self._metrics().horizontalAdvance(BETWEEN.join(text for _, text in found))
        return width <= self.width() - 2 * theme.px(_BESIDE)

    def _metrics(self) -> QFontMetrics:
        return QFontMetrics(even_digits(self.font()))


class MessageFooter(QWidget):
    """`seen` returns True if the line shows without the focus in it. A line that is not seen keeps
    its space, so that nothing moves when it comes."""

    def __init__(
        self,
        turn: Turn,
        requests: MessageRequests,
        view_requests: ViewRequests,
        seen: Callable[[], bool] = lambda: True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._turn = turn
        self._seen = seen
        self._resumable = False
        self._continued = False
        self._actions: MessageActions | None = None
        self.versions: VersionSwitch | None = None
        self.bar: MessageBar | None = None
        self.numbers = NumbersLine(seen, self)
        self.numbers.clicked.connect(self._explain)
        self._requests = requests
        self._view_requests = view_requests
        self.copy_button = self._copy_button()
        self.inspect_button = BarButton("scan-search", tr("Inspect prompt and tokens"), seen, self)
        self.inspect_button.clicked.connect(lambda: requests.inspected.emit(turn))
        self._row = row = hbox(self, spacing=2)
        for part in (self.copy_button, self.inspect_button, self.numbers):
            row.addWidget(part)
            part.installEventFilter(self)
        row.addStretch(1)

    @cached_property
    def continue_button(self) -> ChipButton:
        """The button that few answers need."""
        about = tr("Continue with the options this answer started with")
        button = ChipButton("play", tr("Continue"), about)
        button.hide()
        button.clicked.connect(lambda: self._view_requests.focus_left.emit(""))
        button.clicked.connect(self._requests.continued)
        button.installEventFilter(self)
        self._row.insertWidget(self._row.indexOf(self.numbers) + 1, button)
        return button

    @cached_property
    def full_button(self) -> ChipButton:
        """The button of an answer whose prompt was skimmed. It comes first, since it always shows:
        after a line that is not seen it would stand in the middle of nothing."""
        button = ChipButton("file-text", tr("Read in full"), _about_full())
        button.hide()
        button.clicked.connect(self._read_in_full)
        button.installEventFilter(self)
        self._row.insertWidget(0, button)
        if self._actions is not None:
            self._actions.busy_changed.connect(self._follow_busy)
        return button

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show the whole line while one of its parts has the focus."""
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.show_seen()
        return super().eventFilter(watched, event)

    def refresh(self) -> None:
        turn = self._turn
        ended = not (turn.growing or turn.running or turn.asks or self._continued)
        self.numbers.show_parts(self._parts(ended))
        copied, inspected = bool(turn.content) and ended, bool(turn.traces) and ended
        self.copy_button.setVisible(copied)
        self.inspect_button.setVisible(inspected)
        if self._resumable or "continue_button" in self.__dict__:
            self.continue_button.setVisible(self._resumable)
        acted = self.bar is not None and ended
        skimmed = acted and turn.skim.left_out > 0
        if skimmed or "full_button" in self.__dict__:
            self.full_button.setVisible(skimmed)
            self._follow_busy()
        if self.bar:
            self.bar.setVisible(acted)
        first = self.copy_button if copied else self.bar.first if acted and self.bar else None
        first = None if skimmed else first
        for button in (self.copy_button, *([self.bar.first] if self.bar else ())):
            button.set_flush(button is first)
        several = self._show_versions()
        told = bool(self.numbers.parts)
        self.setVisible(told or self._resumable or copied or inspected or acted or several)

    def show_seen(self) -> None:
        """Paint again, after what `seen` returns has changed."""
        for part in self.findChildren(QWidget):
            part.update()

    def offer_actions(self, actions: MessageActions) -> None:
        self._actions = actions
        self.bar = MessageBar(self._turn, actions, self._seen, self)
        self._row.insertWidget(self._row.indexOf(self.inspect_button), self.bar)
        self.refresh()

    def offer_continue(self, resumable: bool) -> None:
        """Show that the reply can be continued, which depends on what follows it."""
        if resumable != self._resumable:
            self._resumable = resumable
            self.refresh()

    def set_continued(self, continued: bool) -> None:
        """Set if the answer goes on in the next message, with the results of tools."""
        if continued != self._continued:
            self._continued = continued
            self.refresh()

    def _parts(self, ended: bool) -> list[LinePart]:
        """Return the numbers of an ended answer, or the progress of a call that is written, or of a
        continued answer before its next word, unless it stands in place of the text."""
        turn = self._turn
        if turn.growing and (turn.continues or turn.writing[0]):
            text = "" if status_caption(turn) else progress_caption(turn)
            return [LinePart(text, text)] if text else []
        if turn.interrupted:
            text = tr("Interrupted when Duologue quit")
            return [LinePart(text, text)]
        return line_parts(turn) if ended else []

    def _follow_busy(self) -> None:
        if self._actions is not None:
            show_ready(self.full_button, _about_full(), self._actions)

    def _read_in_full(self) -> None:
        if self._actions is not None:
            self._actions.read_in_full(self._turn)

    def _explain(self) -> None:
        self._view_requests.explained.emit(self._turn, self.numbers)

    def _show_versions(self) -> bool:
        if self._actions is None:
            return False
        which, count = self._actions.versions(self._turn)
        if count > 1 and self.versions is None:
            self.versions = VersionSwitch(self._seen)
            self.versions.stepped.connect(partial(self._actions.step, self._turn))
            self._row.insertWidget(self._row.indexOf(self.numbers), self.versions)
        if self.versions:
            self.versions.set_version(which, count)
            self.versions.setVisible(count > 1)
        return count > 1

    def _copy_button(self) -> BarButton:
        button = BarButton("copy", tr("Copy answer"), self._seen, self)
        button.setAccessibleDescription(tr("Right-click to copy the answer with its statistics"))
        button.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        button.customContextMenuRequested.connect(
            lambda at: self.copy_menu().popup(button.mapToGlobal(at))
        )
        button.clicked.connect(self._copy_answer)
        return button

    def copy_menu(self) -> QMenu:
        menu = PopupMenu(self)
        menu.addAction(tr("Copy answer"), self._copy_answer)
        menu.addAction(tr("Copy answer with statistics"), self._copy_with_numbers)
        return menu

    def _copy_answer(self) -> None:
        self.copy_button.copy_text(self._turn.content)

    def _copy_with_numbers(self) -> None:
        self.copy_button.copy_text(answer_with_numbers(self._turn))


def _about_full() -> str:
    return tr("Regenerate after reading the whole text")
