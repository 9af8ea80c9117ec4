"""The window around the chats: columns, drops, shortcuts, what it tells the outside."""

import json
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QDragLeaveEvent, QDropEvent, QImage
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QProgressBar, QTabBar
from shiboken6 import isValid

from engine.messages import (
    Aborted,
    EngineStats,
    Finished,
    FinishReason,
    ModelInfo,
    Phase,
    RequestStats,
    Timings,
    ToolCall,
    ToolInvocation,
    Usage,
)
from tests.kit.history_source import ListSource, entry
from tests.kit.tabs import add_tab, chat_tabs, close_tab, show_tab
from ui.history.history_model import ACTIVITY
from ui.look import theme
from ui.look.appearance import Appearance
from ui.options.tools_popup import ToolsPopup
from ui.state.called_tool import CalledTool, Decision
from ui.state.chat import Chat
from ui.state.conversation import Activity
from ui.state.model_entry import ModelEntry
from ui.state.notice import Notice
from ui.state.question import Question
from ui.state.settings import NEVER
from ui.state.tool_entry import ToolEntry
from ui.state.turn import Turn, TurnState
from ui.widgets.axis import MARGIN, TEXT_WIDTH
from ui.widgets.notice_bar import NoticeBar
from ui.window.file_drops import WEB_REFUSED
from ui.window.main_window import (
    LEAST_MIDDLE,
    NO_CALL,
    STATS_FROM_WIDTH,
    TAKES_NO_TOOLS,
    MainWindow,
)
from ui.window.sidebar_width import LEAST, MOST, USUAL
from ui.window.tab_strip import TabStrip

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
LEFT, NO_KEY = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
DOT = ModelInfo("/app/dot", "Dot", "dot", True, False, False, 8192, 4_000_000, 0.1)


@pytest.fixture
def window(qtbot):
    window = MainWindow()
    qtbot.addWidget(window)
    add_tab(window, Chat(1, window.workspace.tools))
    window.show()
    window.activateWindow()
    assert QTest.qWaitForWindowActive(window)
    return window


@pytest.fixture
def three_chats(window):
    """Add two chats; the last one is in front."""
    for chat_id in (2, 3):
        add_tab(window, Chat(chat_id, window.workspace.tools))


@pytest.fixture
def completed(window):
    """Build the menus, which have the keys, and the panel of numbers."""
    window.complete()


def current(window):
    return window.current_chat().chat_id


# --- chats -------------------------------------------------------------------------------


@pytest.mark.usefixtures("three_chats")
def test_an_added_chat_becomes_the_current_one(window, qtbot):
    with qtbot.waitSignal(window.workspace.conversations.front_changed):
        add_tab(window, Chat(9, window.workspace.tools))
    assert [chat.chat_id for chat in chat_tabs(window)] == [1, 2, 3, 9]
    assert current(window) == 9


@pytest.mark.usefixtures("three_chats")
def test_showing_a_chat_brings_it_to_the_front(window):
    show_tab(window, 1)
    assert current(window) == 1
    assert window.current_chat().isVisible()
    assert window.current_chat().isAncestorOf(QApplication.focusWidget())


@pytest.mark.usefixtures("three_chats")
def test_removing_the_current_chat_shows_another(window):
    close_tab(window, 3)
    assert current(window) in (1, 2)
    assert [chat.chat_id for chat in chat_tabs(window)] == [1, 2]


@pytest.mark.usefixtures("three_chats")
def test_a_window_without_chats_works(window, tmp_path):
    for chat in chat_tabs(window):
        close_tab(window, chat.chat_id)
    assert chat_tabs(window) == []
    with pytest.raises(LookupError):
        window.current_chat()
    assert not drag(window, files_mime(tmp_path / "a.png")).isAccepted()


@pytest.mark.usefixtures("three_chats")
def test_the_title_of_a_chat_is_shown_everywhere(window):
    chat = window.current_chat()
    chat.conversation.set_title("<b>Bold</b> plans")
    shown = (
        window.header.title.text(),
        window.windowTitle(),
        strip_texts(window)[2],
    )
    assert shown == (chat.title, f"{chat.title} – Duologue", chat.title)
    assert window.header.title.textFormat() == Qt.TextFormat.PlainText


@pytest.mark.usefixtures("three_chats")
def test_a_background_chat_does_not_title_the_window(window):
    behind = chat_tabs(window)[0]
    behind.conversation.set_title("Behind")
    assert window.header.title.text() == window.current_chat().title


