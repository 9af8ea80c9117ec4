"""A chart in the window: what the keyboard, the pointer and its menu do."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMenu

from ui.charts.chart import Key, LineChart, LineRow, SpreadChart, SpreadRow
from ui.charts.chart_view import ChartView, save_as_svg
from ui.look.numbers import speed_text
from ui.state.requests import TransferRequests

ROWS = (SpreadRow(Key("Dot", 0), (10.0, 20.0)), SpreadRow(Key("Gemma", 1, 1), (), 1))
PANES = SpreadChart("Speed by pane", ROWS, speed_text)
PROMPTS = LineChart(
    "Speed by prompt",
    (LineRow(Key("Dot", 0), (10.0, None, 30.0)),),
    speed_text,
    ("Prompt 1", "Prompt 2", "Prompt 3"),
    marked=True,
)


@pytest.fixture
def view(qtbot):
    view = ChartView(TransferRequests())
    qtbot.addWidget(view)
    view.resize(500, 120)
    view.show_chart(PANES)
    view.show()
    return view


def test_a_screen_reader_gets_all_rows(view):
    assert view.accessibleName() == "Speed by pane"
    assert "Dot: median 15.0 tok/s" in view.accessibleDescription()
    assert "Gemma: nothing yet, 1 without a number" in view.accessibleDescription()


def test_the_arrow_keys_tell_one_row_after_the_other(view, qtbot):
    view.setFocus()
    for said in ("Dot: median", "Gemma: nothing yet", "Gemma: nothing yet"):
        qtbot.keyClick(view, Qt.Key.Key_Down)
        assert view.accessibleDescription().startswith(said)
    view.show_chart(PROMPTS)
    qtbot.keyClick(view, Qt.Key.Key_End)
    assert view.accessibleDescription() == "Prompt 3: Dot 30.0 tok/s"


def test_the_pointer_tells_the_values_below_it(view):
    assert view.words_at(QPoint(250, 20)).startswith("Dot: median 15.0 tok/s")
    view.show_chart(PROMPTS)
    assert view.words_at(QPoint(275, 60)) == "Prompt 2: no number"
    assert view.words_at(QPoint(2, 2)) == ""


def test_a_copied_chart_is_an_image_with_its_title(view):
    view.open_menu(QPoint(0, 0))
    menu = view.findChild(QMenu)
    menu.actions()[1].trigger()
    menu.close()
    image = QGuiApplication.clipboard().image()
    assert image.width() == 1280 and image.height() > 2 * view.sizeHint().height()


def test_a_chart_is_saved_where_a_person_says(view, qtbot):
    requests = TransferRequests()
    saved = []
    requests.chart_saved.connect(lambda chart, name: saved.append((chart, name)))
    dialog = save_as_svg(view, PANES, requests)
    assert dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave
    dialog.fileSelected.emit("/somewhere/speed.svg")
    assert saved == [(PANES, "/somewhere/speed.svg")]
    dialog.close()
