"""Commands are in a menu and have keys, and no bare key starts one."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from operator import attrgetter

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QMenu, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from engine.messages import Aborted, Channel, Delta, Timings, Usage
from tests.kit.tabs import add_tab
from ui.compare.compare_tab import CompareTab
from ui.look import theme
from ui.options.tools_popup import ToolsPopup
from ui.settings.settings_window import SettingsWindow
from ui.state.chat import Chat
from ui.state.compared_chat import ComparedChat
from ui.state.pane import PaneSettings
from ui.state.question import Question
from ui.state.shortcuts import is_bare, parts
from ui.window.main_window import MainWindow
from ui.window.shortcut_list import ShortcutList
from ui.window.window_menu import WindowMenus

# these would end something, or change what is kept
LOSING = (
    "requests.closed",
    "model_requests.unloaded",
    "settings_requests.appearance_chosen",
    "model_requests.chosen",
)
BARE = (
    *(Qt.Key(key) for key in range(Qt.Key.Key_A.value, Qt.Key.Key_Z.value + 1)),
    *(Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Escape, Qt.Key.Key_Insert),
    *(Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Minus, Qt.Key.Key_Plus, Qt.Key.Key_0),
)


@pytest.fixture
def window(qtbot: QtBot) -> MainWindow:
    window = MainWindow()
    qtbot.addWidget(window)
    window.complete()
    add_tab(window, Chat(1))
    window.show()
    window.activateWindow()
    assert QTest.qWaitForWindowActive(window)
    return window


def add_reply(window: MainWindow, text: str) -> None:
    transcript = window.current_chat().transcript
    transcript.add_question(Question("Why?"))
    transcript.begin_reply(7, "/m")
    transcript.apply(Delta(7, Channel.CONTENT, text))


def press_keys(window: QWidget, keys: str) -> None:
    [combination] = parts(QKeySequence(keys))
    QTest.keyClick(
        QApplication.focusWidget() or window, combination.key(), combination.keyboardModifiers()
    )


def menu_of(window: MainWindow, title: str) -> QMenu:
    found: list[QMenu] = []
    for action in window.menus.everything.actions():
        if action.text() == title and isinstance(menu := action.menu(), QMenu):
            found.append(menu)
    [menu] = found
    return menu


def menu_state(menu: QMenu) -> dict[str, bool]:
    """Open a menu and return its items with True for those that are enabled."""
    menu.popup(QPoint(0, 0))
    found = {it.text(): it.isEnabled() for it in menu.actions() if not it.isSeparator()}
    menu.close()
    return found


def test_every_command_has_keys_of_its_own_and_none_a_bare_one(window: MainWindow) -> None:
    keys = [key for it in window.menus.shortcuts for key in it.usual]
    assert [key for key, times in Counter(keys).items() if times > 1] == []
    given = [key for it in window.menus.shortcuts if not it.fixed for key in it.usual]
    assert [key for key in given if is_bare(key)] == []
    assert all(QKeySequence(key).toString() for key in keys)
    texts = [it.text for it in window.menus.shortcuts]
    assert len(set(texts)) == len(texts) and all(texts)


def test_every_command_is_in_the_button_menu(window: MainWindow) -> None:
    def actions(menu: QMenu) -> list[QAction]:
        inner = [(it, it.menu()) for it in menu.actions() if not it.isSeparator()]
        return [it for it, its in inner if its is None] + [
            deep for _, its in inner if isinstance(its, QMenu) for deep in actions(its)
        ]

    assert set(actions(window.menus.everything)) == set(window.menus.actions.values())
    in_bar = [it.text() for it in window.menuBar().actions()]
    assert in_bar == [it.text() for it in window.menus.everything.actions()]


def test_roles_place_commands_as_macos_does(window: MainWindow) -> None:
    roles = {name: it.menuRole() for name, it in window.menus.actions.items()}
    role = QAction.MenuRole
    assert roles.pop("settings") is role.PreferencesRole
    assert roles.pop("quit") is role.QuitRole
    assert roles.pop("about") is role.AboutRole
    assert roles.pop("updates") is role.ApplicationSpecificRole
    # by its text Qt would move others, such as one that begins with "Settings"
    assert set(roles.values()) == {role.NoRole}


def test_every_command_can_be_started_with_and_without_a_chat(
    window: MainWindow, qtbot: QtBot
) -> None:
    left_out = {"quit", "full_screen", "open_model", "about", "menu", "model", "shortcuts"}
    for round_ in range(2):
        for name, action in window.menus.actions.items():
            if name not in left_out:
                action.trigger()
        if not round_:
            add_reply(window, "Hello")
    assert window.isVisible()


@pytest.mark.parametrize(
    ("keys", "signal"),
    [
        ("Ctrl+N", "requests.new_chat"),
        ("Ctrl+Shift+N", "requests.new_comparison"),
        ("Ctrl+W", "requests.closed"),
        ("Ctrl+Shift+T", "requests.reopened"),
        ("Ctrl+,", "settings_requests.opened"),
        ("Ctrl+=", "settings_requests.appearance_chosen"),
        ("Ctrl+-", "settings_requests.appearance_chosen"),
        ("Ctrl+0", "settings_requests.appearance_chosen"),
    ],
)
def test_keys_start_their_commands(
    window: MainWindow, qtbot: QtBot, keys: str, signal: str
) -> None:
    with qtbot.waitSignal(attrgetter(signal)(window.workspace)):
        press_keys(window, keys)


@pytest.mark.parametrize(
    ("name", "keys", "raises"),
    [
        ("quit", "Ctrl+Q", False),
        ("settings", "Ctrl+,", False),
        ("models", "Ctrl+Shift+L", False),
        ("get_models", "Ctrl+Shift+M", False),
        ("manual", "F1", False),
        ("zoom_in", "Ctrl+=", False),
        ("zoom_out", "Ctrl+-", False),
        ("zoom_reset", "Ctrl+0", False),
        ("new_chat", "Ctrl+N", True),
        ("palette", "Ctrl+Shift+P", True),
        ("search", "Ctrl+K", True),
    ],
)
def test_keys_about_all_windows_work_in_the_other_windows_too(
    window: MainWindow, qtbot: QtBot, name: str, keys: str, raises: bool
) -> None:
    found = next(it for it in window.menus.commands if it.command_id == name)
    ran: list[str] = []
    window.removeAction(window.menus.actions[name])
    menus = WindowMenus(window, [replace(found, run=lambda: ran.append(name))])
    assert list(menus.actions) == [name]
    other = other_window(window, qtbot)
    press_keys(other, keys)
    assert ran == [name]
    qtbot.waitUntil(lambda: QApplication.activeWindow() is (window if raises else other))


def test_keys_about_the_chat_in_front_do_nothing_in_other_windows(
    window: MainWindow, qtbot: QtBot
) -> None:
    add_reply(window, "Hello")
    triggered = [QSignalSpy(it.triggered) for it in window.menus.actions.values()]
    other = other_window(window, qtbot)
    for keys in ("Ctrl+W", "Ctrl+.", "Ctrl+1", "F2", "Ctrl+Shift+C", "Ctrl+P"):
        press_keys(other, keys)
    assert not any(spy.count() for spy in triggered)


@pytest.mark.parametrize("away", [MainWindow.showMinimized, MainWindow.hide])
def test_a_command_whose_effect_is_in_the_main_window_brings_it_back(
    window: MainWindow, away: Callable[[MainWindow], None]
) -> None:
    """On macOS, closing the main window hides it and leaves its menus."""
    away(window)
    window.menus.actions["new_chat"].trigger()
    assert window.isVisible() and not window.isMinimized()


def test_a_minimized_window_comes_back_when_it_is_opened_again(window: MainWindow) -> None:
    window.menus.actions["settings"].trigger()
    [settings] = window.findChildren(SettingsWindow)
    settings.showMinimized()
    window.menus.actions["settings"].trigger()
    assert settings.isVisible() and not settings.isMinimized()


def other_window(window: MainWindow, qtbot: QtBot) -> QWidget:
    """Return another window of Duologue, which is in front."""
    other = QWidget(window, Qt.WindowType.Window)
    other.show()
    other.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is other)
    return other


def test_zoom_is_requested_in_steps(window: MainWindow, qtbot: QtBot) -> None:
    zooms: list[int] = []
    window.workspace.settings_requests.appearance_chosen.connect(
        lambda wanted: zooms.append(wanted.zoom)
    )
    for keys in ("Ctrl+=", "Ctrl+-", "Ctrl+0"):
        press_keys(window, keys)
    assert zooms == [110, 90, 100]


def test_numbers_select_tabs_and_missing_tabs_are_ignored(window: MainWindow) -> None:
    add_tab(window, Chat(2))
    add_tab(window, Chat(3))
    for keys, chat_id in (("Ctrl+1", 1), ("Ctrl+3", 3), ("Ctrl+9", 3)):
        press_keys(window, keys)
        assert window.current_tab().chat_id == chat_id
        focused = QApplication.focusWidget()
        assert focused and window.current_tab().isAncestorOf(focused)


def test_stop_is_enabled_while_the_chat_answers(window: MainWindow, qtbot: QtBot) -> None:
    menu = menu_of(window, "Chat")
    assert not menu_state(menu)["Stop"]
    add_reply(window, "Hello")
    assert menu_state(menu)["Stop"]
    with qtbot.waitSignal(window.current_chat().conversation.requests.stopped):
        press_keys(window, "Ctrl+.")


def test_a_menu_that_was_open_leaves_no_shortcut_dead(window: MainWindow, qtbot: QtBot) -> None:
    """Commands disabled while the menu was open may be possible now."""
    assert not menu_state(menu_of(window, "File"))["Reopen closed tab"]
    with qtbot.waitSignal(window.workspace.requests.reopened):
        press_keys(window, "Ctrl+Shift+T")


def test_the_last_answer_is_copied(window: MainWindow) -> None:
    assert not menu_state(menu_of(window, "Edit"))["Copy last answer"]
    add_reply(window, "**Bold**")
    press_keys(window, "Ctrl+Shift+C")
    assert QApplication.clipboard().text() == "**Bold**"


def test_edit_commands_apply_to_the_focused_text(window: MainWindow) -> None:
    editor = window.current_chat().composer.editor
    assert isinstance(editor, QPlainTextEdit)
    editor.setFocus()
    QTest.keyClicks(editor, "one")
    actions = window.menus.actions
    for name in ("selectAll", "copy"):
        actions[name].trigger()
    assert QApplication.clipboard().text() == "one"
    actions["cut"].trigger()
    assert editor.toPlainText() == ""
    actions["undo"].trigger()
    assert editor.toPlainText() == "one"
    editor.clear()
    actions["paste"].trigger()
    assert editor.toPlainText() == "one"


def test_check_marks_show_the_state(window: MainWindow) -> None:
    menu = menu_of(window, "View")
    menu_state(menu)
    assert window.menus.actions["sidebar"].isChecked()
    window.toggle_sidebar()
    menu_state(menu)
    assert not window.menus.actions["sidebar"].isChecked()


def test_the_current_scheme_is_checked(window: MainWindow, qtbot: QtBot) -> None:
    [look] = [it.menu() for it in menu_of(window, "View").actions() if it.text() == "Appearance"]
    assert isinstance(look, QMenu)
    menu_state(look)
    actions = window.menus.actions
    ticked = [name for name, it in actions.items() if name.startswith("scheme") and it.isChecked()]
    assert ticked == [f"scheme_{theme.appearance().scheme}"]
    with qtbot.waitSignal(window.workspace.settings_requests.appearance_chosen) as chosen:
        actions["scheme_dark"].trigger()
    assert chosen.args == [replace(theme.appearance(), scheme="dark")]


def test_the_moon_button_requests_the_other_scheme(window: MainWindow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.workspace.settings_requests.appearance_chosen) as chosen:
        window.sidebar.appearance_button.click()
    assert chosen.args == [theme.toggled(theme.appearance())]


@pytest.mark.parametrize("by", ["key", "button"])
def test_the_menu_opens_by_key_and_by_button(window: MainWindow, qtbot: QtBot, by: str) -> None:
    if by == "key":
        press_keys(window, "F10")
    else:
        qtbot.mouseClick(window.header.menu_button, Qt.MouseButton.LeftButton)
    assert window.menus.everything.isVisible()
    assert window.menus.everything.activeAction().text() == "File"
    assert not menu_of(window, "File").isVisible()
    window.menus.everything.close()


def test_the_menu_edits_the_text_that_had_the_keyboard(window: MainWindow) -> None:
    editor = window.current_chat().composer.editor
    editor.setFocus()
    editor.insertPlainText("Hello")
    press_keys(window, "F10")
    assert isinstance(QApplication.focusWidget(), QMenu)
    state = menu_state(menu_of(window, "Edit"))
    assert all(state[title] for title in ("Undo", "Cut", "Copy", "Paste", "Select all"))
    window.menus.actions["selectAll"].trigger()
    window.menus.everything.close()
    assert editor.textCursor().selectedText() == "Hello"


def test_the_menu_copies_nothing_from_a_button(window: MainWindow) -> None:
    window.header.stats_button.setFocus()
    assert not menu_state(menu_of(window, "Edit"))["Copy"]


def test_a_key_opens_the_menu_of_what_has_the_keyboard(window: MainWindow) -> None:
    """Many keyboards, those of Macs among them, have no menu key. Held down, it opens one menu."""
    editor = window.current_chat().composer.editor
    editor.setFocus()
    asked = QSignalSpy(editor.customContextMenuRequested)
    editor.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    for _ in range(2):
        press_keys(window, "Shift+F10")
        assert asked.count() == 1


def test_the_model_menu_opens_by_key(window: MainWindow) -> None:
    press_keys(window, "Ctrl+L")
    menu = window.header.model_menu.menu()
    assert menu.isVisible()
    menu.close()


def test_chosen_keys_replace_the_default_ones(window: MainWindow, qtbot: QtBot) -> None:
    window.menus.set_keys({"new_chat": "Ctrl+Shift+K", "next_chat": ""})
    with qtbot.waitSignal(window.workspace.requests.new_chat):
        press_keys(window, "Ctrl+Shift+K")
    with qtbot.assertNotEmitted(window.workspace.requests.new_chat):
        press_keys(window, "Ctrl+N")
    assert window.menus.actions["next_chat"].shortcuts() == []
    window.menus.set_keys({})
    with qtbot.waitSignal(window.workspace.requests.new_chat):
        press_keys(window, "Ctrl+N")


def test_no_bare_key_loses_anything_wherever_the_focus_is(window: MainWindow, qtbot: QtBot) -> None:
    add_reply(window, "Hello")
    answered = window.current_chat().transcript
    window.workspace.notices.show("Told.")
    lost: list[str] = []
    for name in LOSING:
        attrgetter(name)(window.workspace).connect(lambda *_, name=name: lost.append(name))
    widgets = [
        it
        for it in window.findChildren(QWidget)
        if it.isVisible() and it.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]
    assert len(widgets) > 8
    for widget in widgets:
        for key in BARE:
            widget.setFocus(Qt.FocusReason.TabFocusReason)
            QTest.keyClick(widget, key)
    assert lost == []
    assert len(window.tabs()) == 1
    assert len(answered.turns) == 2


# --- the list ---------------------------------------------------------------------------------


def listed_commands(listed: ShortcutList) -> list[str]:
    table = listed.list.table
    rows = [row for row in range(table.rowCount()) if not table.isRowHidden(row)]
    return [item.text() for row in rows if (item := table.item(row, 0))]


def test_the_list_has_every_command_and_can_be_searched(window: MainWindow, qtbot: QtBot) -> None:
    press_keys(window, "Ctrl+/")
    [listed] = window.findChildren(ShortcutList)
    assert QTest.qWaitForWindowActive(listed)
    assert listed_commands(listed) == [it.text for it in window.menus.shortcuts]
    assert listed.focusWidget() is listed.list.search
    QTest.keyClicks(listed.list.search, "zoom VIEW")
    assert listed_commands(listed) == ["Zoom in", "Zoom out"]
    listed.list.search.clear()
    QTest.keyClicks(listed.list.search, "ctrl+,")
    assert listed_commands(listed) == ["Settings…"]
    QTest.keyClick(listed.list.search, Qt.Key.Key_Return)
    assert not listed.isVisible(), "Return in the search closes it and changes nothing"


def test_the_command_list_opens_once_and_links_to_the_shortcut_settings(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.dialogs.show_shortcuts()
    window.dialogs.show_shortcuts()
    [listed] = window.findChildren(ShortcutList)
    with qtbot.waitSignal(window.workspace.settings_requests.shortcuts_opened):
        listed.change.click()


# --- comparisons ----------------------------------------------------------------------------


@pytest.fixture
def comparison(window: MainWindow) -> CompareTab:
    """A comparison with two panes in front."""
    chat = ComparedChat(4)
    chat.set_names({"/m/one": "One", "/m/two": "Two", "/m/three": "Three"})
    for model_id in ("/m/one", "/m/two"):
        chat.add_pane(PaneSettings(model_id))
    return add_tab(window, chat)


def compare(tab: CompareTab, *texts: str) -> None:
    tab.chat.begin_round(Question("Why?"))
    for number, (pane, text) in enumerate(zip(tab.panes, texts, strict=True)):
        pane.transcript.add_question(Question("Why?"))
        pane.transcript.begin_reply(100 + number, pane.settings.model_id)
        pane.transcript.apply(Delta(100 + number, Channel.CONTENT, text))


def test_no_two_commands_have_the_same_keys(window: MainWindow, comparison: CompareTab) -> None:
    """Qt starts neither of two. Those of a command that is only told are the part's own."""
    free = {key for it in window.menus.shortcuts if not it.fixed for key in it.usual}
    told = {key for it in window.menus.shortcuts if it.fixed for key in it.usual}
    own = {it.key().toString() for it in window.findChildren(QShortcut)}
    assert own and not own & free
    # so that nobody can give them away
    assert own <= told


