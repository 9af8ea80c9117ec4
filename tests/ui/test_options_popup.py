"""The popup gives back what was put in, and only what a person changed differs."""

from dataclasses import replace
from typing import TypeVar

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QCheckBox,
    QDoubleSpinBox,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QWidget,
)
from pytestqt.qtbot import QtBot

from engine.messages import SamplingParams
from ui.chat_options import ChatOptions
from ui.options_popup import OptionsPopup

W = TypeVar("W", bound=QWidget)

EVERYTHING = ChatOptions(
    thinking=True,
    calculator=True,
    system_prompt="Be brief.\nBe kind.",
    sampling=SamplingParams(temperature=0.7, top_p=0.9, max_tokens=512, seed=42),
)
# more than the fields can show
UNUSUAL = SamplingParams(temperature=3.123, top_p=0.001, max_tokens=5_000_000, seed=2**64 - 1)


def opened(qtbot: QtBot, value: ChatOptions) -> OptionsPopup:
    popup = OptionsPopup(value)
    popup.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(popup)
    popup.show()
    return popup


def field(popup: OptionsPopup, kind: type[W], name: str) -> W:
    return next(it for it in popup.findChildren(kind) if it.accessibleName() == name)


def seed_box(popup: OptionsPopup) -> QCheckBox:
    return popup.findChildren(QCheckBox)[0]


def retype(editor: QWidget, text: str) -> None:
    QTest.keyClick(editor, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(editor, Qt.Key.Key_Delete)
    QTest.keyClicks(editor, text)


@pytest.mark.parametrize(
    "value", [ChatOptions(), EVERYTHING, ChatOptions(sampling=UNUSUAL)], ids=["new", "all", "odd"]
)
def test_untouched_value_comes_back_as_it_went_in(qtbot: QtBot, value: ChatOptions):
    assert opened(qtbot, value).value() == value


def test_value_put_in_is_shown(qtbot: QtBot):
    popup = opened(qtbot, EVERYTHING)
    assert field(popup, QDoubleSpinBox, "Temperature").value() == 0.7
    assert field(popup, QDoubleSpinBox, "Top p").value() == 0.9
    assert field(popup, QSpinBox, "Max tokens").value() == 512
    assert field(popup, QLineEdit, "Seed").text() == "42"
    assert field(popup, QPlainTextEdit, "System prompt").toPlainText() == "Be brief.\nBe kind."


def test_everything_can_be_set_by_hand(qtbot: QtBot):
    popup = opened(qtbot, ChatOptions(thinking=True, calculator=True))
    retype(field(popup, QDoubleSpinBox, "Temperature"), "0.7")
    retype(field(popup, QDoubleSpinBox, "Top p"), "0.9")
    retype(field(popup, QSpinBox, "Max tokens"), "512")
    seed_box(popup).click()
    retype(field(popup, QLineEdit, "Seed"), "42")
    prompt = field(popup, QPlainTextEdit, "System prompt")
    retype(prompt, "Be brief.")
    QTest.keyClick(prompt, Qt.Key.Key_Return)
    QTest.keyClicks(prompt, "Be kind.")
    assert popup.value() == EVERYTHING


def test_every_change_is_announced(qtbot: QtBot):
    popup = opened(qtbot, ChatOptions())
    with qtbot.waitSignal(popup.changed):
        QTest.keyClick(field(popup, QDoubleSpinBox, "Temperature"), Qt.Key.Key_Up)
    assert popup.value().sampling.temperature == 0.1


def test_temperature_stops_at_two(qtbot: QtBot):
    start = ChatOptions(sampling=SamplingParams(temperature=2))
    popup = opened(qtbot, start)
    QTest.keyClick(field(popup, QDoubleSpinBox, "Temperature"), Qt.Key.Key_Up)
    assert popup.value() == start


def test_fixing_the_seed_draws_one_and_releasing_it_draws_anew(qtbot: QtBot):
    popup = opened(qtbot, ChatOptions())
    assert not field(popup, QLineEdit, "Seed").isEnabled()
    seed_box(popup).click()
    drawn = popup.value().sampling.seed
    assert drawn is not None
    assert field(popup, QLineEdit, "Seed").text() == str(drawn)
    seed_box(popup).click()
    assert popup.value().sampling.seed is None


def test_empty_seed_is_random(qtbot: QtBot):
    popup = opened(qtbot, EVERYTHING)
    retype(field(popup, QLineEdit, "Seed"), "")
    assert popup.value() == replace(EVERYTHING, sampling=replace(EVERYTHING.sampling, seed=None))


@pytest.mark.parametrize("typed", ["-5", "seven", "1e9", "9" * 40])
def test_no_typed_seed_is_out_of_range(qtbot: QtBot, typed: str):
    popup = opened(qtbot, EVERYTHING)
    retype(field(popup, QLineEdit, "Seed"), typed)
    digits = "".join(it for it in typed if it.isdigit())[:19]
    assert popup.value().sampling.seed == (int(digits) if digits else None)


@pytest.mark.parametrize("name", ["Temperature", "Max tokens", "Seed", "System prompt"])
def test_escape_closes_from_every_field(qtbot: QtBot, name: str):
    popup = opened(qtbot, EVERYTHING)
    editor = field(popup, QWidget, name)
    QTest.keyClick(editor, Qt.Key.Key_Escape)
    assert not popup.isVisible()
    assert popup.value() == EVERYTHING


@pytest.mark.parametrize("corner", [(0, 0), (100_000, 100_000)])
def test_opens_on_the_screen_wherever_the_chip_is(qtbot: QtBot, corner: tuple[int, int]):
    popup = opened(qtbot, ChatOptions())
    popup.show_above(QRect(*corner, 80, 24))
    assert popup.screen().availableGeometry().contains(popup.geometry())
