"""The settings window shows what is put in, and says at once what a person sets."""

import json
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QLocale, QPoint, Qt
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QMessageBox,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from tests.kit.history_source import ListSource, entry
from tests.kit.settings_windows import KeptWindow, open_window
from tests.kit.shown_windows import shown_windows
from ui.look import theme
from ui.look.appearance import ACCENTS, SYSTEM, Appearance
from ui.settings.server_list import ServerList
from ui.settings.server_text import read_environment, read_servers, split_arguments
from ui.settings.settings_page import SettingRow
from ui.settings.settings_window import (
    APPEARANCE,
    DATA,
    GENERAL,
    PAGES,
    PRIVACY,
    PROMPTS,
    SERVER,
    SHORTCUTS,
    TOOLS,
    WIDTH,
)
from ui.state.library_state import LibraryModel, Place
from ui.state.settings import (
    ALWAYS,
    NEVER,
    DiskUsage,
    KeptPlace,
    McpServer,
    PlaceKind,
    Settings,
)
from ui.state.shortcuts import Shortcut
from ui.state.tool_entry import ServerState, ServerStatus, ToolEntry
from ui.widgets.choice_row import ChoiceRow

FILES = McpServer(
    "files",
    "npx",
    ("-y", "a-server", "/a folder", "it's", ""),
    (("TOKEN", "a=b c"), ("EMPTY", "")),
    disabled_tools=("files/write", "files/gone"),
)
WEB = McpServer("web", "uvx", enabled=False)
EVERYTHING = Settings(
    "debug",
    12.5,
    servers=(FILES, WEB),
    permissions=(("calculator", ALWAYS), ("files/list", NEVER), ("files/get", ALWAYS)),
    formats=(("/model", "hermes"),),
    appearance=Appearance("dark", "pink", 150, "on", "off"),
    language="de",
    keys=(("new_chat", "Ctrl+Shift+K"),),
    offline=True,
    notifications=False,
    titles_by_model=False,
    keep_awake=False,
    ask_to_quit=False,
)
LIST = ToolEntry("files/list", "files_list", "List <b>files</b>", "Lists.", "files")
WRITE = ToolEntry("files/write", "files_write", "Write file", "Writes.", "files")
READY = ServerStatus("files", ServerState.READY, (LIST, WRITE))
LEFT = Qt.MouseButton.LeftButton


@pytest.mark.parametrize(
    "value",
    [Settings(), EVERYTHING, Settings("error", 9000.123)],
    ids=["new", "all", "odd"],
)
def test_showing_a_value_is_not_a_change(qtbot: QtBot, value: Settings) -> None:
    window = open_window(qtbot, value)
    window.put(EVERYTHING)
    window.put(value)
    for page in PAGES:
        window.show_page(page)
    assert window.told == []


@pytest.mark.parametrize("page", PAGES)
def test_no_part_of_a_page_is_a_window_while_it_is_made(qtbot: QtBot, page: str) -> None:
    with shown_windows() as shown:
        open_window(qtbot, EVERYTHING, page=page)
    assert shown == ["KeptWindow"]


def test_the_value_is_shown(qtbot: QtBot) -> None:
    dialog = open_window(qtbot, EVERYTHING)
    assert (dialog.general.memory.value(), dialog.general.automatic.isChecked()) == (12.5, False)
    assert dialog.general.log_level.value() == "debug"


