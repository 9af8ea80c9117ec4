"""Charts of a comparison: speed, first token and votes, by pane and by prompt."""

from collections.abc import Callable, Sequence
from enum import Enum
from statistics import median

from engine.frozen import frozen
from ui.charts.chart import (
    Chart,
    Key,
    LineChart,
    LineRow,
    Part,
    PartsChart,
    PartsRow,
    SpreadChart,
    SpreadRow,
    Unit,
)
from ui.charts.tones import model_tone
from ui.look.language import number, tr
from ui.look.numbers import duration_text, speed_text
from ui.state.compared import TIE, AnswerNumbers, AnswerState, ComparedRound
from ui.state.figures import first_token, speed
from ui.state.pane_summary import AskedAnswer, PaneKey, answers_by_pane, hidden

# More prompts share a column, so that every mark has room.
MOST_COLUMNS = 60
_AXIS_TEXTS = 6


class Measured(Enum):
    """The measures that the result charts can show."""

    SPEED = "speed"
    FIRST_TOKEN = "first_token"
    VOTES = "votes"

    @property
    def title(self) -> str:
        match self:
            case Measured.SPEED:
                return speed().title
            case Measured.FIRST_TOKEN:
                return first_token().title
        return tr("Votes")


def result_charts(rounds: Sequence[ComparedRound], measured: Measured) -> tuple[Chart, Chart]:
    """Return a chart by pane and one by prompt. Answers whose numbers are hidden until a vote are
    in neither."""
    panes = _panes(rounds)
    match measured:
        case Measured.SPEED:
            return _numbers(rounds, panes, measured, lambda it: it.generation_tps, speed_text)
        case Measured.FIRST_TOKEN:
            return _numbers(rounds, panes, measured, lambda it: it.ttft, duration_text)
    return _votes(rounds, panes)


def all_result_charts(rounds: Sequence[ComparedRound]) -> list[Chart]:
    """Return the charts that have something to show, for an export."""
    votes = any(it.vote and not it.hidden for it in rounds)
    found = [it for it in Measured if it is not Measured.VOTES or votes]
    return [chart for it in found for chart in result_charts(rounds, it) if has_values(chart)]


def has_values(chart: Chart) -> bool:
    match chart:
        case SpreadChart():
            return any(row.values for row in chart.rows)
        case LineChart():
            return any(value for line in chart.lines for value in line.values)
        case PartsChart():
            return any(part.value for row in chart.rows for part in row.parts)


@frozen
class _Pane:
    key: Key
    pane_id: int
    asked: Sequence[AskedAnswer]


def _panes(rounds: Sequence[ComparedRound]) -> list[_Pane]:
    """Return the panes with their names, colors and marks."""
    found = answers_by_pane(rounds)
    return [
        _Pane(Key(_named(key, found), model_tone(key[2]), index), key[0], asked)
        for index, (key, asked) in enumerate(found.items())
    ]


def _named(key: PaneKey, keys: dict[PaneKey, list[AskedAnswer]]) -> str:
    """Return the name of a pane, with a number if the same name had another model before."""
    same = [it for it in keys if it[1] == key[1]]
    return key[1] if len(same) == 1 else f"{key[1]} ({same.index(key) + 1})"


# --- speed and first token ----------------------------------------------------------------------


def _numbers(
    rounds: Sequence[ComparedRound],
    panes: Sequence[_Pane],
    measured: Measured,
    value: Callable[[AnswerNumbers], float],
    unit: Unit,
) -> tuple[SpreadChart, LineChart]:
    columns = _Columns(rounds)
    rows, lines = [], []
    for pane in panes:
        known: dict[int, float] = {}
        for it in pane.asked:
            if it.answer.seen.whole and (found := value(it.answer.numbers())):
                known[it.index] = found
        ended = sum(it.answer.seen is not AnswerState.GROWING for it in pane.asked)
        rows.append(SpreadRow(pane.key, tuple(known.values()), ended - len(known)))
        lines.append(LineRow(pane.key, columns.medians(known)))
    # A file has the chart without the table beside it, so the note says what is drawn.
    by_pane = SpreadChart(
        tr("{title} by pane").format(title=measured.title),
        tuple(rows),
        unit,
        _sentences(
            tr("Bars show the median. Lines show all values, with marks around the middle half."),
            *_left_out(rounds, sum(row.missing for row in rows)),
        ),
    )
    by_prompt = LineChart(
        tr("{title} by prompt").format(title=measured.title),
        tuple(lines),
        unit,
        columns.names,
        columns.axis,
        columns.shaded,
        marked=True,
        note=_sentences(columns.note, *_left_out(rounds, sum(row.missing for row in rows))),
    )
    return by_pane, by_prompt


