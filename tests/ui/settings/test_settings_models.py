"""The settings page about the hub."""

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from tests.kit.settings_windows import KeptWindow, open_window
from ui.settings.settings_window import MODELS
from ui.state.hub_addresses import is_mirror, is_proxy
from ui.state.settings import Settings


@pytest.fixture
def window(qtbot: QtBot) -> KeptWindow:
    return open_window(qtbot, Settings(), page=MODELS)


def typed(window: KeptWindow, name: str, text: str) -> None:
    field = getattr(window.models, name)
    field.setText(text)
    field.editingFinished.emit()


def test_addresses_are_used_only_if_they_can_be(window: KeptWindow) -> None:
    typed(window, "mirror", "http://mirror.example")
    typed(window, "proxy", "socks5://127.0.0.1:1")
    assert window.told == []
    typed(window, "mirror", " https://mirror.example/ ")
    typed(window, "proxy", "http://127.0.0.1:8080")
    assert window.told == [
        {"hub_mirror": "https://mirror.example"},
        {"proxy": "http://127.0.0.1:8080"},
    ]
    typed(window, "mirror", "")
    assert window.value().hub_mirror == ""


def test_a_token_is_handed_over_and_not_kept_in_the_field(window: KeptWindow) -> None:
    tokens: list[str] = []
    window.workspace.hub_requests.token_set.connect(tokens.append)
    page = window.models
    assert not page.keep.isEnabled()
    assert not page.forget.isEnabled()
    page.token.setText(" hf_one ")
    page.keep.click()
    assert page.token.text() == ""
    window.workspace.hub.set_token(True, "It is kept until Duologue quits.")
    assert "until" in page._token_row.problem.text()
    page.forget.click()
    assert tokens == ["hf_one", ""]


def test_the_keychain_is_asked_about_only_on_this_page(qtbot: QtBot) -> None:
    window = open_window(qtbot, Settings())
    asked: list[bool] = []
    window.workspace.hub_requests.token_wanted.connect(lambda: asked.append(True))
    assert asked == []
    window.show_page(MODELS)
    assert asked == [True]


def test_the_folder_for_downloads_can_be_chosen_and_reset(window: KeptWindow) -> None:
    library, page = window.workspace.library, window.models
    chosen: list[str] = []
    window.workspace.library_requests.own_folder_chosen.connect(chosen.append)
    library.set_folders((), "/home/models")
    assert not page.standard.isVisible()
    page.choose.click()
    dialog = window.findChild(QFileDialog)
    assert dialog
    dialog.fileSelected.emit("/disk")
    dialog.close()
    window.put(replace(window.value(), models_folder="/disk"))
    library.set_folders((), "/disk", away=True)
    assert "Connect its disk" in page._folder_row.problem.text()
    library.own_folder_refused.emit("/disk cannot be written to: it is full. Choose another.")
    library.set_folders((), "/disk")
    assert "cannot be written to" in page._folder_row.problem.text()
    page.standard.click()
    assert chosen == ["/disk", ""]


@pytest.mark.parametrize(
    ("text", "mirror", "proxy"),
    [
        ("https://hf-mirror.com", True, True),
        ("https://hf-mirror.com/path", True, False),
        ("http://127.0.0.1:5000", True, True),
        ("http://localhost", True, True),
        ("http://mirror.example", False, True),
        ("https://me:secret@host:1", False, True),
        ("https://", False, False),
        ("hf-mirror.com", False, False),
        ("https://x.example?a=b", False, False),
        ("https://x.example:port", False, False),
        ("https://x .example", False, False),
        ("file:///etc", False, False),
        ("https://" + "x" * 500, False, False),
    ],
)
def test_which_addresses_can_be_used(text: str, mirror: bool, proxy: bool) -> None:
    assert (is_mirror(text), is_proxy(text)) == (mirror, proxy)
