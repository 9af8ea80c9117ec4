"""Descriptions of charts as plain values; the window, PDF and SVG draw the same ones."""

from collections.abc import Callable
from statistics import median, quantiles

from engine.frozen import frozen
from ui.look.language import tr

Unit = Callable[[float], str]
# Rows that are said of a chart.
_MOST_SAID = 12


@frozen
class Key:
    """The name of a row or line, with its color and its mark, which tells it apart without
    colors."""

    name: str
    tone: int
    mark: int = 0


@frozen
class SpreadRow:
    """All known values of one pane; `missing` answers have none."""

    key: Key
    values: tuple[float, ...]
    missing: int = 0

    @property
    def median(self) -> float:
        return median(self.values) if self.values else 0.0

    @property
    def quartiles(self) -> tuple[float, float]:
        """Return the bounds of the middle half of the values."""
        if len(self.values) < 2:
            return self.median, self.median
        low, _, high = quantiles(self.values, n=4, method="inclusive")
        return low, high


@frozen
class SpreadChart:
    """A row for each pane: its median from zero, and the range of its values."""

    title: str
    rows: tuple[SpreadRow, ...]
    unit: Unit
    note: str = ""

    def words(self) -> list[str]:
        return [self.row_words(it) for it in self.rows]

    def row_words(self, row: SpreadRow) -> str:
        name = row.key.name
        missing = tr("%n without a number", "", row.missing) if row.missing else ""
        if not row.values:
            return ", ".join(filter(None, (tr("{name}: nothing yet").format(name=name), missing)))
        low, high = row.quartiles
        parts = [
            tr("{name}: median {value}").format(name=name, value=self.unit(row.median)),
            tr("half of them between {low} and {high}").format(
                low=self.unit(low), high=self.unit(high)
            ),
            tr("%n answer(s)", "", len(row.values)),
            missing,
        ]
        return ", ".join(filter(None, parts))


@frozen
class LineRow:
    """A line of values, None where there is none. The area below a `filled` line is tinted."""

    key: Key
    values: tuple[float | None, ...]
    filled: bool = False


@frozen
class LineChart:
    """Lines over columns, such as prompts or moments. `columns` names each column, `axis` has texts
    below it by their share of the width. `shaded` columns are hidden. Each value has its mark if
    the lines are `marked`. A `limit` is drawn as a dashed line, unless it is far above the lines.
    """

    title: str
    lines: tuple[LineRow, ...]
    unit: Unit
    columns: tuple[str, ...] = ()
    axis: tuple[tuple[float, str], ...] = ()
    shaded: frozenset[int] = frozenset()
    marked: bool = False
    limit: float = 0.0
    note: str = ""
    legend: bool = True
    # A chart of counts has no fractions on its axis.
    whole: bool = False

    def words(self) -> list[str]:
        return [self.column_words(index) for index in range(len(self.columns))]

    def column_words(self, index: int) -> str:
        """Return the values of a column, one for each line that has one."""
        if index in self.shaded:
            return tr("{column}: hidden until you vote").format(column=self.columns[index])
        values = [
            f"{line.key.name} {self.unit(value)}"
            for line in self.lines
            if (value := line.values[index]) is not None
        ]
        said = ", ".join(values) or tr("no number")
        return f"{self.columns[index]}: {said}"


@frozen
class Part:
    """One part of a bar. A `hatched` part differs without its color."""

    name: str
    tone: int
    value: float
    text: str
    hatched: bool = False


@frozen
class PartsRow:
    """A bar of parts; `name` is "" for the only bar."""

    name: str
    parts: tuple[Part, ...]
    text: str = ""
    key: Key | None = None


@frozen
class PartsChart:
    """Bars of parts on one scale from zero, with a legend."""

    title: str
    rows: tuple[PartsRow, ...]
    note: str = ""

    def words(self) -> list[str]:
        return [self.row_words(row) for row in self.rows]

    def row_words(self, row: PartsRow) -> str:
        parts = ", ".join(f"{it.name} {it.text}" for it in row.parts) or tr("nothing yet")
        return f"{row.name}: {parts}" if row.name else parts


Chart = SpreadChart | LineChart | PartsChart


def summary(chart: Chart) -> str:
    """Return a chart in words for people who cannot see it; the tables have every number."""
    words = chart.words()
    left = len(words) - _MOST_SAID
    rest = [tr("and %n more in the tables", "", left)] if left > 0 else []
    return ". ".join([*words[:_MOST_SAID], *rest, *filter(None, [chart.note])])
