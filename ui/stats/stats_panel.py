"""The live numbers, at the right of the window: those of the chat in front, and the engine's."""

from collections.abc import Iterable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from engine.messages import Phase, RequestStats
from ui.stats.sparkline import Sparkline
from ui.stats.stats_numbers import (
    ENGINE_ROWS,
    NOTHING,
    REQUEST_ROWS,
    LiveNumbers,
    progress_text,
    size_text,
    speed_text,
)
from ui.widgets.elided_label import ElidedLabel

WIDTH = 262
INTERVAL_MS = 250


class StatsPanel(QFrame):
    """Every field of EngineStats and RequestStats has a place here: a row of `stats_numbers`, a
    card, or a line of the list of live requests."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("stats_panel")
        self.setAccessibleName("Live stats")
        self.setFixedWidth(WIDTH)
        self._shown = LiveNumbers()
        self._timer = QTimer(self, interval=INTERVAL_MS)
        self._timer.timeout.connect(self._tick)
        self.phase = label("", "chip")
        self.owner = ElidedLabel("stats_owner")
        # Why a prompt was read again.
        self.why = label("", "note")
        self.why.setWordWrap(True)
        self.why.hide()
        self.decode = StatCard("Decode", Sparkline("accent"))
        self.request = StatTable(("Model", *REQUEST_ROWS))
        self.live = LiveList()
        self.memory = StatCard("Memory", Sparkline("orange"), note=True)
        self.engine = StatTable(ENGINE_ROWS)
        self._lay_out()
        self.show_numbers(LiveNumbers())

    def show_numbers(self, numbers: LiveNumbers) -> None:
        if numbers.chat_id != self._shown.chat_id:
            self.decode.line.clear()
        self._shown = numbers
        self._write()
        self._sample()
        self._timer.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._timer.start()

    def _tick(self) -> None:
        if not self.isVisible() or (self.decode.line.level and self.memory.line.level):
            self._timer.stop()
        self.decode.line.update()
        self.memory.line.update()

    def _sample(self) -> None:
        """The number stays on the last answer when it ends; the line goes down to nothing."""
        front = self._shown.front
        self.decode.line.add(front.generation_tps if front.phase is Phase.DECODE else 0.0)
        self.memory.line.add(self._shown.engine.active_memory)

    def _write(self) -> None:
        engine, front = self._shown.engine, self._shown.front
        self._show_phase(front.phase)
        self.owner.setText(self._shown.owner)
        self.decode.show_value(speed_text(front.generation_tps))
        self.memory.show_value(size_text(engine.active_memory) if engine.active_memory else NOTHING)
        peak = size_text(engine.peak_memory) if engine.peak_memory else NOTHING
        self.memory.note.setText(f"peak {peak}")
        rows = (row(front) for row in REQUEST_ROWS.values())
        self.request.show_values((self._shown.model or NOTHING, *rows))
        self.why.setText(front.read_again)
        self.why.setVisible(bool(front.read_again))
        self.engine.show_values(row(engine) for row in ENGINE_ROWS.values())
        self.live.show_requests(self._shown.others)

    def _show_phase(self, phase: Phase) -> None:
        self.phase.setText(phase.value)
        busy = phase is not Phase.IDLE
        if self.phase.property("busy") != busy:
            self.phase.setProperty("busy", busy)
            self.phase.style().polish(self.phase)

    def _lay_out(self) -> None:
        heading = QHBoxLayout()
        heading.setSpacing(6)
        heading.addWidget(label("Live stats", "heading"))
        heading.addStretch()
        heading.addWidget(self.phase)
        inside = QWidget()
        inside.setObjectName("stats_inside")
        column = QVBoxLayout(inside)
        column.setContentsMargins(12, 10, 12, 12)
        column.setSpacing(10)
        column.addLayout(heading)
        for part in (
            self.owner,
            self.decode,
            self.request,
            self.why,
            self.live,
            self.memory,
            self.engine,
        ):
            column.addWidget(part)
        column.addStretch()
        scroll = QScrollArea()
        scroll.setWidget(inside)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        around = QVBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(scroll)


class StatCard(QFrame):
    """A title, a big number with its unit, its course over the last minute, and maybe a note."""

    def __init__(self, title: str, line: Sparkline, note: bool = False) -> None:
        super().__init__()
        self.setObjectName("card")
        self.line = line
        self.note = label("", "note")
        self._number = label("", "number")
        self._unit = label("", "unit")
        top = QHBoxLayout()
        top.setSpacing(4)
        top.addWidget(label(title, "caption"))
        top.addStretch()
        top.addWidget(self._number)
        top.addWidget(self._unit)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 8)
        layout.setSpacing(4)
        layout.addLayout(top)
        layout.addWidget(line)
        layout.addWidget(self.note)
        self.note.setVisible(note)

    def show_value(self, text: str) -> None:
        number, _, unit = text.partition(" ")
        self._number.setText(number)
        self._unit.setText(unit)


class StatTable(QFrame):
    """Labels beside their values."""

    def __init__(self, titles: Iterable[str]) -> None:
        super().__init__()
        self.setObjectName("card")
        self._values: list[QLabel] = []
        layout = QGridLayout(self)
        layout.setContentsMargins(12, 10, 12, 10)
        layout.setVerticalSpacing(6)
        layout.setColumnStretch(1, 1)
        for row, title in enumerate(titles):
            value = ElidedLabel("stat_value")
            value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            value.setAccessibleName(title)
            layout.addWidget(label(title, "caption"), row, 0)
            layout.addWidget(value, row, 1)
            self._values.append(value)

    def show_values(self, texts: Iterable[str]) -> None:
        for value, text in zip(self._values, texts, strict=True):
            value.setText(text)


class LiveList(QFrame):
    """One line for each request that has not ended: whose it is, and how far it has come."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("card")
        self._lines: list[tuple[QLabel, QLabel]] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(12, 10, 12, 10)
        self._grid.setVerticalSpacing(6)
        self._grid.setColumnStretch(0, 1)
        self._grid.addWidget(label("All requests", "caption"), 0, 0, 1, 2)

    def show_requests(self, requests: tuple[tuple[str, RequestStats], ...]) -> None:
        while len(self._lines) < len(requests):
            self._add_line()
        for index, (title, progress) in enumerate(self._lines):
            used = index < len(requests)
            title.setVisible(used)
            progress.setVisible(used)
            if used:
                title.setText(requests[index][0])
                progress.setText(progress_text(requests[index][1]))
        self.setVisible(bool(requests))

    def _add_line(self) -> None:
        line = ElidedLabel("live_title"), label("", "value")
        line[1].setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        for column, part in enumerate(line):
            self._grid.addWidget(part, len(self._lines) + 1, column)
        self._lines.append(line)


def label(text: str, kind: str) -> QLabel:
    result = QLabel(text)
    result.setTextFormat(Qt.TextFormat.PlainText)
    result.setProperty("kind", kind)
    return result
