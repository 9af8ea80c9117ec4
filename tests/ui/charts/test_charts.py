"""Charts: what they show of a comparison, and the shapes and the SVG they become."""

from typing import Any
from xml.etree import ElementTree

import pytest

from app.transfer.exporting.chart_svg import svg, svg_file
from tests.kit.comparisons import TIMINGS, Panes
from ui.charts.chart import (
    Key,
    LineChart,
    LineRow,
    Part,
    PartsChart,
    PartsRow,
    SpreadChart,
    SpreadRow,
    summary,
)
from ui.charts.chart_layout import laid_out
from ui.charts.drawing import Box, Path, Text
from ui.charts.marks import mark
from ui.charts.result_charts import MOST_COLUMNS, Measured, all_result_charts, result_charts
from ui.charts.scale import ticks
from ui.look.numbers import speed_text

SVG = "{http://www.w3.org/2000/svg}"
DOT = Key("Dot", 0)


def measure(text, strong):
    return 6.0 * len(text)


def drawn(chart):
    return laid_out(chart, 600, measure)


def spreads(*values, name="Dot"):
    return SpreadChart("Speed", (SpreadRow(Key(name, 0), values),), speed_text)


@pytest.mark.parametrize("highest", [0, 0.003, 1, 7, 61.7, 400, 12345])
def test_an_axis_begins_at_zero_and_holds_the_highest_value(highest):
    found = ticks(highest)
    assert found[0] == 0 and found[-1] >= highest and 2 <= len(found) <= 6


def test_marks_of_an_axis_claim_no_measured_digit():
    texts = [shape.text for shape in drawn(spreads(37.8)).shapes if isinstance(shape, Text)]
    assert {"0 tok/s", "20 tok/s", "40 tok/s", "37.8 tok/s"} <= set(texts)


def test_counts_have_whole_numbers_on_their_axis():
    assert ticks(2, whole=True) == [0, 1, 2]


def test_the_bar_of_a_pane_begins_at_zero_and_ends_at_its_median():
    found = drawn(spreads(10, 20, 90))
    bar = next(it for it in found.shapes if isinstance(it, Box) and it.ink == "tone0")
    axis = [it.points[0][0] for it in found.shapes if isinstance(it, Path) and it.ink == "line"]
    assert bar.area.left == axis[0] == found.plot.left
    assert bar.area.width == pytest.approx(found.plot.width * 20 / 90, rel=0.12)


def test_a_missing_value_leaves_a_gap_in_its_line():
    values = (1.0, 2.0, None, 4.0, 5.0)
    found = drawn(LineChart("Speed", (LineRow(DOT, values),), speed_text, marked=True))
    lines = [it for it in found.shapes if isinstance(it, Path) and it.ink == "tone0"]
    assert [len(it.points) for it in lines] == [2, 2]


def test_ten_panes_are_told_apart_without_colors():
    marks = {mark(index, (0.0, 0.0), 4.0, "text") for index in range(10)}
    assert len(marks) == 10


def test_a_long_name_is_shortened_and_told_in_full():
    name = "A very long name of a model that nobody has room for " * 3
    found = drawn(spreads(10, name=name))
    texts = [it.text for it in found.shapes if isinstance(it, Text)]
    assert any(it.endswith("…") and len(it) >= 8 for it in texts)
    assert any(name in it.about for it in found.shapes if isinstance(it, Box))


# --- SVG ----------------------------------------------------------------------------------------


def test_a_hostile_name_stays_text_in_the_svg():
    name = "</title><script>alert(1)</script>\x00\ud800&"
    text = svg_file(spreads(10, 20, name=name))
    root = ElementTree.fromstring(text.encode("utf-8"))
    assert {it.tag.removeprefix(SVG) for it in root.iter()} <= {
        *("svg", "title", "desc", "style", "rect", "path", "circle", "text"),
    }
    assert all(not it.startswith("on") for each in root.iter() for it in each.attrib)
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


def test_an_svg_says_its_title_and_its_numbers_to_a_screen_reader():
    root = ElementTree.fromstring(svg(spreads(10, 20, 30)))
    assert root.get("role") == "img" and root.get("aria-label") == "Speed"
    assert root[0].text == "Speed"
    assert "Dot: median 20.0 tok/s" in (root[1].text or "")