def test_everything_can_be_set_by_hand(qtbot: QtBot) -> None:
    dialog = open_window(qtbot, Settings())
    assert not dialog.general.memory.isEnabled()
    dialog.general.automatic.click()
    QTest.keyClick(dialog.general.memory, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(dialog.general.memory, "6.5")
    assert dialog.told == [{"memory_limit_gb": 8.0}], "not at every digit"
    QTest.keyClick(dialog.general.memory, Qt.Key.Key_Return)
    dialog.general.log_level.button("info").click()
    assert dialog.value() == Settings("info", 6.5)
    dialog.general.automatic.click()
    assert dialog.value() == Settings("info", None)


def test_the_look_can_be_set_by_hand(qtbot: QtBot) -> None:
    dialog = open_window(qtbot, Settings(), page=APPEARANCE)
    page = dialog.appearance
    assert page.isVisible()
    page.scheme.button("dark").click()
    page.accent.button("pink").click()
    page.zoom.setCurrentIndex(page.zoom.findText("150%"))
    page.reduced_motion.button("on").click()
    page.high_contrast.button("off").click()
    assert dialog.value() == Settings(appearance=EVERYTHING.appearance)


def test_every_choice_has_its_own_name_and_can_be_reached(qtbot: QtBot) -> None:
    dialog = open_window(qtbot, Settings(), page=APPEARANCE)
    accent = dialog.appearance.accent
    names = [accent.button(value).accessibleName() for value in (SYSTEM, *ACCENTS)]
    assert len(set(names)) == len(names) == 8
    assert names[0] == "Accent color: System"
    for value in (SYSTEM, *ACCENTS):
        QTest.keyClick(accent.button(value), Qt.Key.Key_Space)
        assert accent.value() == value
        assert accent.button(value).focusPolicy() & Qt.FocusPolicy.TabFocus


def test_each_language_is_named_in_itself(qtbot: QtBot) -> None:
    dialog = open_window(qtbot, Settings())
    assert dialog.general.language.value() == ""
    dialog.general.language.button("de").click()
    assert dialog.value() == Settings(language="de")


@pytest.mark.styled
def test_the_dialog_is_no_larger_than_the_screen_at_any_zoom(
    qtbot: QtBot, qapp: QApplication
) -> None:
    dialog = open_window(qtbot, Settings())
    theme.wear(qapp, Appearance(zoom=200))
    room = dialog.screen().availableGeometry()
    assert dialog.height() <= room.height() and dialog.width() <= room.width()
    assert dialog.width() > WIDTH


@pytest.mark.styled
def test_a_larger_zoom_leaves_the_dialog_on_the_screen(qtbot: QtBot, qapp: QApplication) -> None:
    dialog = open_window(qtbot, Settings())
    room = dialog.screen().availableGeometry()
    dialog.move(room.right() - dialog.width(), room.bottom() - dialog.height())
    theme.wear(qapp, Appearance(zoom=125))
    assert room.contains(dialog.geometry())


@pytest.mark.styled
def test_the_first_model_has_room_for_its_name_at_a_larger_zoom(
    qtbot: QtBot, qapp: QApplication
) -> None:
    dialog = open_window(qtbot, Settings())
    theme.wear(qapp, Appearance(zoom=150))
    fresh = open_window(qtbot, Settings())
    least = [it.general.first_model.minimumWidth() for it in (dialog, fresh)]
    assert least == [300, 300]


@pytest.mark.styled
def test_a_change_of_the_look_keeps_the_size_of_the_window(
    qtbot: QtBot, qapp: QApplication
) -> None:
    dialog = open_window(qtbot, Settings())
    dialog.resize(WIDTH + 30, dialog.height() - 40)
    size = dialog.size()
    theme.wear(qapp, Appearance(scheme="dark", accent="red", zoom=90))
    assert dialog.size() == size


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ((), "Scales the whole interface. Also Ctrl++ and Ctrl+-."),
        ((("zoom_in", "Alt+F5"),), "Scales the whole interface. Also Alt+F5 and Ctrl+-."),
        ((("zoom_in", ""),), "Scales the whole interface."),
    ],
)
def test_the_zoom_hint_names_the_users_shortcuts(
    qtbot: QtBot, keys: tuple[tuple[str, str], ...], words: str
) -> None:
    zoom = [
        Shortcut("zoom_in", "Zoom in", "View", ("Ctrl+=", "Ctrl++")),
        Shortcut("zoom_out", "Zoom out", "View", ("Ctrl+-",)),
    ]
    dialog = open_window(qtbot, Settings(keys=keys), shortcuts=zoom)
    assert dialog.appearance.zoom_row.note.text() == words


@pytest.mark.styled
def test_buttons_keep_their_words_in_a_very_small_window(qtbot: QtBot) -> None:
    window = open_window(qtbot, Settings())
    # as on a small screen with a large zoom
    window.setMinimumSize(360, 360)
    window.resize(360, 360)
    window.show()
    importer = window.tools.importer
    window.tools.list.take_in.click()
    for page, inside in ((PROMPTS, window.prompts), (TOOLS, importer)):
        window.show_page(page)
        buttons = [it for it in inside.findChildren(QPushButton) if it.isVisible()]
        assert len(buttons) > 1
        assert [it.text() for it in buttons if it.width() < it.sizeHint().width()] == []


