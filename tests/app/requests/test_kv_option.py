"""8 bit is a setting of a model: chosen in any chat, kept in the settings, in every request."""

from dataclasses import replace
from pathlib import Path

import pytest

from app.cli.ask_options import ask_parser, request
from app.settings import settings_file
from engine.messages import Generate
from tests.kit.desk import DOT_MODEL, Desk, model_info
from tests.kit.tabs import new_chat, new_comparison
from ui.compare.compare_tab import CompareTab
from ui.compare.pane_settings import PaneSettingsPopup
from ui.options.option_chips import OptionChips
from ui.options.options_popup import OptionsPopup
from ui.state.pane import PaneSettings
from ui.state.question import Question
from ui.state.settings import Settings
from ui.tabs.chat_tab import ChatTab
from ui.widgets.buttons import CheckBox

ABLE = replace(DOT_MODEL, kv_bytes=3000, kv_8bit_bytes=1600)
OTHER = model_info("/models/other", "Other", kv_bytes=2000, kv_8bit_bytes=1000)
SINKS = model_info("/models/sinks", "Sinks", kv_note="This model uses attention sinks.")


pytestmark = pytest.mark.model(ABLE)


def popup(tab: ChatTab) -> OptionsPopup:
    """Opened with its chip."""
    chips = tab.findChild(OptionChips)
    assert chips is not None
    chips._more.click()
    return chips.findChildren(OptionsPopup)[-1]


def bits(desk: Desk, tab: ChatTab) -> int:
    desk.ask(tab)
    sent = desk.last()
    assert isinstance(sent, Generate)
    return sent.kv_bits


def test_the_option_is_saved_for_every_chat_with_the_model(desk: Desk, home: Path) -> None:
    assert bits(desk, desk.tab) == 0
    before = new_chat(desk)
    popup(before).kv.box.click()
    assert settings_file.read_settings(home).value.kv_8bit == (ABLE.model_id,)
    after = new_chat(desk)
    for tab in (before, after):
        assert popup(tab).kv.box.isChecked()
        assert bits(desk, tab) == 8
    desk.ready(OTHER)
    assert not popup(after).kv.box.isChecked()
    last = new_chat(desk)
    assert bits(desk, last) == 0
    desk.ready(ABLE)  # of the chat in front; the others keep theirs
    assert not popup(after).kv.box.isChecked()
    popup(last).kv.box.click()
    assert settings_file.read_settings(home).value.kv_8bit == ()
    assert bits(desk, new_chat(desk)) == 0


def box(tab: CompareTab, place: int) -> CheckBox:
    pane = tab.panes[place]
    tab.open_settings(pane)
    return pane.findChildren(PaneSettingsPopup)[-1].kv.box


def test_the_option_holds_in_comparisons_and_can_be_chosen_there(desk: Desk, home: Path) -> None:
    tab = new_comparison(desk)
    for pane in tab.panes:
        tab.set_settings(pane, PaneSettings(ABLE.model_id))
    box(tab, 0).click()
    assert settings_file.read_settings(home).value.kv_8bit == (ABLE.model_id,)
    assert box(tab, 1).isChecked()
    assert bits(desk, desk.tab) == 8
    later = new_comparison(desk)
    later.set_settings(later.panes[0], PaneSettings(ABLE.model_id))
    for asked, panes in ((tab, 2), (later, 1)):
        desk.controller.comparisons.ask(asked.chat, Question("Hello"))
        sent = [it for it in desk.generated()[-2:] if it.model_id == ABLE.model_id]
        assert [it.kv_bits for it in sent[:panes]] == [8] * panes
    box(later, 0).click()
    assert bits(desk, desk.tab) == 0


def test_a_model_without_support_is_used_unquantized(desk: Desk) -> None:
    popup(desk.tab).kv.box.click()
    desk.ready(replace(ABLE, kv_8bit_bytes=0, kv_note="It cannot."))
    assert bits(desk, desk.tab) == 0


def test_the_reason_is_shown_for_an_unsupported_model(desk: Desk) -> None:
    desk.ready(SINKS)
    row = popup(desk.tab).kv
    assert not row.box.isEnabled()
    assert row.box.accessibleDescription() == SINKS.kv_note


def test_the_saving_is_given_for_the_models_context(desk: Desk) -> None:
    said = popup(desk.tab).kv.box.accessibleDescription()
    assert said == "6.6 MB instead of 12 MB at 4,096 tokens, in every chat with this model"


def test_the_settings_dialog_does_not_change_the_option(desk: Desk, home: Path) -> None:
    popup(desk.tab).kv.box.click()
    desk.preferences.change(log_level="info")
    assert settings_file.read_settings(home).value == Settings("info", kv_8bit=(ABLE.model_id,))


def test_a_bad_entry_in_the_file_keeps_the_others(tmp_path: Path) -> None:
    settings_file.save_settings(tmp_path, Settings(kv_8bit=("/models/a", "/models/b")))
    path = tmp_path / settings_file.NAME
    assert settings_file.read_settings(tmp_path).value.kv_8bit == ("/models/a", "/models/b")
    path.write_text('{"kv_8bit": ["/models/a", 3, "", "/models/a"], "log_level": "info"}')
    assert settings_file.read_settings(tmp_path).value == Settings("info", kv_8bit=("/models/a",))
    path.write_text('{"kv_8bit": true, "log_level": "info"}')
    assert settings_file.read_settings(tmp_path).value == Settings("info")


@pytest.mark.parametrize(("given", "wanted"), [([], 0), (["--kv-bits", "8"], 8)])
def test_the_command_line_has_the_option(given: list[str], wanted: int) -> None:
    assert request(ask_parser().parse_args([*given, "Hello"]), 1).kv_bits == wanted
