"""The page that searches the hub, and the page of a model on the hub."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.messages import Fit, MemoryParts, ModelFacts
from ui.models.get_page import GetPage
from ui.models.hub_rows import HubRow
from ui.state.downloads import Download, DownloadPhase
from ui.state.hub_state import HubFile, HubModel, HubPage
from ui.state.settings import Settings
from ui.state.workspace import Workspace

FACTS = ModelFacts("qwen3_5", 4_500_000_000, 4.5, context=262_144, vision=True)
FIT = Fit(MemoryParts(3_000_000_000, 0, 1_000_000_000, 0), 8192, 11_000_000_000)
TINY = HubModel("org/Tiny-4bit", "a" * 40, FACTS, FIT, "", 3_000_000_000, 1234, "2026-03-02", "mit")


class Watched:
    """A page, and what it asked for."""

    def __init__(self, qtbot: QtBot) -> None:
        self.workspace = workspace = Workspace()
        self.state = workspace.hub
        self.told: list[tuple[object, ...]] = []
        hub, downloads = workspace.hub_requests, workspace.download_requests
        hub.searched.connect(lambda *it: self.told.append(("search", *it)))
        hub.described.connect(lambda *it: self.told.append(("describe", *it)))
        hub.page_opened.connect(lambda *it: self.told.append(("page", *it)))
        downloads.started.connect(lambda *it: self.told.append(("start", *it)))
        downloads.paused.connect(lambda *it: self.told.append(("pause", *it)))
        downloads.resumed.connect(lambda *it: self.told.append(("resume", *it)))
        workspace.link_opened.connect(lambda *it: self.told.append(("link", *it)))
        library = workspace.library_requests
        library.page_opened.connect(lambda *it: self.told.append(("library", *it)))
        settings = workspace.settings_requests
        settings.models_opened.connect(lambda: self.told.append(("settings",)))
        self.page = GetPage(workspace)
        qtbot.addWidget(self.page)
        self.page.resize(900, 600)
        self.page.show()

    @property
    def rows(self) -> list[HubRow]:
        return self.page.rows.rows

    def results(self, *models: HubModel, words: str = "tiny") -> None:
        self.state.searched = words
        self.state.set_models(models)


@pytest.fixture
def watched(qtbot: QtBot) -> Watched:
    return Watched(qtbot)


def test_the_recommendations_are_shown_and_nothing_is_asked(qtbot: QtBot, watched: Watched) -> None:
    watched.state.memory, watched.state.host = 16, "hub.example"
    watched.state.set_recommended([replace(TINY, facts=None, fit=None, revision="")])
    assert watched.page.heading.text() == "Recommended for this computer"
    assert "16 GB" in watched.page.note.text()
    assert "hub.example" in watched.page.privacy.text()
    assert "About 3 GB" in watched.rows[0].facts.text()
    qtbot.wait(250)
    assert watched.told == []


def test_return_searches_and_rows_in_sight_are_described(qtbot: QtBot, watched: Watched) -> None:
    qtbot.keyClicks(watched.page.search, "qwen")
    assert watched.told == []
    qtbot.keyClick(watched.page.search, Qt.Key.Key_Return)
    assert watched.told == [("search", "qwen")]
    unknown = [HubModel(f"org/m{number}") for number in range(40)]
    watched.results(TINY, *unknown)
    qtbot.waitUntil(lambda: len(watched.told) > 1)
    (_, asked) = watched.told[1]
    assert isinstance(asked, tuple)
    assert "org/m0" in asked
    assert "org/m39" not in asked
    assert TINY.repository not in asked


def test_a_row_tells_what_a_model_is_and_how_it_fits(watched: Watched) -> None:
    watched.results(
        TINY,
        replace(TINY, repository="org/Huge", fit=replace(FIT, free=2_000_000_000)),
        replace(TINY, repository="org/Gated", gated=True, facts=None, unread="It is gated."),
        HubModel("org/Alien", problem="Its family is not supported."),
    )
    assert watched.page.heading.text() == "4 models for “tiny”"
    tiny, huge, gated, alien = watched.rows
    for words in ("4.5 B", "4.5 bits", "256k", "3 GB", "1,234 downloads", "mit"):
        assert words in tiny.facts.text()
    assert tiny.fit.text() == "Fits, 4 of 11 GB"
    assert huge.fit.text().startswith("Too large")
    assert huge.get.isEnabled()
    assert not gated.lock.isHidden()
    assert tiny.lock.isHidden()
    assert gated.problem.text() == "It is gated."
    assert gated.get.isEnabled()
    assert not alien.get.isEnabled()
    assert alien.fit.text() == "Cannot run here"
    assert "not supported" in alien.accessibleName()


def test_the_button_follows_the_download(watched: Watched) -> None:
    watched.results(TINY)
    button, name = watched.rows[0].get, TINY.repository
    button.click()
    download = Download(name, "", "folder", DownloadPhase.RUNNING, 1, 2)
    watched.workspace.downloads.set_items([download])
    assert button.text() == "Pause (50%)"
    button.click()
    for phase in (DownloadPhase.PAUSED, DownloadPhase.FAILED):
        watched.workspace.downloads.set_items([replace(download, phase=phase)])
        button.click()
    watched.workspace.downloads.set_items([replace(download, phase=DownloadPhase.DONE)])
    watched.state.set_model(replace(TINY, model_id="/m/tiny"))
    assert button.text() == "Open page"
    button.click()
    assert watched.told == [
        ("start", name, TINY.revision),
        ("pause", name),
        *[("resume", name)] * 2,
        ("library", "/m/tiny"),
    ]


def test_a_click_on_a_button_leaves_the_keyboard_in_the_search(
    qtbot: QtBot, watched: Watched
) -> None:
    watched.results(TINY)
    watched.page.search.setFocus()
    QTest.mouseClick(watched.rows[0].get, Qt.MouseButton.LeftButton)
    assert watched.told[-1][0] == "start"
    assert watched.page.search.hasFocus()


def test_an_error_is_shown_and_an_empty_field_ends_the_search(
    qtbot: QtBot, watched: Watched
) -> None:
    watched.page.search.setText("tiny")
    watched.state.searched = "tiny"
    watched.state.set_models((), problem="Could not connect to the hub.")
    assert watched.page.problem.isVisible()
    assert "Could not connect" in watched.page.problem.text()
    qtbot.keyClick(watched.page, Qt.Key.Key_Escape)
    assert watched.told[-1] == ("search", "")


def test_a_page_shows_card_files_and_how_to_get_access(watched: Watched) -> None:
    model = replace(TINY, gated=True)
    files = (HubFile("config.json", 900), HubFile("x.py", 5, False, "Code is never run."))
    address = "https://hub.example/org/Tiny-4bit"
    card = "# Tiny\n![logo](https://x.example/x.png) and [a link](https://y.example)"
    watched.state.set_page(HubPage(model, card, files, address))
    page = watched.page.page
    assert watched.page.shows_model
    assert "a link" in page.text.plain_text()
    assert page.memory.isVisible()
    assert page.gated.isVisible()
    page.gated.ask.click()
    page.gated.token.click()
    page.open.click()
    page.text.link_activated.emit("https://y.example")
    page.get.click()
    page.back.click()
    assert watched.told == [
        *[("link", address), ("settings",)],
        *[("link", address), ("link", "https://y.example")],
        ("start", model.repository, model.revision),
        ("page", ""),
    ]


def test_a_page_that_could_not_be_read_says_so(watched: Watched) -> None:
    watched.state.host = "hub.example"
    watched.state.set_page(HubPage(HubModel("org/x"), loading=True))
    page = watched.page.page
    assert "hub.example" in page.facts.text()
    watched.state.set_page(HubPage(HubModel("org/x"), problem="It is gone."))
    assert page.problem.text() == "It is gone."
    assert not page.get.isEnabled()
    assert not page.card.isVisible()
    watched.state.set_page(None)
    assert not watched.page.shows_model


def test_a_page_that_could_not_be_read_is_asked_for_again(watched: Watched) -> None:
    assert QTest.qWaitForWindowActive(watched.page)
    page, model = watched.page.page, HubModel("org/x")
    watched.state.set_page(HubPage(model, problem="It is gone."))
    page.again.setFocus()
    QTest.keyClick(page.again, Qt.Key.Key_Space)
    assert watched.told == [("page", "org/x")]
    watched.state.set_page(HubPage(model, loading=True))
    assert page.again.hasFocus()
    watched.state.set_page(HubPage(model))
    assert page.again.isHidden()


def test_a_page_is_not_asked_for_again_in_strict_offline(watched: Watched) -> None:
    watched.workspace.settings.set_value(Settings(offline=True))
    watched.state.set_page(HubPage(HubModel("org/x"), problem="Strict offline is on."))
    assert watched.page.page.again.isHidden()


def test_a_long_name_is_shortened_before_its_button_leaves_a_narrow_page(qtbot: QtBot) -> None:
    watched = Watched(qtbot)
    watched.results(replace(TINY, repository="org/" + "A-very-long-name-" * 8))
    watched.page.resize(420, 500)
    [row] = watched.rows
    qtbot.waitUntil(lambda: row.get.width() < 200)
    assert "…" in row.name.text()
    assert row.get.mapTo(watched.page, row.get.rect().topRight()).x() < 420