def test_the_automatic_limit_hides_the_number_and_keeps_it(qtbot: QtBot) -> None:
    dialog = open_window(qtbot, Settings("warning", 0.1))
    assert dialog.general.memory.text() == "0.1 GB"
    dialog.general.memory.setValue(12.5)
    dialog.general.automatic.click()
    assert dialog.general.memory.text() == "automatic"
    assert dialog.value().memory_limit_gb is None
    dialog.general.automatic.click()
    assert dialog.general.memory.text() == "12.5 GB"
    assert dialog.value().memory_limit_gb == 12.5


@pytest.mark.styled
@pytest.mark.parametrize("scheme", [Qt.ColorScheme.Light, Qt.ColorScheme.Dark])
def test_a_checked_box_is_filled_and_ticked(
    qtbot: QtBot, qapp: QApplication, scheme: Qt.ColorScheme
) -> None:
    theme.apply(qapp, scheme)
    dialog = open_window(qtbot, Settings())
    image = dialog.general.automatic.grab().toImage()
    found = [image.pixelColor(x, y) for x in range(17) for y in range(image.height())]
    assert QColor(theme.colors().accent) in found
    # a tick is thinner than a pixel of this screen
    ticked = QColor(theme.colors().on_accent)
    assert min(abs(it.lightness() - ticked.lightness()) for it in found) < 25


def test_closing_the_window_applies_a_typed_number(qtbot: QtBot) -> None:
    dialog = open_window(qtbot, Settings("warning", 12.0))
    dialog.activateWindow()
    assert QTest.qWaitForWindowActive(dialog)
    dialog.general.memory.setFocus()
    QTest.keyClick(dialog.general.memory, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(dialog.general.memory, "7.5")
    dialog.put(Settings("warning", 12.0, language="de"))
    dialog.close()
    assert dialog.value().memory_limit_gb == 7.5


@pytest.mark.parametrize("language", [QLocale.Language.English, QLocale.Language.German])
@pytest.mark.parametrize("typed", ["6.5", "6,5"])
def test_a_point_and_a_comma_are_decimal_signs(
    qtbot: QtBot, language: QLocale.Language, typed: str
) -> None:
    dialog = open_window(qtbot, Settings("warning", 12.0))
    memory = dialog.general.memory
    memory.setLocale(QLocale(language))
    retype(memory, typed)
    QTest.keyClick(memory, Qt.Key.Key_Return)
    assert dialog.value().memory_limit_gb == 6.5
    retype(memory, "7")
    memory.selectAll()
    QGuiApplication.clipboard().setText(typed)
    memory.lineEdit().paste()
    QTest.keyClick(memory, Qt.Key.Key_Return)
    assert dialog.value().memory_limit_gb == 6.5


@pytest.mark.parametrize(("language", "text"), [("en", "8,081"), ("de", "8.081")])
def test_a_port_can_be_pasted_with_a_group_separator(
    qtbot: QtBot, language: str, text: str
) -> None:
    dialog = open_window(qtbot, Settings(), page=SERVER)
    port = dialog.server.port
    port.setLocale(QLocale(language))
    port.selectAll()
    QGuiApplication.clipboard().setText(text)
    port.lineEdit().paste()
    QTest.keyClick(port, Qt.Key.Key_Return)
    assert port.value() == 8081


@pytest.mark.parametrize(
    ("language", "text", "limit"),
    [("en", "4,096", 4096), ("de", "4.096", 4096), ("de", "0.125", 12), ("en", "0,125", 12)],
)
def test_memory_can_be_pasted_with_a_group_separator(
    qtbot: QtBot, language: str, text: str, limit: float
) -> None:
    dialog = open_window(qtbot, Settings("warning", 12.0))
    memory = dialog.general.memory
    memory.setLocale(QLocale(language))
    memory.selectAll()
    QGuiApplication.clipboard().setText(text)
    memory.lineEdit().paste()
    QTest.keyClick(memory, Qt.Key.Key_Return)
    assert dialog.value().memory_limit_gb == limit


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("typed", ["x", "99999", "80", "", "80.80", "80,80", "8.0.8.0", "8080."])
def test_a_port_that_cannot_be_names_the_range(qtbot: QtBot, typed: str, language: str) -> None:
    dialog = open_window(qtbot, Settings(), page=SERVER)
    page = dialog.server
    page.port.setLocale(QLocale(language))
    retype(page.port, typed)
    QTest.keyClick(page.port, Qt.Key.Key_Return)
    assert page.port_row.problem.text() == "Type a number from 1024 to 65535."
    assert page.port_row.problem.isVisible()
    assert dialog.told == [], "99999 is not 9999"
    retype(page.port, "8081")
    QTest.keyClick(page.port, Qt.Key.Key_Return)
    assert not page.port_row.problem.isVisible()


def test_a_memory_limit_that_cannot_be_names_the_range(qtbot: QtBot) -> None:
    dialog = open_window(qtbot, Settings("warning", 12.0))
    retype(dialog.general.memory, "99999")
    QTest.keyClick(dialog.general.memory, Qt.Key.Key_Return)
    row = next(it for it in dialog.general.rows if it.title.text() == "Memory for models")
    assert row.problem.text() == "Type a number from 0.1 to 4096 GB."
    assert dialog.general.memory.text() == "12 GB"


def retype(field: QWidget, words: str) -> None:
    QTest.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(field, Qt.Key.Key_Delete)
    QTest.keyClicks(field, words)


@pytest.mark.parametrize("name", ["notifications", "titles_by_model", "keep_awake", "ask_to_quit"])
def test_switches_have_accessible_names(qtbot: QtBot, name: str) -> None:
    dialog = open_window(qtbot, Settings())
    getattr(dialog.general, name).click()
    assert dialog.told == [{name: False}]


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return])
def test_a_switch_is_turned_by_keys_and_a_click_anywhere_on_it(qtbot: QtBot, key: Qt.Key) -> None:
    dialog = open_window(qtbot, Settings())
    switch = dialog.general.notifications
    QTest.keyClick(switch, key)
    assert not switch.isChecked()
    QTest.mouseClick(switch, LEFT, pos=switch.rect().bottomRight() - QPoint(4, 4))
    assert switch.isChecked()
    assert dialog.told == [{"notifications": False}, {"notifications": True}]


