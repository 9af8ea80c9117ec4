"""The page of the models window with the servers on other computers."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from ui.look import theme
from ui.models.server_card import ServerCard
from ui.models.servers_page import ServersPage
from ui.state.remote_servers import RemoteApi, RemoteModel, RemoteServer, ServerTest
from ui.state.workspace import Workspace

ADDRESS = "http://192.168.1.20:8080/v1"
BIG = RemoteModel("big", chosen=True, context=32_768)
SMALL = RemoteModel("small", vision=False)
SERVER = RemoteServer(ADDRESS, RemoteApi.OPENAI, (BIG, SMALL))


@pytest.fixture
def workspace() -> Workspace:
    return Workspace()


@pytest.fixture
def page(qtbot: QtBot, workspace: Workspace) -> ServersPage:
    made = ServersPage(workspace)
    qtbot.addWidget(made)
    made.show()
    return made


def card(page: ServersPage, workspace: Workspace, server: RemoteServer = SERVER) -> ServerCard:
    workspace.remote.set_servers((server,))
    return page.cards[server.address]


def test_a_server_is_added_by_its_address_and_tested_at_once(
    page: ServersPage, workspace: Workspace, qtbot: QtBot
) -> None:
    state = workspace.remote
    state.added.connect(lambda text, api: state.set_servers((RemoteServer(text, api),)))
    tested: list[str] = []
    state.tested.connect(tested.append)
    page.address.setText(ADDRESS)
    page.api.setCurrentIndex(1)
    page.add.click()
    assert state.servers == (RemoteServer(ADDRESS, RemoteApi.ANTHROPIC),)
    assert tested == [ADDRESS] and not page.address.text()


def test_what_is_wrong_with_an_address_is_told_and_the_text_stays(
    page: ServersPage, workspace: Workspace
) -> None:
    workspace.remote.added.connect(lambda *_: workspace.remote.set_problem("Not an address."))
    page.address.setText("nonsense")
    page.add.click()
    assert page.problem.isVisible() and page.problem.text() == "Not an address."
    assert page.address.text() == "nonsense" and not page.cards


def test_a_key_is_never_shown(page: ServersPage, workspace: Workspace, qtbot: QtBot) -> None:
    found = card(page, workspace)
    keys: list[tuple[str, str]] = []
    workspace.remote.key_set.connect(lambda *it: keys.append(it))
    qtbot.keyClicks(found.key, "sk-secret")
    assert "secret" not in found.key.displayText()
    found.keep_key.click()
    assert keys == [(ADDRESS, "sk-secret")] and not found.key.text()
    workspace.remote.set_servers((replace(SERVER, keyed=True),))
    assert found.forget_key.isVisible() and "Saved" in found.key.placeholderText()
    found.forget_key.click()
    assert keys[-1] == (ADDRESS, "")


def test_the_result_of_a_test_is_told(page: ServersPage, workspace: Workspace) -> None:
    found = card(page, workspace)
    workspace.remote.set_test(ADDRESS, ServerTest("Connecting…", runs=True))
    assert found.result.isVisible() and not found.test.isEnabled()
    workspace.remote.set_test(ADDRESS, ServerTest("No connection.", bad=True))
    assert found.problem.isVisible() and not found.result.isVisible() and found.test.isEnabled()


def test_models_are_chosen_and_their_abilities_set(page: ServersPage, workspace: Workspace) -> None:
    found = card(page, workspace)
    edited: list[RemoteServer] = []
    workspace.remote.edited.connect(edited.append)
    table = found.models.table
    assert table.rowCount() == 2 and not edited, "showing models is no edit"
    small = table.item(1, 0)
    assert small is not None and small.text() == "small"
    small.setCheckState(Qt.CheckState.Checked)
    images = table.item(1, 1)
    assert images is not None and images.checkState() == Qt.CheckState.Unchecked
    images.setCheckState(Qt.CheckState.Checked)
    assert edited[-1].models == (BIG, replace(SMALL, chosen=True, vision=True))
    context = table.item(0, 4)
    assert context is not None and context.text() == "32,768"
    for text, tokens, shown in (
        ("65,536", 65_536, "65,536"),
        ("many", 0, "–"),
        ("8192", 8192, "8,192"),
    ):
        context.setText(text)
        assert edited[-1].models[0].context == tokens and context.text() == shown
    count = len(edited)
    context.setText("8,192")
    assert len(edited) == count, "nothing was changed"


def test_a_long_list_is_searched(page: ServersPage, workspace: Workspace) -> None:
    models = tuple(RemoteModel(f"maker/model-{number}") for number in range(300))
    found = card(page, workspace, replace(SERVER, models=models))
    assert found.models.search.isVisible()
    found.models.search.setText("MODEL-29")
    table = found.models.table
    assert sum(not table.isRowHidden(row) for row in range(table.rowCount())) == 11


@pytest.mark.styled
def test_a_short_list_shows_all_rows_and_ticks_what_is_checked(
    page: ServersPage, workspace: Workspace
) -> None:
    table = card(page, workspace).models.table
    last = table.item(table.rowCount() - 1, 0)
    assert last is not None
    assert table.viewport().rect().contains(table.visualItemRect(last))
    cells = [it for column in (0, 1) if (it := table.item(0, column))]
    assert len(cells) == 2
    for item in cells:
        item.setCheckState(Qt.CheckState.Checked)
    shown = table.viewport().grab().toImage()
    colors = theme.colors()
    for item in cells:
        area = table.visualItemRect(item)
        left = (area.translated(x, y).topLeft() for x in range(24) for y in range(area.height()))
        found = {shown.pixelColor(it).name() for it in left}
        assert {colors.accent, colors.on_accent} <= found, "a filled box with a tick"


def test_a_server_is_removed_after_a_question(
    page: ServersPage, workspace: Workspace, qtbot: QtBot
) -> None:
    found = card(page, workspace, replace(SERVER, allowed=True))
    answers: list[tuple[str, bool]] = []
    workspace.remote.answered.connect(lambda *it: answers.append(it))
    found.consent.click()
    assert answers == [(ADDRESS, False)]
    removed: list[str] = []
    workspace.remote.removed.connect(removed.append)
    found.remove.click()
    [box] = found.findChildren(QMessageBox)
    assert not removed
    next(it for it in box.buttons() if it.text() == "Remove").click()
    assert removed == [ADDRESS]
    workspace.remote.set_servers(())
    assert not page.cards
