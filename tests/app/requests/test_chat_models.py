"""Each chat has its model; presets set its options."""

import shutil
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.models.roots import own_folder
from engine.messages import (
    Aborted,
    Failed,
    Generate,
    LoadModel,
    ModelInfo,
    ModelProfile,
    ModelReady,
    ModelUnloaded,
    Overflow,
    SamplingParams,
    Timings,
    UnloadModel,
    Usage,
)
from tests.kit.desk import DOT_MODEL, Desk, model_info
from tests.kit.model_folders import write_model
from tests.kit.tabs import new_chat, new_comparison, show_tab
from ui.compare.pane_settings import PaneSettingsPopup
from ui.state.chat_options import ChatOptions
from ui.state.preset import Preset
from ui.state.question import Question
from ui.state.turn import Turn, TurnState
from ui.tabs.chat_tab import ChatTab

OTHER = model_info("/models/other", "Other", sampling=SamplingParams(temperature=0.6))
BRIEF = ChatOptions(
    system_prompt="Be brief.", sampling=SamplingParams(max_tokens=64), overflow=Overflow.TRIM
)
# The load of a client of the local server, which the window did not ask for.
SERVER_LOAD = 99_000

pytestmark = pytest.mark.model(None)


def another(desk: Desk) -> ChatTab:
    """A second chat in front, with another model."""
    desk.ready()
    tab = new_chat(desk)
    desk.ready(OTHER)
    return tab


def last_used(desk: Desk) -> float:
    [dot] = [it for it in desk.workspace.library.models if it.model_id == DOT_MODEL.model_id]
    return dot.last_used


def test_a_model_is_used_by_each_answer_also_by_one_that_was_stopped(desk: Desk) -> None:
    desk.ready()
    request = desk.ask(desk.tab)
    desk.say(Aborted(request, Usage(), Timings()))
    assert last_used(desk) == 0.0
    request = desk.ask(desk.tab)
    desk.say(Aborted(request, Usage(9, 0, 4), Timings()))
    assert last_used(desk) > 0.0


def test_a_model_is_used_by_an_answer_of_a_comparison(desk: Desk) -> None:
    desk.ready()
    tab = new_comparison(desk)
    tab.chat.requests.submitted.emit(Question("Why?"))
    request = next(it for it in desk.generated() if it.model_id == DOT_MODEL.model_id)
    desk.answer(request.request_id)
    assert last_used(desk) > 0.0


def menu_title(desk: Desk) -> str:
    return desk.window.header.model_menu.text()


def test_each_chat_asks_its_own_model_and_the_header_shows_it(desk: Desk) -> None:
    second = another(desk)
    assert menu_title(desk) == "Other"
    show_tab(desk.window, desk.tab.chat_id)
    assert menu_title(desk) == "Dot"
    assert desk.requests.models.current == DOT_MODEL
    desk.ask(desk.tab)
    assert desk.last().model_id == DOT_MODEL.model_id
    desk.ask(second)
    assert desk.last().model_id == OTHER.model_id
    # the model chosen last, in whichever chat
    assert new_chat(desk).chat.model_id == OTHER.model_id


def test_a_stored_chat_loads_its_model_with_the_next_question(desk: Desk, tmp_path: Path) -> None:
    desk.ready()
    folder = tmp_path / "kept"
    folder.mkdir()
    options = ChatOptions(system_prompt="Be kind.", sampling=SamplingParams(top_k=3))
    tab = new_chat(desk)
    desk.requests.models.restore(tab.chat, str(folder), options, SamplingParams())
    desk.requests.models.show()
    assert menu_title(desk) == "kept"
    assert not any(isinstance(it, LoadModel) and it.model_id == str(folder) for it in desk.sent)
    tab.composer.editor.setPlainText("Hello")
    tab.composer._submit()
    load = desk.last()
    assert isinstance(load, LoadModel) and load.model_id == str(folder)
    desk.say(ModelReady(load.request_id, model_info(str(folder), "kept", sampling=OTHER.sampling)))
    sent = next(it for it in reversed(desk.sent) if isinstance(it, Generate))
    assert sent.messages[0].content == "Be kind."
    # chosen by the person, and recommended by the makers
    assert (sent.sampling.top_k, sent.sampling.temperature) == (3, 0.6)