@pytest.mark.styled
def test_titles_and_editors_stand_in_two_columns(qtbot: QtBot) -> None:
    page = open_window(qtbot, Settings()).general
    editors = (page.language, page.unload_after, page.log_level)
    assert {it.title.mapTo(page, QPoint()).x() for it in page.rows} == {11}
    assert len({it.mapTo(page, it.rect().topRight()).x() for it in editors}) == 1


@pytest.mark.styled
def test_an_editor_goes_below_its_title_where_both_do_not_fit(qtbot: QtBot) -> None:
    editor = ChoiceRow("Level", {"a": "One choice", "b": "Another choice"})
    row = SettingRow("A title of some words", editor, "A note.")
    qtbot.addWidget(row)
    for width, beside in ((500, True), (260, False), (500, True)):
        row.resize(width, row.heightForWidth(width))
        row.show()
        layout = row.layout()
        assert layout is not None
        layout.activate()
        assert (editor.y() < row.title.geometry().bottom()) is beside, width


def test_strict_offline_explains_why_servers_do_not_run(qtbot: QtBot) -> None:
    dialog = open_window(qtbot, Settings(servers=(FILES,)), page=PRIVACY)
    dialog.privacy.offline.click()
    assert dialog.told == [{"offline": True}]
    dialog.show_page(TOOLS)
    notes = [it.text() for it in dialog.tools.list.findChildren(QLabel) if it.isVisible()]
    assert any("Strict offline" in note for note in notes)


