"""The bar of an answer's time: its parts, their order and one scale for several answers."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint

from engine.messages import RequestStats, Timings
from ui.state.figures import time_figures
from ui.stats.time_bar import TimeBar, time_color

SLOW = RequestStats(timings=Timings(3.0, queued=1.5, loading=1.0, prefill=1.5, decode=5.0))
FAST = RequestStats(timings=Timings(1.0, looking=1.0, decode=3.0))


@pytest.fixture
def bar(qtbot):
    bar = TimeBar()
    qtbot.addWidget(bar)
    bar.resize(400, 40)
    bar.show_answers([SLOW, FAST])
    return bar


def test_parts_stand_in_the_order_in_which_they_pass(bar):
    keys = [figure.key for figure, _ in bar.segments(0)]
    assert keys == ["queued", "loading", "prompt", "generation"]
    edges = [(rect.left(), rect.right()) for _, rect in bar.segments(0)]
    assert all(one[1] == two[0] for one, two in pairwise(edges))


def test_all_bars_have_the_scale_of_the_longest(bar):
    assert bar.segments(0)[-1][1].right() == 400
    assert bar.segments(1)[-1][1].right() == pytest.approx(200, abs=5), "4 of 8 seconds"


def test_even_a_moment_can_be_seen(bar):
    bar.show_answers([RequestStats(timings=Timings(prepare=0.0001, decode=10.0))])
    assert bar.segments(0)[0][1].width() >= 2


def test_a_part_says_its_time_and_what_it_means(bar):
    rect = bar.segments(1)[0][1]
    said = bar.words_at(QPoint(int(rect.center().x()), int(rect.center().y())))
    assert said.startswith("Vision: 1.0 s\n")
    assert "Generation 5.0 s; Vision 1.0 s" in bar.accessibleDescription()
    assert bar.words_at(QPoint(399, int(rect.center().y()))) == ""


def test_each_part_has_a_color_of_its_own(qapp):
    colors = [time_color(figure).name() for figure in time_figures()]
    assert len(set(colors)) == len(colors) == 8


def test_an_answer_without_times_has_an_empty_bar(bar):
    bar.show_answers([RequestStats()])
    assert bar.segments(0) == []
    assert not bar.grab().isNull()