def test_a_chat_reports_a_missing_model_and_accepts_another(desk: Desk) -> None:
    desk.ready()
    tab = new_chat(desk)
    desk.requests.models.restore(tab.chat, "/models/gone", ChatOptions(), SamplingParams())
    tab.transcript.add_question(Question("Hello"))
    show_tab(desk.window, desk.tab.chat_id)
    desk.window.notice.hide()
    show_tab(desk.window, tab.chat_id)
    assert desk.window.notice.label.text().startswith(
        "gone, the model of this chat, is no longer in /models."
    )
    assert menu_title(desk) == "Choose a model"
    show_tab(desk.window, desk.tab.chat_id)
    assert desk.window.notice.isHidden()
    show_tab(desk.window, tab.chat_id)
    assert desk.window.notice.isVisible()
    desk.ready()
    assert menu_title(desk) == "Dot" and desk.window.notice.isHidden()
    assert tab.transcript.turns[0].content == "Hello"
    desk.ask(tab)
    assert desk.last().model_id == DOT_MODEL.model_id


@pytest.mark.parametrize("there", [False, True])
def test_an_answer_of_a_missing_model_is_continued_by_the_chats_model(
    desk: Desk, tmp_path: Path, there: bool
) -> None:
    desk.ready()
    path = tmp_path / "kept"
    if there:
        path.mkdir()
    reply = Turn("assistant", "Once", state=TurnState.STOPPED, model_id=str(path))
    reply.parent = Turn("user", "Tell me.")
    desk.tab.transcript.load([reply.parent, reply], reply)
    desk.tab.conversation.requests.continued.emit()
    if there:
        assert isinstance(desk.last(), LoadModel) and desk.last().model_id == str(path)
    else:
        assert isinstance(desk.last(), Generate)
        assert desk.last().model_id == reply.model_id == DOT_MODEL.model_id


def test_a_failed_load_changes_no_chats_model(desk: Desk) -> None:
    second = another(desk)
    desk.window.workspace.model_requests.chosen.emit("/models/none")
    desk.say(Failed(desk.last().request_id, "There is no folder."))
    assert (desk.tab.chat.model_id, second.chat.model_id) == (DOT_MODEL.model_id, OTHER.model_id)


def test_a_failed_load_is_told_until_the_next_one(desk: Desk) -> None:
    desk.ready()
    failures = desk.window.workspace.engine.load_failures
    load = desk.window.workspace.model_requests.loaded.emit
    load("/models/none")
    desk.say(Failed(desk.last().request_id, "There is no folder."))
    assert failures == {"/models/none": "There is no folder."}
    load("/models/none")
    assert not failures


def test_a_failed_unload_is_told_and_is_no_failed_load(desk: Desk) -> None:
    desk.ready()
    desk.window.workspace.model_requests.unloaded.emit(DOT_MODEL.model_id)
    desk.say(Failed(desk.last().request_id, "The engine has stopped."))
    assert desk.window.notice.accessibleName() == "The engine has stopped."
    assert not desk.window.workspace.engine.load_failures


def test_a_failed_load_is_forgotten_once_a_client_has_loaded_the_model(desk: Desk) -> None:
    desk.ready()
    desk.window.workspace.model_requests.loaded.emit("/models/none")
    desk.say(Failed(desk.last().request_id, "There was no memory."))
    # The engine loads a model under the id of the client's own request.
    desk.say(ModelReady(SERVER_LOAD, model_info("/models/none", "none")))
    desk.say(ModelUnloaded(SERVER_LOAD, "/models/none"))
    assert not desk.window.workspace.engine.load_failures


def test_a_failed_load_keeps_a_chats_unused_model(desk: Desk, tmp_path: Path) -> None:
    desk.ready()
    kept = tmp_path / "kept"
    kept.mkdir()
    tab = new_chat(desk)
    desk.requests.models.restore(tab.chat, str(kept), BRIEF, None)
    tab.transcript.add_question(Question("Hello"))
    for name in ("/models/none", "/models/neither"):
        desk.window.workspace.model_requests.chosen.emit(name)
    for load in [it for it in desk.sent if isinstance(it, LoadModel)][-2:]:
        desk.say(Failed(load.request_id, "There is no folder."))
    assert tab.chat.model_id == str(kept)
    assert tab.chat.options.value == BRIEF