def test_escape_ends_the_search_and_then_closes(qtbot: QtBot) -> None:
    dialog = open_window(qtbot, Settings())
    QTest.keyClicks(dialog.search, "zoom")
    QTest.keyClick(dialog.search, Qt.Key.Key_Escape)
    assert dialog.search.text() == "" and dialog.isVisible()
    QTest.keyClick(dialog.search, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def marked(dialog: KeptWindow) -> list[str]:
    pages = (dialog.general, dialog.appearance, dialog.data, dialog.privacy)
    return [row.title.text() for page in pages for row in page.rows if row.property("found")]


@pytest.mark.parametrize(
    ("typed", "page", "titles"),
    [
        ("memory", GENERAL, ["Memory for models", "Unload idle models after"]),
        ("HUGGINGFACE connect", PRIVACY, []),
        ("backups", DATA, ["Size"]),
        ("zoom", APPEARANCE, ["Zoom"]),
        ("energy", GENERAL, ["Keep the computer awake while a model works"]),
    ],
)
def test_settings_can_be_searched(qtbot: QtBot, typed: str, page: str, titles: list[str]) -> None:
    dialog = open_window(qtbot, Settings(), page=TOOLS)
    dialog.search.setText(typed)
    if titles:
        assert marked(dialog) == titles
        assert dialog.tabs[page].isChecked() and dialog.tabs[page].isVisible()
        assert not dialog.tabs[TOOLS].isVisible() and dialog.nothing.isHidden()
    dialog.search.clear()
    assert marked(dialog) == []
    assert all(tab.isVisible() for tab in dialog.tabs.values())


def test_servers_and_commands_can_be_searched_too(qtbot: QtBot) -> None:
    command = Shortcut("print", "Print", "File", ("Ctrl+P",), False)
    dialog = open_window(qtbot, EVERYTHING, shortcuts=(command,))
    dialog.search.setText("uvx")
    assert [row.property("found") for row in tools_of(dialog).rows] == [False, True]
    assert dialog.tools.isVisible()
    dialog.search.setText("print")
    assert dialog.tabs[SHORTCUTS].isChecked()
    dialog.search.setText("xyzzy")
    assert dialog.nothing.isVisible()
    assert not any(tab.isVisible() for tab in dialog.tabs.values())


def test_the_places_that_stay_have_the_whole_width_below_their_title(qtbot: QtBot) -> None:
    dialog = open_window(qtbot, Settings(), page=DATA)
    page = dialog.data
    place = KeptPlace(PlaceKind.CHOSEN, "/media/disk/language models", 9_000_000_000)
    dialog.workspace.settings.set_usage(DiskUsage(places=(place,)))
    title = page.rows[-1].title
    assert page.places.x() == title.x()
    assert page.places.y() >= title.geometry().bottom()


def test_the_data_page_shows_sizes_and_requests_actions(qtbot: QtBot) -> None:
    dialog = open_window(qtbot, Settings(), page=DATA)
    page = dialog.data
    assert not page.clear.isEnabled() and page.sizes["total"].text() == "…"
    workspace = dialog.workspace
    workspace.settings.set_usage(DiskUsage(12_300_000, 812_000_000, 0, 4_100_000))
    assert (page.sizes["database"].text(), page.sizes["total"].text()) == ("12 MB", "828 MB")
    assert page.clear.isEnabled() and not page.remove.isEnabled()
    for button, signal in (
        (page.clear, workspace.data_requests.caches_cleared),
        (page.export, workspace.requests.everything_exported),
        (page.take_in, workspace.requests.imported),
        (page.show_folder, workspace.data_requests.folder_opened),
    ):
        with qtbot.waitSignal(signal):
            button.click()
    assert not page.delete.isEnabled()
    workspace.history.set_source(ListSource(entry(1), entry(2, deleted=True)))
    workspace.history.refresh({1, 2})
    page.delete.click()
    [box] = dialog.findChildren(QMessageBox)
    assert box.text() == "Delete 2 conversations?"
    with qtbot.waitSignal(workspace.data_requests.all_deleted):
        next(it for it in box.buttons() if it.text() == "Delete all").click()
    assert dialog.told == []


# --- the page about tools ---------------------------------------------------------------------


def tools_of(dialog: KeptWindow) -> ServerList:
    return dialog.tools.list


def test_the_requested_page_is_shown(qtbot: QtBot) -> None:
    dialog = open_window(qtbot, Settings())
    assert dialog.general.isVisible()
    qtbot.mouseClick(dialog.tabs[TOOLS], LEFT)
    assert dialog.tools.isVisible()
    assert not dialog.general.isVisible()
    dialog = open_window(qtbot, Settings(), page=TOOLS)
    assert dialog.tools.isVisible()
    assert dialog.tabs[TOOLS].isChecked() and not dialog.tabs[GENERAL].isChecked()


def test_everything_about_a_server_can_be_set_by_hand(qtbot: QtBot) -> None:
    dialog = open_window(qtbot, Settings(), page=TOOLS)
    qtbot.mouseClick(tools_of(dialog).add, LEFT)
    editor = dialog.tools.editor
    assert dialog.focusWidget() is editor.name
    QTest.keyClicks(editor.name, "files")
    QTest.keyClicks(editor.command, "npx")
    QTest.keyClicks(editor.arguments, "-y a-server '/a folder' \"it's\" ''")
    QTest.keyClicks(editor.environment, "TOKEN=a=b c")
    QTest.keyClick(editor.environment, Qt.Key.Key_Return)
    QTest.keyClicks(editor.environment, "EMPTY=")
    qtbot.mouseClick(editor.done, LEFT)
    assert dialog.value() == Settings(servers=(replace(FILES, disabled_tools=()),))
    assert tools_of(dialog).rows[0].state.text() == "Not started"


def test_an_untouched_editor_changes_nothing(qtbot: QtBot) -> None:
    odd = replace(FILES, environment=(("LINES", "one\ntwo"),))
    dialog = open_window(qtbot, Settings(servers=(odd,)), (READY,), TOOLS)
    qtbot.mouseClick(tools_of(dialog).rows[0].edit, LEFT)
    qtbot.mouseClick(dialog.tools.editor.done, LEFT)
    assert dialog.value() == Settings(servers=(odd,))


def test_the_tools_of_a_server_are_chosen_once_they_are_listed(qtbot: QtBot) -> None:
    dialog = open_window(qtbot, EVERYTHING, page=TOOLS)
    qtbot.mouseClick(tools_of(dialog).rows[0].edit, LEFT)
    editor = dialog.tools.editor
    assert editor.none.isVisible()
    retype(editor.command, "uvx")
    dialog.set_statuses((READY,))
    assert not editor.none.isVisible()
    assert editor.command.text() == "uvx", "what is being typed stays"
    assert [box.text() for box in editor.boxes.values()] == ["List <b>files</b>", "Write file"]
    assert [box.isChecked() for box in editor.boxes.values()] == [True, False]
    for box in editor.boxes.values():
        box.click()
    dialog.set_statuses((READY,))
    qtbot.mouseClick(editor.done, LEFT)
    wanted = replace(FILES, command="uvx", disabled_tools=("files/gone", "files/list"))
    assert dialog.value() == replace(EVERYTHING, servers=(wanted, WEB))


@pytest.mark.styled
def test_many_tools_with_long_names_leave_the_buttons_in_view(qtbot: QtBot) -> None:
    tools = tuple(replace(LIST, tool_id=str(number), title="long & " * 40) for number in range(60))
    dialog = open_window(qtbot, EVERYTHING, (replace(READY, tools=tools),), TOOLS)
    qtbot.mouseClick(tools_of(dialog).rows[0].edit, LEFT)
    editor = dialog.tools.editor
    qtbot.waitUntil(lambda: editor.done.visibleRegion().boundingRect() == editor.done.rect())
    assert editor.command.visibleRegion().boundingRect() == editor.command.rect()
    last = list(editor.boxes.values())[-1]
    assert last.visibleRegion().isEmpty()
    assert dialog.width() == WIDTH


def test_the_name_of_a_server_in_use_cannot_change(qtbot: QtBot) -> None:
    dialog = open_window(qtbot, EVERYTHING, page=TOOLS)
    qtbot.mouseClick(tools_of(dialog).rows[0].edit, LEFT)
    assert not dialog.tools.editor.name.isEnabled()
    assert "another name" in dialog.tools.editor.name.toolTip()
    qtbot.mouseClick(dialog.tools.editor.discard, LEFT)
    qtbot.mouseClick(tools_of(dialog).add, LEFT)
    assert dialog.tools.editor.name.isEnabled()
    assert dialog.tools.editor.name.text() == ""


def test_a_server_is_switched_off_and_removed(qtbot: QtBot) -> None:
    failed = ServerStatus("files", ServerState.FAILED, problem="It <b>ended</b>.")
    dialog = open_window(qtbot, EVERYTHING, (failed,), TOOLS)
    row = tools_of(dialog).rows[0]
    assert (row.state.text(), row.problem.text()) == ("Failed", "It <b>ended</b>.")
    assert row.problem.isVisible()
    row.box.click()
    assert row.state.text() == "Off"
    assert not row.problem.isVisible()
    assert dialog.value().servers == (replace(FILES, enabled=False), WEB)
    qtbot.mouseClick(row.remove, LEFT)
    assert dialog.value().servers == (WEB,)
    assert len(tools_of(dialog).rows) == 1
    assert tools_of(dialog).undo.isVisible() and dialog.focusWidget() is tools_of(dialog).undo
    qtbot.mouseClick(tools_of(dialog).undo, LEFT)
    assert dialog.value().servers == (replace(FILES, enabled=False), WEB)
    assert not tools_of(dialog).undo.isVisible()


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (ServerState.READY, "2 tools"),
        (ServerState.STARTING, "Starting…"),
        (ServerState.FAILED, "Failed"),
        (ServerState.OFF, "Not started"),
    ],
)
def test_the_state_of_a_server_is_updated_live(qtbot: QtBot, state: ServerState, text: str) -> None:
    dialog = open_window(qtbot, EVERYTHING, page=TOOLS)
    assert [row.state.text() for row in tools_of(dialog).rows] == ["Not started", "Off"]
    dialog.set_statuses((replace(READY, state=state),))
    assert [row.state.text() for row in tools_of(dialog).rows] == [text, "Off"]


