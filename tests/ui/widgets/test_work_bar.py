"""The bar of long work: its share, and the time that is left once that can be told."""

import pytest

from tests.kit.clock import Clock
from ui.widgets.work_bar import WorkBar


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def bar(qtbot, clock):
    bar = WorkBar("Work", lambda: clock.now)
    qtbot.addWidget(bar)
    return bar


def test_steady_work_tells_how_long_it_still_takes(bar, clock):
    for done in range(5):
        bar.show_work(done, 20)
        clock.now += 30
    assert bar.value() == bar.maximum() // 5
    assert bar.time_left() == "8 min left"


def test_a_beginning_promises_nothing(bar, clock):
    bar.show_work(0, 20)
    clock.now += 1
    bar.show_work(1, 20)
    assert bar.time_left() == ""


def test_unsteady_work_promises_nothing(bar, clock):
    for done, seconds in ((0, 0), (1, 1), (2, 1), (3, 60)):
        clock.now += seconds
        bar.show_work(done, 20)
    assert bar.time_left() == ""


def test_a_pause_is_no_work(bar, clock):
    for done in range(4):
        bar.show_work(done, 10)
        clock.now += 10
    bar.restart()
    clock.now += 3600
    for done in range(4, 8):
        bar.show_work(done, 10)
        clock.now += 10
    assert bar.time_left() == "30 s left"


def test_a_file_larger_than_32_bits_has_a_share(bar):
    bar.show_work(30_000_000_000, 40_000_000_000)
    assert bar.value() == bar.maximum() * 3 // 4
