"""Garbage collection: QObjects on the Qt thread only, and never while a pause would be noticed."""

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue
from threading import get_ident
from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.assembly import Assembly
from app.base import collector
from app.base.collector import FEW, MANY, ROUNDS, Collector
from engine.engine import Engine
from engine.messages import (
    Aborted,
    EngineStats,
    Failed,
    Finished,
    Generate,
    LoadModel,
    ModelUnloaded,
    SamplingParams,
    Timings,
    UnloadModel,
    Usage,
)
from tests.kit.desk import Desk
from tests.kit.images import ask
from tests.kit.tabs import new_chat, new_comparison
from ui.tabs.chat_tab import ChatTab
from ui.tabs.tab import Tab


class Cycle:
    def __init__(self) -> None:
        self.me = self


class BusyWindow(QWidget):
    busy = False


@pytest.fixture
def window(qtbot) -> BusyWindow:
    found = BusyWindow()
    qtbot.addWidget(found)
    found.show()
    return found


@pytest.fixture
def made(window: BusyWindow) -> Iterator[Collector]:
    found = Collector(window, lambda: window.busy)
    yield found
    found.close()


def garbage(count: int = 1) -> weakref.ref[Cycle]:
    last = Cycle()
    for _ in range(count):
        Cycle()
    return weakref.ref(last)


def delete_now() -> None:
    """Deliver deferred deletes, as the outermost event loop does."""
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def test_nothing_is_collected_before_the_libraries_are_loaded(made: Collector) -> None:
    assert not gc.isenabled()
    assert not any(timer.isActive() for timer in made.findChildren(QTimer))


@pytest.mark.parametrize("busy", [False, True])
def test_new_cycles_are_freed_even_while_an_answer_grows(
    window, made: Collector, busy: bool
) -> None:
    made.on_events([Failed(1, "no model")])
    window.busy = busy
    few = garbage()
    made.collect_due()
    assert few() is not None, "so few are not worth a look"
    many = garbage(FEW)
    made.collect_due()
    assert few() is None and many() is None


def test_old_objects_are_collected_after_many_collections_of_new_ones(made: Collector) -> None:
    made.on_events([Failed(1, "no model")])
    old = Cycle()
    gc.collect(1)
    gc.collect(1)
    gone = weakref.ref(old)
    del old
    keep: list[list[int]] = []
    for _ in range(ROUNDS):
        keep += [[] for _ in range(2 * FEW)]
        made.collect_due()
    assert gone() is None


def test_old_objects_wait_a_minute_at_most_for_an_answer(
    window, made: Collector, monkeypatch
) -> None:
    made.on_events([Failed(1, "no model")])
    made.expect_garbage()
    window.busy = True
    gone = garbage()
    made.collect_due()
    assert gone() is not None
    monkeypatch.setattr(collector, "LONGEST", -1.0)
    made.collect_due()
    assert gone() is None


def test_objects_of_an_import_are_collected_at_a_quiet_moment(window, made) -> None:
    made.on_events([Failed(1, "no model")])
    gone = garbage(MANY)
    made.collect_due()
    assert gone() is not None
    window.busy = True
    made.collect_all()
    assert gone() is not None, "an answer grows"
    window.busy = False
    made.collect_all()
    assert gone() is None


def test_frozen_garbage_is_freed_even_during_answers_and_typing(
    window, made: Collector, monkeypatch
) -> None:
    made.on_events([Failed(1, "no model")])
    window.busy = True
    gone = garbage()
    gc.freeze()
    made.expect_garbage()
    made.collect_due()
    assert gone() is not None
    monkeypatch.setattr(collector, "OVERDUE", -1.0)
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_A)
    made.collect_due()
    assert gone() is None
    later = garbage()
    gc.freeze()
    made.collect_due()
    assert later() is not None, "nothing more was asked for"


