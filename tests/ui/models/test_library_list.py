"""The list of the models on this computer, as a person uses it."""

from dataclasses import replace

import pytest
import shiboken6
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetrics, QImage
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QFileDialog, QMenu, QMessageBox

from tests.kit.library_models import library_model, shelf
from ui.look import theme
from ui.models.library_list import LibraryList
from ui.models.library_rows import INSET, LINE_FONT
from ui.models.library_table import NAME, SIZE, STAR
from ui.models.model_actions import model_menu
from ui.models.models_window import ModelsWindow
from ui.state.chat import Chat
from ui.state.compared_chat import ComparedChat
from ui.state.library_state import LibraryModel, Place
from ui.state.workspace import Workspace
from ui.widgets.file_dialog import folder_to_begin

OWN = "/data/models/Qwen3-VL-8B-Thinking-4bit"
FOREIGN = "/lm/qwen/Qwen3-14B-MLX-5bit"


@pytest.fixture
def models(window: ModelsWindow) -> LibraryList:
    return window.library.list


def many(count: int = 300) -> list[LibraryModel]:
    return [library_model(f"/models/model-{number:03}") for number in range(count)]


def first_in_sight(models: LibraryList) -> str:
    model = models.table.model_at(models.view.rowAt(0))
    return model.model_id if model else ""


def current(models: LibraryList) -> str:
    model = models.view.current()
    return model.model_id if model else ""


def test_the_chosen_row_and_the_place_survive_new_facts(models, workspace):
    workspace.library.set_models(many())
    models.view.choose("/models/model-150")
    models.view.scrollTo(models.view.currentIndex(), models.view.ScrollHint.PositionAtTop)
    top = first_in_sight(models)
    assert top
    changed = [replace(it, last_used=9.0) for it in reversed(workspace.library.models)]
    workspace.library.set_models(changed)
    assert current(models) == "/models/model-150"
    assert first_in_sight(models) == top
    # more models, some of them above
    workspace.library.set_models([*changed, *(library_model(f"/a/{it}") for it in "abc")])
    assert current(models) == "/models/model-150"
    assert first_in_sight(models) == top
    workspace.library.set_models(many(100))
    assert current(models) == "/models/model-000"


def test_typing_in_the_filter_narrows_the_list_and_says_when_nothing_is_left(models):
    QTest.keyClicks(models.search, "qwen3 duologue")
    assert models.table.rowCount() == 2
    assert "2 of 10 models" in models.status.text()
    QTest.keyClicks(models.search, "x")
    assert models.nothing.text() == "No models match the filter."
    assert not models.use.isEnabled() and not models.open.isEnabled()


def test_a_count_of_many_models_has_thousands_separators(models, workspace):
    workspace.library.set_models(many(1200))
    QTest.keyClicks(models.search, "model-1199")
    assert models.status.text().startswith("1 of 1,200 models")