@pytest.mark.usefixtures("three_chats")
def test_closing_a_tab_is_only_requested(window, qtbot):
    strip = window.findChild(TabStrip)
    shut = strip.tabButton(2, QTabBar.ButtonPosition.RightSide)
    with qtbot.waitSignal(window.workspace.requests.closed) as closed:
        qtbot.mouseClick(shut, LEFT)
    assert closed.args == [3]
    assert len(chat_tabs(window)) == 3


@pytest.mark.usefixtures("three_chats")
def test_the_order_of_the_strip_is_that_of_the_tabs(window, qtbot):
    with qtbot.waitSignal(window.workspace.conversations.changed):
        window.findChild(TabStrip).moveTab(2, 0)
    assert [tab.chat_id for tab in window.tabs()] == [3, 1, 2]
    assert current(window) == 3
    window.go_to(1)
    assert current(window) == 1


@pytest.mark.usefixtures("three_chats")
def test_an_answer_shows_in_the_strip_and_in_the_history(window):
    strip = window.findChild(TabStrip)
    transcript = chat_tabs(window)[0].transcript
    transcript.add_question(Question("Why?"))
    transcript.begin_reply(7)
    assert strip.accessibleTabName(0) == "Why?, answering"
    assert not strip.tabIcon(0).isNull() and strip.tabIcon(1).isNull()
    transcript.apply(Aborted(7, Usage(), Timings()))
    assert strip.accessibleTabName(0) == "Why?" and strip.tabIcon(0).isNull()


@pytest.mark.usefixtures("three_chats")
def test_a_waiting_tool_call_shows_in_the_strip(window):
    strip = window.findChild(TabStrip)
    transcript = chat_tabs(window)[0].transcript
    transcript.add_question(Question("Why?"))
    transcript.begin_reply(7)
    transcript.apply(ToolCall(7, ToolInvocation("calculator", "{}", "a")))
    transcript.apply(Finished(7, FinishReason.TOOL_CALLS, Usage(), Timings()))
    assert strip.accessibleTabName(0) == "Why?, tool call waiting"
    assert not strip.tabIcon(0).isNull()
    transcript.drop_calls()
    assert strip.accessibleTabName(0) == "Why?" and strip.tabIcon(0).isNull()


def test_a_waiting_tool_call_of_a_chat_that_is_opened_again_shows_in_the_history(window):
    window.workspace.history.set_source(ListSource(entry(7)))
    chat = Chat(7, window.workspace.tools)
    called = CalledTool(ToolInvocation("calculator", "{}", "a"))
    question = Turn("user", "Why?")
    answer = Turn("assistant", state=TurnState.DONE, parent=question, tool_calls=[called])
    chat.transcript.load([question, answer], answer)
    add_tab(window, chat)
    history = window.sidebar.list.history
    assert history.index_of(7).data(ACTIVITY) is Activity.ASKING
    chat.transcript.drop_calls()
    assert history.index_of(7).data(ACTIVITY) is Activity.IDLE


# --- how it stands -----------------------------------------------------------------------


def test_the_state_of_a_window_is_restored(window, qtbot):
    # no larger than the screen, where it would be made to fit
    window.resize(780, 640)
    window.toggle_sidebar()
    state = json.loads(json.dumps(window.state()))
    other = MainWindow()
    qtbot.addWidget(other)
    other.set_state(state)
    other.show()
    assert other.size() == window.size()
    assert other.sidebar.isHidden()
    assert other.stats_panel.isHidden()
    window.toggle_stats()
    window.stats_panel.set_open_sections(("time", "memory"))
    other.set_state(json.loads(json.dumps(window.state())))
    assert not other.stats_panel.isHidden()
    assert other.stats_panel.open_sections == ("time", "memory")


def test_the_sidebar_is_dragged_within_bounds_and_remembers_its_width(window, qtbot):
    window.resize(1400, 700)
    grip, sidebar = window.sidebar.grip, window.sidebar
    assert sidebar.width() == USUAL
    at = grip.rect().center()
    for by, width in ((90, USUAL + 90), (900, MOST), (-320, LEAST)):
        qtbot.mousePress(grip, LEFT, pos=at)
        qtbot.mouseMove(grip, at + QPoint(by, 0))
        qtbot.mouseRelease(grip, LEFT, pos=at)
        assert sidebar.width() == width
    qtbot.keyClick(grip, Qt.Key.Key_End)
    assert sidebar.width() == MOST
    other = MainWindow()
    qtbot.addWidget(other)
    other.set_state(json.loads(json.dumps(window.state())))
    other.show()
    other.resize(1400, 700)
    assert other.sidebar.width() == MOST
    other.resize(720, 700)
    other.show_stats_panel(False)
    assert other.sidebar.width() <= 720 - LEAST_MIDDLE, "leaves room for the chat"
    qtbot.mouseDClick(grip, LEFT)
    assert sidebar.width() == USUAL


