"""The left column: the history, the search in it, and the memory line."""

from dataclasses import replace
from operator import attrgetter

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer, QTranslator
from PySide6.QtGui import QColor, QContextMenuEvent
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import (
    QApplication,
    QInputDialog,
    QLabel,
    QLineEdit,
    QMenu,
    QMessageBox,
    QProgressBar,
)

from engine.messages import EngineStats
from tests.kit.history_source import ListSource, entry
from tests.kit.paths import ROOT
from ui.history.history_model import SUBTITLE
from ui.history.row_delegate import spot_rect
from ui.look import theme
from ui.state.conversation import Activity
from ui.state.conversation_entry import Folder, Found, HistoryFilter
from ui.state.workspace import Workspace
from ui.widgets.labels import tooltip
from ui.window.sidebar import Sidebar

KEY = Qt.Key
LEFT = Qt.MouseButton.LeftButton
SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
SOURCE = (
    entry(1, "First"),
    entry(2, "Second"),
    entry(3, "Third", folder_id=7),
    entry(4, "Fourth", days_ago=3),
    entry(5, "Old", archived=True),
)


@pytest.fixture
def source():
    return ListSource(*SOURCE, folders=(Folder(7, "Trips"), Folder(8, "R&D")), images=(2,))


@pytest.fixture
def workspace():
    return Workspace()


@pytest.fixture
def sidebar(qtbot, source, workspace):
    sidebar = Sidebar(workspace)
    qtbot.addWidget(sidebar)
    sidebar.resize(232, 600)
    workspace.history.set_source(source)
    sidebar.show()
    assert QTest.qWaitForWindowExposed(sidebar)
    return sidebar


def titles(sidebar):
    """Return the titles in sight: those outside of folders, and in open ones."""
    model, view = sidebar.list.history, sidebar.list
    index, found = model.index(0), []
    while index.isValid():
        if entry := model.entry_at(index):
            found.append(entry.title)
        index = view.indexBelow(index)
    return found


def index_of(sidebar, number):
    return sidebar.list.history.index_of(number)


def row_center(sidebar, number):
    return sidebar.list.visualRect(index_of(sidebar, number)).center()


def click(sidebar, qtbot, number, modifiers=Qt.KeyboardModifier.NoModifier):
    qtbot.mouseClick(sidebar.list.viewport(), LEFT, modifiers, row_center(sidebar, number))


def context_menu(view, place) -> QMenu | None:
    mouse = QContextMenuEvent.Reason.Mouse
    event = QContextMenuEvent(mouse, place, view.viewport().mapToGlobal(place))
    QApplication.sendEvent(view.viewport(), event)
    return next((it for it in view.findChildren(QMenu) if it.isVisible()), None)


def action_of(menu, text):
    [action] = [it for it in menu.actions() if it.text() == text]
    return action


def choose(menu, *path):
    *inner, last = path
    for text in inner:
        menu = action_of(menu, text).menu()
    action_of(menu, last).trigger()
    for opened in menu.parentWidget().findChildren(QMenu):
        opened.close()


def agree(sidebar, text):
    [box] = [it for it in sidebar.findChildren(QMessageBox) if it.isVisible()]
    next(it for it in box.buttons() if it.text() == text).click()


# --- the list ----------------------------------------------------------------------------


@pytest.mark.styled
def test_a_click_or_return_opens_a_conversation(sidebar, qtbot, workspace):
    asked = QSignalSpy(workspace.requests.opened)
    click(sidebar, qtbot, 2)
    qtbot.keyClick(sidebar.list, KEY.Key_Down)
    assert asked.count() == 1, "arrow keys only go through the list"
    qtbot.keyClick(sidebar.list, KEY.Key_Return)
    assert [asked.at(0), asked.at(1)] == [[2, 0], [4, 0]]


@pytest.mark.styled
def test_arrow_keys_pass_over_headings(sidebar, qtbot):
    click(sidebar, qtbot, 2)
    qtbot.keyClick(sidebar.list, KEY.Key_Down)
    assert sidebar.list.chosen() == [SOURCE[3]]


@pytest.mark.styled
def test_letters_do_not_choose_another_chat(sidebar, qtbot):
    click(sidebar, qtbot, 1)
    qtbot.keyClicks(sidebar.list, "s")
    assert [it.title for it in sidebar.list.chosen()] == ["First"]


