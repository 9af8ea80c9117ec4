"""The settings dialog gives back what was put in, and only what was changed differs."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox
from pytestqt.qtbot import QtBot

from ui import theme
from ui.settings import LOG_LEVELS, Settings
from ui.settings_dialog import SettingsDialog


def opened(qtbot: QtBot, value: Settings) -> SettingsDialog:
    dialog = SettingsDialog(value)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


@pytest.mark.parametrize(
    "value",
    [Settings(), Settings("debug", 12.5), Settings("error", 9000.123)],
    ids=["new", "all", "odd"],
)
def test_untouched_value_comes_back_as_it_went_in(qtbot: QtBot, value: Settings) -> None:
    assert opened(qtbot, value).value() == value


def test_the_value_is_shown(qtbot: QtBot) -> None:
    dialog = opened(qtbot, Settings("debug", 12.5))
    assert (dialog.memory.value(), dialog.automatic.isChecked()) == (12.5, False)
    assert dialog.log_level.checkedId() == LOG_LEVELS.index("debug")


def test_everything_can_be_set_by_hand(qtbot: QtBot) -> None:
    dialog = opened(qtbot, Settings())
    assert not dialog.memory.isEnabled()
    dialog.automatic.click()
    QTest.keyClick(dialog.memory, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(dialog.memory, "6.5")
    dialog.log_level.button(LOG_LEVELS.index("info")).click()
    assert dialog.value() == Settings("info", 6.5)
    dialog.automatic.click()
    assert dialog.value() == Settings("info", None)


def test_the_automatic_limit_is_no_number_and_the_typed_one_comes_back(qtbot: QtBot) -> None:
    dialog = opened(qtbot, Settings("warning", 0.1))
    assert dialog.memory.text() == "0.1 GB"
    dialog.memory.setValue(12.5)
    dialog.automatic.click()
    assert dialog.memory.text() == "automatic"
    assert dialog.value().memory_limit_gb is None
    dialog.automatic.click()
    assert dialog.memory.text() == "12.5 GB"
    assert dialog.value().memory_limit_gb == 12.5


@pytest.mark.parametrize("scheme", [Qt.ColorScheme.Light, Qt.ColorScheme.Dark])
def test_a_checked_box_is_filled_and_ticked(
    qtbot: QtBot, qapp: QApplication, scheme: Qt.ColorScheme
) -> None:
    theme.apply(qapp, scheme)
    dialog = opened(qtbot, Settings())
    image = dialog.automatic.grab().toImage()
    found = {image.pixelColor(x, y).name() for x in range(17) for y in range(image.height())}
    assert {theme.colors().accent, theme.colors().on_accent} <= found


def test_only_saving_accepts(qtbot: QtBot) -> None:
    dialog = opened(qtbot, Settings())
    with qtbot.assertNotEmitted(dialog.accepted):
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
    dialog.show()
    [buttons] = dialog.findChildren(QDialogButtonBox)
    save = buttons.button(QDialogButtonBox.StandardButton.Save)
    with qtbot.waitSignal(dialog.accepted):
        qtbot.mouseClick(save, Qt.MouseButton.LeftButton)
