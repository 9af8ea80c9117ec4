"""Folders in the sidebar: opened, closed, sorted, and chats dragged between them."""

import pytest
from PySide6.QtCore import QModelIndex, QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QDragEnterEvent, QDragMoveEvent, QDropEvent, QImage
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from tests.kit.history_source import ListSource, entry
from ui.history.deleted_note import DeletedNote
from ui.history.folder_menu import folder_menu
from ui.history.history_list import HistoryList
from ui.history.history_model import COUNT, PAGE, SHOWN, SUBTITLE
from ui.state.conversation import Activity
from ui.state.conversation_entry import Folder, HistoryFilter
from ui.state.history_state import FolderLook, FolderOrder
from ui.state.workspace import Workspace

pytestmark = pytest.mark.styled
KEY = Qt.Key
MOVE = Qt.DropAction.MoveAction
NONE = Qt.KeyboardModifier.NoModifier
FOLDERS = (Folder(101, "Recipes"), Folder(102, "Trips"))


@pytest.fixture
def source() -> ListSource:
    inside = (entry(3, folder_id=101), entry(4, folder_id=101), entry(5, folder_id=102))
    return ListSource(entry(1), entry(2, days_ago=1), *inside, folders=FOLDERS)


@pytest.fixture
def workspace(source: ListSource) -> Workspace:
    made = Workspace()
    made.history.set_source(source)
    return made


@pytest.fixture
def rows(qtbot: QtBot, workspace: Workspace) -> HistoryList:
    made = HistoryList(workspace)
    qtbot.addWidget(made)
    made.resize(240, 500)
    made.history.set_source(workspace.history.source)
    workspace.history.changed.connect(made.refresh)
    made.show()
    assert QTest.qWaitForWindowExposed(made)
    return made


def seen(rows: HistoryList) -> list[str]:
    index, found = rows.history.index(0), []
    while index.isValid():
        found.append(str(index.data()))
        index = rows.indexBelow(index)
    return found


def folder(rows: HistoryList, folder_id: int) -> QModelIndex:
    return rows.history.index_of_folder(folder_id)


def center(rows: HistoryList, index: QModelIndex) -> QPoint:
    return rows.visualRect(index).center()


def drag(rows: HistoryList, *ids: int, to: QPoint) -> QDropEvent:
    """Drag chats over the list and drop them."""
    data = rows.history.mimeData([rows.history.index_of(it) for it in ids])
    buttons, port = Qt.MouseButton.LeftButton, rows.viewport()
    QApplication.sendEvent(port, QDragEnterEvent(to, MOVE, data, buttons, NONE))
    QApplication.sendEvent(port, QDragMoveEvent(to, MOVE, data, buttons, NONE))
    dropped = QDropEvent(QPointF(to), MOVE, data, buttons, NONE)
    QApplication.sendEvent(port, dropped)
    return dropped


def test_folders_stand_above_the_chats_of_none_with_their_numbers(rows: HistoryList) -> None:
    assert seen(rows) == ["Folders", "Recipes", "Trips", "Today", "Chat 1", "Yesterday", "Chat 2"]
    assert [folder(rows, it).data(COUNT) for it in (101, 102)] == [2, 1]


def test_a_closed_folder_is_marked_while_one_of_its_chats_is_in_front(rows: HistoryList) -> None:
    told = QSignalSpy(rows.history.dataChanged)
    changed = []
    for shown in (3, 5, 9):
        before = told.count()
        rows.show_conversation(shown)
        rows_told = {told.at(at)[0].row() for at in range(before, told.count())}
        folders = [folder(rows, it) for it in (101, 102)]
        changed.append([(it.data(SHOWN), it.row() in rows_told) for it in folders])
    assert changed == [
        [(True, True), (False, False)],
        [(False, True), (True, True)],
        [(False, False), (False, True)],
    ]