def test_tab_goes_through_the_header_from_left_to_right(window, qtbot):
    header = window.header
    header.model_menu.setFocus()
    # macOS shows the menus itself
    buttons = [it for it in (header.stats_button, header.menu_button) if it.isVisible()]
    for button in buttons:
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        assert QApplication.focusWidget() is button


@pytest.mark.styled
def test_the_sidebar_has_room_for_its_buttons_and_the_memory_at_any_zoom(window, qtbot, qapp):
    window.resize(1400, 700)
    sidebar = window.sidebar
    for zoom in (100, 150, 200):
        theme.wear(qapp, Appearance(zoom=zoom))
        qtbot.keyClick(sidebar.grip, Qt.Key.Key_Home)
        qtbot.waitUntil(lambda: sidebar.new_button.width() == sidebar.new_button.sizeHint().width())
        labels = [it for it in sidebar.findChildren(QLabel) if it.text() == "Memory"]
        assert [it.width() >= it.sizeHint().width() for it in labels] == [True], zoom


@pytest.mark.styled
def test_stats_leave_room_for_the_chat_at_a_large_zoom(window, qtbot, qapp):
    theme.wear(qapp, Appearance(zoom=200))
    window.resize(720, 480)
    window.show_stats_panel(True)
    qtbot.waitUntil(lambda: window.current_chat().width() >= LEAST_MIDDLE)
    assert right_edge(window.stats_panel) == window.width()


def test_the_sidebar_folds_by_its_edge_and_the_keyboard_goes_to_the_chat(window, qtbot):
    grip = window.sidebar.grip
    grip.setFocus()
    qtbot.keyClick(grip, Qt.Key.Key_Return)
    assert window.sidebar.isHidden()
    assert window.current_chat().isAncestorOf(QApplication.focusWidget())


@pytest.mark.parametrize(
    "state",
    [
        None,
        {"widths": {"800x800": 5, "1x1": "wide"}},
        [],
        {"geometry": "!", "sidebar": 3, "stats": "no"},
        {"geometry": "QUJD"},
        {"geometry": 7, "sidebar": None},
        {"sections": "time"},
        {"sections": [3, None, "no such section"]},
    ],
)
def test_an_invalid_state_changes_nothing(window, state):
    before = window.state()
    window.set_state(state)
    assert window.state() == before


@pytest.mark.usefixtures("completed")
def test_keys_open_the_search_even_in_a_hidden_sidebar(window, qtbot):
    window.toggle_sidebar()
    qtbot.keyClick(window, Qt.Key.Key_K, CTRL)
    assert QApplication.focusWidget() is window.sidebar.search.field
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert window.current_chat().isAncestorOf(QApplication.focusWidget())


def test_the_search_of_all_chats_leaves_recently_deleted(window):
    window.sidebar.scope.set_scope(deleted=True)
    window.open_search()
    assert not window.sidebar.filter.deleted


# --- model, numbers, notices -------------------------------------------------------------


def test_the_header_names_the_model_once_and_counts_the_messages(window):
    assert window.header.model_menu.text() == "Choose a model"
    assert window.header.subtitle.text() == "No messages yet"
    window.workspace.engine.set_model(DOT)
    assert window.header.model_menu.text() == "Dot"
    window.current_chat().transcript.add_question(Question("Hi"))
    assert window.header.subtitle.text() == "1 message"
    window.workspace.engine.set_model(DOT, "Loading Qwen…")
    assert window.header.model_menu.text() == "Loading Qwen…"


@pytest.mark.styled
def test_a_long_model_name_takes_what_a_short_title_leaves(window, qtbot):
    window.resize(1180, 700)
    model = replace(DOT, name="qwen3-235b-a22b-instruct-2507-4bit-dwq")
    window.workspace.engine.set_model(model)
    qtbot.waitUntil(lambda: window.header.model_menu.text() == model.name)
    window.current_chat().conversation.set_title("A long title " * 9)
    qtbot.waitUntil(lambda: "…" in window.header.model_menu.text())
    window.current_chat().conversation.set_title("A short title")
    qtbot.waitUntil(lambda: window.header.model_menu.text() == model.name)


def test_a_model_of_the_menu_is_chosen(window, qtbot):
    window.workspace.engine.set_entries([ModelEntry("Dot", "/app/dot", built_in=True)])
    entry = next(a for a in window.header.model_menu.menu().actions() if a.text() == "Dot")
    with qtbot.waitSignal(window.workspace.model_requests.chosen) as chosen:
        entry.trigger()
    assert chosen.args == ["/app/dot"]


