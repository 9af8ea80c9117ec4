"""The tables of a comparison as item models: a row for each pane, and one for each answer."""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFont

from ui import theme
from ui.compare.answer_words import one_line, state_text
from ui.language import tr
from ui.state.compared import TIE, Answer, AnswerState, ComparedRound
from ui.state.comparison import Comparison
from ui.state.pane_summary import PaneSummary, summaries

Index = QModelIndex | QPersistentModelIndex
NOTHING = "–"
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True)
class Column:
    """`key` is what a row is sorted by: a number is shown on the right. `about` explains it."""

    title: str
    text: Callable[[Any], str]
    key: Callable[[Any], float | str]
    about: str = ""
    number: bool = True


def seconds_text(seconds: float) -> str:
    return f"{seconds:,.2f} s" if seconds else NOTHING


def rate_text(rate: float) -> str:
    return f"{rate:,.1f}" if rate else NOTHING


def count_text(count: int) -> str:
    return f"{count:,}" if count else NOTHING


class ResultTable(QAbstractTableModel):
    """Sorted here: a proxy would ask for every value again and again."""

    def __init__(self, columns: list[Column]) -> None:
        super().__init__()
        self.columns = columns
        self._rows: list[Any] = []
        self._sorted = 0, Qt.SortOrder.AscendingOrder

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 as Qt has it
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 as Qt has it
        return 0 if parent.isValid() else len(self.columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or section >= len(self.columns):
            return None
        column = self.columns[section]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return column.title
            case Qt.ItemDataRole.ToolTipRole:
                return column.about or None
            case Qt.ItemDataRole.TextAlignmentRole:
                return _RIGHT if column.number else _LEFT
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        column, row = self.columns[index.column()], self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return column.text(row)
            case Qt.ItemDataRole.TextAlignmentRole:
                return _RIGHT if column.number else _LEFT
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{column.title}: {column.text(row)}"
            case Qt.ItemDataRole.ForegroundRole:
                return self.color(row)
            case Qt.ItemDataRole.FontRole if self.strong(row):
                return theme.font(13, QFont.Weight.DemiBold)
        return None

    def color(self, row: Any) -> QColor | None:
        return None

    def strong(self, row: Any) -> bool:
        return False

    @abstractmethod
    def natural(self, row: Any) -> Any:
        """What rows of equal value are sorted by."""

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._sorted = column, order
        self.layoutAboutToBeChanged.emit()
        before = list(self._rows)
        kept = [(index, before[index.row()]) for index in self.persistentIndexList()]
        self._rows.sort(key=self.natural)
        if 0 <= column < len(self.columns):
            key = self.columns[column].key
            self._rows.sort(key=key, reverse=order == Qt.SortOrder.DescendingOrder)
        places = {id(row): place for place, row in enumerate(self._rows)}
        for index, row in kept:
            place = self.index(places[id(row)], index.column())
            self.changePersistentIndex(index, place)
        self.layoutChanged.emit()

    def resort(self) -> None:
        self.sort(*self._sorted)

    def tsv(self, rows: list[int] | None = None) -> str:
        """With the titles; a tab or line end in a cell becomes a space."""
        chosen = range(len(self._rows)) if rows is None else rows
        lines = [[column.title for column in self.columns]]
        lines += [[column.text(self._rows[row]) for column in self.columns] for row in chosen]
        return "".join("\t".join(" ".join(it.split()) for it in line) + "\n" for line in lines)


class PaneTable(ResultTable):
    def __init__(self) -> None:
        super().__init__(_pane_columns())

    def show_rounds(self, rounds: list[ComparedRound]) -> None:
        """Many change at a time, and they are few."""
        self.beginResetModel()
        self._rows = list(summaries(rounds))
        self.endResetModel()
        self.resort()

    def natural(self, row: PaneSummary) -> Any:
        return row.pane_id, row.name

    def strong(self, row: PaneSummary) -> bool:
        return row.wins > 0 and row.wins == max(it.wins for it in self._rows)


@dataclass(frozen=True)
class AnswerPlace:
    """The answer that is shown at a place of a round; whose it is may be hidden."""

    index: int
    place: int
    compared: ComparedRound

    @property
    def answer(self) -> Answer:
        return self.compared.shown()[self.place]

    @property
    def name(self) -> str:
        return self.compared.name(self.answer.pane.pane_id)


class AnswerTable(ResultTable):
    """Grows with the rounds; numbers stand there once an answer has ended and may be seen."""

    def __init__(self, comparison: Comparison) -> None:
        super().__init__(_answer_columns())
        self._comparison = comparison
        for index in range(len(comparison.rounds)):
            self._rows += self._places(index)
        comparison.round_added.connect(lambda index: self._add(self._places(index)))
        comparison.round_joined.connect(lambda index: self._add(self._places(index)[-1:]))
        comparison.answer_changed.connect(lambda index, _: self._change(index))
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


def _of_answer(text: Callable[[Any], str], value: Callable[[Any], Any]) -> dict[str, Any]:
    """A number of an ended answer; those of a hidden one would give it away."""
    with_numbers = AnswerState.DONE, AnswerState.LENGTH, AnswerState.STOPPED

    def known(row: AnswerPlace) -> bool:
        return row.answer.seen in with_numbers and not row.compared.hidden

    def shown(row: AnswerPlace) -> str:
        if row.compared.hidden and row.answer.seen in with_numbers:
            return tr("hidden")
        return text(value(row.answer.numbers())) if known(row) else NOTHING

    def key(row: AnswerPlace) -> float:
        return value(row.answer.numbers()) if known(row) else -1.0

    return {"text": shown, "key": key}


def _answer_columns() -> list[Column]:
    return [
        Column("#", lambda it: str(it.index + 1), lambda it: it.index, tr("Number of the prompt")),
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
        Column(
            tr("First token"),
            about=tr("Seconds from asking to the first token"),
            **_of_answer(seconds_text, lambda it: it.ttft),
        ),
        Column(
            tr("Read tok/s"),
            about=tr("Prompt tokens that were read, per second of reading"),
            **_of_answer(rate_text, lambda it: it.prompt_tps),
        ),
        Column(
            tr("Reused"),
            about=tr("Prompt tokens that were known already and not read again"),
            **_of_answer(count_text, lambda it: it.cached),
        ),
        Column(
            tr("Decode tok/s"),
            about=tr("Tokens after the first, per second of decoding"),
            **_of_answer(rate_text, lambda it: it.generation_tps),
        ),
        Column(tr("Tokens"), **_of_answer(count_text, lambda it: it.tokens)),
        Column(
            tr("Time"),
            about=tr("Seconds from asking to the last token"),
            **_of_answer(seconds_text, lambda it: it.seconds),
        ),
        Column(tr("Vote"), _vote, _vote, number=False),
    ]


def _pane_columns() -> list[Column]:
    return [
        Column(tr("Pane"), lambda it: it.name, lambda it: it.name.casefold(), number=False),
        Column(tr("Wins"), lambda it: str(it.wins), lambda it: it.wins),
        Column(tr("Ties"), lambda it: str(it.ties), lambda it: it.ties),
        Column(
            tr("Answers"),
            lambda it: f"{it.whole:,} / {it.asked:,}",
            lambda it: it.whole,
            tr("Whole answers, of all that were asked for; the numbers are of those alone"),
        ),
        Column(
            tr("First token"),
            lambda it: seconds_text(it.ttft),
            lambda it: it.ttft,
            tr("Mean of the seconds to the first token"),
        ),
        Column(
            tr("Read tok/s"),
            lambda it: rate_text(it.prompt_tps),
            lambda it: it.prompt_tps,
            tr("Mean of the answers' speeds of reading; tokens from a cache do not count"),
        ),
        Column(
            tr("Decode tok/s"),
            lambda it: rate_text(it.generation_tps),
            lambda it: it.generation_tps,
            tr("Mean of the answers' speeds"),
        ),
        Column(tr("Tokens"), lambda it: count_text(it.tokens), lambda it: it.tokens, tr("Sum")),
        Column(tr("Time"), lambda it: seconds_text(it.seconds), lambda it: it.seconds, tr("Sum")),
    ]
