"""The live panel: every number has a place, none changes too often, none is invented."""

from dataclasses import fields, replace
from time import monotonic

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QLabel

from engine.messages import EngineStats, Phase
from ui import theme
from ui.sparkline import SPAN, Sparkline
from ui.stats_panel import StatsPanel, size_text

ANSWERING = EngineStats(
    Phase.DECODE, 2, 0.4121, 1208.4, 46.21, 1934, 251, 21_400_000_000, 22_000_000_000
)
FIELDS = [field.name for field in fields(EngineStats)]


@pytest.fixture
def panel(qtbot):
    panel = StatsPanel()
    qtbot.addWidget(panel)
    return panel


def texts(panel):
    return [label.text() for label in panel.findChildren(QLabel)]


@pytest.mark.parametrize("name", FIELDS)
def test_every_field_has_a_place_of_its_own(panel, name):
    before = texts(panel)
    panel.show_stats(replace(EngineStats(), **{name: getattr(ANSWERING, name)}))
    changed = [new for old, new in zip(before, texts(panel), strict=True) if old != new]
    assert changed, f"EngineStats.{name} is shown nowhere: give it a place in StatsPanel.places"
    assert set(panel.places) == set(FIELDS)


def test_numbers_are_written_with_their_units(panel):
    panel.show_stats(ANSWERING)
    shown = texts(panel)
    expected = ["answering", "46.2", "tok/s", "21.4", "GB", "peak 22.0 GB", "412 ms", "2"]
    expected += ["1,934 tok", "1,208 tok/s", "251 tok"]
    assert not set(expected) - set(shown)


def test_what_is_not_known_is_a_dash(panel):
    assert texts(panel).count("–") == len(FIELDS) - 2  # the phase is known, the peak has a word
    assert "peak –" in texts(panel)
    assert "idle" in texts(panel)


def test_sizes_are_decimal():
    assert [size_text(n) for n in (4_130_000, 512_000_000, 999_600_000, 21_440_000_000)] == [
        "4.1 MB",
        "512 MB",
        "1.0 GB",
        "21.4 GB",
    ]


def test_numbers_rest_between_refreshes_and_the_last_one_arrives(panel, qtbot):
    written = []
    panel.places["waiting"] = lambda text: written.append((text, monotonic()))
    for waiting in (1, 2, 3, 4):
        panel.show_stats(EngineStats(waiting=waiting))
    assert [text for text, _ in written] == ["1"]
    qtbot.waitUntil(lambda: len(written) == 2)
    assert written[1][0] == "4"
    assert written[1][1] - written[0][1] > 0.2


def test_idle_keeps_the_numbers_of_the_last_request_and_lowers_the_line(panel, qtbot):
    panel.show_stats(ANSWERING)
    panel.show_stats(replace(ANSWERING, phase=Phase.IDLE))
    qtbot.waitUntil(lambda: "idle" in texts(panel))
    assert "46.2" in texts(panel)
    assert panel.findChildren(Sparkline)[0].points(60)[-1] == 0


def test_a_busy_phase_stands_out(panel, qtbot):
    panel.show()
    ground = QColor(theme.colors().selected)
    assert not has_color(panel, ground)
    panel.show_stats(ANSWERING)
    qtbot.waitUntil(lambda: has_color(panel, ground))


def test_nothing_ticks_once_hidden(panel, qtbot):
    timer = panel.findChild(QTimer)
    panel.show()
    panel.show_stats(ANSWERING)
    assert timer.isActive()
    panel.hide()
    qtbot.waitUntil(lambda: not timer.isActive())
    panel.show()
    assert timer.isActive()


class Clock:
    now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def line(qtbot):
    clock = Clock()
    line = Sparkline("accent", clock)
    qtbot.addWidget(line)
    line.resize(208, 44)
    return line, clock


def test_a_value_holds_until_the_next(line):
    line, clock = line
    assert line.points(6) == []
    clock.now += 100
    line.add(5)
    clock.now += 30
    line.add(9)
    clock.now += 20
    assert line.points(6) == [5, 5, 5, 9, 9, 9]


def test_what_is_older_than_the_span_is_forgotten(line):
    line, clock = line
    line.add(5)
    clock.now += 10
    line.add(9)
    assert not line.level
    clock.now += SPAN + 1
    assert line.points(4) == [9, 9, 9, 9]
    assert line.level


def test_the_line_is_painted_in_the_colour_of_the_scheme(line, qapp):
    line, clock = line
    line.add(5)
    clock.now += SPAN
    for scheme, colors in ((Qt.ColorScheme.Dark, theme.DARK), (Qt.ColorScheme.Light, theme.LIGHT)):
        theme.apply(qapp, scheme)
        assert has_color(line, QColor(colors.accent))


def test_a_line_without_height_or_width_is_painted_too(line):
    line, _ = line
    line.add(0)
    line.resize(3, 3)
    assert line.grab().width() == 3


def has_color(widget, color):
    image = widget.grab().toImage()
    pixels = ((x, y) for x in range(image.width()) for y in range(image.height()))
    return any(image.pixelColor(x, y) == color for x, y in pixels)