def test_stats_appear_in_the_panel_and_the_sidebar(window, qtbot):
    stats = EngineStats(active_memory=2 * 10**9, peak_memory=4 * 10**9, memory_limit=16 * 10**9)
    window.workspace.engine.set_stats(stats)
    assert "2 GB" in label_texts(window.sidebar)
    bar = window.sidebar.findChild(QProgressBar)
    assert bar.value() == bar.maximum() // 8, "of the limit, not of the peak"
    window.toggle_stats()
    window.stats_panel.set_open_sections(("memory",))
    qtbot.waitUntil(lambda: "4 GB" in label_texts(window.stats_panel))


def test_the_panel_says_that_the_model_loads(window, qtbot):
    window.toggle_stats()
    window.workspace.engine.set_model(None, "Loading Dot…")
    qtbot.waitUntil(lambda: window.stats_panel.phase.text() == "loading model")


@pytest.mark.usefixtures("three_chats")
def test_the_panel_follows_the_chat_in_front(window):
    window.toggle_stats()
    window.stats_panel.set_open_sections(("tokens",))
    one, two = chat_tabs(window)[:2]
    for request_id, tab in ((1, one), (2, two)):
        tab.transcript.add_question(Question(f"Question {request_id}"))
        tab.transcript.begin_reply(request_id)
    stats = [RequestStats(n, usage=Usage(generated=n), phase=Phase.DECODE) for n in (1, 2)]
    window.workspace.engine.set_stats(EngineStats(tuple(stats)))
    for tab, said in ((one, "1 tok"), (two, "2 tok")):
        show_tab(window, tab.chat_id)
        assert said in label_texts(window.stats_panel.sections)
        assert {"Question 1", "Question 2"} <= set(label_texts(window.stats_panel.live))
    show_tab(window, 3)
    assert not {"1 tok", "2 tok"} & set(label_texts(window.stats_panel.sections))


def test_the_panel_follows_the_version_that_is_shown(window, qtbot):
    window.toggle_stats()
    window.stats_panel.set_open_sections(("tokens",))
    talk = window.current_chat().transcript
    talk.add_question(Question("Question"))
    for request_id in (1, 2):
        if request_id == 2:
            talk.branch_after(0)
        talk.begin_reply(request_id)
        usage = Usage(generated=10 * request_id)
        talk.apply(Finished(request_id, FinishReason.STOP, usage, Timings()))
    talk.show_version(1, 0)
    qtbot.waitUntil(lambda: "10 tok" in label_texts(window.stats_panel.sections))


@pytest.mark.usefixtures("three_chats")
def test_closing_a_chat_keeps_the_focus_in_the_sidebar(window, qtbot):
    with qtbot.waitActive(window):
        window.activateWindow()
    window.sidebar.search.field.setFocus()
    close_tab(window, window.tabs()[0].chat_id)
    assert window.sidebar.search.field.hasFocus()
    window.current_tab().setFocus()
    close_tab(window, window.current_tab().chat_id)
    assert window.current_tab().composer.editor.hasFocus()


@pytest.mark.usefixtures("completed")
def test_settings_open_by_key_and_button(window, qtbot):
    with qtbot.waitSignal(window.workspace.settings_requests.opened):
        qtbot.keyClick(window, Qt.Key.Key_Comma, CTRL)
    with qtbot.waitSignal(window.workspace.settings_requests.opened):
        qtbot.mouseClick(window.sidebar.settings_button, LEFT)


@pytest.mark.styled
def test_a_notice_hides_the_previous_error_until_dismissed(window, qtbot):
    assert window.notice.isHidden()
    window.workspace.notices.show("One.", "error")
    assert ground(window.notice) == QColor(theme.LIGHT.red_soft)
    window.workspace.notices.show("Two.")
    assert window.notice.label.text() == "Two."
    assert ground(window.notice) == QColor(theme.LIGHT.accent_soft)
    qtbot.mouseClick(window.notice.close_button, LEFT)
    assert window.notice.label.text() == "One."
    qtbot.mouseClick(window.notice.close_button, LEFT)
    assert window.notice.isHidden()


def test_a_notice_ends_with_its_cause_and_no_other(window):
    window.workspace.notices.show("One.", "error", "a")
    window.workspace.notices.show("Two.", "error", "b")
    window.workspace.notices.end("a")
    assert window.notice.label.text() == "Two."
    window.workspace.notices.show("Three.", "error", "b")
    window.workspace.notices.end("b")
    assert window.notice.isHidden()


