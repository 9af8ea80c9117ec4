"""The sections of the live panel that can be folded: time, tokens, engine, memory, since the start.

The insides are made when they are first opened; only open sections are written.
"""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QWidget

from engine.messages import RequestStats
from ui.charts.tones import GREEN
from ui.look.language import number, tr
from ui.look.numbers import NOTHING, percent_text, speed_text
from ui.state.answer_stats import AnswerStats
from ui.state.answer_words import why_not_drafted, why_processed
from ui.state.figures import (
    Figure,
    batch_size,
    decode_now,
    gpu_busy,
    memory_figures,
    prefill_now,
    session_figures,
    time_figures,
    token_figures,
    total_time,
)
from ui.stats.live_numbers import LiveNumbers
from ui.stats.live_series import LiveSeries
from ui.stats.sparkline import Line
from ui.stats.stat_card import StatCard
from ui.stats.stat_rows import joined_values, value_text, values
from ui.stats.stat_section import StatSection
from ui.stats.stat_table import StatTable
from ui.stats.time_bar import TimeBar
from ui.widgets.labels import plain_label, show_text
from ui.widgets.layouts import vbox

LOW = 28


class TimeTable(StatTable):
    """A bar of where the time of each current answer went, and the parts in words."""

    def __init__(self) -> None:
        self.bar = TimeBar()
        super().__init__(_time_rows(), above=self.bar)
        self.why = plain_label("stats_why")
        self.column.addWidget(self.why)

    def show_numbers(self, numbers: LiveNumbers) -> None:
        self.show_values(_time_values(numbers))
        self.bar.show_answers(numbers.front)
        self.bar.setVisible(bool(numbers.front))
        again = tr("Processed again: {why}")
        why = [again.format(why=line) for line in _reasons(why_processed, numbers)]
        why += _reasons(why_not_drafted, numbers)
        show_text(self.why, "\n".join(why))