def _left_out(rounds: Sequence[ComparedRound], missing: int) -> list[str]:
    """Return what a chart does not show, and why."""
    covered = hidden(rounds)
    return [
        tr("%n answer(s) left out: stopped, failed or too short.", "", missing) if missing else "",
        tr("%n question(s) not counted until you vote.", "", covered) if covered else "",
    ]


def _sentences(*found: str) -> str:
    return " ".join(filter(None, found))


# --- votes --------------------------------------------------------------------------------------


def _votes(rounds: Sequence[ComparedRound], panes: Sequence[_Pane]) -> tuple[PartsChart, LineChart]:
    columns = _Columns(rounds)
    rows, lines = [], []
    for pane in panes:
        votes = {it.index: it.compared.vote.pane_id for it in pane.asked if it.compared.vote}
        wins = {index for index, voted in votes.items() if voted == pane.pane_id}
        ties = sum(voted == TIE for voted in votes.values())
        text = f"{number(len(wins))} + {number(ties)}" if ties else number(len(wins))
        parts = (
            Part(tr("Wins"), pane.key.tone, len(wins), number(len(wins))),
            Part(tr("Ties"), pane.key.tone, ties, number(ties), hatched=True),
        )
        rows.append(PartsRow(pane.key.name, parts, text, pane.key))
        lines.append(LineRow(pane.key, columns.sums(wins)))
    unvoted = sum(it.vote is None and it.votable and not it.hidden for it in rounds)
    note = _sentences(
        tr("%n prompt(s) without a vote.", "", unvoted) if unvoted else "", *_left_out(rounds, 0)
    )
    by_pane = PartsChart(
        tr("{title} by pane").format(title=Measured.VOTES.title), tuple(rows), note
    )
    by_prompt = LineChart(
        tr("Wins after each prompt"),
        tuple(lines),
        number,
        columns.names,
        columns.axis,
        columns.shaded,
        marked=True,
        note=_sentences(columns.note_of_sums, note),
        whole=True,
    )
    return by_pane, by_prompt


# --- prompts ------------------------------------------------------------------------------------


class _Columns:
    """The prompts of a comparison, several in one column if there are many."""

    def __init__(self, rounds: Sequence[ComparedRound]) -> None:
        count = len(rounds)
        self._size = -(-count // MOST_COLUMNS) or 1
        starts = range(0, count, self._size)
        self._bins = [range(it, min(it + self._size, count)) for it in starts]
        self.shaded = frozenset(
            at for at, it in enumerate(self._bins) if all(rounds[index].hidden for index in it)
        )
        self.names = tuple(map(self._name, self._bins))

    @property
    def axis(self) -> tuple[tuple[float, str], ...]:
        """Return the numbers of a few prompts with their places."""
        last = len(self._bins) - 1
        if last < 1:
            return ((0.5, number(1)),) if self._bins else ()
        step = -(-last // _AXIS_TEXTS)
        shown = [*range(0, last + 1 - step // 2, step), last]
        prompts = {it: self._bins[it][-1 if it == last else 0] + 1 for it in shown}
        return tuple((it / last, number(prompt)) for it, prompt in prompts.items())

    @property
    def note(self) -> str:
        return self._together(tr("Each mark is the median of up to %n prompt(s).", "", self._size))

    @property
    def note_of_sums(self) -> str:
        return self._together(tr("Each mark is the sum after up to %n prompt(s).", "", self._size))

    def _together(self, note: str) -> str:
        return note if self._size > 1 else ""

    def medians(self, known: dict[int, float]) -> tuple[float | None, ...]:
        """Return the median of the known values of each column, None where there is none."""
        found = ([known[it] for it in each if it in known] for each in self._bins)
        return tuple(median(values) if values else None for values in found)

    def sums(self, counted: set[int]) -> tuple[float | None, ...]:
        """Return how many prompts are counted up to each column, with None for shaded ones."""
        total, found = 0, []
        for at, each in enumerate(self._bins):
            total += sum(it in counted for it in each)
            found.append(None if at in self.shaded else float(total))
        return tuple(found)

    def _name(self, prompts: range) -> str:
        first, last = number(prompts[0] + 1), number(prompts[-1] + 1)
        if first == last:
            return tr("Prompt {number}").format(number=first)
        return tr("Prompts {first} to {last}").format(first=first, last=last)
