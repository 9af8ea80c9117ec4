"""The model button and its menu."""

from html import escape

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QFileDialog

from engine.messages import ModelInfo
from tests.kit.clock import Clock
from tests.kit.library_models import GB, library_model, model_facts, model_fit
from ui.look import theme
from ui.state.engine_state import EngineState
from ui.state.library_state import LibraryState, Place
from ui.state.model_entry import ModelEntry
from ui.state.requests import LibraryRequests, ModelRequests
from ui.window.model_menu import ModelMenu

DOT = ModelEntry("Dot", "/app/dot", "4.1 MB", built_in=True)
QWEN = ModelEntry("Qwen & co", "/models/qwen")
GONE = ModelEntry("Gemma", "/models/gone", available=False)


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def engine(clock):
    return EngineState(clock=clock)


@pytest.fixture
def requests():
    return ModelRequests()


@pytest.fixture
def library():
    return LibraryState()


@pytest.fixture
def library_requests():
    return LibraryRequests()


@pytest.fixture
def menu(qtbot, engine, requests, library, library_requests):
    menu = ModelMenu(engine, requests, library_requests, library)
    qtbot.addWidget(menu)
    engine.set_entries([QWEN, DOT, GONE])
    return menu


def menu_model(path, name="Dot"):
    return ModelInfo(path, name, "dot", True, False, False, 8192, 4_000_000, 0.1)


def action(menu, start):
    return next(a for a in menu.menu().actions() if a.text().startswith(start))


def test_entries_are_under_their_sections(menu):
    assert [a.text() for a in menu.menu().actions()] == [
        "Built in",
        "Dot\t4.1 MB",
        "Recent",
        "Qwen && co\t/models/qwen",
        "Gemma\t(not found)",
        "",
        "Models…",
        "Get models…",
        "Open model folder…",
        "Models on servers…",
        "Unload",
    ]
    assert not action(menu, "Recent").isEnabled()


def test_a_section_without_entries_is_left_out(menu, engine):
    engine.set_entries([DOT])
    assert "Recent" not in [a.text() for a in menu.menu().actions()]


def test_favorites_have_a_section_of_their_own(menu, engine, library):
    engine.set_entries([DOT, ModelEntry("gemma", "/lm/gemma", favorite=True), QWEN])
    library.set_models([library_model("/lm/gemma", place=Place.LM_STUDIO)])
    texts = [a.text() for a in menu.menu().actions()]
    assert texts[2:6] == ["Favorites", "gemma\tLM Studio", "Recent", "Qwen && co\t/models/qwen"]


def test_models_that_were_never_used_have_a_section_of_their_own(menu, engine):
    engine.set_entries([DOT, QWEN, ModelEntry("new", "/models/new", used=False)])
    texts = [a.text() for a in menu.menu().actions()]
    assert texts[2:6] == [
        "Recent", "Qwen && co\t/models/qwen", "On this computer", "new\t/models/new",
    ]  # fmt: skip


def test_a_model_that_does_not_fit_says_so_beside_its_name(menu, library):
    facts = model_facts(30e9, 4)
    library.set_models([library_model(QWEN.path, facts=facts, fit=model_fit(facts, 11 * GB))])
    assert action(menu, "Qwen").text() == "Qwen && co\tToo large, 23.2 of 11 GB"
    library.set_models([library_model(QWEN.path)])
    assert action(menu, "Qwen").text() == "Qwen && co\tHugging Face cache"


def test_an_open_menu_does_not_change_under_a_click(menu, library, qtbot):
    menu.open_menu()
    before = menu.menu().actions()
    library.set_models([library_model(QWEN.path)])
    assert menu.menu().actions() == before
    menu.menu().hide()


def test_the_menu_leads_to_the_models_and_to_more_of_them(menu, library_requests, qtbot):
    for text, page in (("Models…", "library"), ("Get models…", "get")):
        with qtbot.waitSignal(library_requests.window_opened) as opened:
            action(menu, text).trigger()
        assert opened.args == [page]


def test_choosing_an_entry_names_its_folder(menu, requests, qtbot):
    with qtbot.waitSignal(requests.chosen) as chosen:
        action(menu, "Qwen").trigger()
    assert chosen.args == ["/models/qwen"]


def test_a_missing_folder_cannot_be_chosen(menu):
    assert not action(menu, "Gemma").isEnabled()


def test_the_model_in_use_is_checked(menu, engine):
    engine.set_model(menu_model("/models/qwen"))
    checked = [a.text() for a in menu.menu().actions() if a.isChecked()]
    assert checked == ["Qwen && co\t/models/qwen"]


