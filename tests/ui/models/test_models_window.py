"""The models window: its pages, keys and size."""

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QToolButton, QWidget

from ui.models.models_window import DOWNLOADS, GET, LIBRARY, ModelsWindow
from ui.state.downloads import Download, DownloadPhase
from ui.window.window_state import WindowState, read_state, window_json

CONTROL = Qt.KeyboardModifier.ControlModifier


def test_control_and_a_number_turn_to_a_page(window):
    assert QTest.qWaitForWindowActive(window)
    for key, page in ((Qt.Key.Key_2, GET), (Qt.Key.Key_3, DOWNLOADS), (Qt.Key.Key_1, LIBRARY)):
        QTest.keyClick(window, key, CONTROL)
        assert window.page == page and window.tabs[page].isChecked()


def test_control_f_goes_to_the_filter_even_from_a_page(window, workspace):
    assert QTest.qWaitForWindowActive(window)
    workspace.library.shown.emit("/app/dot")
    QTest.keyClick(window, Qt.Key.Key_F, CONTROL)
    assert window.library.list.search.hasFocus()
    QTest.keyClicks(window.library.list.search, "qwen")
    QTest.keyClick(window.library.list.search, Qt.Key.Key_Escape)
    assert window.library.list.search.text() == "" and window.isVisible()
    QTest.keyClick(window.library.list.search, Qt.Key.Key_Escape)
    assert not window.isVisible()


def test_the_tab_of_the_downloads_counts_the_active_ones(window, workspace):
    running = Download("a/b", "", "/b", DownloadPhase.RUNNING)
    done = Download("a/c", "", "/c", DownloadPhase.DONE)
    workspace.downloads.set_items([running, done])
    assert window.tabs[DOWNLOADS].text() == "Downloads (1)"
    workspace.downloads.set_items([done])
    assert window.tabs[DOWNLOADS].text() == "Downloads"


def test_the_keyboard_is_in_sight_on_a_page_that_changed_behind_another(window, workspace):
    assert QTest.qWaitForWindowActive(window)
    window.show_page(DOWNLOADS)
    window.downloads.get_models.setFocus()
    window.show_page(GET)
    workspace.downloads.set_items([Download("a/b", "", "/b", DownloadPhase.RUNNING)])
    window.show_page(DOWNLOADS)
    assert window.focusWidget() is window.tabs[DOWNLOADS]


def test_a_model_that_should_be_shown_is_shown_from_any_page(window, workspace):
    window.show_page(GET)
    workspace.library.shown.emit("/app/dot")
    assert window.page == LIBRARY and window.library.shows_model


def test_the_next_window_has_the_size_of_the_last(window, workspace, qtbot):
    window.resize(700, 480)
    window.close()
    again = ModelsWindow(workspace)
    qtbot.addWidget(again)
    assert (again.width(), again.height()) == (700, 480)
    kept = read_state(window_json(WindowState(models=workspace.library.look)))
    assert kept.models == workspace.library.look


@pytest.mark.parametrize(
    "values", [None, [], {"width": -5, "height": 10**9}, {"column": 7, "descending": "yes"}]
)
def test_a_damaged_look_is_the_usual_one(values):
    assert read_state({"models": values}).models == WindowState().models


def test_the_button_that_clears_the_filter_has_a_name(window):
    search = window.library.list.search
    search.setText("qwen")
    [button] = search.findChildren(QToolButton)
    assert button.isVisible() and button.accessibleName() == "Clear the search"


def test_controls_have_accessible_names(window):
    for control in (window.library.list.search, window.library.list.kind, window.library.list.view):
        assert control.accessibleName()


@pytest.mark.parametrize("model_id", ["", "/data/models/Qwen3-VL-8B-Thinking-4bit"])
def test_tab_reaches_every_control_in_sight_and_none_out_of_sight(window, workspace, model_id):
    assert QTest.qWaitForWindowActive(window)
    workspace.library.shown.emit(model_id)
    page = window.library.model if model_id else window.library.list
    tabbed = Qt.FocusPolicy.TabFocus
    wanted = {
        it
        for it in page.findChildren(QWidget)
        if it.isVisible() and it.isEnabled() and it.focusPolicy() & tabbed == tabbed
    }
    wanted = {it for it in wanted if not isinstance(it.parentWidget(), QAbstractItemView)}
    window.tabs[LIBRARY].setFocus()
    met = []
    while (focused := window.focusWidget()) not in met:
        met.append(focused)
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    assert wanted - set(met) == set()
    assert all(it.isVisible() for it in met)


def test_dropped_folders_are_added_and_files_are_not(window, workspace, tmp_path):
    folder, file = tmp_path / "models", tmp_path / "image.png"
    folder.mkdir()
    file.write_bytes(b"")
    added: list[str] = []
    workspace.library_requests.folder_added.connect(added.append)
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in (file, folder)])
    keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    window.show_page(GET)
    enter = QDragEnterEvent(QPoint(5, 5), Qt.DropAction.MoveAction, mime, *keys)
    QApplication.sendEvent(window, enter)
    assert not window.overlay.isHidden()
    drop = QDropEvent(QPointF(5, 5), Qt.DropAction.MoveAction, mime, *keys)
    QApplication.sendEvent(window, drop)
    assert window.overlay.isHidden()
    assert added == [str(folder)] and window.page == LIBRARY
