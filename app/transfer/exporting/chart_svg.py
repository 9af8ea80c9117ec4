"""Writes charts as SVG: plain shapes and escaped text that load nothing and run nothing."""

import re
from collections.abc import Iterator
from html import escape

from ui.charts.chart import Chart, summary
from ui.charts.chart_layout import LETTERS, WIDTH, laid_out
from ui.charts.drawing import Box, Circle, Drawing, Path, Shape, Text
from ui.charts.tones import TONES

_LIGHT = {"text": "#1d1d1f", "dim": "#5f5f67", "line": "#d9d9de", "ground": "#ffffff"}
_DARK = {"text": "#f2f2f4", "dim": "#b0b0b8", "line": "#3f3f44", "ground": "#16171b"}
# XML has no characters for these, not even escaped ones.
_NO_XML = re.compile("[^\\t\\n\\r\\x20-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")
_ROUNDED = 1


def svg_file(chart: Chart) -> str:
    """Return a chart as a file of its own, on a ground that is readable in light and dark."""
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + svg(chart, style=True)


def svg(chart: Chart, *, style: bool = False) -> str:
    """Return a chart as one element for a page that has `chart_style`, or with a `style` of its
    own."""
    drawing = laid_out(chart, WIDTH, _estimated, title=True)
    width, height = _number(drawing.width), _number(drawing.height)
    title = _escaped(chart.title)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img" width="{width}"'
        f' height="{height}" viewBox="0 0 {width} {height}" aria-label="{title}">'
        f"<title>{title}</title><desc>{_escaped(summary(chart))}</desc>"
    )
    own = f"<style>{chart_style()}</style>" if style else ""
    ground = '<rect class="ink-ground" width="100%" height="100%"/>'
    return f"{head}{own}{ground}{''.join(_shapes(drawing))}</svg>\n"


def chart_style() -> str:
    """Return the colors of charts for a style sheet."""
    light = _LIGHT | {f"tone{index}": pair[0] for index, pair in enumerate(TONES)}
    dark = _DARK | {f"tone{index}": pair[1] for index, pair in enumerate(TONES)}
    strong = {"dim": "CanvasText", "line": "GrayText"}
    letters = f"font:{LETTERS:g}px system-ui,sans-serif;stroke:none"
    return (
        f"svg.chart text{{{letters}}}svg.chart .strong{{font-weight:600}}"
        f"{_inks(light)}@media (prefers-color-scheme:dark){{{_inks(dark)}}}"
        f"@media (prefers-contrast:more){{{_inks(strong)}}}"
    )


def _inks(colors: dict[str, str]) -> str:
    return "".join(
        f"svg.chart .ink-{name}{{fill:{color}}}svg.chart .line-{name}{{fill:none;stroke:{color}}}"
        for name, color in colors.items()
    )


def _shapes(drawing: Drawing) -> Iterator[str]:
    for shape in drawing.shapes:
        yield _shape(shape)


def _shape(shape: Shape) -> str:
    match shape:
        case Box():
            return _box(shape)
        case Path():
            return _path(shape)
        case Circle():
            return _circle(shape)
        case Text():
            return _text(shape)


def _box(box: Box) -> str:
    area = box.area
    numbers = (area.left, area.top, area.width, area.height)
    x, y, width, height = map(_number, numbers)
    kind = 'fill="transparent"' if box.ink == "none" else f'class="ink-{box.ink}"'
    rounded = f' rx="{_number(box.radius)}"' if box.radius else ""
    about = f"<title>{_escaped(box.about)}</title>" if box.about else ""
    return f'<rect {kind} x="{x}" y="{y}" width="{width}" height="{height}"{rounded}>{about}</rect>'


def _path(path: Path) -> str:
    points = [f"{_number(x)} {_number(y)}" for x, y in path.points]
    line = f"M{'L'.join(points)}"
    if path.closed:
        return f'<path class="ink-{path.ink}" d="{line}Z"/>'
    dashes = f' stroke-dasharray="{path.dashes[0]:g} {path.dashes[1]:g}"' if path.dashes else ""
    width = f'stroke-width="{_number(path.width)}"'
    drawn = f'<path class="line-{path.ink}" {width} stroke-linejoin="bevel"{dashes} d="{line}"/>'
    if path.floor is None:
        return drawn
    floor = _number(path.floor)
    first, last = _number(path.points[0][0]), _number(path.points[-1][0])
    below = f"{line}L{last} {floor}L{first} {floor}Z"
    return f'<path class="ink-{path.ink}" opacity="0.15" d="{below}"/>{drawn}'


def _circle(circle: Circle) -> str:
    x, y = map(_number, circle.center)
    kind = "line" if circle.hollow else "ink"
    edge = ' stroke-width="1.5"' if circle.hollow else ""
    size = f'cx="{x}" cy="{y}" r="{_number(circle.radius)}"'
    return f'<circle class="{kind}-{circle.ink}"{edge} {size}/>'


def _text(text: Text) -> str:
    x, y = map(_number, text.at)
    kind = f"ink-{text.ink} strong" if text.strong else f"ink-{text.ink}"
    side = "" if text.side == "start" else f' text-anchor="{text.side}"'
    return f'<text class="{kind}" x="{x}" y="{y}"{side}>{_escaped(text.text)}</text>'


def _number(value: float) -> str:
    return f"{round(value, _ROUNDED):g}"


def _escaped(text: str) -> str:
    return escape(_NO_XML.sub("\ufffd", text))


def _estimated(text: str, strong: bool) -> float:
    """Return the width of a text in a usual font: which one the reader has is not known."""
    wide = sum(it > "\u2e7f" for it in text)
    return (len(text) - wide) * LETTERS * (0.7 if strong else 0.64) + wide * LETTERS