@pytest.mark.styled
def test_the_current_chat_is_marked_and_a_growing_answer_has_a_dot(sidebar, qapp):
    sidebar.show_conversation(2)
    assert row_background(sidebar, 2) == QColor(theme.LIGHT.selected)
    assert row_background(sidebar, 1) == QColor(theme.LIGHT.sidebar)
    sidebar.set_activity(1, Activity.ANSWERING)
    assert row_dot(sidebar, 1) == QColor(theme.LIGHT.green)
    theme.apply(qapp, Qt.ColorScheme.Dark)
    assert row_dot(sidebar, 1) == QColor(theme.DARK.green)
    sidebar.set_activity(1, Activity.IDLE)
    assert row_dot(sidebar, 1) == QColor(theme.DARK.sidebar)


def test_a_chat_that_is_not_listed_yet_leaves_no_other_selected(sidebar, source, workspace):
    """A new chat is listed once it has a question, and is selected then."""
    sidebar.show_conversation(2)
    assert [it.conversation_id for it in sidebar.list.chosen()] == [2]
    sidebar.show_conversation(90)
    assert sidebar.list.chosen() == []
    source.all[90] = replace(entry(0, "New"), conversation_id=90)
    workspace.history.refresh({90})
    assert [it.conversation_id for it in sidebar.list.chosen()] == [90]


@pytest.mark.styled
def test_a_chat_that_came_while_the_list_had_the_keyboard_is_selected_later(sidebar, qtbot):
    click(sidebar, qtbot, 1)
    sidebar.show_conversation(2)
    assert [it.conversation_id for it in sidebar.list.chosen()] == [1]
    sidebar.search.field.setFocus()
    assert [it.conversation_id for it in sidebar.list.chosen()] == [2]


@pytest.mark.styled
def test_the_scroll_position_of_the_list_survives_changes(sidebar, source, qtbot, workspace):
    source.all.update({n: entry(n) for n in range(10, 60)})
    workspace.history.refresh(set(range(10, 60)))
    sidebar.list.setFocus()
    sidebar.list.setCurrentIndex(index_of(sidebar, 40))
    qtbot.waitUntil(lambda: sidebar.list.verticalScrollBar().value() > 0)
    before = row_center(sidebar, 40).y()
    source.all[90] = replace(entry(0, "New"), conversation_id=90)
    workspace.history.refresh({90})
    sidebar.list.executeDelayedItemsLayout()
    assert titles(sidebar)[0] == "New"
    assert row_center(sidebar, 40).y() == before
    assert [it.conversation_id for it in sidebar.list.chosen()] == [40]


@pytest.mark.styled
def test_a_title_can_be_edited_in_its_row(sidebar, qtbot, workspace):
    click(sidebar, qtbot, 2)
    assert sidebar.rename(2)
    editor = sidebar.list.findChild(QLineEdit)
    assert editor.text() == "Second" and editor.selectedText() == "Second"
    qtbot.keyClicks(editor, "Another")
    opened, left = (
        QSignalSpy(workspace.requests.opened),
        QSignalSpy(sidebar.list.left_upwards),
    )
    with qtbot.waitSignal(workspace.history_requests.renamed) as renamed:
        qtbot.keyClick(editor, KEY.Key_Up)
        qtbot.keyClick(editor, KEY.Key_Return)
    assert renamed.args == [2, "Another"]
    assert opened.count() == left.count() == 0


@pytest.mark.styled
def test_no_bare_key_deletes(sidebar, qtbot, workspace):
    click(sidebar, qtbot, 2)
    with qtbot.assertNotEmitted(workspace.history_requests.deleted):
        for key in (KEY.Key_Delete, KEY.Key_Backspace):
            qtbot.keyClick(sidebar.list, key)
    for key, modifiers in ((KEY.Key_Delete, SHIFT), (KEY.Key_Backspace, CTRL)):
        with qtbot.waitSignal(workspace.history_requests.deleted) as deleted:
            qtbot.keyClick(sidebar.list, key, modifiers)
        assert deleted.args == [(2,)]
    with qtbot.waitSignal(workspace.history_requests.undone):
        qtbot.keyClick(sidebar.list, KEY.Key_Z, CTRL)