def test_a_closed_folder_shows_that_a_chat_in_it_answers_or_asks(rows: HistoryList) -> None:
    def spoken(folder_id: int) -> str:
        return str(folder(rows, folder_id).data(Qt.ItemDataRole.AccessibleTextRole))

    def row_image(folder_id: int) -> QImage:
        return rows.viewport().grab(rows.visualRect(folder(rows, folder_id))).toImage()

    recipes, trips = row_image(101), row_image(102)
    rows.history.set_activity(3, Activity.ANSWERING)
    answering = row_image(101)
    assert spoken(101) == "Recipes, Folder, 2 chats, answering"
    rows.history.set_activity(4, Activity.ASKING)
    assert spoken(101) == "Recipes, Folder, 2 chats, tool call waiting"
    assert recipes != answering != row_image(101) != recipes
    assert spoken(102) == "Trips, Folder, 1 chat" and row_image(102) == trips
    rows.history.set_activity(3, Activity.IDLE)
    rows.history.set_activity(4, Activity.IDLE)
    assert row_image(101) == recipes
    rows.expand(folder(rows, 101))
    opened = row_image(101)
    rows.history.set_activity(3, Activity.ANSWERING)
    assert row_image(101) == opened, "the row of the chat shows it"


def test_a_folder_opens_and_closes_by_click_and_by_arrow_keys(
    rows: HistoryList, qtbot: QtBot, workspace: Workspace
) -> None:
    recipes = folder(rows, 101)
    with qtbot.assertNotEmitted(workspace.requests.opened):
        qtbot.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=center(rows, recipes))
    assert seen(rows)[1:5] == ["Recipes", "Chat 3", "Chat 4", "Trips"]
    assert workspace.history.folders_look.open == {101}
    qtbot.keyClick(rows, KEY.Key_Left)
    assert "Chat 3" not in seen(rows) and not workspace.history.folders_look.open
    qtbot.keyClick(rows, KEY.Key_Right)
    qtbot.keyClick(rows, KEY.Key_Right)
    assert rows.currentIndex().data() == "Chat 3"
    qtbot.keyClick(rows, KEY.Key_Left)
    assert rows.currentIndex() == recipes


def test_a_screen_reader_hears_a_tree_with_open_folders(rows: HistoryList) -> None:
    tree = QAccessible.queryAccessibleInterface(rows)
    assert tree is not None and tree.role() == QAccessible.Role.Tree
    rows.expand(folder(rows, 101))
    [recipes] = [
        it
        for number in range(tree.childCount())
        if (it := tree.child(number)).text(QAccessible.Text.Name).startswith("Recipes")
    ]
    assert recipes.role() == QAccessible.Role.TreeItem
    assert recipes.text(QAccessible.Text.Name) == "Recipes, Folder, 2 chats"
    assert recipes.state().expanded and recipes.state().expandable  # type: ignore[attr-defined]


def test_open_folders_are_remembered_and_read_in_pages(
    rows: HistoryList, source: ListSource, qtbot: QtBot, workspace: Workspace
) -> None:
    source.all.update({n: entry(n, folder_id=102) for n in range(1000, 1000 + PAGE + 20)})
    workspace.history.set_folders_look(FolderLook(frozenset({102})))
    rows.history.reload()
    trips = folder(rows, 102)
    assert rows.isExpanded(trips) and rows.history.rowCount(trips) == PAGE
    assert trips.data(COUNT) == PAGE + 21
    assert not rows.isExpanded(folder(rows, 101))
    rows.scrollTo(rows.history.index(PAGE - 1, 0, trips))
    qtbot.waitUntil(lambda: rows.history.rowCount(trips) == PAGE + 21)


def test_folders_can_be_sorted_by_their_last_use(
    rows: HistoryList, source: ListSource, workspace: Workspace
) -> None:
    source.put(5, updated=entry(0).updated + 10)
    workspace.history.refresh({5})
    choose = [
        it
        for menu in folder_menu(rows, FOLDERS[0], workspace).findChildren(QMenu)
        for it in menu.actions()
        if it.text() == "By last use"
    ]
    choose[0].trigger()
    assert seen(rows)[:3] == ["Folders", "Trips", "Recipes"]
    assert workspace.history.folders_look.order is FolderOrder.USE
    source.put(3, updated=entry(0).updated + 20)
    workspace.history.refresh({3})
    assert seen(rows)[:3] == ["Folders", "Recipes", "Trips"]


