"""Lays charts out: turns their values into the shapes that the painters draw."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from ui.charts.chart import (
    Chart,
    LineChart,
    LineRow,
    Part,
    PartsChart,
    PartsRow,
    SpreadChart,
    SpreadRow,
    Unit,
)
from ui.charts.drawing import Area, Box, Drawing, Path, Point, Shape, Text, tone
from ui.charts.marks import mark
from ui.charts.scale import segments, ticks
from ui.charts.tones import GRAY

# The width of a text; its second argument is True for a strong one.
Measure = Callable[[str, bool], float]
LETTERS = 11
# The width of charts in files and copied images.
WIDTH = 640.0
_LINE, _ROW, _BAR = 16.0, 26.0, 12.0
_PLOT, _AXIS, _TOP = 180.0, 22.0, 8.0
_MARK, _GAP = 3.5, 8.0
_NAMES = 0.3  # the most of the width that names get
_HATCH = 5.0
# A limit above this many times the largest value is not drawn: it would flatten the lines.
FAR = 4
ELLIPSIS = "…"
_ZERO_DECIMAL = re.compile(r"(?<=\d)[.,]0(?!\d)")


def laid_out(
    chart: Chart,
    width: float,
    measure: Measure,
    *,
    plot_height: float = _PLOT,
    title: bool = False,
) -> Drawing:
    """Return a chart as shapes. With a `title`, that and the note are part of the drawing."""
    top = _LINE + _GAP if title else 0.0
    match chart:
        case SpreadChart():
            found = _spreads(chart, width, top, measure)
        case LineChart():
            found = _lines(chart, width, top, plot_height, measure)
        case PartsChart():
            found = _parts(chart, width, top, measure)
    if not title:
        return found
    head = Text((0.0, _LINE - 3), shortened(chart.title, width, measure, strong=True), strong=True)
    lines = _wrapped(chart.note, width, measure)
    notes = [
        Text((0.0, found.height + _LINE * (row + 1) - 3), line, "dim")
        for row, line in enumerate(lines)
    ]
    height = found.height + _LINE * len(lines)
    return replace(found, height=height, shapes=(head, *found.shapes, *notes))


# --- a row for each pane ------------------------------------------------------------------------


def _spreads(chart: SpreadChart, width: float, top: float, measure: Measure) -> Drawing:
    highest = max((value for row in chart.rows for value in row.values), default=0.0)
    marks = ticks(highest)
    names = _names_width((row.key.name for row in chart.rows), width, measure) + 2 * _GAP
    texts = [chart.unit(row.median) if row.values else "–" for row in chart.rows]
    right = max((measure(text, True) for text in texts), default=0.0) + _GAP
    height = _ROW * max(1, len(chart.rows))
    plot = Area(names, top + 4, max(20.0, width - names - right), height)
    shapes: list[Shape] = list(_across(plot, marks, chart.unit, measure))
    for index, row in enumerate(chart.rows):
        center = plot.top + _ROW * (index + 0.5)
        shapes += _name(row.key.name, row.key.mark, row.key.tone, center, names, measure)
        shapes += _spread(row, plot, center, marks[-1])
        text = texts[index]
        shapes.append(Text((width, center + 4), text, side="end", strong=True))
        whole = Area(0.0, center - _ROW / 2, width, _ROW)
        shapes.append(Box(whole, "none", about=chart.row_words(row)))
    return Drawing(width, plot.bottom + _AXIS, tuple(shapes), plot)


def _spread(row: SpreadRow, plot: Area, center: float, most: float) -> Iterator[Shape]:
    """Yield the bar to the median, the middle half as a thick line, and all values as a thin
    one."""
    if not row.values:
        return

    def at(value: float) -> float:
        return plot.left + value / most * plot.width

    ink = tone(row.key.tone)
    length = max(1.0, at(row.median) - plot.left)
    yield Box(Area(plot.left, center - _BAR / 2, length, _BAR), ink, 2.0)
    if len(row.values) > 1:
        low, high = at(min(row.values)), at(max(row.values))
        first, third = map(at, row.quartiles)
        # the ground around the lines keeps them in sight on the bar
        yield Path(((low, center), (high, center)), "ground", 4.0)
        yield Path(((low, center), (high, center)), "text", 1.5)
        for edge in (first, third):
            yield Path(((edge, center - 6), (edge, center + 6)), "ground", 4.0)
            yield Path(((edge, center - 6), (edge, center + 6)), "text", 1.5)


def _mark_text(unit: Unit, value: float) -> str:
    """Return the text of a mark: "20 tok/s", not "20.0 tok/s", which claims a measured digit."""
    return _ZERO_DECIMAL.sub("", unit(value))


def _across(plot: Area, marks: Sequence[float], unit: Unit, measure: Measure) -> Iterator[Shape]:
    """Yield the lines of a scale from left to right, with as many texts as fit."""
    free = -1.0
    for value in marks:
        x = plot.left + value / marks[-1] * plot.width
        yield Path(((x, plot.top), (x, plot.bottom)), "line")
        text = _mark_text(unit, value)
        half = measure(text, False) / 2
        if x - half > free:
            free = x + half + _GAP
            yield Text((x, plot.bottom + _LINE), text, "dim", "middle")


# --- lines --------------------------------------------------------------------------------------


def _lines(
    chart: LineChart, width: float, top: float, plot_height: float, measure: Measure
) -> Drawing:
    highest = max((it for line in chart.lines for it in line.values if it is not None), default=0.0)
    limit = chart.limit if 0 < chart.limit <= highest * FAR else 0.0
    marks = ticks(max(highest, limit), whole=chart.whole)
    left = max(measure(_mark_text(chart.unit, value), False) for value in marks) + _GAP
    plot = Area(left, top + _TOP, max(20.0, width - left - _TOP), plot_height - _TOP)
    shapes: list[Shape] = []
    for value in marks:
        y = plot.bottom - value / marks[-1] * plot.height
        shapes.append(Path(((plot.left, y), (plot.right, y)), "line"))
        shapes.append(Text((plot.left - _GAP, y + 4), _mark_text(chart.unit, value), "dim", "end"))
    shapes += _axis(chart, plot, measure)
    shapes += [_shade(chart, plot, index) for index in sorted(chart.shaded)]
    if limit:
        y = plot.bottom - limit / marks[-1] * plot.height
        shapes.append(Path(((plot.left, y), (plot.right, y)), "dim", dashes=(4.0, 3.0)))
    for line in chart.lines:
        shapes += _line(line, plot, marks[-1], marked=chart.marked)
    legend, bottom = _legend(_line_entries(chart), width, plot.bottom + _AXIS, measure)
    return Drawing(width, bottom, (*shapes, *legend), plot)


def column_x(plot: Area, index: int, count: int) -> float:
    """Return where a column is: the first and the last are at the edges."""
    return plot.left + plot.width * (index / (count - 1) if count > 1 else 0.5)


def _axis(chart: LineChart, plot: Area, measure: Measure) -> Iterator[Shape]:
    free = -1.0
    for share, text in chart.axis:
        half = measure(text, False) / 2
        x = min(max(plot.left + share * plot.width, half), plot.right + _TOP - half)
        if x - half > free:
            free = x + half + _GAP
            yield Text((x, plot.bottom + _LINE), text, "dim", "middle")


def _shade(chart: LineChart, plot: Area, index: int) -> Box:
    count = max(len(chart.columns), 1)
    step = plot.width / max(count - 1, 1)
    middle = column_x(plot, index, count)
    left, right = max(plot.left, middle - step / 2), min(plot.right, middle + step / 2)
    return Box(Area(left, plot.top, right - left, plot.height), "line")


def _line(line: LineRow, plot: Area, most: float, *, marked: bool) -> Iterator[Shape]:
    """Yield a path for each run of values; a value that is missing leaves a gap."""
    ink, count = tone(line.key.tone), len(line.values)
    run: list[Point] = []
    points: list[Point] = []
    for index, value in enumerate((*line.values, None)):
        if value is not None:
            y = plot.bottom - value / most * plot.height
            run.append((column_x(plot, index, count), y))
        elif run:
            if len(run) > 1:
                floor = plot.bottom if line.filled else None
                yield Path(_bends(run), ink, 1.5, floor=floor)
            points, run = points + run, []
    if marked:
        for point in points:
            yield from mark(line.key.mark, point, _MARK, ink)
    elif points:
        yield from mark(line.key.mark, points[-1], _MARK, ink)


def _bends(points: Sequence[Point]) -> tuple[Point, ...]:
    """Return the points at which a line bends: one costs as much to paint as ten of these."""
    inner = [
        point
        for before, point, after in zip(points, points[1:], points[2:], strict=False)
        if not before[1] == point[1] == after[1]
    ]
    return (points[0], *inner, points[-1])


# --- bars of parts ------------------------------------------------------------------------------


def _parts(chart: PartsChart, width: float, top: float, measure: Measure) -> Drawing:
    named = [row for row in chart.rows if row.name]
    names = _names_width((row.name for row in named), width, measure) + 2 * _GAP if named else 0.0
    right = max((measure(row.text, True) for row in chart.rows), default=0.0)
    length = max(20.0, width - names - (right + _GAP if right else 0.0))
    plot = Area(names, top, length, _ROW * max(1, len(chart.rows)))
    most = max((sum(it.value for it in row.parts) for row in chart.rows), default=0.0)
    shapes: list[Shape] = []
    for index, row in enumerate(chart.rows):
        center = plot.top + _ROW * (index + 0.5)
        if row.name:
            key = row.key
            shapes += _name(
                row.name, key.mark if key else None, key.tone if key else 0, center, names, measure
            )
        shapes += _bar(row, plot, center, most)
        if row.text:
            shapes.append(Text((width, center + 4), row.text, side="end", strong=True))
        whole = Area(0.0, center - _ROW / 2, width, _ROW)
        shapes.append(Box(whole, "none", about=chart.row_words(row)))
    legend, bottom = _legend(_part_entries(chart), width, plot.bottom + 4, measure)
    return Drawing(width, bottom, (*shapes, *legend), plot)


def _bar(row: PartsRow, plot: Area, center: float, most: float) -> Iterator[Shape]:
    values = [it.value for it in row.parts]
    for index, left, width in segments(values, most or 1.0, plot.width):
        part = row.parts[index]
        # a line of the ground between two parts tells them apart without colors
        area = Area(plot.left + left, center - _BAR / 2, max(1.0, width - 1), _BAR)
        yield Box(area, tone(part.tone))
        if part.hatched:
            yield from _hatch(area)


def _hatch(area: Area) -> Iterator[Shape]:
    """Yield slanted lines in the color of the ground."""
    x = area.left - area.height
    while x < area.right:
        first, last = max(x, area.left), min(x + area.height, area.right)
        if last > first:
            start, end = (first, area.bottom - (first - x)), (last, area.bottom - (last - x))
            yield Path((start, end), "ground", 1.5)
        x += _HATCH


# --- names and legends --------------------------------------------------------------------------


def _names_width(names: Iterable[str], width: float, measure: Measure) -> float:
    longest = max((measure(name, False) for name in names), default=0.0)
    return min(longest, width * _NAMES) + 2 * _MARK + _GAP


def _name(
    name: str, shape: int | None, index: int, center: float, width: float, measure: Measure
) -> Iterator[Shape]:
    left = 0.0
    if shape is not None:
        yield from mark(shape, (_MARK + 1, center), _MARK, tone(index))
        left = 2 * _MARK + _GAP
    yield Text((left, center + 4), shortened(name, width - left - _GAP, measure))


Entry = tuple[str, Callable[[float, float], Iterable[Shape]]]


def _line_entries(chart: LineChart) -> list[Entry]:
    if not chart.legend:
        return []

    def entry(line: LineRow) -> Entry:
        shape, ink = line.key.mark, tone(line.key.tone)
        return line.key.name, lambda x, y: mark(shape, (x + _MARK + 1, y), _MARK, ink)

    return [entry(line) for line in chart.lines]


def _part_entries(chart: PartsChart) -> list[Entry]:
    """Return each kind of part once, in gray if its color differs from bar to bar; with one bar,
    its values too."""
    found: dict[str, list[Part]] = {}
    for row in chart.rows:
        for part in row.parts:
            if part.value > 0:
                found.setdefault(part.name, []).append(part)
    return [_part_entry(parts, alone=len(chart.rows) == 1) for parts in found.values()]


def _part_entry(parts: Sequence[Part], *, alone: bool) -> Entry:
    first = parts[0]
    same = all(it.tone == first.tone for it in parts)
    words = f"{first.name} {first.text}" if alone else first.name
    return words, _swatch(first.tone if same else GRAY, hatched=first.hatched)


def _swatch(index: int, *, hatched: bool) -> Callable[[float, float], Iterable[Shape]]:
    def shapes(x: float, y: float) -> Iterator[Shape]:
        area = Area(x, y - 4, 8.0, 8.0)
        yield Box(area, tone(index), 1.0)
        if hatched:
            yield from _hatch(area)

    return shapes


def _legend(
    entries: Sequence[Entry], width: float, top: float, measure: Measure
) -> tuple[list[Shape], float]:
    """Return the entries in as many rows as they need, and where they end."""
    shapes: list[Shape] = []
    x, y = 0.0, top
    for name, swatch in entries:
        text = shortened(name, width - 16, measure)
        needed = 14 + measure(text, False) + 2 * _GAP
        if x and x + needed - 2 * _GAP > width:
            x, y = 0.0, y + _LINE
        shapes += [*swatch(x, y + _LINE / 2), Text((x + 14, y + _LINE / 2 + 4), text, "dim")]
        x += needed
    return shapes, y + (_LINE if entries else 0.0)


def shortened(text: str, width: float, measure: Measure, *, strong: bool = False) -> str:
    """Return a text that fits, with an ellipsis where letters are left out."""
    if measure(text, strong) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if measure(text[:middle] + ELLIPSIS, strong) <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + ELLIPSIS


def _wrapped(text: str, width: float, measure: Measure) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and measure(longer, False) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