def test_an_svg_is_readable_in_light_and_dark():
    text = svg_file(spreads(10))
    assert "prefers-color-scheme:dark" in text and "prefers-contrast:more" in text
    kinds = {it.get("class", "").partition(" ")[0] for it in ElementTree.fromstring(text).iter()}
    inks = kinds - {"", "chart"}
    assert inks and all(f".{it}{{" in text for it in inks), "every class has its color"


# --- a comparison -------------------------------------------------------------------------------


@pytest.fixture
def panes(qapp):
    return Panes("one", "two")


def both(panes: Panes, measured: Measured) -> Any:
    return result_charts(panes.comparison.rounds, measured)


def test_stopped_and_failed_answers_are_missing_and_said(panes):
    panes.ask("First", "a", "b")
    panes.begin("Second")
    panes.stop(1)
    panes.fail(2)
    by_pane, by_prompt = both(panes, Measured.SPEED)
    assert [(len(it.values), it.missing) for it in by_pane.rows] == [(1, 1), (1, 1)]
    assert [line.values[1] for line in by_prompt.lines] == [None, None]
    assert "2 answers left out" in by_pane.note
    assert by_prompt.column_words(1) == "Prompt 2: no number"


def test_a_blind_round_is_in_no_chart_until_the_vote(panes):
    panes.ask("First", "a", "b")
    panes.comparison.set_blind(True)
    index = panes.ask("Second", "c", "d")
    by_pane, by_prompt = both(panes, Measured.SPEED)
    assert [len(it.values) for it in by_pane.rows] == [1, 1]
    assert by_prompt.shaded == {1} and [it.values[1] for it in by_prompt.lines] == [None, None]
    assert by_prompt.column_words(1) == "Prompt 2: hidden until you vote"
    panes.comparison.vote(index, 2)
    _, by_prompt = both(panes, Measured.SPEED)
    assert not by_prompt.shaded and None not in by_prompt.lines[0].values


def test_a_first_blind_round_names_nobody(panes):
    panes.comparison.set_blind(True)
    panes.ask("First", "a", "b")
    said = [summary(it) for kind in Measured for it in both(panes, kind)]
    assert "one" not in " ".join(said).split() and not all_result_charts(panes.comparison.rounds)


def test_votes_add_up_from_prompt_to_prompt(panes):
    for vote in (1, 2, -1, 2):
        panes.comparison.vote(panes.ask("Which?", "a", "b"), vote)
    by_pane, by_prompt = both(panes, Measured.VOTES)
    assert [line.values for line in by_prompt.lines] == [(1, 1, 1, 1), (0, 1, 1, 2)]
    assert by_pane.words() == ["one: Wins 1, Ties 1", "two: Wins 2, Ties 1"]


def test_many_prompts_share_columns(panes):
    for index in range(MOST_COLUMNS + 3):
        panes.begin(f"Prompt {index}")
        panes.end(1)
        panes.end(2, timings=TIMINGS)
    by_pane, by_prompt = both(panes, Measured.FIRST_TOKEN)
    assert len(by_prompt.lines[0].values) == len(by_prompt.columns) <= MOST_COLUMNS
    assert by_prompt.columns[-1] == "Prompt 63" and by_prompt.columns[0] == "Prompts 1 to 2"
    assert "median of up to 2 prompts" in by_prompt.note
    assert len(by_pane.rows[0].values) == MOST_COLUMNS + 3


def test_parts_are_in_order_and_the_longest_bar_fills_the_width():
    rows = (
        PartsRow("a", (Part("x", 0, 3, "3"), Part("y", 1, 1, "1", hatched=True))),
        PartsRow("b", (Part("x", 0, 2, "2"), Part("y", 1, 0, "0"))),
    )
    found = drawn(PartsChart("Parts", rows))
    boxes = [it for it in found.shapes if isinstance(it, Box) and it.ink.startswith("tone")]
    assert boxes[1].area.right == pytest.approx(found.plot.right, abs=1.5)
    assert any(isinstance(it, Path) and it.ink == "ground" for it in found.shapes), "hatched"
