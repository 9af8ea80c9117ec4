"""The strip of open chats: what is in front, and what asks to be closed."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from ui.state.requests import ConversationRequests
from ui.window.tab_strip import TabStrip


@pytest.fixture
def requests():
    return ConversationRequests()


@pytest.fixture
def strip(qtbot, requests):
    strip = TabStrip(requests)
    qtbot.addWidget(strip)
    for chat_id in (1, 2, 3):
        strip.add(chat_id, f"Chat {chat_id}")
    strip.resize(700, strip.height())
    strip.show()
    assert QTest.qWaitForWindowExposed(strip)
    return strip


def middle(strip: TabStrip, chat_id: int) -> QPoint:
    return strip.tabRect(strip.index_of(chat_id)).center()


def test_one_tab_needs_no_strip(strip):
    assert strip.isVisible()
    strip.remove(1)
    strip.remove(2)
    assert not strip.isVisible()
    strip.add(4, "Chat 4")
    assert strip.isVisible()


def test_a_long_title_is_whole_while_there_is_room(strip):
    least = strip.tabRect(0).width()
    strip.set_title(1, "Which way does the circle in the video move?")
    strip.resize(1200, strip.height())
    assert strip.tabRect(0).width() > least == strip.tabRect(1).width()
    strip.resize(3 * least, strip.height())
    assert strip.tabRect(0).width() == least


def test_a_long_title_takes_the_room_that_short_ones_leave(strip):
    short = strip.tabRect(1).width()
    strip.set_title(1, "Which way does the circle in the video move?")
    strip.resize(short * 2 + 260, strip.height())
    assert strip.tabRect(0).width() > strip.width() // strip.count() > 0
    assert strip.tabRect(2).right() < strip.width()


def test_the_same_title_again_lays_out_no_tab(strip, monkeypatch):
    """All titles are shown anew for each letter of a draft, which the title of its tab follows."""
    asked = []
    monkeypatch.setattr("ui.window.tab_strip._wanted", lambda *of: asked.append(of) or 200)
    strip.set_title(1, "Chat 1")
    assert asked == []
    strip.set_title(1, "Chat & more")
    assert asked
    assert strip.tabText(0) == "Chat && more"


def test_titles_are_cut_in_the_bold_font_of_the_current_tab(strip):
    assert strip.font().weight() == QFont.Weight.DemiBold


def test_showing_a_tab_emits_a_signal_and_steps_wrap_around(strip):
    seen = []
    strip.shown.connect(seen.append)
    strip.show_tab(3)
    for by in (1, 1, -1, -1):
        strip.step(by)
    assert seen == [3, 1, 2, 1, 3]


def test_a_middle_click_closes_without_showing(strip, requests, qtbot):
    shown = []
    strip.shown.connect(shown.append)
    with qtbot.waitSignal(requests.closed) as closed:
        qtbot.mouseClick(strip, Qt.MouseButton.MiddleButton, pos=middle(strip, 2))
    assert closed.args == [2] and shown == []


def test_a_middle_press_that_ends_elsewhere_closes_nothing(strip, requests, qtbot):
    with qtbot.assertNotEmitted(requests.closed):
        qtbot.mousePress(strip, Qt.MouseButton.MiddleButton, pos=middle(strip, 2))
        qtbot.mouseRelease(strip, Qt.MouseButton.MiddleButton, pos=middle(strip, 3))


def test_a_title_is_shown_literally(strip):
    strip.set_title(2, "<b>R&D</b>\nplans")
    index = strip.index_of(2)
    # Qt's own way to write an "&" that underlines nothing
    assert strip.tabText(index) == "<b>R&&D</b> plans"
    assert strip.accessibleTabName(index) == "<b>R&D</b> plans"
    assert "&lt;b&gt;" in strip.tabToolTip(index)


@pytest.mark.styled
def test_many_tabs_get_narrower_and_then_scroll(strip):
    wide = strip.tabRect(0).width()
    for chat_id in range(4, 20):
        strip.add(chat_id, f"Chat {chat_id}")
    assert strip.tabRect(0).width() < wide
    assert strip.tabRect(18).right() > strip.width()
    strip.show_tab(19)
    assert strip.tabRect(18).right() <= strip.width()


@pytest.mark.styled
def test_a_dragged_tab_keeps_the_letters_of_its_title(strip):
    strip.show_tab(2)
    # beside the lines at its edges, which are drawn only where it rests
    title = strip.tabRect(1).adjusted(6, 6, -30, -6)
    rest = strip.grab(title).toImage()
    QTest.mousePress(strip, Qt.MouseButton.LeftButton, pos=middle(strip, 2))
    for by in (15, 40):
        QTest.mouseMove(strip, middle(strip, 2) + QPoint(by, 0))
    assert strip.grab(title.translated(40, 0)).toImage() == rest
    QTest.mouseRelease(strip, Qt.MouseButton.LeftButton, pos=middle(strip, 2))


@pytest.mark.parametrize(("which", "closed"), [(0, [2]), (1, [1, 3]), (2, [3])])
def test_the_menu_closes_a_tab_the_others_or_those_to_the_right(strip, requests, which, closed):
    asked = []
    requests.closed.connect(asked.append)
    at = middle(strip, 2)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, strip.mapToGlobal(at))
    QApplication.sendEvent(strip, event)
    [menu] = strip.findChildren(QMenu)
    menu.actions()[which].trigger()
    menu.close()
    assert asked == closed
