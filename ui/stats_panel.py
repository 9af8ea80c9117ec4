"""The live numbers of the engine, at the right of the window."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engine.messages import EngineStats, Phase
from ui.sparkline import Sparkline

WIDTH = 262
INTERVAL_MS = 250
NOTHING = "–"


def size_text(size: int) -> str:
    if size >= 999.5e6:
        return f"{size / 1e9:.1f} GB"
    return f"{size / 1e6:,.0f} MB" if size >= 1e7 else f"{size / 1e6:.1f} MB"


def _speed_text(tokens_per_second: float) -> str:
    digits = 1 if tokens_per_second < 100 else 0
    return f"{tokens_per_second:,.{digits}f} tok/s"


FORMATS: dict[str, Callable[[Any], str]] = {
    "phase": lambda phase: phase.value,
    "waiting": str,
    "ttft": lambda seconds: f"{seconds * 1000:,.0f} ms",
    "prompt_tps": _speed_text,
    "generation_tps": _speed_text,
    "prompt_tokens": "{:,} tok".format,
    "generated_tokens": "{:,} tok".format,
    "active_memory": size_text,
    "peak_memory": size_text,
}
ROWS = {
    "ttft": "First token",
    "prompt_tokens": "Prompt",
    "prompt_tps": "Prompt speed",
    "generated_tokens": "Generated",
    "waiting": "Waiting",
}


def stat_text(stats: EngineStats, name: str) -> str:
    value = getattr(stats, name)
    return FORMATS[name](value) if value else NOTHING


class StatsPanel(QFrame):
    """Every field of EngineStats has a place here, named in `places`.

    Numbers change at most every INTERVAL_MS; the last reading always arrives.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("stats_panel")
        self.setAccessibleName("Live stats")
        self.setFixedWidth(WIDTH)
        self._shown = self._latest = EngineStats()
        self._timer = QTimer(self, interval=INTERVAL_MS)
        self._timer.timeout.connect(self._tick)
        self._phase = _label("", "chip")
        self._decode = StatCard("Decode", Sparkline("accent"))
        self._memory = StatCard("Memory", Sparkline("orange"), note=True)
        table = StatTable(ROWS)
        self.places: dict[str, Callable[[str], None]] = {
            "phase": self._phase.setText,
            "generation_tps": self._decode.show_value,
            "active_memory": self._memory.show_value,
            "peak_memory": lambda text: self._memory.note.setText(f"peak {text}"),
            **{name: label.setText for name, label in table.values.items()},
        }
        self._lay_out(table)
        self._write()

    def show_stats(self, stats: EngineStats) -> None:
        self._latest = stats
        if not self._timer.isActive():
            self._tick()
            self._timer.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._timer.start()

    def _tick(self) -> None:
        if self._latest is not self._shown:
            self._shown = self._latest
            self._write()
            self._sample()
        elif not self.isVisible() or (self._decode.line.level and self._memory.line.level):
            self._timer.stop()
        self._decode.line.update()
        self._memory.line.update()

    def _sample(self) -> None:
        """The number stays on the last request when it ends; the line goes down to nothing."""
        decoding = self._shown.phase is Phase.DECODE
        self._decode.line.add(self._shown.generation_tps if decoding else 0.0)
        self._memory.line.add(self._shown.active_memory)

    def _write(self) -> None:
        for name, write in self.places.items():
            write(stat_text(self._shown, name))
        busy = self._shown.phase is not Phase.IDLE
        if self._phase.property("busy") != busy:
            self._phase.setProperty("busy", busy)
            self._phase.style().polish(self._phase)

    def _lay_out(self, table: QWidget) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 10, 12, 12)
        layout.setSpacing(10)
        heading = QHBoxLayout()
        heading.setSpacing(6)
        heading.addWidget(_label("Live stats", "heading"))
        heading.addStretch()
        heading.addWidget(self._phase)
        layout.addLayout(heading)
        for card in (self._decode, self._memory, table):
            layout.addWidget(card)
        layout.addStretch()


class StatCard(QFrame):
    """A title, a big number with its unit, its course over the last minute, and maybe a note."""

    def __init__(self, title: str, line: Sparkline, note: bool = False) -> None:
        super().__init__()
        self.setObjectName("card")
        self.line = line
        self.note = _label("", "note")
        self._number = _label("", "number")
        self._unit = _label("", "unit")
        top = QHBoxLayout()
        top.setSpacing(4)
        top.addWidget(_label(title, "caption"))
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
    """Labels beside their values; `values` has the value labels by name."""

    def __init__(self, rows: dict[str, str]) -> None:
        super().__init__()
        self.setObjectName("card")
        self.values = {name: _label("", "value") for name in rows}
        layout = QGridLayout(self)
        layout.setContentsMargins(12, 10, 12, 10)
        layout.setVerticalSpacing(7)
        for row, (name, text) in enumerate(rows.items()):
            layout.addWidget(_label(text, "caption"), row, 0)
            layout.addWidget(self.values[name], row, 1, Qt.AlignmentFlag.AlignRight)


def _label(text: str, kind: str) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("kind", kind)
    return label