def test_the_keyboard_stays_on_a_server_whose_state_changes(qtbot: QtBot) -> None:
    dialog = open_window(qtbot, EVERYTHING, page=TOOLS)
    remove = tools_of(dialog).rows[1].remove
    remove.setFocus(Qt.FocusReason.TabFocusReason)
    dialog.set_statuses((READY,))
    assert dialog.focusWidget() is remove is tools_of(dialog).rows[1].remove


def test_cancelling_an_edit_keeps_the_server(qtbot: QtBot) -> None:
    dialog = open_window(qtbot, EVERYTHING, page=TOOLS)
    qtbot.mouseClick(tools_of(dialog).rows[0].edit, LEFT)
    retype(dialog.tools.editor.command, "other")
    qtbot.mouseClick(dialog.tools.editor.discard, LEFT)
    assert dialog.value() == EVERYTHING


@pytest.mark.parametrize(
    ("field", "text", "sentence"),
    [
        ("name", "", "Give the server a name."),
        ("name", "files", "There is already a server named files. Give this one another name."),
        ("command", " ", "Type the command that starts the server."),
        ("arguments", '"open', "The arguments contain an unclosed quote or backslash."),
        ("environment", "A=1\nB", "Line 2 of the environment is not KEY=value."),
        ("environment", "=1", "Line 1 of the environment is not KEY=value."),
        ("environment", "A=1\nA=2", "The environment sets A twice."),
    ],
)
def test_bad_input_is_reported_and_kept(qtbot: QtBot, field: str, text: str, sentence: str) -> None:
    dialog = open_window(qtbot, EVERYTHING, page=TOOLS)
    qtbot.mouseClick(tools_of(dialog).add, LEFT)
    editor = dialog.tools.editor
    for name, good in (("name", "new"), ("command", "run"), ("arguments", "-x")):
        getattr(editor, name).setText(good)
    edited: Any = getattr(editor, field)
    edited.setPlainText(text) if field == "environment" else edited.setText(text)
    qtbot.mouseClick(editor.done, LEFT)
    assert editor.problem.text().startswith(sentence)
    assert editor.problem.isVisible()
    assert (edited.toPlainText() if field == "environment" else edited.text()) == text
    assert dialog.told == []


