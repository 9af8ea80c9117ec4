"""The item model of the models on this computer: filtered by words and abilities, sorted by any
column."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from engine.frozen import frozen
from engine.messages import ModelFacts
from ui.history.sections import today, when
from ui.look import theme
from ui.look.language import tr
from ui.look.numbers import NOTHING, bits_text, context_text, or_nothing, parameters_text, size_text
from ui.models.model_words import (
    BETWEEN,
    FitLevel,
    abilities,
    fit_words,
    place_text,
    problem_of,
    usable,
)
from ui.state.library_state import LibraryModel
from ui.state.model_entry import full_name
from ui.widgets.labels import tooltip
from ui.widgets.row_list import Index
from ui.widgets.sorted_table import Column, SortedTable

# The numbers of the columns.
STAR, NAME, ABILITIES, FIT, PARAMETERS, BITS, CONTEXT, SIZE, USED, LICENSE = range(10)
# Names under which the sort column is stored.
COLUMN_NAMES = (
    *("favorite", "name", "abilities", "fit", "parameters"),
    *("bits", "context", "size", "used", "license"),
)
# The data roles of a row's LibraryModel, and of the line below its name.
MODEL = Qt.ItemDataRole.UserRole
SECOND_LINE = Qt.ItemDataRole.UserRole + 1

ALL, FITS, FAVORITES, SEES, WATCHES, THINKS, TOOLS = FILTERS = (
    *("all", "fits", "favorites", "sees", "watches", "thinks", "tools"),
)


_KINDS: dict[str, Callable[[LibraryModel], bool]] = {
    ALL: lambda it: True,
    FITS: lambda it: it.fit is not None and it.fit.fits and usable(it),
    FAVORITES: lambda it: it.favorite,
    SEES: lambda it: it.facts is not None and it.facts.vision,
    WATCHES: lambda it: it.facts is not None and it.facts.video,
    THINKS: lambda it: it.facts is not None and it.facts.thinking,
    TOOLS: lambda it: it.facts is not None and it.facts.tools,
}


@frozen
class LibraryFilter:
    """The rows to show: those with all of the `words`, and of a `kind`, one of FILTERS."""

    words: tuple[str, ...] = ()
    kind: str = ALL

    def takes(self, model: LibraryModel) -> bool:
        return _KINDS[self.kind](model) and all(word in _searched(model) for word in self.words)


class LibraryTable(SortedTable):
    def __init__(self) -> None:
        super().__init__(_columns())
        self._models: tuple[LibraryModel, ...] = ()
        self._names: Counter[str] = Counter()
        self._filter = LibraryFilter()

    def set_models(self, models: Iterable[LibraryModel]) -> None:
        self._models = tuple(models)
        self._names = Counter(it.name for it in self._models)
        self._refill()

    def set_filter(self, wanted: LibraryFilter) -> None:
        self._filter = wanted
        self._refill()

    def problems(self) -> list[str]:
        """Return the reasons why models cannot be used, those the filter hides included."""
        return [it for it in map(problem_of, self._models) if it]

    def model_at(self, row: int) -> LibraryModel | None:
        return self._rows[row] if 0 <= row < len(self._rows) else None

    def row_of(self, model_id: str) -> int:
        """Return the row of a model, -1 if it is not shown."""
        found = (row for row, it in enumerate(self._rows) if it.model_id == model_id)
        return next(found, -1)

    def natural(self, row: LibraryModel) -> tuple[str, str]:
        return row.name.casefold(), row.model_id

    def group(self, row: LibraryModel) -> int:
        return not usable(row)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        model = self._rows[index.row()]
        if role == MODEL:
            return model
        if role == SECOND_LINE:
            return second_line(model, twin=self._names[model.name] > 1)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(_about(model, index.column()))
        if role == Qt.ItemDataRole.AccessibleTextRole and index.column() == NAME:
            parts = (model.name, index.data(SECOND_LINE))
            return ", ".join(it for it in parts if it)
        return super().data(index, role)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        star = section == STAR and orientation is Qt.Orientation.Horizontal
        if star and role == Qt.ItemDataRole.DisplayRole:
            return ""
        if star and role == Qt.ItemDataRole.AccessibleTextRole:
            return self.columns[STAR].title
        return super().headerData(section, orientation, role)

    def color(self, row: LibraryModel) -> QColor | None:
        return None if usable(row) else QColor(theme.colors().faint)

    def _refill(self) -> None:
        """Show the models again. Rows that are the same models stay what they are to the view."""
        found = [it for it in self._models if self._filter.takes(it)]
        before = {it.model_id: place for place, it in enumerate(self._rows)}
        if len(found) == len(before) and all(it.model_id in before for it in found):
            for model in found:
                self._rows[before[model.model_id]] = model
            self.resort()
        else:
            self.beginResetModel()
            self._rows = found
            self.endResetModel()
            self.resort()


def second_line(model: LibraryModel, *, twin: bool = False) -> str:
    """Return what stands below the name: the reason if the model cannot be used, or its family and
    place. A `twin`, which has the name of another model, tells its maker too."""
    family = model.facts.family if model.facts else ""
    source = model.repository or full_name(model.name, model.model_id)
    parts = (family, place_text(model.place), source if twin else "")
    return problem_of(model) or BETWEEN.join(it for it in parts if it)


def _about(model: LibraryModel, column: int) -> str:
    """Return the tooltip of a cell."""
    if column == ABILITIES:
        return ", ".join(words for _, words in abilities(model.facts))
    if column == FIT and model.fit:
        return fit_words(model.fit)
    lines = (model.name, model.model_id, problem_of(model))
    return "\n".join(it for it in lines if it) if column == NAME else ""


def _searched(model: LibraryModel) -> str:
    facts = model.facts
    parts = [model.name, model.repository, place_text(model.place), model.model_id]
    if facts:
        parts += [facts.family, facts.licence, *(words for _, words in abilities(facts))]
    return " ".join(parts).casefold()


def _columns() -> list[Column]:
    """Return the columns in their order."""
    return [
        Column(
            tr("Favorite"),
            lambda it: tr("favorite") if it.favorite else "",
            lambda it: not it.favorite,
            number=False,
        ),
        Column(tr("Model"), lambda it: it.name, lambda it: it.name.casefold(), number=False),
        Column(
            tr("Abilities"),
            lambda it: ", ".join(words for _, words in abilities(it.facts)),
            lambda it: -len(abilities(it.facts)),
            number=False,
        ),
        Column(
            tr("Memory"),
            lambda it: fit_words(it.fit),
            _fit_key,
            tr("Memory that the model needs, out of what is free"),
            number=False,
        ),
        *_fact_columns(),
        Column(
            tr("On disk"), lambda it: size_text(it.size) if it.size else NOTHING, lambda it: it.size
        ),
        Column(
            tr("Last used"),
            lambda it: when(it.last_used, today()) if it.last_used else NOTHING,
            lambda it: -it.last_used,
        ),
        Column(
            tr("License"),
            lambda it: (it.facts.licence if it.facts else "") or NOTHING,
            lambda it: (it.facts.licence if it.facts else "") or "~",
        ),
    ]


def _fact_columns() -> list[Column]:
    return [
        Column(
            tr("Parameters"),
            _fact(lambda it: or_nothing(parameters_text, it.parameters)),
            _key(lambda it: it.parameters),
            tr("Number of weights (B: billion, M: million)"),
        ),
        Column(
            tr("Bits"),
            _fact(lambda it: or_nothing(bits_text, it.bits)),
            _key(lambda it: it.bits),
            tr("Average number of bits per weight"),
        ),
        Column(
            tr("Context"),
            _fact(lambda it: or_nothing(context_text, it.context)),
            _key(lambda it: it.context),
            tr("Longest context, in tokens"),
        ),
    ]


def _fact(text: Callable[[ModelFacts], str]) -> Callable[[LibraryModel], str]:
    return lambda it: text(it.facts) if it.facts else NOTHING


def _key(value: Callable[[ModelFacts], float]) -> Callable[[LibraryModel], float]:
    return lambda it: value(it.facts) if it.facts else 0


def _fit_key(model: LibraryModel) -> float:
    """Return the share of the free memory that the model takes; unknown ones come last."""
    if model.fit is None:
        return float("inf")
    return model.fit.parts.total / max(1, model.fit.free)


def level_color(level: FitLevel) -> str:
    c = theme.colors()
    return {FitLevel.FITS: c.green, FitLevel.TIGHT: c.orange, FitLevel.TOO_LARGE: c.red}[level]
