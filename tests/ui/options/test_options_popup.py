"""The popup gives back what was put in, and only what a person changed differs."""

from dataclasses import fields, replace
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import QLocale, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QGuiApplication, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from engine.messages import Drafting, ModelInfo, Overflow, SamplingParams
from ui.look import theme
from ui.look.appearance import Appearance
from ui.options.option_fields import SeedField, SkimField
from ui.options.options_popup import OF_CHAT, OptionsPopup
from ui.state.chat_options import USUAL_SKIM, ChatOptions
from ui.state.preset import Presets
from ui.widgets.buttons import CheckBox

W = TypeVar("W", bound=QWidget)

SCHEMA = '{"type": "object"}'
# what other chips set
TOOLS, FILES = ("calculator",), (Path("/notes.txt"),)
EVERYTHING = ChatOptions(
    tools=TOOLS,
    files=FILES,
    system_prompt="Be brief.\nBe kind.",
    sampling=SamplingParams(
        max_tokens=512,
        temperature=0.7,
        top_p=0.9,
        top_k=40,
        min_p=0.05,
        repetition_penalty=1.1,
        presence_penalty=-0.5,
        frequency_penalty=0.5,
        logit_bias=((42, -5.0), (7, 2.5)),
        seed=42,
        stop=("\\n", " END "),
        top_logprobs=3,
        thinking=True,
        thinking_budget=200,
        json_schema=SCHEMA,
    ),
    overflow=Overflow.TRIM,
    skim=40,
)
# more than the fields can show
UNUSUAL = SamplingParams(
    temperature=3.123,
    top_p=0.001,
    max_tokens=5_000_000,
    seed=2**64 - 1,
    stop=("a\nb",),
    min_p=0.0001,
    json_schema=' {"a": 1}\n',
)
THINKER = ModelInfo("t", "Thinker", "t", False, True, False, 4096, 1, 0.1)
PLAIN = replace(THINKER, thinking=False)


def open_popup(qtbot: QtBot, value: ChatOptions) -> OptionsPopup:
    return show_popup(qtbot, OptionsPopup(value))


def show_popup(qtbot: QtBot, popup: OptionsPopup) -> OptionsPopup:
    popup.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(popup)
    popup.show()
    return popup


def field(popup: OptionsPopup, kind: type[W], name: str) -> W:
    return next(it for it in popup.findChildren(kind) if it.accessibleName() == name)


def seed_box(popup: OptionsPopup) -> QCheckBox:
    return popup.findChildren(QCheckBox)[0]


def text(popup: OptionsPopup, name: str) -> str:
    return field(popup, QPlainTextEdit, name).toPlainText()