@pytest.mark.styled
def test_several_chats_can_be_selected_without_opening_them(sidebar, qtbot, workspace):
    click(sidebar, qtbot, 1)
    with qtbot.assertNotEmitted(workspace.requests.opened):
        click(sidebar, qtbot, 4, CTRL)
    menu = context_menu(sidebar.list, row_center(sidebar, 4))
    assert menu is not None
    assert "Rename" not in [it.text() for it in menu.actions()]
    with qtbot.waitSignal(workspace.history_requests.deleted) as deleted:
        choose(menu, "Delete 2 chats…")
        agree(sidebar, "Delete 2 chats")
    assert deleted.args == [(1, 4)]


@pytest.mark.styled
@pytest.mark.parametrize(
    ("path", "signal", "args"),
    [
        (("Open",), "requests.opened", [1, 0]),
        (("Pin",), "history_requests.pinned", [(1,), True]),
        (("Archive",), "history_requests.archived", [(1,), True]),
        (("Move to folder", "R&&D"), "history_requests.moved", [(1,), 8]),
        (("Move to folder", "No folder"), "history_requests.moved", [(1,), 0]),
        (("Export…",), "requests.exported", [(1,)]),
        (("Delete",), "history_requests.deleted", [(1,)]),
    ],
)
def test_a_conversation_has_a_menu(sidebar, qtbot, path, signal, args, workspace):
    menu = context_menu(sidebar.list, row_center(sidebar, 1))
    with qtbot.waitSignal(attrgetter(signal)(workspace)) as told:
        choose(menu, *path)
    assert told.args == args


def test_the_menu_of_the_listed_chats_opens_below_the_left_edge_of_its_button(sidebar, qtbot):
    sidebar.move(300, 100)
    places: list[int] = []
    menu = sidebar.scope.menu()

    def look() -> None:
        places.append(menu.pos().x())
        menu.close()

    QTimer.singleShot(0, look)
    sidebar.scope.showMenu()
    assert places == [sidebar.scope.mapToGlobal(QPoint(0, 0)).x()]


@pytest.mark.styled
def test_the_menu_archives_in_german_too(sidebar, qapp):
    german = QTranslator()
    assert german.load(str(ROOT / "resources/translations/duologue_de.qm"))
    assert qapp.installTranslator(german)
    menu = context_menu(sidebar.list, row_center(sidebar, 1))
    qapp.removeTranslator(german)
    assert menu is not None
    assert "Archivieren" in [it.text() for it in menu.actions()]


@pytest.mark.styled
def test_a_new_folder_is_named_first(sidebar, qtbot, workspace):
    choose(context_menu(sidebar.list, row_center(sidebar, 1)), "Move to folder", "New folder…")
    dialog = sidebar.findChild(QInputDialog)
    dialog.setTextValue("  Recipes ")
    with qtbot.waitSignal(workspace.history_requests.folder_added) as told:
        dialog.accept()
    assert told.args == ["Recipes", (1,)]


@pytest.mark.styled
def test_headings_and_the_empty_part_have_no_menu(sidebar):
    heading = sidebar.list.visualRect(sidebar.list.history.index(0)).center()
    assert context_menu(sidebar.list, heading) is None
    assert context_menu(sidebar.list, QPoint(20, 400)) is None


@pytest.mark.styled
def test_a_right_click_does_not_move_the_focus(sidebar, qtbot):
    """A dialog of the menu gives it back to that."""
    sidebar.search.field.setFocus()
    qtbot.mouseClick(
        sidebar.list.viewport(), Qt.MouseButton.RightButton, pos=row_center(sidebar, 1)
    )
    assert sidebar.search.field.hasFocus()
    click(sidebar, qtbot, 1)
    assert sidebar.list.hasFocus()