def test_chats_are_dropped_into_a_folder_and_out_of_it(
    rows: HistoryList, workspace: Workspace
) -> None:
    moved = QSignalSpy(workspace.history_requests.moved)
    assert drag(rows, 1, 2, to=center(rows, folder(rows, 102))).isAccepted()
    rows.expand(folder(rows, 101))
    drag(rows, 3, to=center(rows, rows.history.index_of(1)))
    # the chats of an open folder stand for it
    drag(rows, 1, to=center(rows, rows.history.index_of(4)))
    assert [moved.at(it) for it in range(3)] == [[(1, 2), 102], [(3,), 0], [(1,), 101]]


def test_the_target_of_a_drag_is_outlined_and_ends_with_it(
    rows: HistoryList, workspace: Workspace
) -> None:
    data = rows.history.mimeData([rows.history.index_of(1)])
    place = center(rows, folder(rows, 102))
    before = rows.viewport().grab().toImage()
    for kind in (QDragEnterEvent, QDragMoveEvent):
        event = kind(place, MOVE, data, Qt.MouseButton.LeftButton, NONE)
        QApplication.sendEvent(rows.viewport(), event)
    assert rows._target.folder_id == 102
    assert rows._target.rect() == rows.visualRect(folder(rows, 102))
    assert rows.viewport().grab().toImage() != before
    rows._end_drag()
    assert rows._target.folder_id is None


def test_moved_chats_change_their_folder_and_the_numbers(
    rows: HistoryList, source: ListSource, workspace: Workspace
) -> None:
    rows.expand(folder(rows, 101))
    for number, place in ((1, 101), (5, 0)):
        source.put(number, folder_id=place)
    workspace.history.refresh({1, 5})
    assert seen(rows) == [
        *("Folders", "Recipes", "Chat 1", "Chat 3", "Chat 4", "Trips"),
        *("Today", "Chat 5", "Yesterday", "Chat 2"),
    ]
    assert [folder(rows, it).data(COUNT) for it in (101, 102)] == [3, 0]
    source.known_folders.pop(0)
    for number in (1, 3, 4):
        source.put(number, folder_id=0)
    workspace.history.refresh({0})
    assert seen(rows)[:4] == ["Folders", "Trips", "Today", "Chat 1"]


def test_a_folder_is_renamed_in_its_row(
    rows: HistoryList, qtbot: QtBot, workspace: Workspace
) -> None:
    rows.setCurrentIndex(folder(rows, 102))
    rows.rename()
    [editor] = [it for it in rows.findChildren(QLineEdit) if it.isVisible()]
    qtbot.keyClicks(editor, "Journeys")
    with qtbot.waitSignal(workspace.history_requests.folder_renamed) as renamed:
        qtbot.keyClick(editor, KEY.Key_Return)
    assert renamed.args == [102, "Journeys"]


def dialog(parent: QWidget) -> QMessageBox:
    [box] = [it for it in parent.findChildren(QMessageBox) if it.isVisible()]
    return box


def answer(parent: QWidget, text: str) -> None:
    [button] = [it for it in dialog(parent).buttons() if it.text() == text]
    button.click()


def test_a_folder_is_deleted_alone_or_with_its_chats(
    rows: HistoryList, source: ListSource, qtbot: QtBot, workspace: Workspace
) -> None:
    source.put(4, archived=True)
    deleted = QSignalSpy(workspace.history_requests.folder_deleted)
    texts = ("Cancel", "Delete the folder only", "Delete folder and its 2 chats")
    for text in texts:
        rows.setCurrentIndex(folder(rows, 101))
        qtbot.keyClick(rows, KEY.Key_Delete, Qt.KeyboardModifier.ShiftModifier)
        assert {it.text() for it in dialog(rows).buttons()} == set(texts)
        answer(rows, text)
    assert [deleted.at(it) for it in range(deleted.count())] == [[101, False], [101, True]]
    for number in (3, 4):
        source.put(number, folder_id=0)
    rows.delete()
    assert {it.text() for it in dialog(rows).buttons()} == {"Delete folder", "Cancel"}
    answer(rows, "Delete folder")
    assert deleted.at(2) == [101, False]


@pytest.fixture
def deleted(rows: HistoryList, source: ListSource) -> HistoryList:
    """Recently Deleted with a folder and a chat."""
    now = int(entry(0).updated)
    source.known_deleted = [Folder(103, "Plans", now, 2)]
    source.put(1, deleted=True)
    rows.history.set_filter(HistoryFilter(archived=None, deleted=True))
    return rows


