"""The tools chip and its list: what is on, what may be read, what was decided for good."""

from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QToolButton
from pytestqt.qtbot import QtBot

from engine.messages import ModelInfo
from tests.kit.attachments import new_composer, options, use_model
from ui.composer.composer import Composer
from ui.options.tool_row import ToolRow
from ui.options.tools_chip import ToolsChip
from ui.options.tools_popup import NO_TOOLS, NONE_FOUND, SEARCH_ABOVE, ToolsPopup
from ui.state.chat_options import ChatOptions
from ui.state.settings import ALWAYS, NEVER
from ui.state.tool_entry import ToolEntry
from ui.widgets.buttons import IconButton, LinkButton

DOT = ModelInfo("dot", "Dot", "dot", True, True, True, 4096, 1, 0.1)
LEFT = Qt.MouseButton.LeftButton
CALCULATOR = ToolEntry("calculator", "calculator", "Calculator", "Calculates exactly.")
DATE = ToolEntry("date", "current_date", "Current date", "Tells the date.")
READ = ToolEntry("read_file", "read_file", "Read file", "Reads a file that you chose.")
SEARCH = ToolEntry("web/search", "web_search", "Search <b>the</b> web", "Finds pages.", "web")
ENTRIES = [SEARCH, CALCULATOR, DATE, READ]
MANY = [
    ToolEntry(f"s/{number}", f"s_{number}", f"Tool {number}", "", "s")
    for number in range(SEARCH_ABOVE)
]
FILES = (Path("/a/notes.txt"), Path("/b/list.md"))


@pytest.fixture
def composer(qtbot: QtBot) -> Composer:
    composer = new_composer()
    qtbot.addWidget(composer)
    composer.resize(700, 200)
    use_model(composer, DOT)
    options(composer).tools.offer(ENTRIES, {})
    composer.show()
    return composer


def chip(composer: Composer) -> ToolsChip:
    return composer.findChildren(ToolsChip)[0]


def open_tools(composer: Composer) -> ToolsPopup:
    QTest.mouseClick(chip(composer), LEFT)
    return composer.findChildren(ToolsPopup)[-1]


def row(popup: ToolsPopup, tool_id: str) -> ToolRow:
    return next(row for row in popup.rows if row.entry.tool_id == tool_id)


def toggle_tool(popup: ToolsPopup, tool_id: str) -> None:
    QTest.mouseClick(row(popup, tool_id).box, LEFT)


def link_button(popup: ToolsPopup, text: str) -> LinkButton:
    return next(it for it in popup.findChildren(LinkButton) if it.text() == text)


def visible_texts(popup: ToolsPopup) -> list[str]:
    return [label.text() for label in popup.findChildren(QLabel) if label.isVisible()]


def test_the_calculator_is_two_clicks_away(composer: Composer, qtbot: QtBot) -> None:
    assert chip(composer).isVisible()
    assert chip(composer).text().strip() == "Tools"
    popup = open_tools(composer)
    with qtbot.waitSignal(options(composer).changed):
        toggle_tool(popup, "calculator")
    assert options(composer).usable.tools == ("calculator",)
    assert chip(composer).text().strip() == "Tools · 1"
    assert chip(composer).accessibleName() == "Tools, 1 on"
    assert chip(composer).isChecked()
    toggle_tool(popup, "calculator")
    assert options(composer).usable.tools == ()
    assert not chip(composer).isChecked()
    popup.close()


def test_the_chip_is_highlighted_by_enabled_tools_not_by_a_click(composer: Composer) -> None:
    open_tools(composer).close()
    assert not chip(composer).isChecked()
    options(composer).change(tools=("date",))
    open_tools(composer).close()
    assert chip(composer).isChecked()


def test_tools_are_grouped_with_the_built_in_first(composer: Composer) -> None:
    popup = open_tools(composer)
    assert [it.entry for it in popup.rows] == [CALCULATOR, DATE, READ, SEARCH]
    found = visible_texts(popup)
    assert found.index("Built in") < found.index("web")
    assert "Calculates exactly." in found
    assert row(popup, "web/search").box.text() == "Search <b>the</b> web"
    popup.close()


def test_enabled_tools_are_checked(composer: Composer) -> None:
    options(composer).set(ChatOptions(tools=("date", "web/search")))
    popup = open_tools(composer)
    assert [it.entry.tool_id for it in popup.rows if it.on] == ["date", "web/search"]
    popup.close()


