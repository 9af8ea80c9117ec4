"""Loads as the window shows them: progress, cancel, loads for no chat, at the start, and idle."""

from collections.abc import Callable
from pathlib import Path

import pytest

from app.requests.idle_models import IdleModels
from engine.messages import (
    NOBODY,
    Abort,
    Aborted,
    EngineStats,
    Failed,
    Generate,
    LoadModel,
    LoadProgress,
    ModelProfile,
    ModelReady,
    ModelUnloaded,
    Phase,
    RequestStats,
    Timings,
    UnloadModel,
    Usage,
)
from tests.kit.clock import Clock
from tests.kit.desk import DOT_MODEL, Desk, model_info

pytestmark = pytest.mark.model(None)

DOT_ID = DOT_MODEL.model_id


@pytest.fixture
def folder(tmp_path: Path) -> Callable[[str], str]:
    """Make the folder of a model, and return its id."""

    def make(name: str) -> str:
        (tmp_path / name).mkdir()
        return str(tmp_path / name)

    return make


def progress(request_id: int, model_id: str) -> LoadProgress:
    return LoadProgress(request_id, 3_100_000_000, 8_200_000_000, model_id)


def aborted(request_id: int) -> Aborted:
    return Aborted(request_id, Usage(), Timings())


def loads(desk: Desk) -> list[LoadModel]:
    return [it for it in desk.sent if isinstance(it, LoadModel)]


def test_the_header_counts_the_bytes_of_a_load_and_cancels_it(desk: Desk, folder) -> None:
    header = desk.window.header
    desk.ready()
    other = folder("other")
    desk.requests.models.load(other)
    load = desk.last()
    assert header.model_menu.text() == "Loading other…"
    desk.say(progress(load.request_id, other))
    assert header.model_menu.text() == "Loading other… 3.1 of 8.2 GB"
    assert header.cancel_button.isVisible()
    header.cancel_button.click()
    assert desk.last() == Abort(load.request_id)
    desk.say(aborted(load.request_id))
    assert header.cancel_button.isHidden()
    assert header.model_menu.text() == "Dot"


def test_a_load_that_a_question_began_is_shown_and_cancelled(desk: Desk) -> None:
    desk.ready()
    desk.say(ModelUnloaded(NOBODY, DOT_ID))
    request_id = desk.ask(desk.tab)
    assert isinstance(desk.last(), Generate)
    desk.say(progress(request_id, DOT_ID))
    assert desk.workspace.engine.loading == {DOT_ID: (3_100_000_000, 8_200_000_000)}
    assert desk.window.header.model_menu.text() == "Loading Dot… 3.1 of 8.2 GB"
    desk.window.header.cancel_button.click()
    assert desk.last() == Abort(request_id)
    desk.say(aborted(request_id))
    assert desk.workspace.engine.loading == {}
    assert desk.window.header.model_menu.text() == "Dot"


def test_a_load_ends_with_the_question_of_a_closed_chat(desk: Desk) -> None:
    desk.ready()
    desk.say(ModelUnloaded(NOBODY, DOT_ID))
    request_id = desk.ask(desk.tab)
    desk.workspace.requests.closed.emit(desk.tab.chat_id)
    desk.say(progress(request_id, DOT_ID), aborted(request_id))
    assert desk.workspace.engine.loading == {}


def test_a_ready_model_loads_no_more(desk: Desk) -> None:
    desk.ready()
    desk.say(ModelUnloaded(NOBODY, DOT_ID))
    request_id = desk.ask(desk.tab)
    desk.say(progress(request_id, DOT_ID), ModelReady(request_id, DOT_MODEL))
    assert desk.workspace.engine.loading == {}


def test_a_load_for_no_chat_outlives_other_choices_and_changes_no_chat(desk: Desk, folder) -> None:
    desk.ready()
    aside, other = folder("aside"), folder("other")
    desk.workspace.model_requests.loaded.emit(aside)
    load = desk.last()
    desk.requests.models.load(other)
    desk.ready()
    assert Abort(load.request_id) not in desk.sent
    desk.say(Failed(load.request_id, "The disk is gone."))
    assert desk.tab.chat.model_id == DOT_ID
    assert desk.window.notice.label.text() == "The disk is gone."


def test_models_of_the_start_follow_the_first_one_in_turn(desk: Desk, folder) -> None:
    a, b = folder("a"), folder("b")
    desk.workspace.library.set_at_start({b, a, DOT_ID, "/models/gone"})
    desk.ready()
    assert loads(desk)[1:] == [LoadModel(loads(desk)[1].request_id, a, evicts=False)]
    desk.say(Failed(loads(desk)[1].request_id, "It does not fit."))
    assert [it.model_id for it in loads(desk)[1:]] == [a, b]
    desk.say(ModelReady(loads(desk)[2].request_id, model_info(b, "B")))
    assert len(loads(desk)) == 3
    assert desk.tab.chat.model_id == DOT_ID


class Idle:
    """Dot is loaded, and unloaded after five idle minutes."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.clock = Clock()
        models, client = desk.requests.models, desk.requests.client
        self._idle = IdleModels(desk.workspace, client, models, self.clock)
        desk.preferences.change(unload_after=5)
        desk.ready()

    def pass_minutes(self, minutes: float) -> bool:
        """Return True if the model was unloaded at the end."""
        self.clock.now += 60 * minutes
        before = len(self.desk.sent)
        self._idle.unload_idle()
        return any(isinstance(it, UnloadModel) for it in self.desk.sent[before:])


@pytest.fixture
def idle(desk: Desk) -> Idle:
    return Idle(desk)


def test_an_idle_model_is_unloaded_and_answers_the_next_question(idle: Idle) -> None:
    desk = idle.desk
    assert not idle.pass_minutes(4.9)
    assert idle.pass_minutes(0.1)
    desk.say(ModelUnloaded(desk.last().request_id, DOT_ID))
    assert desk.workspace.engine.loaded == ()
    assert desk.window.header.model_menu.text() == "Dot"
    desk.ask(desk.tab)
    assert isinstance(desk.last(), Generate)


def test_a_model_in_use_is_not_idle(idle: Idle) -> None:
    desk = idle.desk
    idle.pass_minutes(3)
    request_id = desk.ask(desk.tab)
    assert not idle.pass_minutes(6)
    running = RequestStats(request_id, DOT_ID, Phase.DECODE)
    desk.say(EngineStats((running,)))
    desk.answer(request_id)
    desk.say(aborted(desk.last().request_id))
    assert not idle.pass_minutes(4)


def test_a_kept_model_stays_and_so_do_all_without_the_setting(idle: Idle) -> None:
    desk = idle.desk
    desk.workspace.library.set_profile(ModelProfile(DOT_ID, kept=True))
    assert not idle.pass_minutes(100)
    desk.workspace.library.set_profile(ModelProfile(DOT_ID))
    desk.preferences.change(unload_after=0)
    assert not idle.pass_minutes(100)
    desk.preferences.change(unload_after=60)
    assert idle.pass_minutes(0)