def test_recently_deleted_lists_folders_with_their_numbers_of_chats(
    deleted: HistoryList, source: ListSource, qtbot: QtBot, workspace: Workspace
) -> None:
    assert seen(deleted) == ["Folders", "Plans", "Today", "Chat 1"]
    plans = folder(deleted, 103)
    assert plans.data(SUBTITLE) == "2 chats · 30 days left"
    spoken = plans.data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Plans, Folder, 2 chats, 30 days left"
    source.known_deleted = [Folder(103, "Plans", int(entry(0).updated))]
    deleted.history.refresh({2})
    plans = folder(deleted, 103)
    assert plans.data(SUBTITLE) == "30 days left", "its chats are not there"
    assert plans.data(Qt.ItemDataRole.AccessibleTextRole) == "Plans, Folder, 30 days left"
    heights = [deleted.visualRect(it).height() for it in (plans, deleted.history.index_of(1))]
    assert heights[0] == heights[1]
    qtbot.mouseClick(deleted.viewport(), Qt.MouseButton.LeftButton, pos=center(deleted, plans))
    deleted.rename()
    assert not deleted.findChildren(QLineEdit) and not deleted.isExpanded(plans)
    assert not workspace.history.folders_look.open and not deleted.history.has_folders
    deleted.history.set_filter(HistoryFilter(archived=None, deleted=True, model="Dot"))
    assert seen(deleted) == ["Today", "Chat 1"], "a filter is about chats"


def test_folders_and_chats_in_recently_deleted_are_restored_and_purged_together(
    deleted: HistoryList, qtbot: QtBot, workspace: Workspace
) -> None:
    requests = workspace.history_requests
    restored, purged = QSignalSpy(requests.restored), QSignalSpy(requests.purged)
    plans = folder(deleted, 103)
    deleted.setCurrentIndex(plans)
    menu = deleted._menu_of(plans)
    assert menu and [it.text() for it in menu.actions() if it.text()] == [
        "Restore",
        "Delete for good…",
    ]
    menu.actions()[0].trigger()
    assert restored.at(0) == [(103,)]
    deleted.selectAll()
    menu = deleted._menu_of(plans)
    assert menu and menu.actions()[2].text() == "Restore 2 items"
    menu.actions()[2].trigger()
    assert restored.at(1) == [(103, 1)]
    qtbot.keyClick(deleted, KEY.Key_Delete, Qt.KeyboardModifier.ShiftModifier)
    assert dialog(deleted).text() == "Delete 2 items for good?"
    about = dialog(deleted).informativeText()
    assert "documents are deleted" in about and "A folder's chats are not deleted with it." in about
    answer(deleted, "Delete for good")
    assert purged.at(0) == [(1, 103)]
    deleted.clearSelection()
    deleted.delete()
    boxes = [it for it in deleted.findChildren(QMessageBox) if it.isVisible()]
    assert not boxes, "nothing is selected"


def test_everything_in_recently_deleted_is_purged_at_once(
    deleted: HistoryList, qtbot: QtBot, workspace: Workspace
) -> None:
    note = DeletedNote(workspace)
    qtbot.addWidget(note)
    note.show()
    note.empty.click()
    with qtbot.waitSignal(workspace.history_requests.purged) as purged:
        answer(note, "Delete for good")
    assert purged.args == [(1, 103)]


def test_chats_come_back_into_their_folder_in_sight(
    rows: HistoryList, source: ListSource, workspace: Workspace
) -> None:
    source.known_folders.pop(0)
    for number in (3, 4):
        source.put(number, folder_id=0)
    workspace.history.refresh({0})
    assert seen(rows)[:5] == ["Folders", "Trips", "Today", "Chat 1", "Chat 3"]
    source.known_folders.insert(0, FOLDERS[0])
    for number in (3, 4):
        source.put(number, folder_id=101)
    workspace.history.refresh({0})
    assert seen(rows)[:5] == ["Folders", "Recipes", "Trips", "Today", "Chat 1"]
    assert folder(rows, 101).data(COUNT) == 2