def test_an_informative_notice_closes_itself_unless_in_use(window, monkeypatch):
    notice = window.notice
    window.workspace.notices.show("An error.", "error")
    assert not notice.timer.isActive()
    window.workspace.notices.tell(Notice("Waits.", stays=True))
    assert not notice.timer.isActive()
    window.workspace.notices.tell(Notice("Deleted.", action="Undo"))
    assert notice.timer.isActive()
    for there in ("underMouse", "active", "focus"):
        with monkeypatch.context() as it:
            it.setattr(NoticeBar, "underMouse", lambda _, there=there: there == "underMouse")
            it.setattr(MainWindow, "isActiveWindow", lambda _, there=there: there != "active")
            if there == "focus":
                notice.action_button.setFocus()
            notice.timer.timeout.emit()
            assert notice.label.text() == "Deleted." and notice.timer.isActive()
    window.current_tab().setFocus()
    # The pointer may be where an earlier test has left it.
    monkeypatch.setattr(NoticeBar, "underMouse", lambda _: False)
    monkeypatch.setattr(MainWindow, "isActiveWindow", lambda _: True)
    notice.timer.timeout.emit()
    assert notice.label.text() == "Waits." and not notice.timer.isActive()


@pytest.mark.styled
def test_a_long_notice_wraps(window, qtbot):
    window.workspace.notices.show("Short.")
    qtbot.waitUntil(lambda: window.notice.height() > 20)
    short = window.notice.height()
    window.workspace.notices.show("A long sentence about an image that cannot be read. " * 8)
    qtbot.waitUntil(lambda: window.notice.height() > short)
    assert window.width() == 1180


# --- columns -----------------------------------------------------------------------------


def test_stats_show_by_themselves_only_beside_a_whole_column_of_messages(window):
    assert window.stats_panel.isHidden(), "at the first start"
    window.resize(STATS_FROM_WIDTH - 1, 700)
    assert window.stats_panel.isHidden()
    assert not window.header.stats_button.isChecked()
    window.resize(STATS_FROM_WIDTH, 700)
    assert window.stats_panel.isVisible()
    assert window.header.stats_button.isChecked()
    assert window.current_chat().width() >= TEXT_WIDTH + 2 * MARGIN


@pytest.mark.parametrize(("first", "then"), [(1300, 1400), (1300, 800), (800, 920)])
def test_the_users_choice_survives_a_change_of_width(window, qtbot, first, then):
    window.resize(first, 700)
    qtbot.mouseClick(window.header.stats_button, LEFT)
    chosen = window.stats_panel.isVisible()
    assert chosen is (first < STATS_FROM_WIDTH)
    window.resize(then, 700)
    assert window.stats_panel.isVisible() is chosen
    assert window.header.stats_button.isChecked() is chosen


def test_a_hidden_sidebar_leaves_its_buttons_in_the_header(window, qtbot):
    assert window.header.sidebar_button.isHidden()
    qtbot.mouseClick(window.sidebar.hide_button, LEFT)
    assert window.sidebar.isHidden()
    with qtbot.waitSignal(window.workspace.requests.new_chat):
        qtbot.mouseClick(window.header.new_button, LEFT)
    qtbot.mouseClick(window.header.sidebar_button, LEFT)
    assert window.sidebar.isVisible()
    assert window.header.new_button.isHidden()


@pytest.mark.styled
def test_the_smallest_window_keeps_every_column_inside(window, qtbot):
    window.resize(100, 100)
    assert (window.width(), window.height()) == (720, 480)
    qtbot.waitUntil(lambda: right_edge(window.header.stats_button) <= 720)
    assert right_edge(window.current_chat()) <= 720


@pytest.mark.styled
def test_without_the_sidebar_the_window_is_as_narrow_as_the_chat_may_be(window, qtbot):
    window.show_stats_panel(False)
    window.toggle_sidebar()
    window.resize(100, 600)
    assert window.width() == LEAST_MIDDLE
    qtbot.waitUntil(lambda: right_edge(window.header.menu_button) <= LEAST_MIDDLE)
    other = MainWindow()
    qtbot.addWidget(other)
    other.set_state(json.loads(json.dumps(window.state())))
    assert other.width() == LEAST_MIDDLE, "the size of the last run"
    window.toggle_sidebar()
    assert window.width() == 720


def test_the_smallest_window_is_no_higher_than_the_screen_at_a_large_zoom(window, qapp):
    screen = window.screen().availableGeometry()
    window.resize(720, 480)
    window.move(0, screen.bottom() - 480)
    theme.wear(qapp, Appearance(zoom=200))
    assert 480 < window.height() < screen.height() < theme.px(480)
    assert screen.contains(window.frameGeometry())
    theme.wear(qapp, Appearance())
    window.resize(0, 0)
    assert window.height() == 480