def test_a_load_for_another_chat_continues(desk: Desk) -> None:
    desk.ready()
    desk.window.workspace.model_requests.chosen.emit("/models/slow")
    load = desk.last()
    new_chat(desk)
    desk.window.workspace.model_requests.chosen.emit(OTHER.model_id)
    assert not any(getattr(it, "request_id", 0) == load.request_id for it in desk.sent[-1:])
    slow = model_info("/models/slow", "Slow")
    desk.say(ModelReady(load.request_id, slow))
    assert desk.tab.chat.options.value.sampling == slow.sampling
    assert desk.tab.chat.model_id == "/models/slow"


@pytest.fixture
def own(home: Path, monkeypatch: pytest.MonkeyPatch) -> ModelInfo:
    """A model that can be moved to the trash, which deletes it at once."""
    monkeypatch.setattr("send2trash.send2trash", shutil.rmtree)
    return model_info(str(write_model(own_folder(home) / "own")), "Own")


def move_to_trash(qtbot: QtBot, desk: Desk, model_id: str) -> None:
    with qtbot.waitSignal(desk.library.trashed):
        desk.workspace.library_requests.deleted.emit(model_id)


def unloads(desk: Desk, model: ModelInfo) -> list[UnloadModel]:
    """Return the commands that unload a model and abort its requests."""
    commands = (it for it in desk.sent if isinstance(it, UnloadModel))
    return [it for it in commands if it.model_id == model.model_id]


def test_new_chats_begin_with_dot_once_their_model_is_in_the_trash(
    qtbot: QtBot, desk: Desk, own: ModelInfo
) -> None:
    desk.ready()
    desk.ready(own)
    assert menu_title(desk) == "Own"
    move_to_trash(qtbot, desk, own.model_id)
    new_chat(desk)
    assert menu_title(desk) == "Dot"


def test_a_chat_says_at_once_that_its_model_is_in_the_trash(
    qtbot: QtBot, desk: Desk, own: ModelInfo
) -> None:
    desk.library.start()
    listed = desk.workspace.library
    qtbot.waitUntil(lambda: own.model_id in {it.model_id for it in listed.models})
    desk.ready(own)
    desk.tab.transcript.add_question(Question("Hello"))
    move_to_trash(qtbot, desk, own.model_id)
    notice = desk.workspace.notices.newest
    assert notice and "the model of this chat, is no longer in" in notice.sentence
    assert menu_title(desk) == "Choose a model"


def test_a_model_with_an_adapter_leaves_memory_with_its_base_model(
    qtbot: QtBot, desk: Desk, own: ModelInfo, tmp_path: Path
) -> None:
    desk.ready()
    pirate = model_info(str(tmp_path / "pirate"), "Pirate")
    profile = ModelProfile(pirate.model_id, folder=own.model_id, adapter="/adapter")
    desk.workspace.library.set_profile(profile)
    desk.ready(pirate)
    move_to_trash(qtbot, desk, own.model_id)
    assert unloads(desk, pirate)
    new_chat(desk)
    assert menu_title(desk) == "Dot"


@pytest.fixture
def load(desk: Desk, own: ModelInfo) -> LoadModel:
    """The command that loads a model for the chat, which has had Dot."""
    desk.ready()
    desk.workspace.model_requests.chosen.emit(own.model_id)
    command = desk.last()
    assert isinstance(command, LoadModel)
    return command


def test_the_load_of_a_model_in_the_trash_is_cancelled(
    qtbot: QtBot, desk: Desk, own: ModelInfo, load: LoadModel
) -> None:
    move_to_trash(qtbot, desk, own.model_id)
    assert unloads(desk, own)
    desk.say(Aborted(load.request_id, Usage(), Timings()))
    assert desk.tab.chat.model_id == DOT_MODEL.model_id


def test_a_model_that_is_loaded_while_it_is_moved_to_the_trash_is_unloaded(
    qtbot: QtBot, desk: Desk, own: ModelInfo, load: LoadModel
) -> None:
    with qtbot.waitSignal(desk.library.trashed):
        desk.workspace.library_requests.deleted.emit(own.model_id)
        desk.say(ModelReady(load.request_id, own))
    assert unloads(desk, own)
    assert desk.tab.chat.model_id == DOT_MODEL.model_id


