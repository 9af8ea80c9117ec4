"""The live panel at the right of the window: what matters at once, the rest in sections."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QContextMenuEvent, QGuiApplication, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from engine.messages import EngineStats, Phase
from ui.charts.tones import BLUE, GRAY, ORANGE, model_tone
from ui.look import theme
from ui.look.language import tr, translated
from ui.look.numbers import (
    NOTHING,
    memory_used,
    or_nothing,
    share_text,
    size_text,
    speed_text,
)
from ui.state.figures import memory_in_use, speed
from ui.state.requests import TransferRequests
from ui.stats import chart_popup
from ui.stats.live_list import LiveList
from ui.stats.live_numbers import LiveNumbers
from ui.stats.live_series import LiveSeries
from ui.stats.model_colors import tone_color
from ui.stats.panel_sections import PanelSections
from ui.stats.panel_width import USUAL, WIDEST, panel_width
from ui.stats.sparkline import Line
from ui.stats.stat_card import LegendEntry, StatCard
from ui.stats.stat_rows import value_text
from ui.stats.stat_table import Bars, ContextCard, context_values
from ui.widgets.buttons import IconButton
from ui.widgets.labels import ElidedLabel, short_label, tooltip
from ui.widgets.layouts import hbox, scroll_area, vbox
from ui.widgets.menu import PopupMenu
from ui.widgets.roles import set_role

INTERVAL_MS = 250


class StatsPanel(QFrame):
    """The live panel, which is updated at most four times a second. Every field of EngineStats and
    RequestStats has a place here: a card, a row of a section, or a line of the list of live
    requests. `sections_changed` comes when a person opened or closed a section."""

    sections_changed = Signal()

    def __init__(self, requests: TransferRequests | None = None) -> None:
        super().__init__()
        self._requests = requests or TransferRequests(self)
        self.setObjectName("stats_panel")
        self.setAccessibleName(tr("Live stats"))
        self._shown = LiveNumbers()
        self._late = False
        self.series = LiveSeries()
        self._timer = QTimer(self, interval=INTERVAL_MS)
        self._timer.timeout.connect(self._tick)
        self.phase = short_label(kind="chip")
        self.copy_button = IconButton("copy", tr("Copy statistics"), 13)
        self.copy_button.setProperty("kind", "message_copy")
        self.copy_button.clicked.connect(self.copy_numbers)
        self.owner = ElidedLabel("stats_owner")
        self.speed = StatCard(speed().title, speed().about)
        self.context = ContextCard()
        self.memory_bar = Bars()
        about = tr("Memory used by loaded models, prompts and answers, out of what models may use.")
        self.memory = StatCard(tr("Memory"), about, bar=self.memory_bar)
        self.live = LiveList()
        self.sections = PanelSections(self.series)
        for card in (self.speed, self.memory):
            card.chart.clicked.connect(partial(self._enlarge, card))
        self.sections.toggled.connect(self._section_toggled)
        self.sections.enlarged.connect(self._enlarge)
        self._lay_out()
        self._fit()
        theme.look.changed.connect(self._fit)
        self._write()

    @property
    def open_sections(self) -> tuple[str, ...]:
        """The keys of the open sections."""
        return self.sections.open_keys

    def set_open_sections(self, keys: Sequence[str]) -> None:
        self.sections.set_open(keys)
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
        """Return all numbers, one per line, also those of closed sections."""
        shown = self._shown
        titles = [figure.title for figure in self.context.figures]
        lines = [
            (shown.owner, translated(shown.phase.value)),
            (self.speed.title, _speed_text(shown, self.series)),
            *zip(titles, context_values(shown), strict=True),
            *(self.live.lines() if shown.crowded else ()),
            *self.sections.lines(shown),
        ]
        texts = [f"{title}: {text}" for title, text in lines if title and text not in ("", NOTHING)]
        return "\n".join(texts)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = PopupMenu(self)
        menu.addAction(tr("Copy statistics")).triggered.connect(self.copy_numbers)
        menu.popup(event.globalPos())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._write()
        self._timer.start()

    def _fit(self) -> None:
        self.setFixedWidth(panel_width())
        # beside the title while the panel has the width that its letters need
        if theme.px(USUAL) <= WIDEST:
            self._heading.addWidget(self.phase)
        else:
            self._under.insertWidget(0, self.phase)

    def _tick(self) -> None:
        charts = [card.chart for card in (self.speed, self.memory, *self.sections.cards())]
        if self._late and not self.isHidden():
            self._write()
        elif not self.isVisible() or all(chart.level for chart in charts):
            self._timer.stop()
        for chart in charts:
            chart.update()

    def _section_toggled(self) -> None:
        self._write()
        self.sections_changed.emit()

    def _enlarge(self, card: StatCard) -> None:
        unit, limit = self.sections.unit(card) or speed_text, 0.0
        if card is self.memory:
            unit, limit = _bytes, self._shown.engine.memory_limit
        popup = chart_popup.ChartPopup(
            card.title, card.chart.lines, unit, limit, self._requests, self
        )
        popup.show_at(card)

    def _write(self) -> None:
        self._late = False
        numbers = self._shown
        self._show_phase(numbers.phase)
        self.owner.setText(numbers.owner)
        self.owner.setToolTip(tooltip(numbers.owner))
        self.owner.setVisible(bool(numbers.owner))
        self.context.show_numbers(numbers)
        self._write_speed(numbers)
        self._write_memory(numbers.engine)
        live = numbers.live if numbers.crowded else ()
        self.live.show_requests(live, numbers.name, hidden=numbers.hidden)
        self.sections.show_numbers(numbers)

    def _write_speed(self, numbers: LiveNumbers) -> None:
        """Show the speeds of the current answers, and a line for each model."""
        series, chart = self.series, self.speed.chart
        self.speed.show_value(_speed_text(numbers, series))
        if numbers.hidden:
            chart.show_lines([Line(series.total, BLUE, name=tr("All answers"))])
            self.speed.legend.show_entries([])
            return
        busy = series.busy_models()
        tones = {model_id: model_tone(model_id) for model_id in busy}
        names = {model_id: numbers.name(model_id) for model_id in busy}
        chart.show_lines([Line(series.decode[it], tones[it], name=names[it]) for it in busy])
        # one line needs no name: the window shows the model elsewhere
        entries = [LegendEntry(names[it], "", partial(tone_color, tones[it])) for it in busy]
        self.speed.legend.show_entries(entries if len(busy) > 1 else [])

    def _write_memory(self, engine: EngineStats) -> None:
        series, limit = self.series, engine.memory_limit
        used = memory_used(engine.active_memory)
        text = share_text(used, limit) if limit else or_nothing(size_text, used)
        self.memory.show_value(text)
        self.memory_bar.show_shares(
            [(partial(tone_color, ORANGE), min(1.0, engine.active_memory / limit))] if limit else []
        )
        self.memory_bar.setVisible(limit > 0)
        self.memory.chart.show_lines(
            [
                Line(series.reserved, BLUE, filled=False, name=tr("Reserved")),
                Line(series.cache, GRAY, filled=False, name=tr("MLX cache")),
                Line(series.memory, ORANGE, name=memory_in_use().title),
            ]
        )

    def _show_phase(self, phase: Phase) -> None:
        self.phase.setText(translated(phase.value))
        busy = phase is not Phase.IDLE
        if self.phase.property("busy") != busy:
            self.phase.setProperty("busy", busy)
            self.phase.style().polish(self.phase)

    def _lay_out(self) -> None:
        heading = self._heading = hbox(spacing=6)
        title = ElidedLabel(text=tr("Live stats"), kind="heading")
        heading.addWidget(title, 1)
        heading.addWidget(self.copy_button)
        under = self._under = QHBoxLayout()
        under.addStretch()
        inside = QWidget()
        inside.setObjectName("stats_inside")
        column = vbox(inside, spacing=10, margins=(12, 10, 12, 12))
        column.addLayout(heading)
        column.addLayout(under)
        for part in (self.owner, self.speed, self.context, self.memory, self.live, self.sections):
            column.addWidget(part)
        column.addStretch()
        scroll = scroll_area(inside)
        scroll.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        scroll.setAccessibleName(tr("Statistics"))
        set_role(scroll, QAccessible.Role.Grouping)
        vbox(self, spacing=0).addWidget(scroll)


def _speed_text(numbers: LiveNumbers, series: LiveSeries) -> str:
    """Return the speeds of the current answers; while names are hidden, that of all together."""
    if numbers.hidden:
        return or_nothing(speed_text, sum(rate.decode for rate in series.rates.values()))
    return value_text(speed(), numbers.front)


def _bytes(size: float) -> str:
    return size_text(round(size))


def _whose(numbers: LiveNumbers) -> tuple[object, ...]:
    """Return a key for the owner of the numbers."""
    ids = tuple((it.request_id, it.phase is Phase.IDLE) for it in numbers.front)
    return numbers.owner, ids, numbers.hidden, numbers.phase is Phase.LOADING