def test_keys_go_from_the_question_to_the_panes_and_back(
    window: MainWindow, comparison: CompareTab
) -> None:
    compare(comparison, "a", "b")
    press_keys(window, "Ctrl+Alt+2")
    assert comparison.panes[1].view.hasFocus() and comparison.front_view is comparison.panes[1].view
    press_keys(window, "F6")
    assert comparison.composer.editor.hasFocus()
    press_keys(window, "F6")
    assert comparison.panes[0].view.hasFocus()
    press_keys(window, "Shift+F6")
    assert comparison.composer.editor.hasFocus()
    press_keys(window, "Ctrl+Alt+6")
    assert comparison.composer.editor.hasFocus()


def test_the_last_answer_is_that_of_the_pane_in_front(
    window: MainWindow, comparison: CompareTab
) -> None:
    assert not menu_state(menu_of(window, "Edit"))["Copy last answer"]
    compare(comparison, "first", "second")
    assert menu_state(menu_of(window, "Edit"))["Copy last answer"]
    for keys, text in (("Ctrl+Alt+2", "second"), ("Ctrl+Alt+1", "first")):
        press_keys(window, keys)
        press_keys(window, "Ctrl+Shift+C")
        assert QApplication.clipboard().text() == text


def test_the_model_and_the_tools_are_those_of_the_pane_in_front(
    window: MainWindow, comparison: CompareTab
) -> None:
    compare(comparison, "a", "b")
    press_keys(window, "Ctrl+Alt+2")
    window.choose_model()
    menu = comparison.panes[1].header.model.menu()
    assert menu.isVisible() and not window.header.model_menu.menu().isVisible()
    menu.close()
    window.menus.actions["tools"].trigger()
    assert comparison.panes[1].header.tools.findChildren(ToolsPopup)


