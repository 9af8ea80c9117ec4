"""The clock shared by all panes chooses which of them paint at a tick."""

import time

from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from ui.conversation.pacing import Pacer


class Shown:
    def __init__(self, log: list["Shown"], left: int = 0, slow: float = 0.0) -> None:
        self.log, self.left, self.slow = log, left, slow
        self.held = False

    def hold_paint(self, on: bool) -> None:
        self.held = on

    def show_changes(self) -> bool:
        self.log.append(self)
        assert self.held
        time.sleep(self.slow)
        self.left -= 1
        return self.left > 0


def test_nothing_runs_when_no_pane_waits(qtbot: QtBot) -> None:
    pacer, log = Pacer(), []
    assert not pacer.running
    pane = Shown(log)
    for _ in range(5):
        pacer.want(pane)
    assert pacer.running and not log
    qtbot.waitUntil(lambda: not pacer.running)
    assert log == [pane]


def test_a_pane_with_more_to_do_is_shown_again(qtbot: QtBot) -> None:
    pacer, log = Pacer(), []
    pacer.want(Shown(log, left=3))
    qtbot.waitUntil(lambda: not pacer.running)
    assert len(log) == 3


def test_an_error_in_a_pane_stops_no_other_pane(qtbot: QtBot) -> None:
    class Faulty(Shown):
        def show_changes(self) -> bool:
            raise ValueError("a fault of this pane")

    pacer, log = Pacer(), []
    faulty, other = Faulty(log), Shown(log)
    with qtbot.capture_exceptions() as errors:
        pacer.want(faulty)
        qtbot.waitUntil(lambda: not pacer.running)
        pacer.want(other)
        qtbot.waitUntil(lambda: not pacer.running)
    assert len(errors) == 1
    assert log == [other]
    assert not faulty.held


def test_at_most_half_of_the_panes_are_shown_at_a_tick(qtbot: QtBot) -> None:
    pacer, log = Pacer(), []
    panes = [Shown(log) for _ in range(6)]
    for pane in panes:
        pacer.want(pane)
    pacer._timer.stop()
    pacer._tick()
    qtbot.waitUntil(lambda: not pacer._chosen)
    assert log == panes[:3]
    pacer._tick()
    qtbot.waitUntil(lambda: not pacer._chosen)
    assert len(log) == 5
    pacer.want(panes[5])
    qtbot.waitUntil(lambda: not pacer.running)
    assert sorted(map(id, log)) == sorted(map(id, panes))


def test_panes_wait_their_interval_and_slow_ones_longer(qtbot: QtBot) -> None:
    pacer, log = Pacer(), []
    fast, slow = Shown(log, left=99), Shown(log, left=99, slow=0.02)
    pacer.want(fast)
    pacer.want(slow)
    qtbot.waitUntil(lambda: len(log) > 30)
    assert log.count(fast) > log.count(slow) > 2
    pacer.forget(fast)
    pacer.forget(slow)
    qtbot.waitUntil(lambda: not pacer.running)


def test_each_pane_is_painted_before_the_next_is_shown(qtbot: QtBot) -> None:
    pacer, log = Pacer(), []
    panes = [Shown(log) for _ in range(4)]

    def alone() -> None:
        assert sum(pane.held for pane in panes) <= 1

    watch = QTimer(interval=0)
    watch.timeout.connect(alone)
    watch.start()
    for pane in panes:
        pacer.want(pane)
    qtbot.waitUntil(lambda: len(log) == 4 and not pacer.running)
    assert not any(pane.held for pane in panes)


def test_a_pane_that_is_hidden_meanwhile_can_be_painted(qtbot: QtBot) -> None:
    pacer, held = Pacer(), []

    class HiddenWhileShown(Shown):
        def show_changes(self) -> bool:
            super().show_changes()
            pacer.forget(self)
            held.append(self.held)
            return False

    pacer.want(HiddenWhileShown([]))
    qtbot.waitUntil(lambda: bool(held) and not pacer.running)
    assert held == [False]
