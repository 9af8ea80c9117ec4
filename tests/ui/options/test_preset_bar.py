"""Options under a name: used, saved, renamed, deleted and brought back, from the options."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from engine.messages import ModelInfo, SamplingParams
from ui.options.option_chips import OptionChips
from ui.options.options_popup import OptionsPopup
from ui.options.preset_bar import PresetBar
from ui.state.chat_options import ChatOptions
from ui.state.chosen_options import ChosenOptions
from ui.state.preset import Preset, Presets

MODEL = ModelInfo("/m/dot", "Dot", "t", True, True, True, 4096, 1, 0.1)
BRIEF = Preset("Brief", ChatOptions(system_prompt="Be brief."))
WILD = Preset("Wild", ChatOptions(sampling=SamplingParams(temperature=1.5)), "/m/other")


@pytest.fixture
def presets(qapp) -> Presets:
    return Presets((WILD, BRIEF), {"/m/dot": "Brief"})


@pytest.fixture
def chips(qtbot: QtBot, presets: Presets) -> OptionChips:
    options = ChosenOptions()
    options.set_model(MODEL)
    options.presets = presets
    chips = OptionChips(options)
    qtbot.addWidget(chips)
    chips.show()
    return chips


@pytest.fixture
def bar(chips: OptionChips) -> PresetBar:
    chips._open_popup()
    popup = chips.findChildren(OptionsPopup)[0]
    assert popup.presets is not None
    return popup.presets


def choose_preset(bar: PresetBar, words: str) -> None:
    menu = QMenu()
    bar.fill(menu)
    next(it for it in menu.actions() if it.text() == words).trigger()


def menu_texts(
    bar: PresetBar, chosen: Callable[..., bool] = lambda it: it.isEnabled()
) -> list[str]:
    menu = QMenu()
    bar.fill(menu)
    return [it.text() for it in menu.actions() if it.text() and chosen(it)]


def name(bar: PresetBar, words: str) -> None:
    bar.naming.line.selectAll()
    QTest.keyClicks(bar.naming.line, words)
    QTest.keyClick(bar.naming.line, Qt.Key.Key_Return)


def test_applying_a_preset_updates_the_fields(qtbot: QtBot, chips: OptionChips, bar: PresetBar):
    with qtbot.waitSignal(chips.options.preset_chosen) as used:
        choose_preset(bar, "Wild")
    assert used.args == [WILD]
    assert chips.options.value == WILD.options
    popup = chips.findChildren(OptionsPopup)[0]
    assert popup.fields["temperature"].field.take() == 1.5
    # its model is another: that is the chat's to change
    assert bar.button.accessibleName() == "Preset: Wild (changed)"


def test_the_recommended_sampling_can_be_restored(chips: OptionChips, bar: PresetBar):
    words = "Sampling as recommended for Dot"
    assert words not in menu_texts(bar)
    choose_preset(bar, "Wild")
    chips.options.change(system_prompt="Be brief.")
    chips.options.set(chips.options.value.with_thinking(True))
    choose_preset(bar, words)
    sampling = SamplingParams(thinking=True)
    assert chips.options.value == ChatOptions(system_prompt="Be brief.", sampling=sampling)
    assert bar.button.accessibleName() == "No preset"


def test_the_button_shows_the_name_of_the_matching_preset(chips: OptionChips, bar: PresetBar):
    assert bar.button.accessibleName() == "No preset"
    chips.options.change(system_prompt="Be brief.")
    assert bar.button.accessibleName() == "Preset: Brief"
    assert "Save the changes to Brief" not in menu_texts(bar)
    chips.options.change(system_prompt="Be very brief.")
    assert bar.button.accessibleName() == "Preset: Brief (changed)"
    choose_preset(bar, "Save the changes to Brief")
    assert bar.button.accessibleName() == "Preset: Brief"


def test_options_are_saved_under_a_new_name(presets: Presets, chips: OptionChips, bar: PresetBar):
    chips.options.change(system_prompt="Rhyme.")
    choose_preset(bar, "Save as a new preset…")
    name(bar, "Brief")
    assert (
        bar.naming.problem.text() == "There is already a preset called Brief. Choose another name."
    )
    bar.naming.model.click()
    name(bar, "  Poet ")
    assert presets.get("Poet") == Preset("Poet", ChatOptions(system_prompt="Rhyme."), "/m/dot")
    assert bar.naming.isHidden()
    assert bar.button.accessibleName() == "Preset: Poet"


def test_of_presets_with_the_same_options_the_chosen_one_is_in_use(
    presets: Presets, chips: OptionChips, bar: PresetBar
):
    chips.options.change(system_prompt="Rhyme.")
    for chosen in ("Poet", "Rhymer", "Bard"):
        choose_preset(bar, "Save as a new preset…")
        name(bar, chosen)
        assert bar.button.accessibleName() == f"Preset: {chosen}"
    choose_preset(bar, "Rhymer")
    assert bar.button.accessibleName() == "Preset: Rhymer"
    choose_preset(bar, "Delete Rhymer")
    assert {it.name for it in presets.all()} >= {"Poet", "Bard"}
    assert presets.get("Rhymer") is None


def test_a_preset_is_renamed_and_stays_the_default(
    presets: Presets, chips: OptionChips, bar: PresetBar
):
    choose_preset(bar, "Brief")
    choose_preset(bar, "Rename Brief…")
    assert bar.naming.model.isHidden()
    name(bar, "Short")
    assert [it.name for it in presets.all()] == ["Short", "Wild"]
    assert presets.default_of("/m/dot") == Preset("Short", BRIEF.options)


def test_a_deleted_preset_can_be_restored(presets: Presets, chips: OptionChips, bar: PresetBar):
    choose_preset(bar, "Brief")
    choose_preset(bar, "Delete Brief")
    assert presets.get("Brief") is None and presets.default_of("/m/dot") is None
    assert bar.button.accessibleName() == "No preset"
    bar.undo.click()
    assert presets.get("Brief") == BRIEF and presets.default_of("/m/dot") == BRIEF
    assert bar.undo.isHidden()


def test_a_preset_can_be_the_default_of_a_model(presets: Presets, bar: PresetBar):
    choose_preset(bar, "Brief")
    begin = "Use Brief for new chats with Dot"
    assert begin in menu_texts(bar, lambda it: it.isChecked())
    choose_preset(bar, begin)
    assert presets.defaults == {}


def test_options_become_those_of_new_chats_with_the_model_in_one_step(
    presets: Presets, chips: OptionChips, bar: PresetBar
):
    use = "Use these options for new chats with Dot"
    chips.options.change(system_prompt="Rhyme.")
    choose_preset(bar, use)
    rhyming = Preset("Dot", ChatOptions(system_prompt="Rhyme."))
    assert presets.default_of("/m/dot") == rhyming
    assert bar.button.accessibleName() == "Preset: Dot"
    assert use not in menu_texts(bar), "they are used already"
    bar.undo.click()
    assert presets.default_of("/m/dot") == BRIEF and presets.get("Dot") is None
    chips.options.change(system_prompt="Be brief.")
    presets.set_default("/m/dot", "")
    choose_preset(bar, use)
    assert presets.default_of("/m/dot") == BRIEF and len(presets.all()) == 2


def test_a_right_click_on_the_options_opens_the_menu_of_the_presets(
    qtbot: QtBot, chips: OptionChips
):
    chips._more.customContextMenuRequested.emit(QPoint())
    popup = chips.findChildren(OptionsPopup)[0]
    assert popup.presets is not None
    bar = popup.presets
    qtbot.waitUntil(lambda: bool(bar.findChildren(QMenu)))
    [menu] = bar.findChildren(QMenu)
    assert menu.isVisible()
    menu.close()


def test_a_window_for_files_closes_the_popup(qtbot: QtBot, presets: Presets, bar: PresetBar):
    with qtbot.waitSignals([presets.export_wanted, bar.dialog_wanted]):
        choose_preset(bar, "Export all…")


def test_duplicate_names_get_a_number(presets: Presets):
    added = presets.add(BRIEF, BRIEF)
    assert [it.name for it in added] == ["Brief 2", "Brief 3"]


def test_escape_closes_the_name_field_and_not_the_options(bar: PresetBar):
    choose_preset(bar, "Save as a new preset…")
    QTest.keyClick(bar.naming.line, Qt.Key.Key_Escape)
    assert bar.naming.isHidden() and bar.window().isVisible()


@pytest.mark.styled
def test_chips_show_their_icons_alone_where_captions_have_no_room(chips: OptionChips) -> None:
    def styles() -> set[Qt.ToolButtonStyle]:
        return {it.toolButtonStyle() for it in (chips._think, chips._tools)}

    chips.set_room(700)
    assert styles() == {Qt.ToolButtonStyle.ToolButtonTextBesideIcon}
    chips.set_room(220)
    assert styles() == {Qt.ToolButtonStyle.ToolButtonIconOnly}
    assert chips._think.accessibleName() == "Think"


@pytest.mark.styled
def test_chips_of_a_model_that_can_do_more_fit_into_the_same_room(chips: OptionChips) -> None:
    chips.options.set_model(replace(MODEL, tools=False, thinking=False))
    chips.set_room(300)
    beside = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
    chips.options.set_model(MODEL)
    assert chips._think.toolButtonStyle() != beside
