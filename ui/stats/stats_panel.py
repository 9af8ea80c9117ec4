"""The live panel at the right of the window: numbers of the engine and of the current chat."""

from functools import partial

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QAccessible, QColor, QContextMenuEvent, QGuiApplication, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMenu, QScrollArea, QVBoxLayout, QWidget

from engine.messages import EngineStats, Phase
from ui.look import theme
from ui.look.language import tr, translated
from ui.look.numbers import NOTHING, or_nothing, percent_text, size_text, speed_text
from ui.stats.live_list import LiveList
from ui.stats.live_numbers import LiveNumbers
from ui.stats.live_series import LiveSeries
from ui.stats.model_colors import model_color
from ui.stats.sparkline import Line
from ui.stats.stat_card import LegendEntry, StatCard
from ui.stats.stat_rows import engine_rows, joined_values, request_rows, session_rows, values
from ui.stats.stat_table import ContextCard, StatTable
from ui.widgets.buttons import IconButton
from ui.widgets.labels import ElidedLabel
from ui.widgets.roles import set_role

WIDTH, WIDEST = 262, 340
INTERVAL_MS = 250
LOW = 28


class StatsPanel(QFrame):
    """The live panel, which is updated at most four times a second. Every field of EngineStats and
    RequestStats has a place here: a row of `stat_rows`, a card, or a line of the list of live
    requests."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("stats_panel")
        self.setAccessibleName(tr("Live stats"))
        self._shown = LiveNumbers()
        self._late = False
        self.series = LiveSeries()
        self._timer = QTimer(self, interval=INTERVAL_MS)
        self._timer.timeout.connect(self._tick)
        self.phase = label("", "chip")
        self.copy_button = IconButton("copy", tr("Copy numbers"), 13)
        self.copy_button.setProperty("kind", "message_copy")
        self.copy_button.clicked.connect(self.copy_numbers)
        self.owner = ElidedLabel("stats_owner")
        # the reason why a cached prompt was computed again
        self.why = label("", "note")
        self.why.setWordWrap(True)
        self.decode = StatCard(tr("Decode"))
        self.prefill = StatCard(tr("Reading"), LOW)
        self.batch = StatCard(tr("Answers at once"), LOW)
        self.gpu = StatCard(tr("GPU busy"), LOW)
        self.memory = StatCard(tr("Memory"))
        self._request_rows, self._engine_rows = request_rows(), engine_rows()
        self._session_rows = session_rows()
        self.request = StatTable(
            [(tr("Model"), True), *((row.title, row.always) for row in self._request_rows)]
        )
        self.live = LiveList()
        self.context = ContextCard()
        self.engine = StatTable((row.title, row.always) for row in self._engine_rows)
        self.session = StatTable(
            ((row.title, row.always) for row in self._session_rows), tr("Since the start")
        )
        self.gpu.hide()
        self._lay_out()
        self._fit()
        self._write()

    def show_numbers(self, numbers: LiveNumbers) -> None:
        before, self._shown = self._shown, numbers
        self.series.add(numbers.engine)
        # The title must never stand beside the numbers of another chat.
        if self._timer.isActive() and _whose(before) == _whose(numbers):
            self._late = True
        elif not self.isHidden():
            self._write()
            self._timer.start()

    def copy_numbers(self) -> None:
        QGuiApplication.clipboard().setText(self.numbers_text())

    def numbers_text(self) -> str:
        """Return all numbers that are shown, one per line."""
        parts = (self.decode, self.prefill, self.live, self.request, self.context, self.memory)
        rest = (self.batch, self.gpu, self.engine, self.session)
        lines = [(self._shown.owner, translated(self._shown.phase.value))]
        for part in (*parts, *rest):
            if not part.isHidden():
                lines += part.lines()
        shown = [f"{title}: {text}" for title, text in lines if title and text not in ("", NOTHING)]
        return "\n".join([*shown, *filter(None, [self.why.text()])])

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(tr("Copy numbers")).triggered.connect(self.copy_numbers)
        menu.popup(event.globalPos())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._write()
        self._timer.start()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if theme.is_change(event):
            self._fit()

    def _fit(self) -> None:
        """Grow with the letters, but less than they do, to leave room for the conversation."""
        self.setFixedWidth(max(WIDTH, min(theme.px(WIDTH), WIDEST)))

    def _tick(self) -> None:
        charts = [card.chart for card in self._cards()]
        if self._late and not self.isHidden():
            self._write()
        elif not self.isVisible() or all(chart.level for chart in charts):
            self._timer.stop()
        for chart in charts:
            chart.update()

    def _cards(self) -> tuple[StatCard, ...]:
        return self.decode, self.prefill, self.batch, self.gpu, self.memory

    def _write(self) -> None:
        self._late = False
        numbers = self._shown
        self._show_phase(numbers.phase)
        self.owner.setText(numbers.owner)
        self.owner.setVisible(bool(numbers.owner))
        self._write_front(numbers)
        self._write_speeds(numbers)
        self._write_engine(numbers.engine)
        self.live.show_requests(numbers.live if numbers.crowded else (), hidden=numbers.hidden)

    def _write_front(self, numbers: LiveNumbers) -> None:
        models = joined_values([numbers.name(it.model_id) for it in numbers.front]) or NOTHING
        self.request.show_values([models, *values(self._request_rows, numbers.front)])
        again = dict.fromkeys(translated(it.read_again) for it in numbers.front if it.read_again)
        self.why.setText("\n".join(again))
        self.why.setVisible(bool(again))
        self.context.show_numbers(numbers)

    def _write_speeds(self, numbers: LiveNumbers) -> None:
        """Show the speeds of all models; while the engine is idle, those of the current answer."""
        series, rates = self.series, self.series.rates
        if numbers.engine.requests or numbers.hidden:
            decode = _speed(sum(rate.decode for rate in rates.values()))
            prefill = _speed(sum(rate.prefill for rate in rates.values()))
        else:
            decode = joined_values([_speed(it.generation_tps) for it in numbers.front])
            prefill = joined_values([_speed(it.prompt_tps) for it in numbers.front])
        self.decode.show_value(decode)
        self.prefill.show_value(prefill)
        if numbers.hidden:
            self.decode.chart.show_lines([Line(series.total, _accent)])
            self.decode.legend.show_entries([])
        else:
            busy = series.busy_models()
            colors = {model_id: partial(model_color, model_id) for model_id in busy}
            self.decode.chart.show_lines(
                [Line(series.decode[model_id], colors[model_id]) for model_id in busy]
            )
            self.decode.legend.show_entries(
                [LegendEntry(numbers.name(it), _speed(rates[it].decode), colors[it]) for it in busy]
            )
        self.prefill.chart.show_lines([Line(series.prefill, _accent)])

    def _write_engine(self, engine: EngineStats) -> None:
        series = self.series
        self.batch.show_value(str(engine.batch_size or NOTHING))
        self.batch.chart.show_lines([Line(series.batch, _green)])
        busy = NOTHING
        if engine.gpu_busy is not None:
            self.gpu.show()
            busy = percent_text(engine.gpu_busy)
        self.gpu.show_value(busy)
        self.gpu.chart.show_lines([Line(series.gpu, _green)])
        self.memory.show_value(_size(engine.active_memory))
        self.memory.chart.show_lines(
            [
                Line(series.reserved, _accent, filled=False),
                Line(series.cache, _faint, filled=False),
                Line(series.memory, _orange),
            ],
            limit=engine.memory_limit,
        )
        self.memory.legend.show_entries(
            [
                LegendEntry(tr("In use"), _size(engine.active_memory), _orange),
                LegendEntry(tr("Kept by MLX"), _size(engine.cache_memory), _faint),
                LegendEntry(tr("Reserved"), _size(engine.reserved), _accent),
                LegendEntry(tr("Limit"), _size(engine.memory_limit)),
                LegendEntry(tr("Peak"), _size(engine.peak_memory)),
            ]
        )
        self.engine.show_values(row.text(engine) for row in self._engine_rows)
        self.session.show_values(row.text(engine.models) for row in self._session_rows)

    def _show_phase(self, phase: Phase) -> None:
        self.phase.setText(translated(phase.value))
        busy = phase is not Phase.IDLE
        if self.phase.property("busy") != busy:
            self.phase.setProperty("busy", busy)
            self.phase.style().polish(self.phase)

    def _lay_out(self) -> None:
        heading = QHBoxLayout()
        heading.setSpacing(6)
        title = ElidedLabel("stats_title")
        title.setProperty("kind", "heading")
        title.setText(tr("Live stats"))
        heading.addWidget(title, 1)
        heading.addWidget(self.copy_button)
        heading.addWidget(self.phase)
        inside = QWidget()
        inside.setObjectName("stats_inside")
        column = QVBoxLayout(inside)
        column.setContentsMargins(12, 10, 12, 12)
        column.setSpacing(10)
        column.addLayout(heading)
        front = (self.owner, self.request, self.why, self.context, self.live)
        engine = (self.memory, self.gpu, self.batch, self.engine, self.session)
        for part in (self.decode, self.prefill, *front, *engine):
            column.addWidget(part)
        column.addStretch()
        scroll = QScrollArea()
        scroll.setWidget(inside)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        scroll.setAccessibleName(tr("Numbers, to be scrolled"))
        set_role(scroll, QAccessible.Role.Grouping)
        around = QVBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(scroll)


def _accent() -> QColor:
    return QColor(theme.colors().accent)


def _green() -> QColor:
    return QColor(theme.colors().green)


def _orange() -> QColor:
    return QColor(theme.colors().orange)


def _faint() -> QColor:
    return QColor(theme.colors().faint)


def label(text: str, kind: str) -> QLabel:
    result = QLabel(text)
    result.setTextFormat(Qt.TextFormat.PlainText)
    result.setProperty("kind", kind)
    return result


def _speed(tokens_per_second: float) -> str:
    return or_nothing(speed_text, tokens_per_second)


def _size(size: int) -> str:
    return or_nothing(size_text, size)


def _whose(numbers: LiveNumbers) -> tuple[object, ...]:
    """Return a key for the owner of the numbers."""
    ids = tuple((it.request_id, it.phase is Phase.IDLE) for it in numbers.front)
    return numbers.owner, ids, numbers.hidden