def test_a_model_that_is_loaded_once_it_is_in_the_trash_is_not_among_the_recent_models(
    qtbot: QtBot, desk: Desk, own: ModelInfo, load: LoadModel
) -> None:
    move_to_trash(qtbot, desk, own.model_id)
    desk.say(ModelReady(load.request_id, own))
    assert own.model_id not in {it.path for it in desk.workspace.engine.entries}
    assert desk.workspace.engine.loaded == (DOT_MODEL,)
    assert desk.tab.chat.model_id == DOT_MODEL.model_id


def test_a_model_that_is_back_from_the_trash_is_shown_when_a_client_of_the_server_loads_it(
    qtbot: QtBot, desk: Desk, own: ModelInfo
) -> None:
    desk.ready()
    move_to_trash(qtbot, desk, own.model_id)
    write_model(Path(own.model_id))
    desk.say(ModelReady(SERVER_LOAD, own))
    assert desk.workspace.engine.loaded == (DOT_MODEL, own)


def test_a_failed_load_does_not_go_back_to_a_model_in_the_trash(
    qtbot: QtBot, desk: Desk, own: ModelInfo
) -> None:
    desk.ready()
    desk.ready(own)
    desk.workspace.model_requests.chosen.emit("/models/slow")
    load = desk.last()
    move_to_trash(qtbot, desk, own.model_id)
    desk.say(Failed(load.request_id, "There is no folder."))
    assert desk.tab.chat.model_id == DOT_MODEL.model_id
    assert new_chat(desk).chat.model_id == DOT_MODEL.model_id


# --- presets -----------------------------------------------------------------------------


def test_a_preset_sets_the_options_and_the_model(desk: Desk) -> None:
    second = another(desk)
    second.chat.options.use(Preset("Brief", BRIEF, DOT_MODEL.model_id))
    assert second.chat.options.value == BRIEF
    assert second.chat.model_id == DOT_MODEL.model_id
    # temperature 0 of the preset is meant, whatever the makers recommend
    desk.ready(OTHER)
    assert second.chat.options.value == BRIEF
    desk.ask(second)
    assert desk.last().sampling == BRIEF.sampling
    assert desk.last().overflow is Overflow.TRIM


def test_recommended_options_follow_the_model_again(desk: Desk) -> None:
    desk.ready()
    desk.tab.chat.options.use(Preset("Brief", BRIEF))
    assert desk.tab.chat.recommended is None
    options = ChatOptions(system_prompt="Be kind.", sampling=DOT_MODEL.sampling)
    desk.tab.chat.options.use(Preset("", options))
    desk.ready(OTHER)
    assert desk.tab.chat.options.value.system_prompt == "Be kind."
    assert desk.tab.chat.options.value.sampling == OTHER.sampling


def test_a_new_chat_starts_with_the_default_preset_of_its_model(desk: Desk) -> None:
    desk.workspace.presets.save(Preset("Brief", BRIEF))
    desk.workspace.presets.set_default(OTHER.model_id, "Brief")
    desk.ready()
    fresh = new_chat(desk)
    asked = new_chat(desk)
    asked.transcript.add_question(Question("Hello"))
    show_tab(desk.window, asked.chat_id)
    desk.ready(OTHER)
    assert asked.chat.options.value.system_prompt == ""
    show_tab(desk.window, fresh.chat_id)
    desk.ready(OTHER)
    assert fresh.chat.options.value == BRIEF
    assert new_chat(desk).chat.options.value == BRIEF
    desk.ready()
    assert new_chat(desk).chat.options.value == ChatOptions()


def test_a_pane_takes_a_preset_with_its_model(desk: Desk) -> None:
    desk.ready(OTHER)
    desk.ready()
    tab = new_comparison(desk)
    tab.chat.set_names({DOT_MODEL.model_id: "Dot", OTHER.model_id: "Other"})
    pane = tab.panes[0]
    tab.open_settings(pane)
    popup = pane.findChildren(PaneSettingsPopup)[0]
    assert popup.presets is not None
    popup.presets.used.emit(Preset("Brief", BRIEF, OTHER.model_id))
    assert (pane.settings.model_id, pane.settings.options) == (OTHER.model_id, BRIEF)
    assert popup.value() == BRIEF
    popup.thinking.click()
    assert pane.settings.options.thinking and popup.value().thinking
