"""A chart in the window: read by pointer, keys and screen reader, saved and copied by its menu."""

from functools import partial

from PySide6.QtCore import QEvent, QPoint, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QFileDialog, QMenu, QSizePolicy, QToolTip, QWidget

from ui.charts.chart import Chart, LineChart, summary
from ui.charts.chart_layout import LETTERS, WIDTH, column_x, laid_out
from ui.charts.chart_painter import chart_image, inks, measure, paint
from ui.charts.drawing import Box, Drawing
from ui.look import theme
from ui.look.language import tr
from ui.state.requests import TransferRequests
from ui.widgets.file_dialog import file_dialog
from ui.widgets.labels import tooltip
from ui.widgets.menu import PopupMenu

# Copied images are for texts, which are printed too.
_COPY_RATIO = 2.0
_LEAST = 260
_FILTER = "SVG (*.svg)"


class ChartView(QWidget):
    """Shows one chart as wide as there is room. The arrow keys go through its rows or columns."""

    def __init__(self, requests: TransferRequests) -> None:
        super().__init__()
        self._requests = requests
        self._chart: Chart | None = None
        self._drawing: Drawing | None = None
        self._chosen: int | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.look.changed.connect(self._lay_out)

    def show_chart(self, chart: Chart) -> None:
        if chart == self._chart:
            return
        self._chart = chart
        count = len(chart.words())
        if self._chosen is not None and self._chosen >= count:
            self._chosen = None
        self.setAccessibleName(chart.title)
        self.setAccessibleDescription(summary(chart))
        self._lay_out()

    def words_at(self, at: QPoint) -> str:
        """Return the values of the row or column at a place."""
        drawing, zoom = self._drawing, theme.px(100) / 100
        x, y = at.x() / zoom, at.y() / zoom
        if drawing is None:
            return ""
        if isinstance(self._chart, LineChart):
            count = len(self._chart.columns)
            if not count or not drawing.plot.contains(x, y):
                return ""
            share = (x - drawing.plot.left) / drawing.plot.width
            return self._chart.column_words(round(share * (count - 1)) if count > 1 else 0)
        boxes = (it for it in drawing.shapes if isinstance(it, Box) and it.about)
        return next((it.about for it in boxes if it.area.contains(x, y)), "")

    def sizeHint(self) -> QSize:
        height = self._drawing.height if self._drawing else 100.0
        return QSize(theme.px(WIDTH), theme.px(height))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(_LEAST), self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._lay_out()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._drawing is None:
            return
        painter = QPainter(self)
        zoom = theme.px(100) / 100
        painter.scale(zoom, zoom)
        paint(painter, self._drawing, inks(theme.colors()), theme.font(LETTERS))
        self._paint_chosen(painter, self._drawing)
        painter.resetTransform()
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.colors().accent), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), 5, 5)
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        count = len(self._chart.words()) if self._chart else 0
        chosen = -1 if self._chosen is None else self._chosen
        match event.key():
            case Qt.Key.Key_Right | Qt.Key.Key_Down if count:
                self._choose(min(count - 1, chosen + 1))
            case Qt.Key.Key_Left | Qt.Key.Key_Up if count:
                self._choose(max(0, chosen - 1))
            case Qt.Key.Key_Home if count:
                self._choose(0)
            case Qt.Key.Key_End if count:
                self._choose(count - 1)
            case _:
                super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        words = self.words_at(event.position().toPoint())
        QToolTip.showText(event.globalPosition().toPoint(), tooltip(words), self)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.open_menu(event.globalPos())

    def open_menu(self, at: QPoint) -> None:
        if self._chart is not None:
            open_chart_menu(self, self._chart, self._requests, at)

    def event(self, event: QEvent) -> bool:
        # the pointer's tooltip is shown while it moves
        return isinstance(event, QHelpEvent) or super().event(event)

    def _choose(self, index: int) -> None:
        self._chosen = index
        if self._chart is not None:
            words = self._chart.words()[index]
            self.setAccessibleDescription(words)
            QToolTip.showText(self.mapToGlobal(QPoint(8, self.height())), tooltip(words), self)
        self.update()

    def _paint_chosen(self, painter: QPainter, drawing: Drawing) -> None:
        if self._chosen is None or not self.hasFocus():
            return
        painter.setPen(QPen(QColor(theme.colors().accent), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        plot = drawing.plot
        if isinstance(self._chart, LineChart):
            x = column_x(plot, self._chosen, len(self._chart.columns))
            painter.drawLine(
                QPoint(round(x), round(plot.top)), QPoint(round(x), round(plot.bottom))
            )
            return
        rows = [it.area for it in drawing.shapes if isinstance(it, Box) and it.about]
        if self._chosen < len(rows):
            area = rows[self._chosen]
            painter.drawRect(round(area.left), round(area.top) + 2, round(area.width) - 1, 21)

    def _lay_out(self) -> None:
        if self._chart is None:
            return
        width = self.width() / (theme.px(100) / 100)
        before = self._drawing.height if self._drawing else 0.0
        self._drawing = laid_out(self._chart, width, measure(theme.font(LETTERS)))
        if self._drawing.height != before:
            self.updateGeometry()
        self.update()


def open_chart_menu(parent: QWidget, chart: Chart, requests: TransferRequests, at: QPoint) -> QMenu:
    """Open the menu of a chart as it is now."""
    menu = PopupMenu(parent)
    # the dialog belongs to the window: a popup closes when the dialog opens
    window = parent.window().parentWidget() or parent
    menu.addAction(tr("Save chart as SVG…"), partial(save_as_svg, window, chart, requests))
    menu.addAction(tr("Copy as image"), partial(copy_as_image, chart))
    menu.popup(at)
    return menu


def save_as_svg(parent: QWidget, chart: Chart, requests: TransferRequests) -> QFileDialog:
    """Ask where to save a chart as it is now."""
    dialog = file_dialog(parent, tr("Save chart as SVG"))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setFileMode(QFileDialog.FileMode.AnyFile)
    dialog.setNameFilter(_FILTER)
    dialog.setDefaultSuffix("svg")
    name = "".join(it if it.isalnum() or it in " -_" else "-" for it in chart.title)
    dialog.selectFile(f"{name}.svg")
    dialog.fileSelected.connect(partial(requests.chart_saved.emit, chart))
    dialog.open()
    return dialog


def copy_as_image(chart: Chart) -> None:
    """Copy a chart with its title in the colors of the window."""
    image = chart_image(chart, WIDTH, inks(theme.colors()), theme.font(LETTERS), _COPY_RATIO)
    QGuiApplication.clipboard().setImage(image)
