"""The list of chats and the memory line."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu, QProgressBar

from ui import theme
from ui.window.sidebar import CHAT_ID, Sidebar, close_rect

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def sidebar(qtbot):
    sidebar = Sidebar()
    qtbot.addWidget(sidebar)
    sidebar.resize(232, 500)
    for chat_id, title in ((1, "First"), (2, "Second"), (3, "Third")):
        sidebar.add_chat(chat_id, title, "No messages yet")
    sidebar.show_chat(2)
    sidebar.show()
    qtbot.waitExposed(sidebar)
    return sidebar


def row(sidebar, number):
    return sidebar.list.visualItemRect(sidebar.list.item(number))


def titles(sidebar):
    return [sidebar.list.item(i).text() for i in range(sidebar.list.count())]


def color_of_dot(sidebar, number):
    spot = close_rect(row(sidebar, number)).center()
    spot = sidebar.list.viewport().mapTo(sidebar, spot)
    image = sidebar.grab().toImage()
    return image.pixelColor(spot * image.devicePixelRatio())


def test_the_newest_chat_stands_on_top(sidebar):
    assert titles(sidebar) == ["Third", "Second", "First"]


def test_showing_a_chat_that_is_not_current_says_so(sidebar, qtbot):
    with qtbot.waitSignal(sidebar.current_changed) as changed:
        sidebar.show_chat(1)
    assert changed.args == [1]


def test_arrow_keys_move_through_the_chats(sidebar, qtbot):
    with qtbot.waitSignal(sidebar.current_changed) as changed:
        qtbot.keyClick(sidebar.list, Qt.Key.Key_Down)
    assert changed.args == [1]


def test_steps_go_round(sidebar):
    seen = []
    sidebar.current_changed.connect(seen.append)
    for by in (1, 1, 1, -1):
        sidebar.step(by)
    assert seen == [1, 3, 2, 3]


def test_removing_the_current_chat_shows_a_neighbour(sidebar, qtbot):
    with qtbot.waitSignal(sidebar.current_changed) as changed:
        sidebar.remove_chat(2)
    assert changed.args[0] in (1, 3)
    assert titles(sidebar) == ["Third", "First"]


def test_no_bare_key_closes_a_chat(sidebar, qtbot):
    sidebar.list.setFocus()
    for key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
        with qtbot.assertNotEmitted(sidebar.close_requested):
            qtbot.keyClick(sidebar.list, key)


def ask_for_menu(sidebar, place: QPoint) -> QMenu | None:
    mouse = QContextMenuEvent.Reason.Mouse
    spot = sidebar.list.viewport().mapToGlobal(place)
    QApplication.sendEvent(sidebar.list.viewport(), QContextMenuEvent(mouse, place, spot))
    return next(iter(sidebar.list.findChildren(QMenu)), None)


def test_the_context_menu_closes_the_chat_under_the_mouse(sidebar, qtbot):
    item = sidebar.list.item(2)
    menu = ask_for_menu(sidebar, sidebar.list.visualItemRect(item).center())
    assert menu is not None
    with qtbot.waitSignal(sidebar.close_requested) as closed:
        menu.actions()[0].trigger()
    assert closed.args == [item.data(CHAT_ID)]
    menu.close()


def test_the_empty_part_of_the_list_has_no_menu(sidebar):
    assert ask_for_menu(sidebar, QPoint(20, 400)) is None


def test_letters_do_not_choose_another_chat(sidebar, qtbot):
    sidebar.list.setFocus()
    qtbot.keyClicks(sidebar.list, "f")
    assert sidebar.list.currentItem().data(CHAT_ID) == 2


def test_the_x_of_a_row_closes_that_chat_without_showing_it(sidebar, qtbot):
    shown = []
    sidebar.current_changed.connect(shown.append)
    spot = close_rect(row(sidebar, 2)).center()
    with qtbot.waitSignal(sidebar.close_requested) as closed:
        qtbot.mouseClick(sidebar.list.viewport(), LEFT, pos=spot)
    assert closed.args == [1]
    assert shown == []


def test_a_press_on_the_x_that_ends_elsewhere_closes_nothing(sidebar, qtbot):
    closed = []
    sidebar.close_requested.connect(closed.append)
    viewport = sidebar.list.viewport()
    qtbot.mousePress(viewport, LEFT, pos=close_rect(row(sidebar, 2)).center())
    qtbot.mouseRelease(viewport, LEFT, pos=QPoint(20, 20))
    assert closed == []


def test_a_click_beside_the_x_shows_the_chat(sidebar, qtbot):
    with qtbot.waitSignal(sidebar.current_changed) as changed:
        qtbot.mouseClick(sidebar.list.viewport(), LEFT, pos=row(sidebar, 2).center())
    assert changed.args == [1]


def test_a_chat_that_answers_has_a_dot_in_the_colour_of_the_scheme(sidebar, qapp):
    sidebar.set_activity(1, True)
    assert color_of_dot(sidebar, 2) == QColor(theme.LIGHT.green)
    theme.apply(qapp, Qt.ColorScheme.Dark)
    assert color_of_dot(sidebar, 2) == QColor(theme.DARK.green)
    sidebar.set_activity(1, False)
    assert color_of_dot(sidebar, 2) == QColor(theme.DARK.sidebar)


def test_activity_is_said_to_a_screen_reader(sidebar):
    spoken = Qt.ItemDataRole.AccessibleTextRole
    item = sidebar.list.item(2)
    sidebar.set_activity(1, True)
    sidebar.set_title(1, "Renamed")
    assert item.data(spoken) == "Renamed, answering"
    sidebar.set_activity(1, False)
    assert item.data(spoken) == "Renamed"


def test_memory_is_shown_as_part_of_its_peak(sidebar):
    bar = sidebar.findChild(QProgressBar)
    for active, peak, share in ((0, 0, 0), (5_000_000_000, 20_000_000_000, 0.25), (7, 0, 1)):
        sidebar.set_memory(active, peak)
        assert bar.value() == share * bar.maximum()