@pytest.mark.styled
def test_requested_stats_get_their_space_in_a_small_window_but_not_off_the_screen(window, qtbot):
    window.resize(720, 480)
    qtbot.mouseClick(window.header.stats_button, LEFT)
    screen = window.screen().availableGeometry().width()
    assert window.width() == screen
    qtbot.waitUntil(lambda: right_edge(window.stats_panel) == screen)
    qtbot.mouseClick(window.header.stats_button, LEFT)
    window.resize(720, 480)
    assert window.width() == 720


@pytest.mark.styled
def test_the_scheme_can_change_while_it_runs(window, qapp):
    window.workspace.notices.show("Hello.")
    before = painted(window)
    theme.apply(qapp, Qt.ColorScheme.Dark)
    for name, color in painted(window).items():
        assert color.lightness() < 128 < before[name].lightness(), name


# --- shortcuts ---------------------------------------------------------------------------


@pytest.mark.usefixtures("completed")
def test_a_key_opens_a_new_chat(window, qtbot):
    with qtbot.waitSignal(window.workspace.requests.new_chat):
        qtbot.keyClick(window, Qt.Key.Key_N, CTRL)


@pytest.mark.usefixtures("three_chats", "completed")
def test_a_key_closes_the_chat(window, qtbot):
    with qtbot.waitSignal(window.workspace.requests.closed) as closed:
        qtbot.keyClick(window, Qt.Key.Key_W, CTRL)
    assert closed.args == [3]


@pytest.mark.usefixtures("three_chats", "completed")
def test_keys_switch_to_the_next_and_previous_chat(window, qtbot):
    qtbot.keyClick(window, Qt.Key.Key_Tab, CTRL)
    assert current(window) == 1
    qtbot.keyClick(window, Qt.Key.Key_Tab, CTRL | SHIFT)
    assert current(window) == 3


@pytest.mark.usefixtures("completed")
@pytest.mark.parametrize(("key", "modifiers"), [("S", CTRL | SHIFT), ("\\", CTRL)])
def test_a_key_toggles_the_sidebar(window, qtbot, key, modifiers):
    for hidden in (True, False):
        qtbot.keyClick(window, key, modifiers)
        assert window.sidebar.isHidden() is hidden


@pytest.mark.usefixtures("completed")
def test_a_key_toggles_the_stats(window, qtbot):
    for hidden in (False, True):
        qtbot.keyClick(window, Qt.Key.Key_I, CTRL | SHIFT)
        assert window.stats_panel.isHidden() is hidden


@pytest.mark.usefixtures("completed")
def test_shortcuts_work_while_a_question_is_typed(window, qtbot):
    typing = QApplication.focusWidget()
    assert window.current_chat().isAncestorOf(typing)
    with qtbot.waitSignal(window.workspace.requests.new_chat):
        qtbot.keyClick(typing, Qt.Key.Key_N, CTRL)


@pytest.mark.usefixtures("completed")
def test_choosing_a_model_folder_does_not_block_the_window(window, qtbot, tmp_path):
    qtbot.keyClick(window, Qt.Key.Key_O, CTRL)
    dialog = window.findChild(QFileDialog)
    assert dialog.fileMode() == QFileDialog.FileMode.Directory
    with qtbot.waitSignal(window.workspace.model_requests.chosen) as chosen:
        dialog.fileSelected.emit(str(tmp_path))
    assert chosen.args == [str(tmp_path)]
    dialog.reject()
    qtbot.waitUntil(lambda: not isValid(dialog))


@pytest.mark.usefixtures("three_chats")
def test_dragged_files_show_the_invitation_and_reach_the_current_chat(window, tmp_path):
    (tmp_path / "a.png").write_bytes(b"picture")
    mime = files_mime(tmp_path / "a.png", tmp_path / "b c.mp4")
    offered = record_offers(window)
    assert drag(window, mime).isAccepted()
    assert window.overlay.isVisible()
    assert window.overlay.size() == window.size()
    dropped = drop(window, mime)
    assert dropped.dropAction() == Qt.DropAction.CopyAction
    assert window.overlay.isHidden()
    assert offered == [(3, [tmp_path / "a.png", tmp_path / "b c.mp4"])]


def test_a_drag_over_the_question_reaches_the_window(window, tmp_path):
    over = QApplication.focusWidget()
    drag(over, files_mime(tmp_path / "a.png"))
    assert window.overlay.isVisible()


def test_the_invitation_ends_when_the_drag_leaves(window, tmp_path):
    drag(window, files_mime(tmp_path / "a.png"))
    QApplication.sendEvent(window, QDragLeaveEvent())
    assert window.overlay.isHidden()


def test_the_invitation_lets_the_drag_through(window, tmp_path):
    drag(window, files_mime(tmp_path / "a.png"))
    assert window.childAt(window.rect().center()) is not window.overlay


