"""A comparison as two tables: one with a row for each answer, one for each pane."""

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QModelIndex
from PySide6.QtGui import QColor

from engine.frozen import frozen
from ui.look import theme
from ui.look.language import tr
from ui.look.numbers import (
    NOTHING,
    duration_text,
    or_nothing,
    per_pass_text,
    progress_text,
    short_tokens_text,
    speed_text,
)
from ui.state.answer_words import state_text
from ui.state.compared import TIE, AnswerNumbers, AnswerState, ComparedRound, PaneAnswer
from ui.state.comparison import Comparison
from ui.state.figures import (
    Figure,
    cached,
    first_token,
    generated,
    per_pass,
    prompt_speed,
    speed,
    total_time,
)
from ui.state.one_line_text import one_line
from ui.state.pane_summary import PaneSummary
from ui.widgets.sorted_table import Column, SortedTable


@frozen
class AnswerPlace:
    """The answer at a place of a round; its pane's name may be hidden."""

    index: int
    place: int
    compared: ComparedRound

    @property
    def answer(self) -> PaneAnswer:
        return self.compared.shown()[self.place]

    @property
    def name(self) -> str:
        return self.compared.name(self.answer.pane.pane_id)


class AnswerTable(SortedTable):
    """A table with a row for each answer, which grows with the rounds. Numbers appear once an
    answer has ended and its name may be seen."""

    grows_in_order = True

    def __init__(self, comparison: Comparison) -> None:
        super().__init__(_answer_columns())
        self._comparison = comparison
        for index in range(len(comparison.rounds)):
            self._rows += self._places(index)
        # methods, since lambdas would still be called once the table is deleted
        comparison.round_added.connect(self._take_round)
        comparison.round_joined.connect(self._take_joined)
        comparison.answer_changed.connect(self._change)
        comparison.vote_changed.connect(self._change)

    def place(self, row: int) -> AnswerPlace:
        return self._rows[row]

    def natural(self, row: AnswerPlace) -> Any:
        return row.index, row.place

    def color(self, row: AnswerPlace) -> QColor | None:
        c = theme.colors()
        if row.answer.seen is AnswerState.FAILED:
            return QColor(c.red)
        return None if row.answer.seen.whole else QColor(c.dim)

    def strong(self, row: AnswerPlace) -> bool:
        vote = row.compared.vote
        return vote is not None and vote.pane_id == row.answer.pane.pane_id

    def _places(self, index: int) -> list[AnswerPlace]:
        compared = self._comparison.rounds[index]
        return [AnswerPlace(index, place, compared) for place in range(len(compared.answers))]

    def _add(self, places: list[AnswerPlace]) -> None:
        if not places:
            return
        first = len(self._rows)
        self.beginInsertRows(QModelIndex(), first, first + len(places) - 1)
        self._rows += places
        self.endInsertRows()

    def _take_round(self, index: int) -> None:
        self._add(self._places(index))

    def _take_joined(self, index: int) -> None:
        # A pane that is asked again has a row already.
        known = sum(row.index == index for row in self._rows)
        self._add(self._places(index)[known:])

    def _change(self, index: int) -> None:
        rows = [at for at, row in enumerate(self._rows) if row.index == index]
        for at in rows:
            self.dataChanged.emit(self.index(at, 0), self.index(at, len(self.columns) - 1))


def _vote(row: AnswerPlace) -> str:
    vote = row.compared.vote
    if vote is None or vote.pane_id not in (TIE, row.answer.pane.pane_id):
        return ""
    word = tr("tie") if vote.pane_id == TIE else tr("won")
    return tr("{name}, blind").format(name=word) if vote.blind else word