def test_permissions_are_listed_and_can_be_revoked(qtbot: QtBot) -> None:
    dialog = open_window(qtbot, EVERYTHING, (READY,), TOOLS)
    shown = [label.text() for label in dialog.findChildren(QLabel) if label.isVisible()]
    assert {"calculator", "List <b>files</b> (files)"} <= set(shown)
    assert {"Runs without asking", "Never offered to a model"} <= set(shown)
    assert "Runs without asking until it changes" in shown
    qtbot.mouseClick(tools_of(dialog).resets["calculator"], LEFT)
    assert dialog.value() == replace(EVERYTHING, permissions=EVERYTHING.permissions[1:])


# --- import -----------------------------------------------------------------------------------


IMPORTED = {
    "mcpServers": {
        "memory": {"command": "npx", "args": ["-y", "m"], "env": {"KEY": "v"}},
        "off": {"command": "run", "disabled": True},
    }
}


def test_servers_of_other_programs_are_imported(qtbot: QtBot) -> None:
    dialog = open_window(qtbot, EVERYTHING, page=TOOLS)
    qtbot.mouseClick(tools_of(dialog).take_in, LEFT)
    importer = dialog.tools.importer
    assert dialog.focusWidget() is importer.text
    QTest.keyClicks(importer.text, json.dumps(IMPORTED))
    qtbot.mouseClick(importer.take_over, LEFT)
    assert dialog.value().servers == (
        FILES,
        WEB,
        McpServer("memory", "npx", ("-y", "m"), (("KEY", "v"),)),
        McpServer("off", "run", enabled=False),
    )
    assert len(tools_of(dialog).rows) == 4


