"""The whole way through by keyboard alone: the real window, the real thread, Dot."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.assembly import Assembly
from tests.kit.images import save_small_image
from ui.compare.compare_tab import CompareTab
from ui.compare.differences import DifferencesWindow
from ui.compare.results_window import ResultsWindow
from ui.inspect.inspect_window import InspectWindow
from ui.look import theme
from ui.media.media_view import MediaView
from ui.settings.settings_window import SettingsWindow
from ui.state.turn import Turn, TurnState
from ui.window.shortcut_list import ShortcutList

WAIT = 30_000
MOST_TABS = 80
KEY = Qt.Key
NONE = Qt.KeyboardModifier.NoModifier
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier


def target() -> QWidget:
    """Return the widget that receives key presses."""
    if popup := QApplication.activePopupWidget():
        return popup if isinstance(popup, QMenu) else popup.focusWidget() or popup
    focused = QApplication.focusWidget()
    assert focused is not None, "nothing has the keyboard"
    return focused


def accessible_name(widget: QWidget) -> str:
    about = QAccessible.queryAccessibleInterface(widget)
    assert about is not None
    return about.text(QAccessible.Text.Name)


class Hands:
    """Keys on what has the keyboard, and nothing else."""

    def __init__(self, qtbot: QtBot, parts: Assembly) -> None:
        self.bot, self.parts, self.window = qtbot, parts, parts.window

    def key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE, times: int = 1) -> None:
        for _ in range(times):
            self.wake()
            QTest.keyClick(target(), key, modifiers)

    def write(self, text: str) -> None:
        self.wake()
        QTest.keyClicks(target(), text)

    def wake(self) -> None:
        """Activate the window again: off screen, nothing does so after a popup or a window
        closes."""
        if QApplication.activeWindow() is None:
            self.window.activateWindow()
            self.until(lambda: QApplication.activeWindow() is self.window)

    def tab_to(self, name: str, *, back: bool = False) -> QWidget:
        """Tab until what has the keyboard is called so."""
        met = []
        for _ in range(MOST_TABS):
            self.key(KEY.Key_Backtab if back else KEY.Key_Tab, SHIFT if back else NONE)
            met.append(accessible_name(target()))
            if met[-1].startswith(name):
                return target()
        raise AssertionError(f"Tab does not come to {name!r}, but to {list(dict.fromkeys(met))}")

    def until(self, met) -> None:
        self.bot.waitUntil(met, timeout=WAIT)

    def choose(self, *texts: str) -> None:
        """Entries of the menu that is open, and of those in it."""
        for text in texts:
            menu = QApplication.activePopupWidget()
            assert isinstance(menu, QMenu)
            for _ in menu.actions():
                self.key(KEY.Key_Down)
                action = menu.activeAction()
                if action is not None and action.text().startswith(text):
                    break
            else:
                raise AssertionError(f"no {text!r} in {[it.text() for it in menu.actions()]}")
            self.key(KEY.Key_Return)

    def ask(self, text: str) -> None:
        self.write(text)
        self.key(KEY.Key_Return)

    def answered(self) -> Turn:
        tab = self.window.current_chat()
        self.until(lambda: bool(tab.transcript.turns) and not tab.busy)
        return tab.transcript.turns[-1]

    def open(self, kind: type) -> QWidget:
        """The window of this kind that has the keyboard by now."""
        self.until(lambda: isinstance(QApplication.activeWindow(), kind))
        found = QApplication.activeWindow()
        assert found is not None
        return found

    def leave(self) -> None:
        """Escape closes the window in front."""
        front = QApplication.activeWindow()
        assert front is not None and front is not self.window
        self.key(KEY.Key_Escape)
        self.until(lambda: not isValid(front) or not front.isVisible())
        self.wake()


@pytest.fixture
def hands(qtbot: QtBot, home: Path, dot_in_float32: None) -> Iterator[Hands]:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    theme.apply(application, Qt.ColorScheme.Light)
    parts = Assembly(home)
    qtbot.addWidget(parts.window)
    parts.window.resize(1440, 900)
    parts.show()
    parts.window.activateWindow()
    qtbot.waitUntil(lambda: parts.requests.models.current is not None, timeout=WAIT)
    qtbot.waitUntil(lambda: QApplication.activeWindow() is parts.window, timeout=WAIT)
    yield Hands(qtbot, parts)
    assert parts.close(timeout=30), "the engine thread did not end"


def test_the_keyboard_reaches_all_of_a_chat(hands: Hands, tmp_path: Path) -> None:  # noqa: PLR0915
    tab = hands.window.current_chat()
    editor = tab.composer.editor
    assert target() is editor

    # an image, moved before another, shown large and closed
    for name in ("one.png", "two.png"):
        save_small_image(tmp_path / name, ("blue", "square", 0.5, 0.5))
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(str(tmp_path / name))])
        QGuiApplication.clipboard().setMimeData(mime)
        count = len(tab.conversation.draft.attachments)
        hands.key(KEY.Key_V, CTRL)
        hands.until(lambda count=count: len(tab.conversation.draft.attachments) == count + 1)
    hands.tab_to("two.png", back=True)
    hands.key(KEY.Key_Left, ALT)
    assert [it.title for it in tab.conversation.draft.attachments] == ["two.png", "one.png"]
    hands.key(KEY.Key_Space)
    view = hands.window.findChild(MediaView)
    assert view is not None
    hands.key(KEY.Key_Right)
    assert view.attachment.title == "one.png"
    hands.key(KEY.Key_Escape)
    hands.until(lambda: hands.window.findChild(MediaView) is None)
    assert accessible_name(target()) == "one.png"
    hands.key(KEY.Key_Delete)
    assert [it.title for it in tab.conversation.draft.attachments] == ["two.png"]

    # options
    hands.tab_to("Options")
    hands.key(KEY.Key_Space)
    hands.tab_to("Max tokens")
    hands.key(KEY.Key_A, CTRL)
    hands.write("3")
    hands.tab_to("Temperature", back=True)
    hands.key(KEY.Key_Up)
    hands.key(KEY.Key_Down)
    hands.key(KEY.Key_Escape)
    assert accessible_name(target()) == "Options"
    assert tab.chat.options.usable.sampling.max_tokens == 3
    hands.tab_to(accessible_name(editor), back=True)
    assert target() is editor

    # an answer that is cut goes on, is copied and looked into
    hands.ask("What do you see?")
    first = hands.answered()
    assert first.content and first.resumable
    beginning = first.content
    hands.tab_to("Continue", back=True)
    hands.key(KEY.Key_Space)
    assert hands.answered() is first
    assert first.content.startswith(beginning)
    assert len(first.content) > len(beginning)
    assert target() is editor
    hands.key(KEY.Key_C, CTRL | SHIFT)
    assert QGuiApplication.clipboard().text() == first.content
    hands.tab_to("Inspect", back=True)
    hands.key(KEY.Key_Space)
    inspect = hands.open(InspectWindow)
    hands.tab_to("Tokens")
    hands.key(KEY.Key_Space)
    hands.leave()
    assert inspect is not None and accessible_name(target()).startswith("Inspect")
    hands.tab_to("Copy answer", back=True)
    QGuiApplication.clipboard().clear()
    hands.key(KEY.Key_Space)
    assert QGuiApplication.clipboard().text() == first.content

    # the last question is changed, its answer stopped
    hands.tab_to(accessible_name(editor))
    hands.key(KEY.Key_Up)
    assert tab.conversation.draft.editing
    hands.key(KEY.Key_A, CTRL)
    hands.ask("How many?")
    assert tab.busy
    hands.key(KEY.Key_Escape)
    assert hands.answered().state is TurnState.STOPPED
    assert [it.content for it in tab.transcript.turns if it.role == "user"] == ["How many?"]


def test_the_keyboard_reaches_all_of_an_answer(hands: Hands) -> None:
    tab = hands.window.current_chat()
    hands.tab_to("Ask about a sample image: How many", back=True)
    hands.key(KEY.Key_Space)
    reply = hands.answered()
    assert reply.reasoning
    assert target() is tab.composer.editor

    # what was thought is unfolded, and what was asked comes up
    hands.tab_to("Reasoning", back=True)
    hands.key(KEY.Key_Space)
    text = hands.tab_to("Reasoning")
    assert reply.reasoning.strip() in text.property("plainText")
    hands.tab_to("Conversation", back=True)
    hands.key(KEY.Key_Up)
    hands.key(KEY.Key_Up)
    assert accessible_name(target()) == "Your message"

    # found in it
    hands.key(KEY.Key_F, CTRL)
    hands.write("stars")
    found = tab.view.findChild(QWidget, "find_count")
    assert found is not None
    hands.until(lambda: found.accessibleName().endswith("matches"))
    hands.key(KEY.Key_Return)
    hands.until(lambda: found.accessibleName().startswith("1 of"))
    hands.key(KEY.Key_G, CTRL)
    hands.until(lambda: found.accessibleName().startswith("2 of"))
    hands.key(KEY.Key_Return, SHIFT)
    hands.until(lambda: found.accessibleName().startswith("1 of"))
    hands.key(KEY.Key_Escape)
    assert not found.isVisible()

    # Tab comes to everything once and back, forwards and backwards
    for key, modifiers in ((KEY.Key_Tab, NONE), (KEY.Key_Backtab, SHIFT)):
        begin, met = target(), []
        while not met or (target() is not begin and len(met) < MOST_TABS):
            hands.key(key, modifiers)
            met.append(accessible_name(target()))
        assert target() is begin, met
        assert {"Conversation", "Options", "Chats", "Copy answer", "Settings"} <= set(met)
        assert all(met)


def test_the_keyboard_reaches_all_of_the_window(hands: Hands) -> None:  # noqa: PLR0915
    first = hands.window.current_chat()
    hands.ask("What do you see?")
    hands.answered()
    hands.key(KEY.Key_N, CTRL)
    second = hands.window.current_chat()
    assert second is not first
    hands.ask("Hello")
    hands.answered()

    # chats: the next, by number, in their list, found, closed and brought back
    hands.key(KEY.Key_Tab, CTRL)
    assert hands.window.current_chat() is first
    hands.key(KEY.Key_2, CTRL)
    assert hands.window.current_chat() is second
    hands.tab_to("Chats", back=True)
    hands.key(KEY.Key_Down)
    hands.key(KEY.Key_Return)
    assert hands.window.current_chat() is first
    hands.key(KEY.Key_K, CTRL)
    hands.write("hello")
    hands.until(lambda: hands.window.sidebar.found.found.rowCount() > 0)
    hands.key(KEY.Key_Down)
    hands.key(KEY.Key_Return)
    assert hands.window.current_chat() is second
    hands.key(KEY.Key_1, CTRL)
    hands.key(KEY.Key_W, CTRL)
    assert hands.window.tabs() == [second]
    hands.key(KEY.Key_T, CTRL | SHIFT)
    assert hands.window.current_chat().chat_id == first.chat_id

    # the look, the panels
    zoom = theme.appearance().zoom
    hands.key(KEY.Key_Equal, CTRL)
    assert theme.appearance().zoom > zoom
    hands.key(KEY.Key_0, CTRL)
    assert theme.appearance().zoom == zoom
    hands.key(KEY.Key_S, CTRL | SHIFT)
    assert hands.window.sidebar.isHidden()
    hands.key(KEY.Key_S, CTRL | SHIFT)
    assert not hands.window.sidebar.isHidden()
    shown = hands.window.stats_panel.isHidden()
    hands.key(KEY.Key_I, CTRL | SHIFT)
    assert hands.window.stats_panel.isHidden() != shown
    hands.key(KEY.Key_I, CTRL | SHIFT)

    # the list of shortcuts, the settings, the menu
    focused = target()
    hands.key(KEY.Key_Slash, CTRL)
    hands.open(ShortcutList)
    hands.leave()
    assert target() is focused
    hands.key(KEY.Key_Comma, CTRL)
    dialog = hands.open(SettingsWindow)
    assert isinstance(dialog, SettingsWindow)
    titles = "Appearance Shortcuts Prompts Models Tools Server Machines Data Privacy"
    for title in titles.split():
        hands.key(KEY.Key_Down)
        assert accessible_name(target()) == title
        assert dialog.tabs[title.lower()].isChecked()
    hands.leave()
    hands.key(KEY.Key_F10)
    hands.choose("View")
    hands.choose("Sidebar")
    assert hands.window.sidebar.isHidden()
    hands.key(KEY.Key_F10)
    hands.key(KEY.Key_Escape)
    assert QApplication.activePopupWidget() is None
    hands.key(KEY.Key_L, CTRL)
    assert isinstance(QApplication.activePopupWidget(), QMenu)
    hands.key(KEY.Key_Escape)


def test_the_keyboard_reaches_all_of_a_comparison(hands: Hands) -> None:
    hands.key(KEY.Key_N, CTRL | SHIFT)
    tab = hands.window.current_tab()
    assert isinstance(tab, CompareTab)
    assert target() is tab.composer.editor

    # a setting of one pane
    hands.key(KEY.Key_2, CTRL | ALT)
    hands.key(KEY.Key_F6, SHIFT)
    assert tab.panes[0].isAncestorOf(target())
    hands.tab_to("Settings:")
    hands.key(KEY.Key_Space)
    hands.key(KEY.Key_A, CTRL)
    hands.write("0.9")
    hands.key(KEY.Key_Escape)
    assert tab.panes[0].settings.options.sampling.temperature == 0.9
    hands.tab_to("More actions for this pane")
    hands.key(KEY.Key_Space)
    hands.choose("Duplicate with", "Seed")
    assert len(tab.panes) == 3
    while target() is not tab.composer.editor:
        hands.key(KEY.Key_F6)

    # asked, and voted on
    hands.ask("What do you see?")
    hands.until(lambda: len(tab.replies) == 3 and not tab.busy)
    hands.key(KEY.Key_Backtab, SHIFT)
    assert accessible_name(target()) == "Vote blind, without names"
    hands.key(KEY.Key_Tab)
    assert target() is tab.composer.editor
    hands.key(KEY.Key_F6)
    assert tab.panes[0].isAncestorOf(target())
    hands.key(KEY.Key_F6)
    assert tab.panes[1].isAncestorOf(target())
    hands.key(KEY.Key_3, CTRL | ALT)
    assert tab.panes[2].isAncestorOf(target())
    hands.tab_to("Vote for a tie")
    hands.key(KEY.Key_Space)
    assert tab.comparison.rounds[0].vote is not None

    # its windows
    hands.key(KEY.Key_D, CTRL)
    hands.open(DifferencesWindow)
    hands.leave()
    hands.key(KEY.Key_R, CTRL | SHIFT)
    hands.open(ResultsWindow)
    hands.leave()
    hands.key(KEY.Key_W, CTRL)
    assert tab not in hands.window.tabs()
