"""A model from the search to the library, as a person gets it in the window."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from tests.kit.desk import Desk
from tests.kit.hub_models import put_model
from tests.kit.loopback_hub import LoopbackHub
from ui.models.models_window import GET, ModelsWindow

TINY = "org/tiny-4bit"


def test_a_model_is_found_looked_at_and_fetched(qtbot: QtBot, desk: Desk, tmp_path: Path) -> None:
    put_model(tmp_path / "hub", TINY, elements=1000)
    server = LoopbackHub(tmp_path / "hub")
    desk.library.start()
    desk.preferences.change(hub_mirror=server.url)
    desk.workspace.library_requests.window_opened.emit(GET)
    window = desk.window.findChild(ModelsWindow)
    assert isinstance(window, ModelsWindow)
    page = window.get
    page.search.setText("tiny")
    page.find_button.click()
    qtbot.waitUntil(lambda: [row.model.facts is None for row in page.rows.rows] == [False])
    page.rows.rows[0].name.click()
    qtbot.waitUntil(lambda: bool(page.page.text.plain_text()))
    page.page.get.click()
    qtbot.waitUntil(lambda: page.page.get.text() == "Open page", timeout=20_000)
    page.page.get.click()
    assert window.library.model.title.text() == "tiny-4bit"
    window.close()
    server.close()