@pytest.mark.styled
def test_the_focused_row_is_visible(sidebar, source, qtbot):
    for number in range(10, 60):
        source.all[number] = entry(number, days_ago=9)
    sidebar.list.history.reload()
    sidebar.list.setFocus(Qt.FocusReason.ActiveWindowFocusReason)
    assert sidebar.list.history.folder_at(sidebar.list.currentIndex()).name == "Trips"
    sidebar.list.setCurrentIndex(index_of(sidebar, 59))
    sidebar.search.field.setFocus()
    sidebar.list.scrollToTop()
    sidebar.list.setFocus(Qt.FocusReason.ActiveWindowFocusReason)
    rect = sidebar.list.visualRect(index_of(sidebar, 59))
    # Qt leaves out the last line of pixels, in which nothing is painted
    assert sidebar.list.viewport().rect().contains(rect.adjusted(0, 0, 0, -1))
    ring = sidebar.list.viewport().grab(rect).toImage().pixelColor(rect.width() // 2, 1)
    assert ring == QColor(theme.colors().accent)


@pytest.mark.styled
def test_deleted_chats_can_be_restored_or_purged(sidebar, source, qtbot, workspace):
    assert sidebar.note.isHidden()
    for number in (2, 3):
        source.put(number, deleted=True)
    sidebar.scope.set_scope(deleted=True)
    assert titles(sidebar) == ["Second", "Third"] and sidebar.note.isVisible()
    assert sidebar.scope.text() == "Recently Deleted"
    assert index_of(sidebar, 2).data(SUBTITLE) == "Dot · 30 days left"
    click(sidebar, qtbot, 2)
    assert sidebar.rename(2) and sidebar.list.findChild(QLineEdit) is None
    with qtbot.waitSignal(workspace.history_requests.purged) as purged:
        qtbot.keyClick(sidebar.list, KEY.Key_Delete, SHIFT)
        agree(sidebar, "Delete for good")
    assert purged.args == [(2,)]
    click(sidebar, qtbot, 3, CTRL)
    with qtbot.waitSignal(workspace.history_requests.restored) as restored:
        choose(context_menu(sidebar.list, row_center(sidebar, 3)), "Restore 2 items")
    assert restored.args == [(2, 3)]
    source.put(2, deleted=False)
    source.put(3, deleted=False)
    workspace.history.refresh({2, 3})
    assert sidebar.empty.text() == "Nothing was deleted recently."
    assert not sidebar.note.empty.isVisible()
    sidebar.scope.set_scope()
    assert len(titles(sidebar)) == 3 and sidebar.note.isHidden()


# --- what is listed ----------------------------------------------------------------------


def test_the_archive_is_chosen_from_a_menu(sidebar):
    assert titles(sidebar) == ["First", "Second", "Fourth"]
    sidebar.scope.set_scope(archived=True)
    assert titles(sidebar) == ["Old"] and sidebar.scope.text() == "Archive"
    assert not sidebar.list.history.has_folders
    sidebar.scope.set_scope()
    assert sidebar.scope.text() == "All chats" and sidebar.list.history.has_folders


def test_filters_show_that_they_are_set_and_are_cleared(sidebar, qtbot):
    choose(sidebar.search.menu(), "With images")
    assert titles(sidebar) == ["Second"]
    assert sidebar.search.button.isChecked()
    assert sidebar.search.button.accessibleName() == "Filter chats: only images"
    qtbot.mouseClick(sidebar.search.clear_button, LEFT)
    assert len(titles(sidebar)) == 3 and not sidebar.search.button.isChecked()
    choose(sidebar.search.menu(), "Dot")
    assert sidebar.filter == HistoryFilter(model="Dot")


def test_an_empty_history_shows_a_note(qtbot, workspace):
    sidebar = Sidebar(workspace)
    qtbot.addWidget(sidebar)
    workspace.history.set_source(source := ListSource())
    sidebar.show()
    assert sidebar.empty.text().startswith("No chats yet")
    source.all[1] = entry(1)
    workspace.history.refresh({1})
    assert not sidebar.empty.isVisible() and sidebar.list.isVisible()


# --- the search --------------------------------------------------------------------------


def search_for(sidebar, qtbot, workspace, text):
    with qtbot.waitSignal(workspace.history_requests.searched) as asked:
        qtbot.keyClicks(sidebar.search.field, text)
    return asked.args


def test_search_starts_once_typing_pauses(sidebar, qtbot, workspace):
    spy = QSignalSpy(workspace.history_requests.searched)
    assert search_for(sidebar, qtbot, workspace, " whale ") == [
        "whale",
        HistoryFilter(archived=None),
    ]
    assert spy.count() == 1
    assert sidebar.list.isVisible(), "until it is known what is found"
    workspace.history.set_found("whal", [])
    assert sidebar.list.isVisible(), "that was not asked for"
    workspace.history.set_found("whale", [])
    assert sidebar.empty.text() == "Nothing found for “whale”."


@pytest.mark.styled
def test_search_results_open_by_keyboard_and_mouse(sidebar, qtbot, workspace):
    opened: list[object] = []
    workspace.requests.found_opened.connect(opened.append)
    workspace.requests.opened.connect(lambda *place: opened.append(place))
    search_for(sidebar, qtbot, workspace, "whale")
    found = [
        Found(SOURCE[0], 11, "user", "A whale is", ((2, 7),), created=1e8),
        Found(SOURCE[1], 0, "", "Whale songs", ((0, 5),)),
    ]
    workspace.history.set_found("whale", found)
    field, listed = sidebar.search.field, sidebar.found
    spoken = Qt.ItemDataRole.AccessibleTextRole
    assert listed.found.index(0).data(spoken).startswith("First, You, A whale is, ")
    assert "1973" in listed.found.index(0).data(spoken), "when that was written"
    qtbot.keyClick(field, KEY.Key_Return)
    qtbot.keyClick(field, KEY.Key_Down)
    assert listed.hasFocus()
    qtbot.keyClick(listed, KEY.Key_Down)
    qtbot.keyClick(listed, KEY.Key_Return)
    place = listed.visualRect(listed.found.index(0)).center()
    qtbot.mouseClick(listed.viewport(), LEFT, pos=place)
    assert opened == [found[0], (2, 0), found[0]]
    qtbot.keyClick(listed, KEY.Key_Up)
    assert field.hasFocus()


def test_escape_clears_the_search_and_then_leaves_the_field(sidebar, qtbot, workspace):
    search_for(sidebar, qtbot, workspace, "whale")
    workspace.history.set_found("whale", [])
    qtbot.keyClick(sidebar.search.field, KEY.Key_Escape)
    assert sidebar.search.field.text() == "" and sidebar.list.isVisible()
    with qtbot.waitSignal(sidebar.search.field.left):
        qtbot.keyClick(sidebar.search.field, KEY.Key_Escape)


def test_a_filter_repeats_the_search(sidebar, qtbot, workspace):
    search_for(sidebar, qtbot, workspace, "whale")
    with qtbot.waitSignal(workspace.history_requests.searched) as asked:
        sidebar.scope.set_scope(archived=True)
    assert asked.args == ["whale", HistoryFilter(archived=True)]


@pytest.mark.parametrize("scope", ["archived", "deleted"])
def test_a_search_that_finds_nothing_tells_where_it_looked(sidebar, qtbot, workspace, scope):
    sidebar.scope.set_scope(**{scope: True})
    search_for(sidebar, qtbot, workspace, "whale")
    workspace.history.set_found("whale", [])
    place = {"archived": "the archive", "deleted": "Recently Deleted"}[scope]
    assert sidebar.empty.text() == f"Nothing found for “whale” in {place}."


# --- the rest ----------------------------------------------------------------------------


def test_memory_is_shown_as_part_of_the_limit(sidebar, workspace):
    bar = sidebar.findChild(QProgressBar)
    for active, limit, share in ((0, 0, 0), (5_000_000_000, 20_000_000_000, 0.25), (7, 5, 1)):
        workspace.engine.set_stats(EngineStats(active_memory=active, memory_limit=limit))
        assert bar.value() == share * bar.maximum()
    workspace.engine.set_stats(EngineStats(active_memory=9_500_000, memory_limit=19_000_000_000))
    assert bar.value() == 0
    about = "Memory used by loaded models, prompts and answers."
    assert bar.toolTip() == tooltip(f"9.5 MB of at most 19 GB in use\n{about}")
    explained = [it.text() for it in sidebar.findChildren(QLabel) if about in it.toolTip()]
    assert explained == ["Memory", "9.5 MB"]
    assert memory_words(sidebar) == "9.5 MB"
    # what MLX holds without a model
    workspace.engine.set_stats(EngineStats(active_memory=44, memory_limit=19_000_000_000))
    assert memory_words(sidebar) == "–"
    assert "0 kB of at most 19 GB in use" in bar.toolTip()


def memory_words(sidebar):
    """Return the number beside the word Memory."""
    labels = [it.text() for it in sidebar.findChildren(QLabel)]
    return labels[labels.index("Memory") + 1]


def list_pixel(sidebar, spot):
    image = sidebar.grab().toImage()
    return image.pixelColor(sidebar.list.viewport().mapTo(sidebar, spot) * image.devicePixelRatio())


def row_dot(sidebar, number):
    return list_pixel(
        sidebar, spot_rect(sidebar.list.visualRect(index_of(sidebar, number))).center()
    )


def row_background(sidebar, number):
    return list_pixel(
        sidebar, sidebar.list.visualRect(index_of(sidebar, number)).center() + QPoint(90, 0)
    )
