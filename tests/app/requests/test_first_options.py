"""A new chat begins with the model and the system prompt that the settings name."""

from pathlib import Path

import pytest

from tests.kit.desk import DOT_MODEL, Desk, model_info
from tests.kit.tabs import new_chat, new_comparison
from ui.state.chat_options import ChatOptions
from ui.state.preset import Preset

pytestmark = pytest.mark.model(None)


@pytest.fixture
def model(tmp_path: Path) -> str:
    folder = tmp_path / "Default"
    folder.mkdir()
    return str(folder)


def test_a_new_chat_asks_the_default_model_whatever_was_used_last(desk: Desk, model: str) -> None:
    desk.ready()
    desk.preferences.change(default_model=model)
    chat = new_chat(desk).chat
    assert chat.model_id == model
    desk.ready(model_info(model, "Default"))
    desk.workspace.model_requests.chosen.emit(DOT_MODEL.model_id)
    assert new_chat(desk).chat.model_id == model


def test_without_the_folder_of_the_default_model_the_last_one_is_used(
    desk: Desk, model: str
) -> None:
    desk.ready(model_info(model, "Default", notice="A note about the model itself."))
    desk.ready()
    Path(model).rmdir()
    desk.preferences.change(default_model=model)
    assert new_chat(desk).chat.model_id == DOT_MODEL.model_id
    notice = desk.workspace.notices.newest
    assert notice is not None
    assert "Default, the model for new chats, is no longer in" in notice.sentence
    desk.preferences.change(default_model="")
    new_chat(desk)
    assert desk.workspace.notices.newest is None


def test_chats_and_panes_begin_with_the_system_prompt_of_the_settings(desk: Desk) -> None:
    desk.ready()
    desk.preferences.change(system_prompt="Be brief.")
    assert new_chat(desk).chat.options.value.system_prompt == "Be brief."
    panes = new_comparison(desk).chat.panes
    assert {pane.settings.options.system_prompt for pane in panes} == {"Be brief."}


def test_a_presets_system_prompt_comes_before_that_of_the_settings(desk: Desk) -> None:
    desk.ready()
    presets, model_id = desk.workspace.presets, DOT_MODEL.model_id
    desk.preferences.change(system_prompt="Be brief.")
    presets.save(Preset("Pirate", ChatOptions(system_prompt="Be a pirate.")), Preset("Plain"))
    presets.set_default(model_id, "Pirate")
    assert new_chat(desk).chat.options.value.system_prompt == "Be a pirate."
    presets.set_default(model_id, "Plain")
    assert new_chat(desk).chat.options.value.system_prompt == "Be brief."


def test_a_changed_system_prompt_reaches_empty_chats_that_were_left_as_they_were(
    desk: Desk,
) -> None:
    desk.ready()
    asked, typed, empty = desk.tab, new_chat(desk), new_chat(desk)
    desk.ask(asked)
    typed.chat.options.change(system_prompt="My own.")
    desk.preferences.change(system_prompt="Be brief.")
    found = [it.chat.options.value.system_prompt for it in (asked, typed, empty)]
    assert found == ["", "My own.", "Be brief."]
