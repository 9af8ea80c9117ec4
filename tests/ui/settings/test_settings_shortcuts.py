"""Shortcuts that a person may set, and setting them in the settings window."""

import re
from collections.abc import Mapping

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.kit import settings_windows
from tests.kit.paths import ROOT
from tests.kit.settings_windows import KeptWindow
from ui.settings.settings_window import SHORTCUTS
from ui.state.settings import Settings
from ui.state.shortcuts import Shortcut, accepted, is_bare, keys_of, problem
from ui.widgets.command_table import CommandTable

NEW = Shortcut("new", "New chat", "File", ("Ctrl+N",))
NEXT = Shortcut("next", "Next chat", "Chat", ("Ctrl+Tab", "Meta+Tab"))
COPY = Shortcut("copy", "Copy", "Edit", ("Ctrl+C",), fixed=True)
NONE = Shortcut("none", "Continue", "Chat")
ALL = (NEW, NEXT, COPY, NONE)
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.mark.parametrize("keys", ["A", "Shift+A", "Del", "Backspace", "Esc", "Space", "Ctrl+K, A"])
def test_keys_without_a_modifier_are_bare(keys: str) -> None:
    assert is_bare(keys)
    assert "by accident" in problem(ALL, {}, "new", keys)


@pytest.mark.parametrize("keys", ["Ctrl+A", "Alt+Shift+A", "Meta+A", "F5", "Shift+F5", ""])
def test_keys_with_a_modifier_are_not_bare(keys: str) -> None:
    assert not is_bare(keys)
    assert problem(ALL, {}, "new", keys) == ""


@pytest.mark.parametrize(("platform", "key"), [("darwin", "Option"), ("linux", "Ctrl or Alt")])
def test_a_bare_key_is_refused_with_the_modifiers_of_the_system(monkeypatch, platform, key) -> None:
    monkeypatch.setattr("sys.platform", platform)
    sentence = problem((), {}, "find", "F")
    assert key in sentence and ("Command" in sentence) == (platform == "darwin")


@pytest.mark.parametrize(
    ("chosen", "command_id", "keys", "other"),
    [
        ({}, "none", "Ctrl+N", "New chat"),
        ({}, "none", "Meta+Tab", "Next chat"),
        ({}, "none", "Ctrl+C", "Copy"),
        ({"new": "Ctrl+K"}, "none", "Ctrl+K", "New chat"),
        ({}, "none", "Ctrl+N, Ctrl+K", "New chat"),
        ({"new": "Ctrl+K"}, "none", "Ctrl+N", ""),
        ({"new": ""}, "none", "Ctrl+N", ""),
        ({}, "new", "Ctrl+N", ""),
    ],
)
def test_keys_in_use_are_refused_with_the_name_of_their_command(
    chosen: Mapping[str, str], command_id: str, keys: str, other: str
) -> None:
    sentence = problem(ALL, chosen, command_id, keys)
    assert (f"“{other}”" in sentence) if other else not sentence


def test_valid_shortcuts_of_a_file_are_used_and_others_reported() -> None:
    chosen, refused = accepted(
        ALL,
        [
            ("new", "Ctrl+Tab"),
            ("next", "Ctrl+N"),
            ("none", "Q"),
            ("copy", "Ctrl+Y"),
            ("gone", "Ctrl+Y"),
        ],
    )
    assert chosen == {"new": "Ctrl+Tab", "next": "Ctrl+N"}, "two may change places"
    assert len(refused) == 3
    assert accepted(ALL, [("new", "no keys at all+++")])[0] == {}
    assert accepted(ALL, [("new", "Ctrl+K"), ("none", "Ctrl+K")])[0] == {"none": "Ctrl+K"}


def test_keys_of_the_text_editing_cannot_be_chosen() -> None:
    assert keys_of(COPY, {"copy": "Ctrl+Y"}) == ("Ctrl+C",)
    assert keys_of(NEXT, {}) == NEXT.usual
    assert (keys_of(NEXT, {"next": ""}), keys_of(NEXT, {"next": "F5"})) == ((), ("F5",))


def test_no_text_spells_out_shortcuts() -> None:
    fixed = re.compile(r"""tr\(\s*"[^"]*\b(?:Ctrl|Alt|Shift|Meta|F\d)[^"]*\b(?:\+|F\d|\))""")
    sources = {it: it.read_text(encoding="utf-8") for it in (ROOT / "ui").rglob("*.py")}
    assert [str(it) for it, text in sources.items() if fixed.search(text)] == []


# --- the page of the settings -----------------------------------------------------------------


def open_shortcuts(qtbot: QtBot, value: Settings | None = None) -> KeptWindow:
    window = settings_windows.open_window(qtbot, value or Settings(), page=SHORTCUTS, shortcuts=ALL)
    window.activateWindow()
    assert QTest.qWaitForWindowActive(window)
    return window


def choose_row(dialog: KeptWindow, shortcut: Shortcut) -> None:
    dialog.shortcuts.table.table.setCurrentCell(ALL.index(shortcut), 0)


def shown_keys(dialog: KeptWindow, shortcut: Shortcut) -> str:
    item = dialog.shortcuts.table.table.item(ALL.index(shortcut), 2)
    assert item
    return item.text()


