"""Bars of where the time of answers went, all on one scale."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from engine.messages import RequestStats
from ui.charts.scale import segments
from ui.charts.tones import TIME_TONES
from ui.look import theme
from ui.look.language import tr
from ui.state.figures import TimeFigure, time_figures
from ui.stats.model_colors import tone_color
from ui.widgets.labels import ElidedLabel, tooltip

_HEIGHT, _GAP = 10, 6
_DOT, _BESIDE = 8, 6


def time_color(figure: TimeFigure) -> QColor:
    return tone_color(TIME_TONES[figure.key])


class DottedLabel(ElidedLabel):
    """The title of a part of the time, after a dot in its color in the bar."""

    def __init__(self, figure: TimeFigure) -> None:
        super().__init__(text=figure.title, kind="caption")
        self._figure = figure

    @property
    def indent_width(self) -> int:
        return theme.px(_DOT + _BESIDE)

    def paintEvent(self, event: QPaintEvent) -> None:
        size, painter = theme.px(_DOT), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        text = self.rect().adjusted(self.indent_width, 0, 0, 0)
        shown = self.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, text.width()
        )
        painter.drawText(text, self.alignment(), shown)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(time_color(self._figure))
        painter.drawRoundedRect(QRectF(0, (self.height() - size) / 2, size, size), 2, 2)
        painter.end()


class TimeBar(QWidget):
    """A bar for each answer, of the parts of its time in the order in which they pass. The longest
    fills the width."""

    def __init__(self) -> None:
        super().__init__()
        self._figures = time_figures()
        self._answers: tuple[RequestStats, ...] = ()
        self._step = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_answers(self, answers: Sequence[RequestStats]) -> None:
        answers = tuple(answers)
        if len(answers) != len(self._answers):
            self.updateGeometry()
        if answers != self._answers:
            self._answers = answers
            self.setAccessibleName(tr("Where the time went"))
            self.setAccessibleDescription("; ".join(map(self._words, answers)))
            self.update()

    def set_step(self, pixels: int) -> None:
        """Set the distance from bar to bar, so that texts fit beside them."""
        self._step = pixels
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(60, max(1, len(self._answers)) * self._row())

    def _row(self) -> int:
        return max(self._step, theme.px(_HEIGHT) + theme.px(_GAP))

    def _bar(self, row: int) -> QRectF:
        """Return the place of a bar that fills the width."""
        height = theme.px(_HEIGHT)
        return QRectF(0, row * self._row() + (self._row() - height) / 2, self.width(), height)

    def segments(self, row: int) -> list[tuple[TimeFigure, QRectF]]:
        """Return the parts of an answer's bar, from left to right."""
        totals = [sum(it.seconds(answer) for it in self._figures) for answer in self._answers]
        seconds = [it.seconds(self._answers[row]) for it in self._figures]
        bar = self._bar(row)
        return [
            (self._figures[index], QRectF(left, bar.top(), width, bar.height()))
            for index, left, width in segments(seconds, max(totals), self.width())
        ]

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = QColor(theme.colors().line)
        for row in range(len(self._answers)):
            segments = self.segments(row)
            bar = self._bar(row)
            if segments:
                bar.setRight(segments[-1][1].right())
            outline = QPainterPath()
            outline.addRoundedRect(bar, bar.height() / 3, bar.height() / 3)
            painter.setClipPath(outline)
            painter.fillRect(bar, ground)
            for index, (figure, rect) in enumerate(segments):
                # a line of the background between two parts tells them apart without colors
                gap = 1.0 if index + 1 < len(segments) and rect.width() > 3 else 0.0
                painter.fillRect(rect.adjusted(0, 0, -gap, 0), time_color(figure))
        painter.end()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), tooltip(self.words_at(event.pos())), self)
            return True
        return super().event(event)

    def words_at(self, at: QPoint) -> str:
        """Return the part at a place: its title, its time and what it means."""
        for row, answer in enumerate(self._answers):
            for figure, rect in self.segments(row):
                if rect.adjusted(0, -_GAP / 2, 0, _GAP / 2).contains(at):
                    return f"{figure.title}: {figure.text(answer)}\n{figure.about}"
        return ""

    def _words(self, answer: RequestStats) -> str:
        shown = [it for it in self._figures if it.seconds(answer) > 0]
        return ", ".join(f"{it.title} {it.text(answer)}" for it in shown)