def test_a_tool_can_be_enabled_by_keyboard(composer: Composer) -> None:
    assert composer.open_tools()
    popup = composer.findChildren(ToolsPopup)[0]
    focused = QApplication.focusWidget()
    assert focused is not None
    assert focused is row(popup, "calculator").box
    QTest.keyClick(focused, Qt.Key.Key_Space)
    QTest.keyClick(focused, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is row(popup, "date").box
    assert options(composer).usable.tools == ("calculator",)
    QTest.keyClick(popup, Qt.Key.Key_Escape)
    assert not popup.isVisible()


UNABLE = ModelInfo("x", "X", "x", False, False, False, 4096, 1, 0.1)


def test_a_model_without_tools_shows_none(composer: Composer) -> None:
    use_model(composer, UNABLE)
    assert not chip(composer).isVisible()
    use_model(composer, DOT)
    assert chip(composer).isVisible()


def test_chosen_tools_that_a_model_cannot_call_are_reported(composer: Composer) -> None:
    options(composer).change(tools=("calculator",))
    use_model(composer, UNABLE)
    assert (chip(composer).isVisible(), chip(composer).isEnabled()) == (True, False)
    assert not chip(composer).isChecked()
    assert chip(composer).text().strip() == "Tools · 1"
    assert chip(composer).toolTip() == "This model cannot call tools"
    assert not composer.open_tools()
    assert composer.findChildren(ToolsPopup) == []
    use_model(composer, DOT)
    assert chip(composer).isEnabled()
    assert chip(composer).isChecked()
    assert chip(composer).toolTip().startswith("Let the model")


# --- tools that come and go -------------------------------------------------------------------


def test_a_missing_tool_stays_chosen(composer: Composer) -> None:
    options(composer).set(ChatOptions(tools=("web/search", "calculator")))
    options(composer).tools.offer([CALCULATOR], {})
    assert options(composer).usable.tools == ("calculator",)
    assert chip(composer).text().strip() == "Tools · 1"
    popup = open_tools(composer)
    toggle_tool(popup, "calculator")
    popup.close()
    assert options(composer).usable.tools == ()
    options(composer).tools.offer(ENTRIES, {})
    assert options(composer).usable.tools == ("web/search",)


def test_an_open_list_follows_added_and_removed_tools(composer: Composer) -> None:
    popup = open_tools(composer)
    options(composer).tools.offer([CALCULATOR], {})
    assert [it.entry for it in popup.rows] == [CALCULATOR]
    assert "web" not in visible_texts(popup)
    options(composer).tools.offer([], {})
    assert NO_TOOLS in visible_texts(popup)
    popup.close()


# --- permissions ------------------------------------------------------------------------------


def test_permanent_decisions_can_be_undone(composer: Composer, qtbot: QtBot) -> None:
    options(composer).tools.offer(ENTRIES, {"date": ALWAYS})
    popup = open_tools(composer)
    assert "Runs without asking" in visible_texts(popup)
    with qtbot.waitSignal(options(composer).tools.requests.permission_reset) as reset:
        qtbot.mouseClick(link_button(popup, "Ask again"), LEFT)
    assert reset.args == ["date"]
    options(composer).tools.offer(ENTRIES, {})
    assert "Runs without asking" not in visible_texts(popup)
    popup.close()


def test_a_declined_tool_is_off_until_the_decision_is_undone(composer: Composer) -> None:
    options(composer).set(ChatOptions(tools=("date",)))
    options(composer).tools.offer(ENTRIES, {"date": NEVER})
    assert options(composer).usable.tools == ()
    popup = open_tools(composer)
    assert not row(popup, "date").on
    assert not row(popup, "date").box.isEnabled()
    assert "Never offered to a model" in visible_texts(popup)
    options(composer).tools.offer(ENTRIES, {})
    assert row(popup, "date").on
    assert options(composer).usable.tools == ("date",)
    popup.close()


def test_the_focus_stays_on_a_refreshed_tool(composer: Composer) -> None:
    popup = open_tools(composer)
    row(popup, "date").box.setFocus()
    options(composer).tools.offer(ENTRIES, {"web/search": ALWAYS})
    assert QApplication.focusWidget() is row(popup, "date").box
    popup.close()


# --- search -----------------------------------------------------------------------------------


def test_a_short_list_has_no_search(composer: Composer) -> None:
    popup = open_tools(composer)
    assert not popup.search.isVisible()
    popup.close()


def test_a_long_list_is_searched_by_words(composer: Composer) -> None:
    options(composer).tools.offer([*ENTRIES, *MANY], {})
    popup = open_tools(composer)
    assert QApplication.focusWidget() is popup.search
    QTest.keyClicks(popup.search, "PAGES web")
    assert [it.entry for it in popup.rows if it.isVisible()] == [SEARCH]
    assert "Built in" not in visible_texts(popup)
    toggle_tool(popup, "web/search")
    assert options(composer).usable.tools == ("web/search",)
    QTest.keyClicks(popup.search, " nothing")
    assert NONE_FOUND in visible_texts(popup)
    popup.close()


# --- files ------------------------------------------------------------------------------------


@pytest.mark.styled
def test_tab_goes_through_the_list_from_top_to_bottom(composer: Composer, qtbot: QtBot) -> None:
    options(composer).tools.offer([*ENTRIES, *MANY], {})
    popup = open_tools(composer)
    toggle_tool(popup, "read_file")
    popup.set_files(FILES)
    boxes = [row.box for row in popup.rows]
    removes = popup.files.findChildren(IconButton)
    qtbot.waitUntil(lambda: all(it.isVisible() for it in removes))
    expected = [popup.search, *boxes, popup.files.choose, *removes, popup.servers]
    popup.search.setFocus()
    for widget in expected:
        assert QApplication.focusWidget() is widget
        QTest.keyClick(widget, Qt.Key.Key_Tab)
    popup.close()


def test_files_can_be_added_if_the_model_may_read_them(composer: Composer) -> None:
    popup = open_tools(composer)
    assert not popup.files.isVisible()
    before = popup.height()
    toggle_tool(popup, "read_file")
    assert popup.files.isVisible()
    assert popup.height() > before
    toggle_tool(popup, "read_file")
    assert not popup.files.isVisible()
    popup.close()


def test_chosen_files_are_added_and_shown(composer: Composer, qtbot: QtBot) -> None:
    options(composer).set(ChatOptions(tools=("read_file",), files=FILES[:1]))
    popup = open_tools(composer)
    qtbot.mouseClick(popup.files.choose, LEFT)
    assert not popup.isVisible()
    [dialog] = composer.findChildren(QFileDialog)
    with qtbot.waitSignal(options(composer).changed):
        dialog.filesSelected.emit([str(path) for path in FILES])
    assert options(composer).usable.files == FILES
    dialog.done(QFileDialog.DialogCode.Accepted)
    again = next(it for it in composer.findChildren(ToolsPopup) if it.isVisible())
    assert {"notes.txt", "list.md"} <= set(visible_texts(again))
    again.close()


def test_a_file_can_be_removed(composer: Composer, qtbot: QtBot) -> None:
    options(composer).set(ChatOptions(tools=("read_file",), files=FILES))
    popup = open_tools(composer)
    remove = {it.accessibleName(): it for it in popup.findChildren(IconButton)}
    qtbot.mouseClick(remove["Remove notes.txt"], LEFT)
    assert options(composer).usable.files == FILES[1:]
    assert "notes.txt" not in visible_texts(popup)
    popup.close()


# --- the rest ---------------------------------------------------------------------------------


def test_the_server_settings_are_requested(composer: Composer, qtbot: QtBot) -> None:
    popup = open_tools(composer)
    with qtbot.waitSignal(options(composer).tools.requests.servers_opened):
        qtbot.mouseClick(popup.servers, LEFT)
    assert not popup.isVisible()


@pytest.mark.styled
def test_a_list_that_is_too_long_scrolls(composer: Composer) -> None:
    many = [ToolEntry(str(number), "n", f"Tool {number}", "Does it.") for number in range(60)]
    options(composer).tools.offer(many, {})
    popup = open_tools(composer)
    assert popup.height() <= popup.screen().availableGeometry().height()
    assert row(popup, "0").box.visibleRegion().boundingRect() == row(popup, "0").box.rect()
    assert row(popup, "59").box.visibleRegion().isEmpty()
    popup.close()


@pytest.mark.styled
def test_a_list_that_fits_shows_everything(composer: Composer) -> None:
    options(composer).set(ChatOptions(tools=("read_file",), files=FILES))
    popup = ToolsPopup(options(composer).tools.requests)
    popup.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    popup.set_tools(tuple(ENTRIES), {"date": ALWAYS}, ("read_file",))
    popup.set_files(FILES)
    popup.show_above(QRect(100, 700, 60, 24))
    for part in (*popup.rows, popup.files, popup.servers):
        assert part.visibleRegion().boundingRect() == part.rect()
    popup.close()


def test_other_chips_leave_the_tools_alone(composer: Composer) -> None:
    options(composer).set(ChatOptions(tools=("calculator", "gone"), files=FILES))
    think = next(it for it in composer.findChildren(QToolButton) if it.accessibleName() == "Think")
    changed = QSignalSpy(options(composer).changed)
    QTest.mouseClick(think, LEFT)
    assert changed.count() == 1
    assert options(composer).usable.tools == ("calculator",)
    assert options(composer).usable.files == FILES