def record(dialog: KeptWindow, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> None:
    dialog.shortcuts.field.setFocus()
    QTest.keyClick(dialog.shortcuts.field, key, modifiers)


def test_keys_are_pressed_to_be_chosen(qtbot: QtBot) -> None:
    dialog = open_shortcuts(qtbot)
    assert not dialog.shortcuts.field.isEnabled(), "until a command is chosen"
    choose_row(dialog, NEW)
    record(dialog, Qt.Key.Key_K, CTRL | SHIFT)
    assert shown_keys(dialog, NEW) == "Ctrl+Shift+K"
    assert dialog.value() == Settings(keys=(("new", "Ctrl+Shift+K"),))
    record(dialog, Qt.Key.Key_F5, Qt.KeyboardModifier.NoModifier)
    assert dialog.value() == Settings(keys=(("new", "F5"),))


@pytest.mark.parametrize(
    ("key", "modifiers", "part"),
    [
        (Qt.Key.Key_K, Qt.KeyboardModifier.NoModifier, "by accident"),
        (Qt.Key.Key_Delete, Qt.KeyboardModifier.NoModifier, "by accident"),
        (Qt.Key.Key_C, CTRL, "“Copy”"),
        (Qt.Key.Key_N, CTRL, "“New chat”"),
    ],
)
def test_keys_that_cannot_be_used_are_refused_with_a_sentence(
    qtbot: QtBot, key: Qt.Key, modifiers: Qt.KeyboardModifier, part: str
) -> None:
    dialog = open_shortcuts(qtbot)
    choose_row(dialog, NEXT)
    record(dialog, key, modifiers)
    assert part in dialog.shortcuts.problem.text()
    assert dialog.shortcuts.problem.isVisible()
    assert dialog.value() == Settings()
    choose_row(dialog, NEW)
    assert not dialog.shortcuts.problem.isVisible()


def test_default_keys_can_be_restored_for_one_or_all(qtbot: QtBot) -> None:
    dialog = open_shortcuts(qtbot, Settings(keys=(("new", "F5"), ("next", "F6"))))
    assert (shown_keys(dialog, NEW), shown_keys(dialog, NEXT)) == ("F5", "F6")
    choose_row(dialog, NEW)
    dialog.shortcuts.reset.click()
    assert dialog.value() == Settings(keys=(("next", "F6"),))
    dialog.shortcuts.reset_all.click()
    assert dialog.value() == Settings()
    assert shown_keys(dialog, NEXT).startswith("Ctrl+Tab")


def test_restoring_defaults_leaves_keys_used_by_others(qtbot: QtBot) -> None:
    dialog = open_shortcuts(qtbot, Settings(keys=(("new", "F5"), ("none", "Ctrl+N"))))
    choose_row(dialog, NEW)
    dialog.shortcuts.reset.click()
    assert "“Continue”" in dialog.shortcuts.problem.text()
    assert dialog.value().keys == (("new", "F5"), ("none", "Ctrl+N"))


def test_keys_can_be_removed_but_fixed_ones_stay(qtbot: QtBot) -> None:
    dialog = open_shortcuts(qtbot)
    choose_row(dialog, NEW)
    dialog.shortcuts.remove.click()
    assert (shown_keys(dialog, NEW), dialog.value().keys) == ("", (("new", ""),))
    choose_row(dialog, COPY)
    assert not dialog.shortcuts.field.isEnabled()


def test_unknown_entries_of_a_file_stay_untouched(qtbot: QtBot) -> None:
    odd = Settings(keys=(("of_a_later_version", "Ctrl+J"),))
    assert open_shortcuts(qtbot, odd).value() == odd


def test_the_keyboard_leaves_the_field(qtbot: QtBot) -> None:
    dialog = open_shortcuts(qtbot)
    choose_row(dialog, NEW)
    dialog.shortcuts.field.setFocus()
    QTest.keyClick(dialog.shortcuts.field, Qt.Key.Key_Tab)
    assert dialog.focusWidget() is dialog.shortcuts.reset
    assert dialog.value() == Settings()


def test_return_in_the_search_changes_no_keys(qtbot: QtBot) -> None:
    dialog = open_shortcuts(qtbot)
    choose_row(dialog, NEW)
    QTest.keyClick(dialog.shortcuts.table.search, Qt.Key.Key_Return)
    assert dialog.told == [] and dialog.isVisible()


@pytest.mark.styled
def test_keys_stay_whole_beside_long_names(qtbot: QtBot) -> None:
    keys = Shortcut("c", "Capture an area", "Chat › Ask about the screen", ("Ctrl+Shift+N",))
    commands = CommandTable((keys,), {})
    qtbot.addWidget(commands)
    commands.resize(400, 200)
    commands.show()
    table = commands.table
    qtbot.waitUntil(lambda: table.columnWidth(2) >= table.sizeHintForColumn(2))
    assert table.columnWidth(1) < table.sizeHintForColumn(1)
    commands.resize(700, 200)
    qtbot.waitUntil(lambda: table.columnWidth(1) == table.sizeHintForColumn(1))
    commands.resize(260, 200)
    qtbot.waitUntil(lambda: table.columnWidth(0) < table.sizeHintForColumn(0))
    assert table.columnWidth(2) >= table.sizeHintForColumn(2)


@pytest.mark.styled
def test_names_and_titles_are_whole_after_a_search_in_a_window_that_was_resized(
    qtbot: QtBot,
) -> None:
    long = Shortcut("long", "Copy the last answer of this chat", "Chat", ())
    commands = CommandTable((Shortcut("undo", "Undo", "Edit", ()), long), {})
    qtbot.addWidget(commands)
    commands.show()
    table = commands.table
    commands.search.setText("undo")
    commands.resize(801, 200)
    qtbot.waitUntil(lambda: table.columnWidth(0) == table.horizontalHeader().sectionSizeHint(0))
    commands.search.clear()
    assert table.columnWidth(0) == table.sizeHintForColumn(0)