def test_a_key_delays_the_full_collection(window, made, monkeypatch) -> None:
    made.expect_garbage()
    begun: list[int] = []
    monkeypatch.setattr(made._quiet, "start", lambda: begun.append(1))
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_A)
    assert begun
    made.collect_all()
    begun.clear()
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_A)
    assert not begun, "nothing is waited for any more"


def test_the_collector_starts_once_a_model_loaded_or_failed(qtbot, home: Path) -> None:
    parts = Assembly(home)
    qtbot.addWidget(parts.window)
    parts.show()
    tick, quiet = parts.collector.findChildren(QTimer)
    assert not tick.isActive()
    parts.events.arrived.emit([Failed(1, "no model")])
    assert tick.isActive() and not quiet.isActive()
    parts.window.workspace.requests.closed.emit(parts.window.current_tab().chat_id)
    assert quiet.isActive(), "a chat was closed"
    assert parts.close(timeout=30)
    assert not (tick.isActive() or quiet.isActive())


def told_when_freed(tab: ChatTab, freed: list[int]) -> int:
    """Record the thread on which each part of the tab is freed, and return the tab's id."""
    for part in (tab, tab.composer, tab.transcript):
        weakref.finalize(part, lambda: freed.append(get_ident()))
    return tab.chat_id


def test_closed_tabs_are_freed_on_the_qt_thread_while_the_engine_works(
    qtbot, tmp_path: Path, tiny_text: Path
) -> None:
    """An unloaded model releases its own memory and nothing else."""
    desk = Desk(qtbot, tmp_path / "home")
    desk.window.complete()
    desk.ready()
    made = Collector(desk.window, lambda: False)
    freed: list[int] = []
    ids = [told_when_freed(new_chat(desk), freed) for _ in range(5)]
    events: SimpleQueue[Any] = SimpleQueue()
    engine = Engine(lambda it: None if isinstance(it, EngineStats) else events.put(it))
    engine.start()
    few = SamplingParams(max_tokens=20)
    engine.submit(LoadModel(1, str(tiny_text)))
    engine.submit(Generate(2, str(tiny_text), (ask("the quick fox"),), few))
    for chat_id in ids:
        desk.window.workspace.requests.closed.emit(chat_id)
    delete_now()
    while not isinstance(events.get(timeout=60), Finished):
        pass
    engine.submit(UnloadModel(3, str(tiny_text)))
    assert events.get(timeout=60) == ModelUnloaded(3, str(tiny_text))
    assert engine.stop(timeout=60)
    assert freed == []
    made.on_events([Failed(4, "no model")])
    made.expect_garbage()
    made.collect_all()
    assert set(freed) == {get_ident()} and len(freed) == 15
    made.close()
    desk.close()


def closed(desk: Desk, tabs: list[Tab], *, together: bool) -> list[weakref.ref[Any]]:
    """Close the tabs in one turn of the event loop, or in one turn each."""
    refs = [weakref.ref(part) for tab in tabs for part in (tab, tab.composer, *tab.transcripts)]
    ids = [tab.chat_id for tab in tabs]
    tabs.clear()
    for chat_id in ids:
        desk.window.workspace.requests.closed.emit(chat_id)
        # Tab does the same, and so does a hidden tab in front.
        desk.window.findChildren(QWidget)
        if not together:
            delete_now()
    delete_now()
    return refs


def aborted_chat(desk: Desk) -> ChatTab:
    tab = new_chat(desk)
    desk.say(Aborted(desk.ask(tab), Usage(), Timings()))
    return tab


@pytest.mark.parametrize("together", [False, True])
def test_nothing_references_a_closed_tab(qtbot, tmp_path: Path, together: bool) -> None:
    desk = Desk(qtbot, tmp_path)
    desk.window.complete()
    desk.ready()
    tabs: list[Tab] = [aborted_chat(desk) for _ in range(3)]
    tabs.append(new_comparison(desk))
    desk.sent.clear()
    refs = closed(desk, tabs, together=together)
    gc.collect()
    assert [ref() for ref in refs if ref() is not None] == []
    desk.close()