def test_a_dropped_image_is_attached_to_the_chat_in_front(window, qtbot):
    mime = image_data()
    mime.setUrls([QUrl("https://example.org/a.png")])
    drag(window, mime)
    assert window.overlay.isVisible()
    with qtbot.waitSignal(pasted(window)) as dropped:
        drop(window, mime)
    assert dropped.args[0].size() == image_data().imageData().size()
    assert window.notice.isHidden()


def test_files_come_before_image_data(window, tmp_path):
    images, offered = [], record_offers(window)
    pasted(window).connect(images.append)
    mime = image_data()
    mime.setUrls([QUrl.fromLocalFile(str(tmp_path / "a.png"))])
    drag(window, mime)
    drop(window, mime)
    assert (len(offered), images) == (1, [])


def drag_and_drop(window, mime):
    drag(window, mime)
    drop(window, mime)


def test_dropped_model_folders_are_listed_and_the_first_is_loaded(window, tmp_path):
    paths = [tmp_path / name for name in ("Qwen", "Gemma", "a.png")]
    for path in paths[:2]:
        path.mkdir()
        (path / "config.json").write_text("{}")
    paths[2].write_bytes(b"x")
    chosen, offered = QSignalSpy(window.workspace.model_requests.chosen), record_offers(window)
    added = QSignalSpy(window.workspace.library_requests.folder_added)
    drag_and_drop(window, files_mime(*paths))
    assert chosen.count() == 1 and chosen.at(0) == [str(paths[0])]
    assert [added.at(it) for it in range(added.count())] == [[str(paths[1])]]
    assert [it for _, it in offered] == [paths[2:]]
    assert window.notice.label.text().startswith("Now using Qwen.")


def test_a_dropped_folder_of_models_is_added_to_the_library(window, qtbot, tmp_path):
    snapshot = tmp_path / "models" / "models--a--b" / "snapshots" / "1234"
    snapshot.mkdir(parents=True)
    (snapshot / "config.json").symlink_to(tmp_path / "blob")
    with qtbot.waitSignal(window.workspace.library_requests.folder_added) as added:
        drag_and_drop(window, files_mime(tmp_path / "models"))
    assert added.args == [str(tmp_path / "models")]
    assert window.notice.isHidden()


def test_a_dropped_folder_without_models_is_not_added(window, qtbot, tmp_path):
    (tmp_path / "pictures").mkdir()
    added = QSignalSpy(window.workspace.library_requests.folder_added)
    drag_and_drop(window, files_mime(tmp_path / "pictures"))
    qtbot.waitUntil(lambda: "No models were found" in window.notice.label.text())
    assert "drop the files themselves" in window.notice.label.text()
    assert added.count() == 0


def test_a_dropped_folder_with_weights_of_another_kind_is_chosen_to_hear_why_not(
    window, qtbot, tmp_path
):
    (tmp_path / "Mistral").mkdir()
    (tmp_path / "Mistral" / "mistral.Q4_K_M.gguf").write_bytes(b"GGUF")
    with qtbot.waitSignal(window.workspace.model_requests.chosen) as chosen:
        drag_and_drop(window, files_mime(tmp_path / "Mistral"))
    assert chosen.args == [str(tmp_path / "Mistral")]


def test_an_address_is_refused_with_the_reason(window, tmp_path):
    offered = record_offers(window)
    mime = QMimeData()
    mime.setUrls([QUrl("https://example.org/a.png")])
    drag(window, mime)
    assert window.overlay.isHidden()
    drop(window, mime)
    assert window.notice.label.text() == WEB_REFUSED
    assert offered == []
    mime = files_mime(tmp_path / "a.png")
    drag(window, mime)
    drop(window, mime)
    assert offered and window.notice.isHidden(), "the next drop worked"


@pytest.mark.parametrize("copied", ["words", "cells"])
def test_the_window_ignores_dragged_text(window, copied):
    mime = QMimeData()
    mime.setText("words")
    if copied == "cells":
        mime.setHtml("<table><tr><td>words</td></tr></table>")
        mime.setImageData(image_data().imageData())
    assert not drag(window, mime).isAccepted()
    assert window.overlay.isHidden()


@pytest.mark.styled
def test_the_invitation_is_painted_in_the_colours_of_the_scheme(window, tmp_path, qapp):
    drag(window, files_mime(tmp_path / "a.png"))
    theme.apply(qapp, Qt.ColorScheme.Dark)
    assert pixel(window, QPoint(60, 300)).lightness() < 128


# --- help --------------------------------------------------------------------------------


def files_mime(*paths: Path) -> QMimeData:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return mime


def image_data() -> QMimeData:
    mime = QMimeData()
    mime.setImageData(QImage(8, 6, QImage.Format.Format_RGB32))
    return mime


