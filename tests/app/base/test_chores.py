"""Work on threads tells its results to the Qt thread, and its faults to the crash report."""

import threading

import pytest
from PySide6.QtCore import QCoreApplication, QObject
from pytestqt.qtbot import QtBot

from app.base.chores import Chores, OrderedChores


@pytest.mark.parametrize("kind", [Chores, OrderedChores])
def test_a_fault_in_work_is_reported_and_costs_no_other_work(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, kind: type[Chores]
) -> None:
    faults: list[threading.ExceptHookArgs] = []
    # The crash file of a running program listens there.
    monkeypatch.setattr(threading, "excepthook", faults.append)
    owner = QObject()
    chores = kind("some work", owner)
    done: list[int] = []
    chores.do(lambda: 1 // 0)
    chores.do(lambda: 7, done.append)
    qtbot.waitUntil(lambda: done == [7] and len(faults) == 1)
    [fault] = faults
    assert fault.exc_type is ZeroDivisionError
    assert fault.thread is not None and fault.thread.name == "some work"
    chores.close()


def test_an_error_that_somebody_wants_to_hear_of_is_no_fault(qtbot: QtBot) -> None:
    owner = QObject()
    chores = Chores("some work", owner)
    errors: list[Exception] = []
    chores.do(lambda: 1 // 0, failed=errors.append)
    qtbot.waitUntil(lambda: [type(it) for it in errors] == [ZeroDivisionError])
    chores.close()


def test_ordered_work_is_done_at_the_end_and_tells_nothing_more(qapp: QCoreApplication) -> None:
    owner = QObject()
    chores = OrderedChores("some work", owner)
    answered = threading.Event()
    done: list[int] = []
    told: list[bool] = []
    chores.do(lambda: answered.wait(10), told.append)
    chores.do(lambda: done.append(1))
    assert not chores.end(0)
    answered.set()
    assert chores.end(10)
    qapp.processEvents()
    assert (done, told) == ([1], [])


def test_a_fault_in_one_receiver_keeps_no_result_from_another(qtbot: QtBot) -> None:
    owner = QObject()
    chores = Chores("some work", owner)
    heard: list[int] = []
    with qtbot.capture_exceptions() as faults:
        # Both are handed over in one turn of the event loop.
        chores.post(lambda one: one // 0, 1)
        chores.post(heard.append, 2)
        qtbot.waitUntil(lambda: heard == [2])
    assert [kind for kind, *_ in faults] == [ZeroDivisionError]
    chores.close()
