"""The row of thumbnails: the attachments that will go with the next question."""

from collections.abc import Sequence
from itertools import accumulate, pairwise

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from ui.composer.strip_edge import StripEdge
from ui.composer.thumbnail import MOST, Thumbnail, strip_height
from ui.look import theme
from ui.state.attachment import Attachment
from ui.widgets.layouts import hbox

_GAP = 8
_MARK = 3
# Pixels that the row scrolls for each move of a drag at its edge, and while the mouse rests there.
_STEP = 24
_REST_MS = 40


class InsertionMark(QWidget):
    """Marks the place at which a dragged attachment would be dropped."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colors().accent)
        painter.end()


class AttachmentStrip(QScrollArea):
    """One row that scrolls sideways; hidden while it is empty.

    `wanted` has a Thumbnail and an AttachmentAction, `menu_wanted` a Thumbnail and a global
    position, `moved` a Thumbnail and the index that it was dragged to. `dragged` and `dropped` have
    the global position of a thumbnail that is dragged out of the row. `noticed` comes when another
    thumbnail has the focus or the mouse.
    """

    wanted = Signal(object, object)
    menu_wanted = Signal(object, QPoint)
    noticed = Signal()
    moved = Signal(object, int)
    dragged = Signal(QPoint)
    dropped = Signal(object, QPoint)
    drag_ended = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.entries: list[Thumbnail] = []
        self._content = content = QWidget()
        content.setObjectName("attachment_row")
        self._row = hbox(content, spacing=_GAP)
        self._row.addStretch(1)
        self._mark = InsertionMark(content)
        self.setObjectName("attachments")
        self.setWidget(content)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._fit()
        theme.look.changed.connect(self._fit)
        self._resting: tuple[Thumbnail, QPoint] | None = None
        self._rest = QTimer(self, interval=_REST_MS)
        self._rest.timeout.connect(self._drag_on)
        self._end = 0
        self._edges = (StripEdge(self, -1), StripEdge(self, 1))
        for edge in self._edges:
            edge.pressed.connect(self._turn_page)
        self.horizontalScrollBar().rangeChanged.connect(self._follow)
        self.horizontalScrollBar().valueChanged.connect(self._show_edges)
        self.hide()

    @property
    def noted(self) -> Thumbnail | None:
        """The thumbnail under the mouse, or else the focused one."""
        pointed = next((entry for entry in self.entries if entry.pointed), None)
        return pointed or next((entry for entry in self.entries if entry.hasFocus()), None)

    def insert(self, index: int, attachment: Attachment, key: int | None = None) -> Thumbnail:
        """Add a thumbnail, with the key of a former one if its marks are to be its own."""
        entry = Thumbnail(attachment, self._content, key)
        entry.wanted.connect(lambda action: self.wanted.emit(entry, action))
        entry.menu_wanted.connect(lambda at: self.menu_wanted.emit(entry, at))
        entry.noticed.connect(lambda: self._notice(entry))
        entry.stepped.connect(lambda by: self._step(entry, by))
        entry.dragged.connect(lambda at: self._drag(entry, at))
        entry.dropped.connect(lambda at: self._drop(entry, at))
        entry.drag_ended.connect(self._end_drag)
        self._row.insertWidget(index, entry)
        self.entries.insert(index, entry)
        entry.show()
        self.setVisible(True)
        return entry

    def remove(self, entries: Sequence[Thumbnail]) -> None:
        """Remove entries; if one of them has the focus, the next entry gets it."""
        focused = next((index for index, it in enumerate(self.entries) if it.hasFocus()), None)
        left = [entry for entry in self.entries if entry not in entries]
        if focused is not None and self.entries[focused] in entries and left:
            before = sum(entry in left for entry in self.entries[:focused])
            left[min(before, len(left) - 1)].setFocus()
        self.entries = left
        for entry in entries:
            self._row.removeWidget(entry)
            entry.hide()
            entry.deleteLater()
        self._end_drag()
        self.setVisible(bool(left))

    def set_order(self, entries: Sequence[Thumbnail], placed: int) -> None:
        """Set the order of the thumbnails; the last `placed` ones are placed in the text."""
        before = len(entries) - placed
        if list(entries) != self.entries:
            self.entries = list(entries)
            for index, entry in enumerate(entries):
                self._row.insertWidget(index, entry)
        for index, entry in enumerate(entries):
            entry.set_place(index + 1, len(entries), index >= before)

    def reveal(self, entry: Thumbnail) -> None:
        """Scroll to a thumbnail, even one that was just moved."""
        self._row.activate()
        self.ensureWidgetVisible(entry, self._edges[0].width(), 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        bar = self.horizontalScrollBar()
        former = bar.value()
        super().resizeEvent(event)
        # A narrower strip ends later too, but nothing was added.
        bar.setValue(former)
        self._show_edges()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """A wheel that only turns up and down moves the row sideways."""
        self.horizontalScrollBar().event(event)

    def _fit(self) -> None:
        self.setFixedHeight(strip_height())
        self._mark.setFixedSize(_MARK, strip_height())

    def _notice(self, entry: Thumbnail) -> None:
        if entry.hasFocus():
            self.reveal(entry)
        self.noticed.emit()

    def _step(self, entry: Thumbnail, by: int) -> None:
        """Move the focus; a step of a whole strip ends at the first or the last thumbnail."""
        index = self.entries.index(entry) + by
        if abs(by) >= MOST:
            index = max(0, min(len(self.entries) - 1, index))
        if 0 <= index < len(self.entries):
            self.entries[index].setFocus(Qt.FocusReason.OtherFocusReason)

    # --- drags ---------------------------------------------------------------------------

    def _drag(self, entry: Thumbnail, at: QPoint) -> None:
        inside = self._inside(at)
        self._mark.setVisible(inside)
        self._resting = entry, at
        self._rest.start()
        if inside:
            self._scroll_at_edge(at)
            self._show_mark(entry, at)
        self.dragged.emit(at)

    def _drag_on(self) -> None:
        if self._resting:
            self._drag(*self._resting)

    def _drop(self, entry: Thumbnail, at: QPoint) -> None:
        if entry not in self.entries:
            return
        if self._inside(at):
            self.moved.emit(entry, self._index_at(entry, at))
        else:
            self.dropped.emit(entry, at)

    def _end_drag(self) -> None:
        self._rest.stop()
        self._resting = None
        self._mark.hide()
        self.drag_ended.emit()

    def _inside(self, at: QPoint) -> bool:
        return self.rect().contains(self.mapFromGlobal(at))

    def _index_at(self, entry: Thumbnail, at: QPoint) -> int:
        """Return the index among the other thumbnails."""
        x = self._content.mapFromGlobal(at).x()
        others = (it for it in self.entries if it is not entry)
        return sum(it.geometry().center().x() < x for it in others)

    def _show_mark(self, entry: Thumbnail, at: QPoint) -> None:
        others = [it for it in self.entries if it is not entry]
        index = self._index_at(entry, at)
        x = others[index - 1].geometry().right() + (_GAP - _MARK) // 2 + 1 if index else 0
        self._mark.move(x, 0)
        self._mark.raise_()

    def _scroll_at_edge(self, at: QPoint) -> None:
        x, bar = self.mapFromGlobal(at).x(), self.horizontalScrollBar()
        if x < _STEP:
            bar.setValue(bar.value() - _STEP)
        elif x > self.width() - _STEP:
            bar.setValue(bar.value() + _STEP)

    def _follow(self, _: int, end: int) -> None:
        """Scroll to an added thumbnail; removing one leaves the row where it is."""
        if end > self._end:
            self.horizontalScrollBar().setValue(end)
        self._end = end
        self._show_edges()

    def _show_edges(self) -> None:
        """Show at each end how many thumbnails are out of sight there."""
        start = self.horizontalScrollBar().value()
        places = self._places()
        before = sum(left < start for left, _ in places)
        after = sum(right > start + self.viewport().width() for _, right in places)
        for edge, count in zip(self._edges, (before, after), strict=True):
            edge.show_count(count)

    def _turn_page(self, side: int) -> None:
        """Bring those that are out of sight into it, as many as fit."""
        bar, page = self.horizontalScrollBar(), self.viewport().width()
        edge, places = bar.value() + (page if side > 0 else 0), self._places()
        if side > 0:
            left = min((left for left, right in places if right > edge), default=bar.maximum())
            bar.setValue(left - self._edges[0].width())
        else:
            right = max((right for left, right in places if left < edge), default=0)
            bar.setValue(right - page + self._edges[1].width())

    def _places(self) -> list[tuple[int, int]]:
        """Return where each thumbnail begins and ends in the row, also before it is laid out."""
        ends = list(accumulate((it.width() + _GAP for it in self.entries), initial=0))
        return [(left, right - _GAP) for left, right in pairwise(ends)]
