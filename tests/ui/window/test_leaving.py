"""The window says where a chat goes, and asks before the first is sent."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from engine.messages import remote_id
from tests.kit.desk import Desk
from tests.kit.tabs import new_comparison
from ui.state.pane import PaneSettings
from ui.state.remote_servers import RemoteModel, RemoteServer
from ui.state.remote_words import leaves_words, question_words

PLAIN, SAFE = "http://192.168.1.20:8080/v1", "https://models.example.org/v1"
BIG = remote_id(SAFE, "big")


@pytest.fixture
def desk(qtbot: QtBot, home: Path) -> Desk:
    made = Desk(qtbot, home)
    made.ready()
    server = RemoteServer(SAFE, models=(RemoteModel("big", chosen=True),))
    made.workspace.remote.set_servers((server,))
    return made


def test_a_chat_with_a_model_of_a_server_is_marked_everywhere(desk: Desk) -> None:
    tab, header = desk.tab, desk.window.header
    assert tab.composer.leaving.isHidden() and "Goes to" not in header.subtitle.text()
    desk.workspace.model_requests.chosen.emit(BIG)
    assert not tab.composer.leaving.isHidden()
    assert tab.composer.leaving.words.text() == "Leaves this computer: goes to models.example.org"
    assert "models.example.org" in tab.composer.leaving.accessibleName()
    assert header.subtitle.text().startswith("Goes to models.example.org")
    assert desk.workspace.engine.model and desk.workspace.engine.model.address == SAFE
    desk.workspace.model_requests.chosen.emit(desk.workspace.engine.entries[0].path)
    assert tab.composer.leaving.isHidden() and "Goes to" not in header.subtitle.text()
    desk.close()


def test_a_comparison_is_marked_if_one_pane_leaves(desk: Desk) -> None:
    tab = new_comparison(desk)
    # no pane leaves unless a person chooses so
    assert not tab.conversation.addresses and tab.composer.leaving.isHidden()
    pane = tab.chat.panes[1]
    tab.chat.set_settings(pane, PaneSettings(BIG))
    assert not tab.composer.leaving.isHidden()
    assert tab.chat.model_name(BIG) == "big (models.example.org)"
    assert desk.window.header.subtitle.text().startswith("Goes to models.example.org")
    desk.close()


@pytest.mark.parametrize(("button", "agreed"), [("Send", True), ("Cancel", False)])
def test_the_question_has_one_answer(desk: Desk, button: str, agreed: bool) -> None:
    answers: list[tuple[str, bool]] = []
    desk.workspace.remote.answered.connect(lambda *it: answers.append(it))
    desk.workspace.remote.permission_asked.emit(desk.workspace.remote.servers[0])
    [box] = desk.window.findChildren(QMessageBox)
    assert "models.example.org" in box.text()
    assert SAFE in box.informativeText().replace("\N{WORD JOINER}", "")
    assert not answers
    next(it for it in box.buttons() if it.text() == button).click()
    assert answers == [(SAFE, agreed)]
    desk.close()


def test_escape_means_no(desk: Desk) -> None:
    answers: list[bool] = []
    desk.workspace.remote.answered.connect(lambda _, agreed: answers.append(agreed))
    desk.workspace.remote.permission_asked.emit(desk.workspace.remote.servers[0])
    [box] = desk.window.findChildren(QMessageBox)
    box.reject()
    assert answers == [False]
    desk.close()


def test_a_model_of_a_removed_server_keeps_its_name(desk: Desk) -> None:
    tab = new_comparison(desk)
    tab.chat.set_settings(tab.chat.panes[1], PaneSettings(remote_id(SAFE, "maker/other")))
    assert tab.chat.model_name(remote_id(SAFE, "maker/other")) == "maker/other"
    assert tab.chat.model_name("/models/qwen") == "qwen"
    desk.close()


def test_an_unencrypted_way_is_told() -> None:
    assert "not encrypted" in leaves_words((SAFE, PLAIN))
    assert "not encrypted" in question_words(PLAIN)
    assert "not encrypted" not in leaves_words((SAFE,)) + question_words(SAFE)
    here = "http://127.0.0.1:8642/v1"
    assert "another program on this computer" in leaves_words((here,))
    assert "not encrypted" not in question_words(here)
    assert leaves_words(()) == ""
