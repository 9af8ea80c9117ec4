"""The settings page about the local server."""

from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot

from ui.settings.settings_server import ServerPage
from ui.state.workspace import Workspace


def test_all_that_a_program_needs_can_be_copied_while_the_server_runs(qtbot: QtBot) -> None:
    workspace = Workspace()
    page = ServerPage(workspace)
    qtbot.addWidget(page)
    buttons = (page.copy_address, page.copy_token, page.copy_lines)
    assert not any(it.isEnabled() for it in buttons)
    workspace.server.set_token("secret")
    workspace.server.set_lines([("Codex", "one\ntwo")])
    workspace.server.set_running("http://127.0.0.1:8080")
    copied: list[str] = []
    for button in buttons:
        button.click()
        copied.append(QGuiApplication.clipboard().text())
        assert button.text() == "Copied"
    assert copied == ["http://127.0.0.1:8080", "secret", "one\ntwo"]
    assert page.address_row.note.text().endswith(" need /v1 at the end: http://127.0.0.1:8080/v1")
    workspace.server.set_running("")
    assert page.address_row.note.isHidden()
    workspace.server.set_running("http://127.0.0.1:8080")
    replaced = QSignalSpy(workspace.server.token_replaced)
    page.new_token.click()
    assert replaced.count() == 1


def test_the_empty_configuration_says_that_the_server_has_to_be_on(qtbot: QtBot) -> None:
    page = ServerPage(Workspace())
    qtbot.addWidget(page)
    assert page.lines.toPlainText() == ""
    assert page.lines.placeholderText().startswith("Turn on the local server")