def drag(widget, mime):
    actions = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
    event = QDragEnterEvent(QPoint(5, 5), actions, mime, LEFT, NO_KEY)
    event.ignore()
    QApplication.sendEvent(widget, event)
    return event


def drop(window, mime):
    """Drop as a file manager does that prefers to move."""
    actions = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
    event = QDropEvent(QPointF(5, 5), actions, mime, LEFT, NO_KEY, QEvent.Type.Drop)
    event.setDropAction(Qt.DropAction.MoveAction)
    QApplication.sendEvent(window, event)
    return event


def record_offers(window):
    """Record the files offered to each chat instead of opening them."""
    offered = []
    for chat in chat_tabs(window):
        files_offered = chat.chat.attachment_requests.files_offered
        files_offered.connect(partial(lambda *one: offered.append(one), chat.chat_id))
    return offered


def pasted(window):
    return window.current_chat().chat.attachment_requests.image_pasted


def strip_texts(window):
    strip = window.findChild(TabStrip)
    return [strip.tabText(index) for index in range(strip.count())]


def label_texts(widget):
    return [label.text() for label in widget.findChildren(QLabel)]


def right_edge(widget):
    return widget.mapTo(widget.window(), QPoint(widget.width(), 0)).x()


def pixel(widget, point):
    image = widget.grab().toImage()
    return image.pixelColor(point * image.devicePixelRatio())


def ground(widget):
    return pixel(widget, QPoint(4, 4))


def painted(window):
    parts = (window.sidebar, window.header, window.notice, window.stats_panel)
    return {part.objectName(): ground(part) for part in parts}


# --- tools -------------------------------------------------------------------------------


CALCULATOR = ToolEntry("calculator", "calculator", "Calculator", "Calculates exactly.")


def shown_tools(window):
    popups = [it for it in window.findChildren(ToolsPopup) if it.isVisible()]
    return [row.entry for popup in popups for row in popup.rows]


@pytest.mark.usefixtures("three_chats")
def test_current_and_future_chats_get_the_tools(window):
    window.workspace.engine.set_model(DOT)
    window.workspace.tools.offer([CALCULATOR], {})
    add_tab(window, Chat(9, window.workspace.tools))
    for tab in chat_tabs(window):
        tab.chat.set_model(replace(DOT, tools=True))
        tab.chat.options.change(tools=("calculator", "gone"))
        assert tab.chat.options.usable.tools == ("calculator",)
    window.workspace.tools.offer([CALCULATOR], {"calculator": NEVER})
    assert [tab.chat.options.usable.tools for tab in chat_tabs(window)] == [()] * 4


@pytest.mark.usefixtures("completed")
def test_a_shortcut_opens_the_tools_of_the_chat_in_front(window, qtbot):
    window.workspace.tools.offer([CALCULATOR], {})
    window.current_chat().chat.set_model(replace(DOT, tools=True))
    qtbot.keyClick(window, Qt.Key.Key_T, CTRL)
    assert shown_tools(window) == [CALCULATOR]
    for popup in window.findChildren(ToolsPopup):
        popup.close()


@pytest.mark.usefixtures("completed")
def test_a_model_without_tools_gets_a_sentence(window, qtbot):
    window.current_chat().chat.set_model(DOT)
    qtbot.keyClick(window, Qt.Key.Key_T, CTRL)
    assert shown_tools(window) == []
    assert window.notice.label.text() == TAKES_NO_TOOLS


@pytest.mark.usefixtures("completed")
def test_a_shortcut_focuses_the_waiting_call(window, qtbot):
    tab = window.current_chat()
    qtbot.keyClick(window, Qt.Key.Key_J, CTRL)
    assert window.notice.label.text() == NO_CALL
    tab.transcript.begin_reply(1)
    tab.transcript.apply(ToolCall(1, ToolInvocation("calculator", "{}", "a")))
    tab.transcript.apply(Finished(1, FinishReason.TOOL_CALLS, Usage(), Timings()))
    qtbot.keyClick(window, Qt.Key.Key_J, CTRL)
    with qtbot.waitSignal(tab.chat.message_requests.call_decided) as decided:
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert decided.args == ["a", Decision.ONCE, "{}"]


@pytest.mark.styled
def test_a_long_word_in_a_notice_makes_the_window_no_wider(window: MainWindow) -> None:
    window.workspace.notices.show("n" * 250, cause="long")
    assert window.minimumSizeHint().width() < 1000
    window.workspace.notices.end("long")
    assert window.notice.isHidden()


def test_the_hub_is_searched_by_typing_at_once(window, qtbot):
    models = window.dialogs.open_models("get")
    qtbot.keyClicks(models.focusWidget(), "qwen")
    assert models.get.search.text() == "qwen"
