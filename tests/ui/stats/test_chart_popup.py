"""An enlarged chart: its axes, the values at a moment, and the keyboard."""

import pytest
from PySide6.QtCore import QPoint, Qt

from app.transfer.exporting.chart_svg import svg
from tests.kit.clock import Clock
from ui.charts.chart_layout import laid_out
from ui.charts.drawing import Text
from ui.charts.tones import ORANGE
from ui.look.numbers import speed_text
from ui.stats.chart_popup import ChartPopup
from ui.stats.live_series import KEPT, SPAN, Series
from ui.stats.sparkline import Line


@pytest.fixture
def popup(qtbot):
    """A chart of 10 tok/s that became 40 tok/s half a minute ago, and ended 10 s ago."""
    clock = Clock()
    series = Series(clock)
    for seconds, value in ((0, 10), (SPAN / 2, 40), (20, 0), (10, None)):
        clock.now += seconds
        if value is not None:
            series.add(value)
    popup = ChartPopup("Speed", [Line(series, ORANGE, name="Dot")], speed_text)
    popup.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(popup)
    popup.show_at(popup)
    return popup


def shown(popup):
    return popup.moment.text(), popup.legend.entries[0].text


def test_the_newest_values_are_shown_first(popup):
    assert shown(popup) == ("now", "0.0 tok/s")
    assert popup.chart.accessibleName() == "Speed, now: Dot 0.0 tok/s"


def test_the_pointer_chooses_a_moment(popup, qtbot):
    area = popup.chart.area()
    qtbot.mouseMove(popup.chart, QPoint(int(area.left() + area.width() * 0.75), 50))
    moment, value = shown(popup)
    assert (moment, value) in {("15 s ago", "40.0 tok/s"), ("16 s ago", "40.0 tok/s")}


def test_the_arrow_keys_choose_a_moment(popup, qtbot):
    qtbot.keyClick(popup.chart, Qt.Key.Key_Home)
    assert shown(popup)[1] == "10.0 tok/s"
    for _ in range(40):
        qtbot.keyClick(popup.chart, Qt.Key.Key_Right)
    assert shown(popup) == ("20 s ago", "40.0 tok/s")
    qtbot.keyClick(popup.chart, Qt.Key.Key_Left)
    assert shown(popup)[0] == "21 s ago"
    qtbot.keyClick(popup.chart, Qt.Key.Key_End)
    assert shown(popup)[0] == "now"


def test_ten_minutes_can_be_shown(popup, qtbot):
    popup.range.button(str(KEPT)).click()
    qtbot.keyClick(popup.chart, Qt.Key.Key_Home)
    assert shown(popup)[0] == "10 min ago"


def test_the_axis_has_round_values_that_reach_the_highest(popup):
    described = popup.chart.chart("Speed")
    shapes = laid_out(described, 400, lambda text, strong: 6.0 * len(text)).shapes
    ticks = [it.text for it in shapes if isinstance(it, Text) and it.side == "end"]
    assert ticks == ["0 tok/s", "20 tok/s", "40 tok/s"]


def test_the_chart_is_saved_with_the_lines_that_are_shown(popup):
    assert ">60 s ago</text>" in svg(popup.chart.chart("Speed"))
    popup.chart.set_span(KEPT)
    assert ">10 min ago</text>" in svg(popup.chart.chart("Speed"))


def test_escape_closes_it(popup, qtbot):
    qtbot.keyClick(popup.chart, Qt.Key.Key_Escape)
    assert not popup.isVisible()