def retype_field(popup: OptionsPopup, name: str, words: str) -> QWidget:
    """Turn to the page of a field, as only what is seen takes keys, and write it anew."""
    editor = field(popup, QWidget, name)
    for page in range(3):
        popup.show_page(page)
        if editor.isVisible():
            break
    QTest.keyClick(editor, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(editor, Qt.Key.Key_Delete)
    QTest.keyClicks(editor, words)
    return editor


@pytest.mark.parametrize(
    "value", [ChatOptions(), EVERYTHING, ChatOptions(sampling=UNUSUAL)], ids=["new", "all", "odd"]
)
def test_an_untouched_value_is_unchanged(qtbot: QtBot, value: ChatOptions):
    assert open_popup(qtbot, value).value() == value


def test_every_option_has_a_field(qtbot: QtBot):
    sampling = {it.name for it in fields(SamplingParams)} - {"thinking"}
    of_chat = {it.name for it in fields(ChatOptions)} - {"tools", "files", "sampling", "kv_8bit"}
    assert set(open_popup(qtbot, ChatOptions()).fields) == sampling | of_chat


def test_a_given_value_is_shown(qtbot: QtBot):
    popup = open_popup(qtbot, EVERYTHING)
    assert field(popup, QDoubleSpinBox, "Temperature").value() == 0.7
    assert field(popup, QSpinBox, "Max tokens").value() == 512
    assert field(popup, QLineEdit, "Seed").text() == "42"
    assert field(popup, QLineEdit, "Thinking budget").text() == "200"
    assert text(popup, "System prompt") == "Be brief.\nBe kind."
    assert text(popup, "Stop strings") == "\\n\n END "
    assert text(popup, "Token bias") == "42: -5\n7: 2.5"
    assert text(popup, "JSON schema") == SCHEMA
    overflow = field(popup, QComboBox, "Longer than the model's context")
    assert overflow.currentText() == "Omit the oldest messages"


def test_the_shown_value_is_used(qtbot: QtBot):
    """Every field reads back what was put into it."""
    popup = open_popup(qtbot, EVERYTHING)
    read = {name: row.field.take() for name, row in popup.fields.items()}
    sampling = replace(EVERYTHING.sampling, **{it: read[it] for it in read if it not in OF_CHAT})
    assert sampling == EVERYTHING.sampling
    assert {name: read[name] for name in OF_CHAT} == {
        "system_prompt": EVERYTHING.system_prompt,
        "overflow": Overflow.TRIM,
        "drafting": Drafting.AUTO,
        "skim": 40,
    }


def test_drafting_can_be_switched_off_and_on(qtbot: QtBot):
    popup = open_popup(qtbot, ChatOptions())
    box = field(popup, CheckBox, "Draft ahead")
    for wanted in (Drafting.OFF, Drafting.AUTO):
        box.click()
        assert popup.value().drafting is wanted


def test_everything_can_be_set_by_hand(qtbot: QtBot):
    thinking = SamplingParams(thinking=True)
    popup = open_popup(qtbot, replace(ChatOptions(sampling=thinking), tools=TOOLS, files=FILES))
    typed = {
        "Temperature": "0.7",
        "Top p": "0.9",
        "Max tokens": "512",
        "Top k": "40",
        "Min p": "0.05",
        "Repetition penalty": "1.1",
        "Presence penalty": "-0.5",
        "Frequency penalty": "0.5",
        "Token probabilities": "3",
        "Thinking budget": "200",
        "JSON schema": SCHEMA,
    }
    for name, words in typed.items():
        retype_field(popup, name, words)
    popup.show_page(0)
    seed_box(popup).click()
    retype_field(popup, "Seed", "42")
    for name, first, second in (
        ("System prompt", "Be brief.", "Be kind."),
        ("Stop strings", "\\n", " END "),
        ("Token bias", "42: -5", " 7:2.5"),
    ):
        editor = retype_field(popup, name, first)
        QTest.keyClick(editor, Qt.Key.Key_Return)
        QTest.keyClicks(editor, second)
    popup.show_page(0)
    overflow = field(popup, QComboBox, "Longer than the model's context")
    QTest.keyClick(overflow, Qt.Key.Key_Down)
    skim = popup.fields["skim"].field
    assert isinstance(skim, SkimField)
    skim.switch.click()
    retype_field(popup, "Skim long texts", "40")
    assert popup.value() == EVERYTHING


@pytest.mark.parametrize(
    ("name", "typed", "says"),
    [
        ("JSON schema", "{", 'JSON schema is not a JSON object; write one, such as {"type": '),
        ("JSON schema", "[1]", "is not a JSON object"),
        ("Token bias", "42", 'line 1 is not "token ID: number", such as "42: -5"'),
        ("Token bias", "42: much", "line 1 is not"),
        ("Token bias", "42: nan", "Token bias of token 42 is nan; it must be a number, -100"),
        ("Token bias", "-3: 1", "must be a whole number"),
    ],
)
def test_an_invalid_value_is_reported_and_not_used(qtbot: QtBot, name: str, typed: str, says: str):
    popup = open_popup(qtbot, ChatOptions())
    editor = retype_field(popup, name, typed)
    problem = next(row.problem for row in popup.fields.values() if row.field is editor)
    assert problem.isVisible()
    assert problem.text().startswith("Not applied: ")
    assert says in problem.text()
    assert popup.value() == ChatOptions()
    retype_field(popup, name, "")
    assert problem.isHidden()


def test_a_broken_schema_leaves_the_last_good_one(qtbot: QtBot):
    popup = open_popup(qtbot, EVERYTHING)
    editor = field(popup, QPlainTextEdit, "JSON schema")
    popup.show_page(2)
    QTest.keyClick(editor, Qt.Key.Key_Delete)
    assert popup.value() == EVERYTHING
    assert not popup.fields["json_schema"].problem.isHidden()


def test_an_empty_thinking_budget_is_unlimited(qtbot: QtBot):
    popup = open_popup(qtbot, EVERYTHING)
    retype_field(popup, "Thinking budget", "")
    assert popup.value().sampling.thinking_budget is None


@pytest.mark.parametrize("address", ["", "http://10.0.0.2:8080/v1"], ids=["local", "server"])
def test_what_a_server_decides_is_not_offered(qtbot: QtBot, address: str):
    popup = open_popup(qtbot, ChatOptions())
    popup.set_model(replace(THINKER, address=address))
    hidden = {name for name, row in popup.fields.items() if row.isHidden()}
    assert hidden == ({"skim", "drafting"} if address else set())


@pytest.mark.parametrize("model", [THINKER, PLAIN], ids=["thinks", "does not"])
def test_only_models_that_reason_have_a_budget(qtbot: QtBot, model: ModelInfo):
    popup = show_popup(qtbot, OptionsPopup(EVERYTHING, model))
    popup.show_page(2)
    assert field(popup, QLineEdit, "Thinking budget").isVisible() is model.thinking
    assert popup.value() == EVERYTHING


def test_pages_can_be_switched_by_mouse(qtbot: QtBot):
    popup = open_popup(qtbot, ChatOptions())
    tabs = popup.findChildren(QToolButton)
    for name, page in (("Top k", "Sampling"), ("Stop strings", "Output"), ("Top p", "Basic")):
        qtbot.mouseClick(next(it for it in tabs if it.text() == page), Qt.MouseButton.LeftButton)
        assert field(popup, QWidget, name).isVisible()
        assert [it.text() for it in tabs if it.isChecked()] == [page]


@pytest.mark.styled
def test_the_popup_fits_a_small_screen(qtbot: QtBot):
    popup = open_popup(qtbot, EVERYTHING)
    popup.show_above(QRect(0, 600, 80, 24))
    assert popup.height() <= 640


def test_a_typed_number_replaces_the_temperature(qtbot: QtBot):
    popup = open_popup(qtbot, ChatOptions())
    popup.show_above(QRect(100, 700, 10, 10))
    QTest.keyClicks(field(popup, QDoubleSpinBox, "Temperature"), "0.7")
    assert popup.value().sampling.temperature == 0.7


@pytest.mark.parametrize("language", [QLocale.Language.English, QLocale.Language.German])
@pytest.mark.parametrize("typed", ["0.1", "0,1"])
def test_a_point_and_a_comma_are_decimal_signs(
    qtbot: QtBot, language: QLocale.Language, typed: str
):
    popup = open_popup(qtbot, ChatOptions())
    field(popup, QDoubleSpinBox, "Temperature").setLocale(QLocale(language))
    retype_field(popup, "Temperature", typed)
    assert popup.value().sampling.temperature == 0.1
    retype_field(popup, "Temperature", "1")
    number = field(popup, QDoubleSpinBox, "Temperature").lineEdit()
    number.selectAll()
    QGuiApplication.clipboard().setText(typed)
    number.paste()
    assert popup.value().sampling.temperature == 0.1


@pytest.mark.parametrize(
    ("name", "typed", "sentence"),
    [
        ("Temperature", "x", "Type a number from 0.00 to 2.00."),
        ("Temperature", "5", "Type a number from 0.00 to 2.00."),
        ("Token probabilities", "99", "Type a number from 0 to 20."),
        ("Seed", "a", "Type digits only, at most 19."),
        ("Thinking budget", "1234567890", "Type digits only, at most 9."),
    ],
)
def test_what_a_number_field_refuses_is_explained_until_it_takes_more(
    qtbot: QtBot, name: str, typed: str, sentence: str
):
    popup = open_popup(qtbot, EVERYTHING)
    number = retype_field(popup, name, typed)
    problem = next(it.problem for it in popup.fields.values() if it.field is number)
    assert (problem.isVisible(), problem.text()) == (True, sentence)
    retype_field(popup, name, "1")
    assert not problem.isVisible()


def test_an_empty_number_field_names_its_range_once_it_is_left(qtbot: QtBot):
    popup = open_popup(qtbot, EVERYTHING)
    number = retype_field(popup, "Max tokens", "")
    problem = popup.fields["max_tokens"].problem
    assert not problem.isVisible(), "a number may still come"
    QTest.keyClick(number, Qt.Key.Key_Return)
    assert problem.text() == "Type a number from 1 to 1,000,000."
    assert popup.value() == EVERYTHING


def test_a_number_that_was_changed_by_the_arrow_keys_is_not_explained(qtbot: QtBot):
    popup = open_popup(qtbot, EVERYTHING)
    number = retype_field(popup, "Max tokens", "7x")
    problem = popup.fields["max_tokens"].problem
    assert problem.isVisible()
    QTest.keyClick(number, Qt.Key.Key_Up)
    assert not problem.isVisible()
    QTest.keyClick(number, Qt.Key.Key_Return)
    assert not problem.isVisible()


@pytest.mark.parametrize("typed", ["12345", "12,345"])
def test_a_count_has_separators(qtbot: QtBot, typed: str):
    popup = open_popup(qtbot, EVERYTHING)
    number = retype_field(popup, "Max tokens", typed)
    QTest.keyClick(number, Qt.Key.Key_Return)
    assert field(popup, QSpinBox, "Max tokens").text() == "12,345"
    assert popup.value().sampling.max_tokens == 12_345


@pytest.mark.parametrize("language", [QLocale.Language.English, QLocale.Language.German])
@pytest.mark.parametrize("typed", ["1.5", "1,5", "1.50"])
@pytest.mark.parametrize("end", [Qt.Key.Key_Return, Qt.Key.Key_Tab])
def test_a_fraction_is_no_count(
    qtbot: QtBot, language: QLocale.Language, typed: str, end: Qt.Key
) -> None:
    popup = open_popup(qtbot, EVERYTHING)
    popup.show_above(QRect(100, 700, 10, 10))
    editor = field(popup, QSpinBox, "Max tokens")
    editor.setLocale(QLocale(language))
    editor.setFocus()
    taken = []
    editor.valueChanged.connect(taken.append)
    retype_field(popup, "Max tokens", typed)
    QTest.keyClick(editor, end)
    assert popup.fields["max_tokens"].problem.isVisible()
    assert set(taken) == {1}


def test_the_thousands_of_a_count_are_separated_while_nobody_types(qtbot: QtBot) -> None:
    popup = open_popup(qtbot, EVERYTHING)
    popup.show_above(QRect(100, 700, 10, 10))
    editor = retype_field(popup, "Max tokens", "")
    assert isinstance(editor, QSpinBox)
    editor.setValue(12_345)
    assert editor.text() == "12,345"
    editor.setFocus()
    assert editor.text() == "12345"
    QTest.keyClick(editor, Qt.Key.Key_End)
    QTest.keyClick(editor, Qt.Key.Key_Backspace)
    QTest.keyClick(editor, Qt.Key.Key_Tab)
    assert editor.text() == "1,234"
    assert popup.value().sampling.max_tokens == 1_234


def test_every_change_is_announced(qtbot: QtBot):
    popup = open_popup(qtbot, ChatOptions())
    with qtbot.waitSignal(popup.changed):
        QTest.keyClick(field(popup, QDoubleSpinBox, "Temperature"), Qt.Key.Key_Up)
    assert popup.value().sampling.temperature == 0.1


def test_temperature_stops_at_two(qtbot: QtBot):
    start = ChatOptions(sampling=SamplingParams(temperature=2))
    popup = open_popup(qtbot, start)
    QTest.keyClick(field(popup, QDoubleSpinBox, "Temperature"), Qt.Key.Key_Up)
    assert popup.value() == start


def test_fixing_the_seed_draws_one_and_releasing_it_forgets_it(qtbot: QtBot):
    popup = open_popup(qtbot, ChatOptions())
    assert not field(popup, QLineEdit, "Seed").isEnabled()
    seed_box(popup).click()
    drawn = popup.value().sampling.seed
    assert drawn is not None
    assert field(popup, QLineEdit, "Seed").text() == str(drawn)
    seed_box(popup).click()
    assert popup.value().sampling.seed is None


def test_a_seed_is_pasted_without_the_break_that_was_copied_with_it(qtbot: QtBot) -> None:
    field = SeedField()
    qtbot.addWidget(field)
    field.put(7)
    for copied in (" 42\n", "a4"):
        field.selectAll()
        QApplication.clipboard().setText(copied)
        field.paste()
    assert field.take() == 42


def test_an_empty_fixed_seed_requires_a_number(qtbot: QtBot):
    popup = open_popup(qtbot, EVERYTHING)
    retype_field(popup, "Seed", "")
    assert popup.fields["seed"].problem.text() == "Not applied: type a number."
    assert popup.value() == EVERYTHING
    seed_box(popup).click()
    assert popup.fields["seed"].problem.isHidden()
    assert popup.value().sampling.seed is None


@pytest.mark.parametrize("typed", ["-5", "seven7", "1e9", "9" * 40])
def test_no_typed_seed_is_out_of_range(qtbot: QtBot, typed: str):
    popup = open_popup(qtbot, EVERYTHING)
    retype_field(popup, "Seed", typed)
    digits = "".join(it for it in typed if it.isdigit())[:19]
    assert popup.value().sampling.seed == int(digits)


@pytest.mark.parametrize("name", ["Temperature", "Max tokens"])
def test_the_wheel_changes_only_the_number_that_has_the_focus(qtbot: QtBot, name: str):
    popup = open_popup(qtbot, EVERYTHING)
    number = field(popup, QAbstractSpinBox, name)
    field(popup, QPlainTextEdit, "System prompt").setFocus()
    wheel_up(number)
    assert popup.value() == EVERYTHING
    assert not number.hasFocus()
    number.setFocus()
    wheel_up(number)
    assert popup.value() != EVERYTHING


def wheel_up(widget: QWidget) -> None:
    middle = QPointF(widget.rect().center())
    none, phase = Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
    step, buttons = QPoint(0, 120), Qt.MouseButton.NoButton
    place = QPointF(widget.mapToGlobal(middle))
    event = QWheelEvent(middle, place, QPoint(), step, buttons, none, phase, False)
    QApplication.sendEvent(widget, event)


def test_tab_goes_from_the_pages_to_the_fields(qtbot: QtBot):
    popup = open_popup(qtbot, EVERYTHING)
    tabs = popup.findChildren(QToolButton)
    tabs[0].setFocus()
    QTest.keyClick(tabs[0], Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is field(popup, QWidget, "Temperature")


def test_tab_goes_from_the_presets_to_the_page_that_is_shown_and_its_fields(qtbot: QtBot):
    popup = show_popup(qtbot, OptionsPopup(ChatOptions(), presets=Presets()))
    assert popup.presets is not None
    popup.show_page(1)
    tab = next(it for it in popup.findChildren(QToolButton) if it.text() == "Sampling")
    popup.presets.button.setFocus()
    QTest.keyClick(popup.presets.button, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is tab
    QTest.keyClick(tab, Qt.Key.Key_Tab)
    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, Qt.Key.Key_Backtab)
    assert QApplication.focusWidget() is tab


@pytest.mark.parametrize("name", ["Temperature", "Max tokens", "Seed", "System prompt"])
def test_escape_closes_from_every_field(qtbot: QtBot, name: str):
    popup = open_popup(qtbot, EVERYTHING)
    editor = field(popup, QWidget, name)
    QTest.keyClick(editor, Qt.Key.Key_Escape)
    assert not popup.isVisible()
    assert popup.value() == EVERYTHING


@pytest.mark.styled
@pytest.mark.parametrize("corner", [(0, 0), (100_000, 100_000)])
def test_the_popup_opens_on_the_screen_wherever_the_chip_is(qtbot: QtBot, corner: tuple[int, int]):
    popup = open_popup(qtbot, ChatOptions())
    popup.show_above(QRect(*corner, 80, 24))
    assert popup.screen().availableGeometry().contains(popup.geometry())


def test_skimming_is_switched_on_with_the_usual_share(qtbot: QtBot):
    popup = open_popup(qtbot, ChatOptions())
    share = popup.fields["skim"].field
    assert isinstance(share, SkimField)
    assert not share.isEnabled()
    with qtbot.waitSignal(popup.changed) as caught:
        share.switch.click()
    assert caught.args == ["skim", USUAL_SKIM]
    with qtbot.waitSignal(popup.changed) as caught:
        share.setValue(50)
    assert caught.args == ["skim", 50]
    share.switch.click()
    assert popup.value().skim == 0


def test_the_popup_says_if_a_model_cannot_skim(qtbot: QtBot) -> None:
    popup = open_popup(qtbot, ChatOptions())
    row = popup.fields["skim"]
    usual = row._note.text()
    popup.set_model(replace(THINKER, skim_note="Nothing chooses."))
    assert row._note.text() == row.field.accessibleDescription() == "Nothing chooses."
    popup.set_model(THINKER)
    assert row._note.text() == usual


@pytest.mark.styled
def test_the_popup_grows_with_the_zoom(qtbot: QtBot, qapp: QApplication) -> None:
    theme.wear(qapp, Appearance(zoom=200))
    popup = OptionsPopup(ChatOptions())
    qtbot.addWidget(popup)
    popup.show_above(QRect(100, 700, 10, 10))
    assert all(it.width() >= it.sizeHint().width() for it in popup._tabs)