def test_a_choice_that_is_not_loaded_does_not_move_the_check(menu, engine):
    engine.set_model(menu_model("/app/dot"))
    action(menu, "Qwen").trigger()
    menu.menu().aboutToShow.emit()
    checked = [a.text() for a in menu.menu().actions() if a.isChecked()]
    assert checked == ["Dot\t4.1 MB"]


def test_loaded_models_have_a_dot_and_their_memory(menu, engine):
    engine.set_loaded([menu_model("/models/qwen", "Qwen"), menu_model("/elsewhere", "Other")])
    assert action(menu, "Qwen").text() == "Qwen && co\t● 4 MB in memory"
    assert action(menu, "Dot").text() == "Dot\t4.1 MB"
    engine.set_loaded([])
    assert "●" not in action(menu, "Qwen").text()


def test_models_with_the_same_name_show_their_folders(menu, engine):
    engine.set_entries([DOT, ModelEntry("4bit", "/one/4bit"), ModelEntry("4bit", "/two/4bit")])
    loaded = menu_model("/two/4bit", "4bit")
    engine.set_model(loaded)
    engine.set_loaded([loaded])
    texts = [it.text().split("\t")[0] for it in menu.menu().actions()]
    assert {"Dot", "one/4bit", "two/4bit", "Unload two/4bit"} <= set(texts)
    assert "/two/4bit" in action(menu, "Unload").toolTip()
    assert menu.text() == "two/4bit"
    engine.set_entries([DOT])
    assert menu.text() == "4bit"


def test_any_loaded_model_can_be_unloaded(menu, requests, engine, qtbot):
    assert not action(menu, "Unload").isEnabled()
    engine.set_model(menu_model("/app/dot"))
    engine.set_loaded([menu_model("/app/dot"), menu_model("/models/qwen", "Qwen & co")])
    texts = [a.text() for a in menu.menu().actions() if a.text().startswith("Unload")]
    assert texts == ["Unload Dot", "Unload Qwen && co"]
    for start, path in (("Unload Qwen", "/models/qwen"), ("Unload Dot", "/app/dot")):
        with qtbot.waitSignal(requests.unloaded) as asked:
            action(menu, start).trigger()
        assert asked.args == [path]


def test_a_model_folder_can_be_opened(menu, requests, qtbot, tmp_path):
    action(menu, "Open model folder").trigger()
    dialog = menu.findChild(QFileDialog)
    with qtbot.waitSignal(requests.chosen) as chosen:
        dialog.fileSelected.emit(str(tmp_path))
    assert chosen.args == [str(tmp_path)]
    dialog.close()


def test_the_button_shows_the_model_or_its_loading_state(menu, engine):
    assert menu.text() == "Choose a model"
    engine.set_model(None, "Loading Dot…")
    assert (menu.text(), menu.accessibleName()) == ("Loading Dot…", "Model: Loading Dot…")
    engine.set_model(menu_model("/app/dot"))
    assert menu.text() == "Dot"


def test_the_button_shows_how_long_a_load_still_takes(menu, engine, clock):
    engine.set_model(menu_model("/models/qwen", "Qwen"))
    menu.set_room(700, 700)
    for done in range(3):
        engine.set_loading({"/models/qwen": (done * GB, 10 * GB)})
        clock.now += 4
    assert menu.text() == "Loading Qwen… 2 of 10 GB · 32 s left"
    menu.set_room(150, 150)
    assert menu.text() == "Qwen 2 of 10 GB · 32 s left"
    engine.set_loading({})
    assert menu.text() == "Qwen"


@pytest.mark.styled
def test_a_long_name_is_shortened_with_a_full_tooltip(menu, engine):
    name = "A & B " * 40
    engine.set_model(menu_model("/x", name))
    assert menu.sizeHint().width() < 320
    assert menu.text().startswith("A && B")
    assert menu.toolTip() == f"<qt>{escape(name)}</qt>"


def test_a_long_name_takes_half_of_a_wide_room(menu, engine):
    engine.set_model(menu_model("/x", "Qwen " * 40))
    narrow = menu.sizeHint().width()
    menu.set_room(1_000, 500)
    assert narrow < menu.sizeHint().width() < 600
    menu.set_room(150, 75)
    assert menu.sizeHint().width() < narrow


@pytest.mark.styled
def test_the_dot_shows_the_state_in_the_colors_of_the_scheme(menu, qapp, engine):
    assert dot_color(menu) == QColor(theme.LIGHT.faint)
    engine.set_model(menu_model("/app/dot"))
    theme.apply(qapp, Qt.ColorScheme.Dark)
    assert dot_color(menu) == QColor(theme.DARK.accent)
    engine.set_model(menu_model("/app/dot"), "Loading Dot…")
    assert dot_color(menu) == QColor(theme.DARK.orange)


def dot_color(menu):
    return menu.icon().pixmap(menu.iconSize()).toImage().pixelColor(5, 5)