def test_model_and_tools_are_not_shown_while_names_are_hidden(
    window: MainWindow, comparison: CompareTab
) -> None:
    comparison.comparison.set_blind(True)
    compare(comparison, "a", "b")
    window.menus.actions["model"].trigger()
    window.menus.actions["tools"].trigger()
    assert "hidden until you vote" in window.notice.accessibleName()
    assert not any(pane.header.model.menu().isVisible() for pane in comparison.panes)
    assert not comparison.findChildren(ToolsPopup)


def test_continue_resumes_every_interrupted_answer(
    window: MainWindow, comparison: CompareTab
) -> None:
    assert not menu_state(menu_of(window, "Chat"))["Continue the answer"]
    compare(comparison, "a", "b")
    for number, pane in enumerate(comparison.panes):
        pane.transcript.apply(Aborted(100 + number, Usage(), Timings()))
    assert menu_state(menu_of(window, "Chat"))["Continue the answer"]
    spy = QSignalSpy(comparison.chat.requests.continued)
    window.menus.actions["continue"].trigger()
    assert spy.count() == 1 and comparison.resumable() == comparison.panes


def test_a_removed_pane_is_no_longer_current(window: MainWindow, comparison: CompareTab) -> None:
    late = comparison.add_pane(PaneSettings("/m/three"))
    assert late is not None
    compare(comparison, "a", "b", "c")
    press_keys(window, "Ctrl+Alt+3")
    comparison.remove(late)
    comparison.undo.end()
    assert comparison.front in comparison.panes
    press_keys(window, "Ctrl+F")
    press_keys(window, "Ctrl+Shift+C")
    assert QApplication.clipboard().text() == comparison.front.transcript.turns[-1].content