def _of_answer(
    figure: Figure[Any],
    text: Callable[[Any], str],
    value: Callable[[AnswerNumbers], float],
    *,
    optional: bool = False,
) -> Column:
    """Return the column of a number. The number is unknown until the answer has ended, and hidden
    until the vote, since it could tell the model."""
    with_numbers = AnswerState.DONE, AnswerState.LENGTH, AnswerState.STOPPED

    def known(row: AnswerPlace) -> bool:
        return row.answer.seen in with_numbers and not row.compared.hidden

    def shown(row: AnswerPlace) -> str:
        if row.compared.hidden and row.answer.seen in with_numbers:
            return tr("hidden")
        return or_nothing(text, value(row.answer.numbers())) if known(row) else NOTHING

    def key(row: AnswerPlace) -> float:
        return value(row.answer.numbers()) if known(row) else -1.0

    return Column(figure.title, shown, key, figure.about, optional=optional)


def _answer_columns() -> list[Column]:
    return [
        Column("#", lambda it: str(it.index + 1), lambda it: it.index, tr("Prompt number")),
        Column(
            tr("Prompt"),
            lambda it: one_line(it.compared.question),
            lambda it: it.compared.question.casefold(),
            number=False,
        ),
        Column(tr("Pane"), lambda it: it.name, lambda it: it.name.casefold(), number=False),
        Column(
            tr("State"),
            lambda it: state_text(it.answer.seen),
            lambda it: it.answer.seen.value,
            number=False,
        ),
        _of_answer(first_token(), duration_text, lambda it: it.ttft),
        _of_answer(prompt_speed(), speed_text, lambda it: it.prompt_tps),
        _of_answer(cached(), short_tokens_text, lambda it: it.cached),
        _of_answer(speed(), speed_text, lambda it: it.generation_tps),
        _of_answer(per_pass(), per_pass_text, lambda it: it.per_pass, optional=True),
        _of_answer(generated(), short_tokens_text, lambda it: it.tokens),
        _of_answer(total_time(), duration_text, lambda it: it.seconds),
        Column(tr("Vote"), _vote, _vote, number=False, optional=True),
    ]


class PaneTable(SortedTable):
    """A table with a row for each pane, with its averages and totals."""

    def __init__(self) -> None:
        super().__init__(_pane_columns())

    def show_panes(self, panes: Sequence[PaneSummary]) -> None:
        """Replace all rows: they are few, and many change at a time."""
        self.beginResetModel()
        self._rows = list(panes)
        self.endResetModel()
        self.resort()

    def natural(self, row: PaneSummary) -> Any:
        return row.pane_id, row.name

    def strong(self, row: PaneSummary) -> bool:
        return row.wins > 0 and row.wins == max(it.wins for it in self._rows)


def _pane_columns() -> list[Column]:
    return [
        Column(tr("Pane"), lambda it: it.name, lambda it: it.name.casefold(), number=False),
        Column(tr("Wins"), lambda it: str(it.wins), lambda it: it.wins),
        Column(tr("Ties"), lambda it: str(it.ties), lambda it: it.ties),
        Column(
            tr("Answers"),
            lambda it: progress_text(it.whole, it.asked),
            lambda it: it.whole,
            tr("Completed answers out of all requested; averages count only these"),
        ),
        _of_pane(first_token(), tr("Average"), duration_text, lambda it: it.ttft),
        _of_pane(prompt_speed(), tr("Average"), speed_text, lambda it: it.prompt_tps),
        _of_pane(speed(), tr("Average"), speed_text, lambda it: it.generation_tps),
        _of_pane(per_pass(), tr("Average"), per_pass_text, lambda it: it.per_pass, optional=True),
        _of_pane(generated(), tr("Total"), short_tokens_text, lambda it: it.tokens),
        _of_pane(total_time(), tr("Total"), duration_text, lambda it: it.seconds),
    ]


def _of_pane(
    figure: Figure[Any],
    kind: str,
    text: Callable[[Any], str],
    value: Callable[[PaneSummary], float],
    *,
    optional: bool = False,
) -> Column:
    """Return the column of an average or a total; `kind` says which."""
    about = f"{kind}. {figure.about}"
    shown = lambda it: or_nothing(text, value(it))  # noqa: E731
    return Column(figure.title, shown, value, about, optional=optional)
