"""The command palette runs commands, opens chats and pages of the settings."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.kit.history_source import ListSource, entry
from tests.kit.tabs import add_tab
from ui.look import theme
from ui.settings.settings_window import MODELS, PAGES, SettingsWindow
from ui.state.chat import Chat
from ui.window.main_window import MainWindow
from ui.window.palette import CommandPalette

TITLES = ("Circles and squares", "A walk in the rain")


@pytest.fixture
def window(qtbot: QtBot) -> MainWindow:
    window = MainWindow()
    qtbot.addWidget(window)
    window.complete()
    add_tab(window, Chat(1))
    archived = entry(3, "Old plans", archived=True)
    chats = (entry(number, title) for number, title in enumerate(TITLES, 1))
    window.workspace.history.set_source(ListSource(*chats, archived))
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    window.current_tab().setFocus()
    return window


@pytest.fixture
def palette(window: MainWindow, qtbot: QtBot) -> CommandPalette:
    keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_P, keys)
    [palette] = window.findChildren(CommandPalette)
    assert QTest.qWaitForWindowExposed(palette)
    return palette


def shown(palette: CommandPalette) -> list[str]:
    return [it.text for it in palette.found.items]


def chosen(palette: CommandPalette) -> str:
    return str(palette.list.currentIndex().data())


def press(palette: CommandPalette, key: Qt.Key) -> None:
    QTest.keyClick(palette.search, key)


def test_every_command_page_and_chat_is_listed(window: MainWindow, palette: CommandPalette) -> None:
    commands = [it.text for it in window.menus.shortcuts]
    texts = shown(palette)
    assert texts[: len(commands)] == commands
    assert len(texts) == len(commands) + len(PAGES) + len(TITLES) + 1
    assert {"Circles and squares", "Old plans"} <= set(texts)


def test_a_command_shows_the_keys_that_a_person_chose(window: MainWindow) -> None:
    window.menus.set_keys({"new_chat": "Ctrl+Alt+J"})
    window.open_palette()
    [palette] = window.findChildren(CommandPalette)
    keys = {it.text: it.keys for it in palette.found.items}
    assert keys["New chat"] == "Ctrl+Alt+J"
    palette.close()


def test_return_runs_the_command_that_was_typed(
    window: MainWindow, palette: CommandPalette, qtbot: QtBot
) -> None:
    QTest.keyClicks(palette.search, "newco")
    assert chosen(palette) == "New comparison"
    with qtbot.waitSignal(window.workspace.requests.new_comparison):
        press(palette, Qt.Key.Key_Return)
    assert not palette.isVisible()


def test_a_command_that_is_not_possible_is_listed_but_does_not_run(
    window: MainWindow, palette: CommandPalette, qtbot: QtBot
) -> None:
    QTest.keyClicks(palette.search, "reopen closed")
    assert shown(palette) == ["Reopen closed tab"]
    assert palette.found.items[0].spoken.endswith("not available now")
    with qtbot.assertNotEmitted(window.workspace.requests.reopened):
        press(palette, Qt.Key.Key_Return)
        QTest.mouseClick(
            palette.list.viewport(),
            Qt.MouseButton.LeftButton,
            pos=palette.list.visualRect(palette.found.index(0)).center(),
        )
    assert palette.isVisible()


def test_arrow_keys_skip_what_is_not_possible_and_wrap(palette: CommandPalette) -> None:
    enabled = [it.text for it in palette.found.items if it.enabled]
    assert len(enabled) < len(palette.found.items)
    passed = [chosen(palette)]
    for _ in range(len(enabled)):
        press(palette, Qt.Key.Key_Down)
        passed.append(chosen(palette))
    assert passed == [*enabled, enabled[0]]
    press(palette, Qt.Key.Key_Up)
    assert chosen(palette) == enabled[-1]
    press(palette, Qt.Key.Key_PageDown)
    assert chosen(palette) == enabled[-1]


@pytest.mark.styled
def test_all_rows_can_be_seen_in_a_low_window(window: MainWindow, qapp: QApplication) -> None:
    window.resize(window.minimumSize())
    usual = theme.appearance()
    theme.wear(qapp, replace(usual, zoom=200))
    window.open_palette()
    [palette] = window.findChildren(CommandPalette)
    press(palette, Qt.Key.Key_Up)
    row = palette.list.visualRect(palette.list.currentIndex())
    bottom = palette.list.viewport().mapTo(palette, row.bottomLeft()).y()
    height = palette.height()
    palette.close()
    theme.wear(qapp, usual)
    assert row.height() < bottom < height


def test_a_chat_opens_by_its_title(
    window: MainWindow, palette: CommandPalette, qtbot: QtBot
) -> None:
    QTest.keyClicks(palette.search, "walk ra")
    with qtbot.waitSignal(window.workspace.requests.opened) as opened:
        press(palette, Qt.Key.Key_Return)
    assert opened.args == [2, 0]


def test_a_page_of_the_settings_opens_by_its_name(
    window: MainWindow, palette: CommandPalette
) -> None:
    QTest.keyClicks(palette.search, "settings models")
    assert chosen(palette) == "Models"
    press(palette, Qt.Key.Key_Return)
    [settings] = window.findChildren(SettingsWindow)
    assert settings.tabs[MODELS].isChecked()


def test_a_search_without_results_says_so(palette: CommandPalette) -> None:
    QTest.keyClicks(palette.search, "zzz")
    assert palette.nothing.isVisible()
    press(palette, Qt.Key.Key_Down)
    press(palette, Qt.Key.Key_Return)
    palette.search.clear()
    assert not palette.nothing.isVisible()
    assert chosen(palette) == "New chat"


def test_escape_closes_the_palette_and_the_focus_is_where_it_was(
    window: MainWindow, palette: CommandPalette, qtbot: QtBot
) -> None:
    press(palette, Qt.Key.Key_Escape)
    assert not palette.isVisible()
    qtbot.waitUntil(lambda: window.isAncestorOf(QApplication.focusWidget() or palette))


def test_a_text_command_works_in_the_field_that_had_the_focus(window: MainWindow) -> None:
    field = window.current_tab().composer.editor
    field.setFocus()
    field.setPlainText("all of it")
    window.open_palette()
    [palette] = window.findChildren(CommandPalette)
    QTest.keyClicks(palette.search, "select all")
    press(palette, Qt.Key.Key_Return)
    assert field.textCursor().selectedText() == "all of it"