def test_a_star_is_toggled_by_click_and_by_key(models, workspace):
    favored = QSignalSpy(workspace.library_requests.favorite_set)
    models.view.choose(FOREIGN)
    QTest.keyClick(models.view, Qt.Key.Key_Space)
    place = models.table.index(models.table.row_of(OWN), STAR)
    spot = models.view.visualRect(place).center()
    QTest.mouseClick(models.view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    asked = [favored.at(it) for it in range(favored.count())]
    assert asked == [[FOREIGN, True], [OWN, False]]


def test_the_letters_of_a_typed_name_do_nothing_else(models, workspace):
    favored = QSignalSpy(workspace.library_requests.favorite_set)
    order = models.view.sorted_by()
    QTest.keyClicks(models.view, "fs")
    assert favored.count() == 0 and models.view.sorted_by() == order


def test_return_opens_the_page_and_with_control_uses_the_model(models, window, workspace):
    chosen = QSignalSpy(workspace.model_requests.chosen)
    models.view.choose(FOREIGN)
    QTest.keyClick(models.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert chosen.at(0) == [FOREIGN]
    QTest.keyClick(models.view, Qt.Key.Key_Return)
    assert window.library.model.model.model_id == FOREIGN
    assert window.library.shows_model


def test_a_model_that_cannot_be_used_says_why_and_is_not_asked_for(models, workspace):
    chosen = QSignalSpy(workspace.model_requests.chosen)
    models.view.choose("/models/Mistral-7B.Q4_K_M")
    QTest.keyClick(models.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert models.status.text() == "GGUF files do not run with MLX."
    assert not models.use.isEnabled()
    assert chosen.count() == 0


def test_moving_to_the_trash_asks_with_path_and_size(models, workspace, window):
    deleted = QSignalSpy(workspace.library_requests.deleted)
    models.view.choose(OWN)
    models.delete.click()
    [box] = window.findChildren(QMessageBox)
    assert OWN in box.informativeText().replace("\u200b", "")
    assert "5.3 GB" in box.informativeText()
    box.reject()
    assert deleted.count() == 0
    models.delete.click()
    box = window.findChildren(QMessageBox)[-1]
    next(it for it in box.buttons() if it.text() == "Move to trash").click()
    assert deleted.at(0) == [OWN]


@pytest.mark.parametrize("place", [it for it in Place if it is not Place.OWN])
def test_files_of_others_are_never_moved_to_the_trash(models, workspace, window, place):
    workspace.library.set_models([library_model("/theirs", place=place)])
    models.delete.click()
    QTest.keyClick(models.view, Qt.Key.Key_Delete, Qt.KeyboardModifier.ShiftModifier)
    assert not models.delete.isEnabled()
    assert "only models that it has downloaded" in models.delete.toolTip()
    assert not window.findChildren(QMessageBox)


def test_the_menu_of_a_row_offers_what_can_be_done(models, workspace):
    model = workspace.library.find(FOREIGN)
    models.view.menu_opened.emit(model, QPoint(10, 10))
    menu = models.view.findChildren(QMenu)[-1]
    actions = {it.text().split("\t")[0]: it for it in menu.actions() if it.text()}
    assert actions["Add to favorites"].text().endswith("\tSpace")
    assert list(actions) == [
        *("Open page", "Use in this chat", "Add to favorites"),
        *(models.show_folder.text(), "Move to trash…"),
    ]
    assert not actions["Move to trash…"].isEnabled()
    shown = QSignalSpy(workspace.library_requests.shown_in_folder)
    actions[models.show_folder.text()].trigger()
    assert shown.at(0) == [FOREIGN]
    menu.close()


def test_the_sort_column_is_remembered_by_the_next_window(models, workspace, qtbot):
    models.view.sortByColumn(SIZE, Qt.SortOrder.DescendingOrder)
    again = LibraryList(workspace)
    qtbot.addWidget(again)
    assert again.view.sorted_by() == ("size", True)
    assert again.table.index(0, NAME).data() == "Qwen3-30B-A3B-4bit"


def test_folders_are_added_and_removed(models, workspace):
    requests = workspace.library_requests
    added, removed = QSignalSpy(requests.folder_added), QSignalSpy(requests.folder_removed)
    workspace.library.set_folders(["/Volumes/Models"], "/data/models")
    models.add.click()
    dialog = models.window().findChild(QFileDialog)
    assert dialog.directory().path() == folder_to_begin()
    dialog.fileSelected.emit("/more")
    dialog.close()
    assert added.at(0) == ["/more"]
    models.folders.fill()
    actions = {it.text(): it for it in models.folders.menu().actions()}
    assert not actions["Downloads: /data/models"].isEnabled()
    opened = QSignalSpy(workspace.settings_requests.models_opened)
    actions["Change the folder for downloads…"].trigger()
    assert opened.count() == 1
    actions["Remove /Volumes/Models"].trigger()
    assert removed.at(0) == ["/Volumes/Models"]


def test_an_empty_library_leads_to_the_hub(models, workspace, window):
    assert models.get.isHidden() or not models.get.isVisible()
    workspace.library.set_models([], scanning=True)
    assert models.nothing.text() == "Searching the folders…"
    assert not models.get.isVisible()
    workspace.library.set_models(shelf()[:1])
    assert models.get.isVisible()
    opened = QSignalSpy(workspace.library_requests.window_opened)
    models.get.click()
    assert opened.at(0) == ["get"]


@pytest.mark.styled
def test_a_narrow_list_leaves_columns_out_but_never_the_name(models, window):
    for width in (1200, 600, 1200):
        window.resize(width, 500)
        hidden = [models.view.isColumnHidden(it) for it in range(models.table.columnCount())]
        assert any(hidden) is (width == 600)
        assert models.view.columnWidth(NAME) >= 180
        assert not models.view.horizontalScrollBar().isVisible()


@pytest.mark.styled
def test_a_selected_row_is_of_one_color_at_a_fractional_scale(models, window):
    window.resize(813, 500)
    view = models.view
    view.selectRow(1)
    image = QImage(view.size() * 1.5, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(1.5)
    view.render(image)
    top = view.viewport().mapTo(view, view.visualRect(view.model().index(1, 0)).topLeft())
    row = round(1.5 * (top.y() + 3))
    cells = round(1.5 * view.horizontalHeader().length())
    assert len({image.pixel(x, row) for x in range(2, cells - 2)}) == 1


def test_a_closed_window_leaves_nothing_on_the_state(workspace: Workspace, qtbot):
    window = ModelsWindow(workspace)
    window.show()
    window.close()
    qtbot.waitUntil(lambda: not shiboken6.isValid(window))
    workspace.library.set_models(many(3))
    workspace.library.shown.emit("/models/model-001")
    workspace.downloads.set_items([])
    workspace.engine.set_loaded([])


def test_the_reason_why_a_model_cannot_be_used_has_room_in_a_narrow_window(models, window):
    window.resize(980, 620)
    QTest.qWait(10)
    letters = QFontMetrics(theme.font(LINE_FONT))
    room = models.view.columnWidth(NAME) - 2 * theme.px(INSET)
    reasons = models.table.problems()
    assert "The disk is not connected. Connect it to use the model." in reasons
    assert all(letters.horizontalAdvance(it) <= room for it in reasons)


def test_the_button_says_whether_a_chat_or_a_comparison_uses_the_model(models, window, workspace):
    chat, comparison = Chat(1), ComparedChat(2)
    for conversation in (chat, comparison):
        workspace.conversations.add(conversation)
    workspace.conversations.set_front(comparison)
    page = window.library.model
    assert [models.use.text(), page.use.text()] == ["Use in this comparison"] * 2
    menu = model_menu(workspace, workspace.library.models[0], window)
    assert menu.actions()[1].text().startswith("Use in this comparison")
    workspace.conversations.set_front(chat)
    assert [models.use.text(), page.use.text()] == ["Use in this chat"] * 2
