"""Keys about the chat in front, with the focus where a person has it."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from engine.messages import Aborted, Timings, Usage
from tests.kit.attachments import add_photos, press_on
from tests.kit.history_source import ListSource, entry
from tests.kit.tabs import add_tab
from ui.composer.question_edit import QuestionEdit
from ui.state.chat import Chat
from ui.state.compared_chat import ComparedChat
from ui.state.conversation_entry import HistoryFilter
from ui.state.pane import PaneSettings
from ui.state.question import Question
from ui.widgets.buttons import CheckBox
from ui.window.chat_keys import NOT_LISTED
from ui.window.main_window import MainWindow

KEY = Qt.Key
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def window(qtbot: QtBot) -> MainWindow:
    """A window that lists two chats and shows the second."""
    window = MainWindow()
    qtbot.addWidget(window)
    window.complete()
    window.workspace.history.set_source(ListSource(entry(1), entry(2)))
    add_tab(window, Chat(2))
    window.show()
    assert QTest.qWaitForWindowExposed(window)
    window.activateWindow()
    window.current_tab().composer.take_focus()
    return window


@pytest.fixture
def editor(window: MainWindow) -> QuestionEdit:
    return window.current_tab().composer.editor


def title_field(window: MainWindow) -> QLineEdit:
    [field] = [it for it in window.sidebar.list.findChildren(QLineEdit) if it.isVisible()]
    return field


def test_undo_restores_a_chat_unless_a_text_field_uses_undo(
    window: MainWindow, editor: QuestionEdit
) -> None:
    undone = QSignalSpy(window.workspace.history_requests.undone)
    QTest.keyClick(editor, KEY.Key_Z, CTRL)
    assert undone.count() == 0
    window.workspace.history.can_undo = True
    QTest.keyClick(editor, KEY.Key_Z, CTRL)
    assert undone.count() == 1
    QTest.keyClicks(editor, "words")
    QTest.keyClick(editor, KEY.Key_Z, CTRL)
    assert undone.count() == 1 and not editor.toPlainText()
    for widget in (window.sidebar.search.field, window.sidebar.list, window.header.menu_button):
        before = undone.count()
        widget.setFocus()
        QTest.keyClick(widget, KEY.Key_Z, CTRL)
        assert undone.count() == before + 1, widget
    window.menus.actions["undo"].trigger()
    assert undone.count() == 5


@pytest.mark.parametrize(
    "made",
    [lambda: Chat(3), lambda: ComparedChat(3)],
    ids=["chat", "comparison"],
)
def test_undo_in_a_tab_comes_before_undo_of_a_chat(
    window: MainWindow, made: Callable[[], Chat | ComparedChat]
) -> None:
    tab = add_tab(window, made())
    restored = QSignalSpy(window.workspace.history_requests.undone)
    undone = QSignalSpy(tab.undo.undone)
    for can_undo in (False, True):
        window.workspace.history.can_undo = can_undo
        tab.undo.add("2 messages deleted.", lambda: None)
        tab.composer.take_focus()
        QTest.keyClick(tab.composer.editor, KEY.Key_Z, CTRL)
        assert (restored.count(), tab.undo.isHidden()) == (0, True)
    tab.undo.add("2 messages deleted.", lambda: None)
    window.menus.actions["undo"].trigger()
    assert (undone.count(), restored.count()) == (3, 0)
    QTest.keyClick(tab.composer.editor, KEY.Key_Z, CTRL)
    assert restored.count() == 1


@pytest.mark.parametrize("by", ["field", "menu", "thumbnail"])
def test_undo_brings_back_a_removed_attachment_before_words_that_were_typed_earlier(
    window: MainWindow, editor: QuestionEdit, by: str
) -> None:
    composer = window.current_chat().composer
    sun, moon = add_photos(composer, "sun", "moon")
    QTest.keyClicks(editor, "Compare")
    press_on(composer, "sun", KEY.Key_Delete)
    if by != "thumbnail":
        editor.setFocus()
    if by == "menu":
        window.menus.actions["undo"].trigger()
    else:
        QTest.keyClick(window.focusWidget(), KEY.Key_Z, CTRL)
    assert composer.draft.question == Question("Compare", (sun, moon))


def test_undo_in_the_history_restores_a_chat(window: MainWindow) -> None:
    restored = QSignalSpy(window.workspace.history_requests.undone)
    window.workspace.history.can_undo = True
    window.current_chat().undo.tell("2 messages deleted.")
    window.sidebar.list.setFocus()
    QTest.keyClick(window.sidebar.list, KEY.Key_Z, CTRL)
    assert restored.count() == 1


@pytest.mark.parametrize(("key", "held"), [(KEY.Key_Delete, SHIFT), (KEY.Key_Backspace, CTRL)])
def test_delete_removes_the_chat_unless_the_question_uses_the_key(
    window: MainWindow, editor: QuestionEdit, key: Qt.Key, held: Qt.KeyboardModifier
) -> None:
    deleted = QSignalSpy(window.workspace.history_requests.deleted)
    QTest.keyClick(editor, key, held)
    assert deleted.count() == 1 and deleted.at(0) == [(2,)]
    QTest.keyClicks(editor, "word")
    if key == KEY.Key_Delete:
        editor.selectAll()
    for _ in range(3):
        QTest.keyClick(editor, key, held)
    assert not editor.toPlainText()
    assert deleted.count() == 1, "who empties a text does not mean the chat"
    override = QKeyEvent(QEvent.Type.ShortcutOverride, key, held)
    override.ignore()
    QApplication.sendEvent(editor, override)
    assert override.isAccepted(), "nor does the menu of a Mac take it from there"
    window.current_chat().transcript.add_question(Question("Hello"))
    view = window.current_chat().front_view
    view.setFocus()
    QTest.keyClick(view, key, held)
    assert deleted.count() == 2
    window.sidebar.search.field.setFocus()
    QTest.keyClick(window.sidebar.search.field, key, held)
    assert deleted.count() == 2


def test_f2_renames_the_chat_in_front_and_the_focus_comes_back(
    window: MainWindow, editor: QuestionEdit, qtbot: QtBot
) -> None:
    window.sidebar.hide()
    renamed = QSignalSpy(window.workspace.history_requests.renamed)
    for ends, told in ((KEY.Key_Escape, 0), (KEY.Key_Return, 1)):
        QTest.keyClick(editor, KEY.Key_F2)
        field = title_field(window)
        assert field.hasFocus() and field.text() == "Chat 2"
        QTest.keyClicks(field, "Another")
        QTest.keyClick(field, KEY.Key_F2)
        QTest.keyClick(field, ends)
        qtbot.waitUntil(editor.hasFocus)
        assert renamed.count() == told
    assert renamed.at(0) == [2, "Another"] and not editor.toPlainText()


def test_f2_finds_the_chat_that_a_filter_hides(window: MainWindow, editor: QuestionEdit) -> None:
    sidebar = window.sidebar
    sidebar.scope.set_scope(deleted=True)
    sidebar.search.set_filter(HistoryFilter(has_image=True))
    QTest.keyClick(editor, KEY.Key_F2)
    assert title_field(window).text() == "Chat 2"


def test_f2_says_why_a_chat_cannot_be_renamed(window: MainWindow, editor: QuestionEdit) -> None:
    sidebar, source = window.sidebar, ListSource(*(entry(number) for number in range(500)))
    window.workspace.history.set_source(source)
    sidebar.scope.set_scope(deleted=True)
    sidebar.search.field.setText("whale")
    source.asked.clear()
    add_tab(window, Chat(900))
    QTest.keyClick(window.current_tab().composer.editor, KEY.Key_F2)
    assert window.notice.label.text() == NOT_LISTED
    assert (sidebar.search.field.text(), sidebar.scope.scope.deleted) == ("whale", True)
    assert source.asked == []


def test_f2_finds_a_chat_in_the_archive(window: MainWindow, editor: QuestionEdit) -> None:
    window.workspace.history.set_source(ListSource(entry(1), entry(2, archived=True)))
    QTest.keyClick(editor, KEY.Key_F2)
    assert title_field(window).text() == "Chat 2"


def test_other_keys_rename_if_the_user_chose_them(window: MainWindow, editor: QuestionEdit) -> None:
    rows = window.sidebar.list
    assert rows.rename_keys().toString() == "F2"
    window.menus.set_keys({"rename_chat": "Ctrl+Shift+K"})
    assert rows.rename_keys().toString() == "Ctrl+Shift+K"
    for widget in (editor, window.sidebar.list):
        widget.setFocus()
        QTest.keyClick(widget, KEY.Key_F2)
    assert not window.sidebar.list.findChildren(QLineEdit)
    QTest.keyClick(editor, KEY.Key_K, CTRL | SHIFT)
    assert title_field(window).text() == "Chat 2"


def test_f2_in_the_list_renames_the_focused_row(window: MainWindow) -> None:
    rows = window.sidebar.list
    rows.setFocus()
    rows.setCurrentIndex(rows.history.index_of(1))
    QTest.keyClick(rows, KEY.Key_F2)
    assert title_field(window).text() == "Chat 1"
    QTest.keyClick(title_field(window), KEY.Key_Escape)
    assert rows.hasFocus()


def test_text_typed_anywhere_goes_to_the_composer(window: MainWindow, editor: QuestionEdit) -> None:
    tab = window.current_chat()
    tab.transcript.add_question(Question("Hello"))
    tab.transcript.begin_reply(1)
    tab.transcript.apply(Aborted(1, Usage(), Timings()))
    places = (
        window.sidebar.list,
        window.header.menu_button,
        window.sidebar.grip,
        tab.front_view,
        tab.front_view.message(0),
    )
    QGuiApplication.clipboard().setText("Pasted")
    for place in places:
        editor.clear()
        place.setFocus()
        assert place.hasFocus()
        for letter in "Ab":
            QTest.keyClicks(QApplication.focusWidget() or window, letter)
        assert editor.toPlainText() == "Ab" and editor.hasFocus(), place
        editor.clear()
        place.setFocus()
        QTest.keyClick(place, KEY.Key_V, CTRL)
        assert editor.toPlainText() == "Pasted" and editor.hasFocus(), place
    editor.clear()
    editor.clearFocus()
    assert QApplication.focusWidget() is None
    QTest.keyClicks(window, "c")
    assert editor.toPlainText() == "c", "also where nothing has the keyboard"


def test_keys_that_mean_something_where_they_are_pressed_stay_there(
    window: MainWindow, editor: QuestionEdit
) -> None:
    field = window.sidebar.search.field
    field.setFocus()
    QTest.keyClicks(field, "whale")
    assert (field.text(), editor.toPlainText()) == ("whale", "")
    opened = QSignalSpy(window.workspace.requests.opened)
    window.sidebar.list.setFocus()
    QTest.keyClick(window.sidebar.list, KEY.Key_Space)
    assert opened.count() == 1
    for key, held in ((KEY.Key_Down, Qt.KeyboardModifier.NoModifier), (KEY.Key_J, CTRL)):
        window.sidebar.list.setFocus()
        QTest.keyClick(window.sidebar.list, key, held)
        assert not editor.toPlainText()


def test_typing_goes_to_the_composer_after_blind_was_ticked(window: MainWindow) -> None:
    chat = ComparedChat(5)
    for _ in range(2):
        chat.add_pane(PaneSettings("/m/dot"))
    tab = add_tab(window, chat)
    [box] = [it for it in tab.findChildren(CheckBox) if it.text() == "Blind"]
    QTest.mouseClick(box, Qt.MouseButton.LeftButton)
    assert chat.comparison.blind
    for letter in "Who":
        QTest.keyClicks(QApplication.focusWidget() or window, letter)
    assert tab.composer.editor.toPlainText() == "Who"
