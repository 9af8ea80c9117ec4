"""The server beside the window, switched on in Settings."""

import errno
import os
from socket import create_server
from unittest.mock import Mock, patch

import httpx2
import pytest
from pytestqt.qtbot import QtBot

from app.assembly import Assembly
from app.server import network
from app.server.network import own_address
from app.server.server import Server
from engine.errors import Refused
from ui.settings.settings_server import ServerPage

QUESTION = {"model": "dot", "messages": [{"role": "user", "content": "Tell me your shapes."}]}


@pytest.fixture
def port() -> int:
    with create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


def test_the_server_of_the_window_answers_until_it_is_switched_off(
    app: Assembly, qtbot: QtBot, port: int
) -> None:
    state = app.workspace.server
    page = ServerPage(app.workspace)
    qtbot.addWidget(page)
    app.preferences.change(server_port=port)
    page.switch.click()
    qtbot.waitUntil(lambda: bool(state.address), timeout=20_000)
    assert page.address.text() == state.address == f"http://127.0.0.1:{port}"
    assert "no keychain" in state.token_note
    assert state.token in page.lines.toPlainText() and "claude" in page.lines.toPlainText()
    client = httpx2.Client(base_url=state.address, timeout=60)
    assert client.get("/v1/models").status_code == 401
    client.headers["authorization"] = f"Bearer {page.token.text()}"
    assert [it["id"] for it in client.get("/v1/models").json()["data"]] == ["dot"]
    # The library reads the folder of the model a moment later.
    qtbot.waitUntil(lambda: client.get("/v1/models").json()["data"][0]["created"] > 0)
    found = client.post("/v1/chat/completions", json=QUESTION)
    assert "circles" in found.json()["choices"][0]["message"]["content"]
    names = app.workspace.engine.client_names
    qtbot.waitUntil(lambda: bool(names))
    assert "httpx2" in next(iter(names.values()))
    qtbot.waitUntil(lambda: "/v1/chat/completions  dot" in page.served.toPlainText())
    assert "Tell me" not in page.served.toPlainText()
    page.origins.setText("http://localhost:3000 nonsense")
    page.origins.editingFinished.emit()
    assert "nonsense" in page.origins_row.problem.text()
    assert not app.preferences.value.server_origins
    mine = {"origin": "http://localhost:3000"}
    assert client.get("/v1/models", headers=mine).status_code == 403
    page.origins.setText("HTTP://LocalHost:3000/")
    page.origins.editingFinished.emit()
    assert client.get("/v1/models", headers=mine).status_code == 200
    assert client.get("/v1/models", headers={"origin": "http://evil"}).status_code == 403
    with create_server(("127.0.0.1", 0)) as free:
        other = free.getsockname()[1]
    page.port.setValue(other)
    qtbot.waitUntil(lambda: state.address.endswith(str(other)), timeout=20_000)
    with pytest.raises(httpx2.ConnectError):
        client.get("/v1/models")
    client.base_url = state.address
    assert client.get("/v1/models").status_code == 200
    assert str(other) in page.lines.toPlainText()
    ids = app.store.conversation_ids()
    assert not any(map(app.store.has_messages, ids)), "a client is in the history"
    page.switch.click()
    qtbot.waitUntil(lambda: not state.address, timeout=20_000)
    with pytest.raises(httpx2.ConnectError):
        client.get("/v1/models")
    client.close()


@pytest.mark.skipif(not own_address(), reason="this computer is in no network")
def test_other_computers_are_answered_only_after_a_person_agreed(
    app: Assembly, qtbot: QtBot, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, address = app.workspace.server, own_address()
    page = ServerPage(app.workspace)
    qtbot.addWidget(page)
    app.preferences.changed.connect(lambda: page.put(app.preferences.value))
    app.preferences.change(server_port=port, server_on=True)
    qtbot.waitUntil(lambda: bool(state.address), timeout=20_000)
    there = f"http://{address}:{port}/v1/models"
    sent = {"authorization": f"Bearer {state.token}"}
    page.network.click()
    assert not page.network.isChecked() and address in page.question.text()
    assert "not encrypted" in page.question.informativeText()
    page.question.reject()
    with pytest.raises(httpx2.ConnectError):
        httpx2.get(there, headers=sent)
    page.network.click()
    next(it for it in page.question.buttons() if it.text() == "Allow").click()
    qtbot.waitUntil(lambda: state.address == f"http://{address}:{port}", timeout=20_000)
    assert page.network.isChecked() and address in page.lines.toPlainText()
    assert httpx2.get(there, headers=sent).status_code == 200
    assert httpx2.get(there).status_code == 401
    assert httpx2.get(there, headers=sent | {"host": "evil.example"}).status_code == 403
    assert httpx2.get(f"http://127.0.0.1:{port}/v1/models", headers=sent).status_code == 200
    # Another network, and an address that a person never gets to choose.
    for elsewhere in ("192.168.254.253", "0.0.0.0"):
        app.preferences.change(server_address=elsewhere)
        qtbot.waitUntil(lambda: state.address == f"http://127.0.0.1:{port}", timeout=20_000)
        assert elsewhere in state.problem
        with pytest.raises(httpx2.ConnectError):
            httpx2.get(there, headers=sent)
    # The network comes back, and the server follows by itself.
    monkeypatch.setattr(network, "is_own", lambda _: False)
    app.preferences.change(server_address=address)
    qtbot.waitUntil(lambda: address in state.problem, timeout=20_000)
    monkeypatch.undo()
    app.local_server.network_look.setInterval(20)
    qtbot.waitUntil(lambda: state.address == f"http://{address}:{port}", timeout=20_000)
    assert httpx2.get(there, headers=sent).status_code == 200 and not state.problem
    page.network.click()
    assert not app.preferences.value.server_address and not state.problem
    app.preferences.change(server_on=False)


def test_a_taken_port_is_told_and_strict_offline_keeps_the_server_off(
    app: Assembly, qtbot: QtBot
) -> None:
    state = app.workspace.server
    with create_server(("127.0.0.1", 0)) as taken:
        number = taken.getsockname()[1]
        app.preferences.change(server_port=number, server_on=True)
        qtbot.waitUntil(lambda: bool(state.problem), timeout=20_000)
        assert str(number) in state.problem and "Choose another port" in state.problem
    app.preferences.change(offline=True)
    assert not state.address and "Strict offline" in state.problem
    app.preferences.change(offline=False, server_on=False)


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (errno.EADDRINUSE, "another program uses it. Choose another port."),
        (errno.EACCES, "the system does not allow it. Choose another port."),
        (errno.EPERM, "the system does not allow it. Choose another port."),
        (errno.ENFILE, f"{os.strerror(errno.ENFILE)}. Choose another port."),
        (errno.EADDRNOTAVAIL, "this computer does not have that address. Choose another one."),
    ],
)
def test_a_port_that_cannot_be_used_is_told_in_words(code: int, reason: str) -> None:
    failing = OSError(code, f"{os.strerror(code)} (while attempting to bind on address ('', 1))")
    with (
        patch("socket.create_server", side_effect=failing),
        pytest.raises(Refused, match=rf" 127\.0\.0\.1: {reason}$"),
    ):
        Server(Mock(), Mock(), Mock()).start(80)