class PanelSections(QWidget):
    """`toggled` comes when a person opened or closed a section, `enlarged` with the card whose
    chart was pressed."""

    toggled = Signal()
    enlarged = Signal(object)

    def __init__(self, series: LiveSeries) -> None:
        super().__init__()
        self._series = series
        self.time = StatSection("time", tr("Time"), TimeTable)
        self.tokens = StatSection("tokens", tr("Tokens"), lambda: StatTable(_token_rows()))
        self.engine = StatSection("engine", tr("Engine"), self._engine_cards)
        self.memory = StatSection(
            "memory", tr("Memory breakdown"), lambda: StatTable(memory_figures())
        )
        self.session = StatSection(
            "session", tr("Since the start"), lambda: StatTable(session_figures())
        )
        self._cards: dict[str, StatCard] = {}
        self._all = (self.time, self.tokens, self.engine, self.memory, self.session)
        column = vbox(self, spacing=2)
        for section in self._all:
            column.addWidget(section)
            section.toggled.connect(self.toggled)

    @property
    def open_keys(self) -> tuple[str, ...]:
        return tuple(section.key for section in self._all if section.open)

    def set_open(self, keys: Sequence[str]) -> None:
        for section in self._all:
            section.set_open(section.key in keys)

    def cards(self) -> list[StatCard]:
        """Return the cards whose charts are on screen."""
        return list(self._cards.values()) if self.engine.open else []

    def unit(self, card: StatCard) -> Callable[[float], str] | None:
        """Return the function that writes a value of a card's chart."""
        names = [name for name, it in self._cards.items() if it is card]
        return _UNITS[names[0]] if names else None

    def show_numbers(self, numbers: LiveNumbers) -> None:
        self.time.setVisible(not numbers.hidden)
        self.tokens.setVisible(not numbers.hidden)
        self.session.setVisible(any(it.replies for it in numbers.engine.models))
        for section in self._all:
            if section.open:
                self._write(section, numbers)

    def lines(self, numbers: LiveNumbers) -> list[tuple[str, str]]:
        """Return the titles and texts of all sections, open or not."""
        figures = [*_time_rows(), *_token_rows(), *_engine_rows(), *memory_figures()]
        texts = [
            *_time_values(numbers),
            *_token_values(numbers),
            *self._engine_values(numbers),
            *(it.text(numbers.engine) for it in memory_figures()),
        ]
        found = [(it.title, text) for it, text in zip(figures, texts, strict=True)]
        for it in session_figures():
            title = tr("{title} since the start").format(title=it.title)
            found.append((title, it.text(numbers.engine.models)))
        reasons = {tr("Processed again"): why_processed, tr("Drafting"): why_not_drafted}
        for title, why in reasons.items():
            if lines := _reasons(why, numbers):
                found.append((title, "\n".join(lines)))
        return found

    def _write(self, section: StatSection, numbers: LiveNumbers) -> None:
        table = section.inside
        if isinstance(table, TimeTable):
            table.show_numbers(numbers)
        elif section is self.engine:
            self._write_engine(numbers)
        elif isinstance(table, StatTable):
            table.show_values(self._values(section, numbers))

    def _values(self, section: StatSection, numbers: LiveNumbers) -> list[str]:
        if section is self.tokens:
            return _token_values(numbers)
        if section is self.memory:
            return [it.text(numbers.engine) for it in memory_figures()]
        return [it.text(numbers.engine.models) for it in session_figures()]

    def _engine_cards(self) -> QWidget:
        box = QFrame()
        column = vbox(box, spacing=8)
        for name, figure in zip(_UNITS, _engine_rows(), strict=True):
            card = StatCard(figure.title, figure.about, LOW)
            card.chart.clicked.connect(partial(self.enlarged.emit, card))
            column.addWidget(card)
            self._cards[name] = card
        return box

    def _write_engine(self, numbers: LiveNumbers) -> None:
        series = (self._series.total, self._series.prefill, self._series.batch, self._series.gpu)
        for card, text, history in zip(
            self._cards.values(), self._engine_values(numbers), series, strict=True
        ):
            card.show_value(text)
            card.chart.show_lines([Line(history, GREEN, name=card.title)])
        gpu = self._cards["gpu"]
        # the row stays where the system has reported it once
        gpu.setVisible(numbers.engine.gpu_busy is not None or not self._series.gpu.quiet)

    def _engine_values(self, numbers: LiveNumbers) -> list[str]:
        rates = self._series.rates.values()
        return [
            decode_now().text(sum(rate.decode for rate in rates)),
            prefill_now().text(sum(rate.prefill for rate in rates)),
            batch_size().text(numbers.engine),
            gpu_busy().text(numbers.engine),
        ]


_UNITS: dict[str, Callable[[float], str]] = {
    "decode": speed_text,
    "prefill": speed_text,
    "batch": number,
    "gpu": percent_text,
}


def _engine_rows() -> list[Figure]:
    return [decode_now(), prefill_now(), batch_size(), gpu_busy()]


def _time_rows() -> list[Figure]:
    return [*time_figures(), total_time()]


def _time_values(numbers: LiveNumbers) -> list[str]:
    ended = [it for it in numbers.front if isinstance(it, AnswerStats)]
    return [*values(time_figures(), numbers.front), value_text(total_time(), ended)]


def _token_rows() -> list[Figure]:
    model = Figure(tr("Model"), tr("The model that answers."), lambda _: NOTHING, always=True)
    return [model, *token_figures()]


def _token_values(numbers: LiveNumbers) -> list[str]:
    models = joined_values([numbers.name(it.model_id) for it in numbers.front]) or NOTHING
    return [models, *values(token_figures(), numbers.front)]


def _reasons(why: Callable[[RequestStats], str], numbers: LiveNumbers) -> list[str]:
    return [reason for reason in dict.fromkeys(map(why, numbers.front)) if reason]
