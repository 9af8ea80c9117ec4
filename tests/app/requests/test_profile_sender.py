"""The engine gets profiles before the commands they are for; changed models are loaded anew."""

import shutil
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.base.paths import DOT
from app.models.roots import own_folder
from engine.messages import (
    NOBODY,
    ChatMessage,
    Configure,
    Diverge,
    Failed,
    LoadModel,
    ModelProfile,
    ModelReady,
    ModelUnloaded,
    ProfileTried,
    TryProfile,
    UnloadModel,
)
from tests.kit.desk import DOT_MODEL, Desk
from tests.kit.model_folders import write_model
from ui.state.compared_chat import ComparedChat
from ui.state.library_state import Place

PROFILE = ModelProfile(str(DOT), stop_ids=(3,))


def change(desk: Desk, profile: ModelProfile) -> list[type]:
    """Change a profile, and return the kinds of commands that were sent for it."""
    before = len(desk.sent)
    desk.workspace.profile_requests.changed.emit(profile)
    return [type(it) for it in desk.sent[before:]]


def unloads(desk: Desk, since: int) -> list[str]:
    """Return the models that were unloaded since then."""
    return [it.model_id for it in desk.sent[since:] if isinstance(it, UnloadModel)]


def test_a_loaded_model_is_loaded_anew_when_its_profile_changes(desk: Desk) -> None:
    assert change(desk, PROFILE) == [Configure, UnloadModel, LoadModel]
    assert desk.sent[-3] == Configure((PROFILE,))
    unload, load = desk.sent[-2:]
    assert isinstance(unload, UnloadModel) and isinstance(load, LoadModel)
    desk.say(ModelUnloaded(unload.request_id, str(DOT)), ModelReady(load.request_id, DOT_MODEL))
    # Not counted as unloaded by the person.
    assert desk.requests.models.info(str(DOT)) is not None
    assert change(desk, replace(PROFILE, kept=True)) == [Configure]
    assert change(desk, replace(PROFILE, kept=True)) == []
    assert change(desk, ModelProfile("/not/loaded", stop_ids=(1,))) == [Configure]


def test_an_answer_ends_before_its_model_is_loaded_anew(desk: Desk) -> None:
    request_id = desk.ask(desk.tab, "Hello")
    assert change(desk, PROFILE) == [Configure]
    desk.answer(request_id)
    before = len(desk.sent)
    desk.requests.client.stats_arrived.emit(desk.workspace.engine.stats)
    titles = [it for it in desk.sent[before:] if isinstance(it, UnloadModel | LoadModel)]
    assert [type(it) for it in titles] == [UnloadModel, LoadModel]


def test_a_model_is_loaded_anew_without_its_draft_model_once_that_is_in_the_trash(
    desk: Desk, qtbot: QtBot, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("send2trash.send2trash", shutil.rmtree)
    draft = str(write_model(own_folder(home) / "draft"))
    profile = ModelProfile(str(DOT), draft_model=draft)
    change(desk, profile)
    unload, load = desk.sent[-2:]
    assert isinstance(unload, UnloadModel) and isinstance(load, LoadModel)
    desk.say(ModelUnloaded(unload.request_id, str(DOT)), ModelReady(load.request_id, DOT_MODEL))
    request_id = desk.ask(desk.tab)
    before = len(desk.sent)
    with qtbot.waitSignal(desk.library.trashed):
        desk.workspace.library_requests.deleted.emit(draft)
    assert str(DOT) not in unloads(desk, before), "the answer ends first"
    desk.answer(request_id)
    desk.requests.client.stats_arrived.emit(desk.workspace.engine.stats)
    assert unloads(desk, before)[-1] == str(DOT)
    assert isinstance(desk.sent[-1], LoadModel) and desk.sent[-1].model_id == str(DOT)
    assert desk.workspace.library.profile(str(DOT)) == profile, "it may come back from the trash"


def test_a_question_that_loads_its_model_is_answered_before_it_is_loaded_anew(desk: Desk) -> None:
    desk.say(ModelUnloaded(NOBODY, str(DOT)))
    request_id = desk.ask(desk.tab, "Hello")
    assert change(desk, PROFILE) == [Configure]
    # Loaded with the former profile, which the engine read before it learned of the new one.
    desk.say(ModelReady(request_id, DOT_MODEL))
    before = len(desk.sent)
    desk.answer(request_id)
    desk.requests.client.stats_arrived.emit(desk.workspace.engine.stats)
    sent = [type(it) for it in desk.sent[before:] if isinstance(it, UnloadModel | LoadModel)]
    assert sent == [UnloadModel, LoadModel]


def test_both_models_of_a_divergence_stay_until_it_ends(desk: Desk) -> None:
    client = desk.requests.client
    make = partial(
        Diverge, model_id="/original", other_id=str(DOT), prompts=(ChatMessage("user", "Hello"),)
    )
    request_id = client.send(make, lambda event: None)
    assert client.uses(str(DOT)) and client.uses("/original") and not client.uses("/other")
    assert change(desk, PROFILE) == [Configure]
    client.drop(request_id)


def test_the_engine_learns_of_profiles_first(desk: Desk) -> None:
    change(desk, PROFILE)
    again: list[object] = []
    client = desk.requests.client
    client._submit = again.append
    made = type(desk.requests.profiles)
    made(desk.workspace, client, desk.requests.models, desk.library.trashed)
    assert again == [Configure((PROFILE,))]


def test_a_trial_is_shown_and_an_earlier_one_dropped(desk: Desk) -> None:
    requests, library = desk.workspace.profile_requests, desk.workspace.library
    requests.tried.emit(PROFILE, ("a",))
    first = desk.last()
    requests.tried.emit(PROFILE, ("b",))
    second = desk.last()
    assert second == TryProfile(second.request_id, PROFILE, ("b",))
    desk.say(ProfileTried(first.request_id, str(DOT), prompt="old"))
    assert library.trials == {}
    desk.say(ProfileTried(second.request_id, str(DOT), prompt="new"))
    assert library.trials[str(DOT)].prompt == "new"
    requests.tried.emit(PROFILE, ())
    desk.say(Failed(desk.last().request_id, "It is gone."))
    assert library.trials[str(DOT)].problem == "It is gone."


def test_models_are_compared_side_by_side(desk: Desk, tmp_path: Path) -> None:
    desk.workspace.profile_requests.compared.emit((str(DOT), str(tmp_path)))
    front = desk.workspace.conversations.front
    assert isinstance(front, ComparedChat)
    assert [it.settings.model_id for it in front.panes] == [str(DOT), str(tmp_path)]


def test_a_removed_adapter_leaves_memory(desk: Desk, tmp_path: Path) -> None:
    info = replace(DOT_MODEL, model_id=str(tmp_path / "gone"))
    library = desk.workspace.library
    library.set_profile(ModelProfile(info.model_id, str(DOT), "/adapter"))
    desk.ready(info)
    library.remove_profile(info.model_id)
    assert isinstance(desk.last(), UnloadModel)
    assert desk.last().model_id == info.model_id


def test_a_model_with_an_adapter_is_listed_beside_its_base(desk: Desk) -> None:
    library, model_id = desk.workspace.library, "/home/variants/Dot + voice"
    library.set_profile(ModelProfile(model_id, str(DOT), "/adapters/voice"))
    listed = library.find(model_id)
    assert listed is not None
    assert listed.place is Place.ADAPTER and listed.available
    assert desk.requests.models.exists(model_id)
    library.remove_profile(model_id)
    assert library.find(model_id) is None