BAD_IMPORTS = [
    ("", "This JSON has no servers."),
    ("{", "A name in double quotes is missing in line 1, column 2."),
    ("1" * 5000, "The number 11111111111111111111… is too large."),
    ("[]", "This JSON has no servers."),
    ('{"mcpServers": {}}', "This JSON has no servers."),
    ('{"mcpServers": {"": {"command": "x"}}}', "A server has no name."),
    ('{"mcpServers": {"a": {"url": "http://x"}}}', "The server a has no command."),
    ('{"mcpServers": {"a": 1}}', "The server a has no command."),
    ('{"mcpServers": {"a": {"command": "x", "args": "y"}}}', "The “args” of the server a"),
    ('{"mcpServers": {"a": {"command": "x", "env": {"A": 1}}}}', "The “env” of the server a"),
    ('{"mcpServers": {"a": {"command": "x", "env": {"A": "1\\n2"}}}}', "The “env” of the"),
    (
        '{"mcpServers": {"a": {"command": "x", "env": {"A=B": "1"}}}}',
        "The “env” of the server a",
    ),
    (
        '{"mcpServers": {"a": {"command": "x\\u0000"}}}',
        "A setting of the server a contains a NUL character",
    ),
    ('{"mcpServers": {"files": {"command": "x"}}}', "There is already a server named files."),
]


def test_a_bad_import_is_reported_and_kept(qtbot: QtBot) -> None:
    dialog = open_window(qtbot, EVERYTHING, page=TOOLS)
    importer = dialog.tools.importer
    for text, sentence in BAD_IMPORTS:
        qtbot.mouseClick(tools_of(dialog).take_in, LEFT)
        importer.text.setPlainText(text)
        importer.problem.clear()
        qtbot.mouseClick(importer.take_over, LEFT)
        assert importer.problem.text().startswith(sentence), text[:99]
        assert importer.problem.isVisible()
        qtbot.mouseClick(importer.back, LEFT)
        qtbot.mouseClick(tools_of(dialog).take_in, LEFT)
        assert importer.text.toPlainText() == text
        assert dialog.value() == EVERYTHING
        qtbot.mouseClick(importer.back, LEFT)


def test_commands_are_parsed_as_people_write_them() -> None:
    assert split_arguments("a\\ b 'c d' \"e\"") == ("a b", "c d", "e")
    assert split_arguments("  ") == ()
    assert split_arguments("-y a \\\n  --b c") == ("-y", "a", "--b", "c")
    assert read_environment("\nA=1=2\n B = x\n") == (("A", "1=2"), ("B", " x"))
    [server] = read_servers('{"mcpServers": {" a ": {"command": " run "}}}')
    assert server == McpServer("a", "run")


def test_the_model_and_the_system_prompt_of_new_chats_are_chosen(qtbot: QtBot) -> None:
    gone = "/models--maker--Gone/snapshots/0123abcd"
    dialog = open_window(qtbot, Settings(default_model=gone))
    general = dialog.general
    assert general.first_model.currentText() == "Gone (not found)"
    assert not general._model_row.problem.isHidden()
    found = [LibraryModel(f"/models/{it}", "Alpha", Place.ADDED) for it in ("a/Alpha", "b/Alpha")]
    dialog.workspace.library.set_models([*found, LibraryModel("/models/a", "Beta", Place.ADDED)])
    names = [general.first_model.itemText(it) for it in range(1, 4)]
    assert names == ["a/Alpha", "b/Alpha", "Beta"]
    general.first_model.setCurrentIndex(general.first_model.findData("/models/a"))
    general.first_model.activated.emit(general.first_model.currentIndex())
    assert general._model_row.problem.isHidden()
    general.first_prompt.setFocus()
    general.first_prompt.insertPlainText("Be brief.")
    assert dialog.told == [{"default_model": "/models/a"}]
    dialog.close()
    assert dialog.told[1:] == [{"system_prompt": "Be brief."}]
