"""A window with a store and no engine, the whole application, and kept files."""

from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from keyring.backends.fail import Keyring as NoKeyring
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.assembly import Assembly
from app.attachments.kept_files import Files
from tests.kit.desk import DOT_MODEL, Desk
from tests.kit.keychain import Keychain
from tests.kit.tabs import new_comparison
from ui.compare.compare_tab import CompareTab


@pytest.fixture
def desk(qtbot: QtBot, home: Path, request: pytest.FixtureRequest) -> Iterator[Desk]:
    """Return a desk with Dot, or with the model of `pytest.mark.model`, which may be None."""
    made = Desk(qtbot, home)
    marker = request.node.get_closest_marker("model")
    info = marker.args[0] if marker else DOT_MODEL
    if info:
        made.ready(info)
    yield made
    made.close()


@pytest.fixture
def app(qtbot: QtBot, home: Path, dot_in_float32: None) -> Iterator[Assembly]:
    """Return the whole application, with Dot loaded in its engine thread."""
    parts = Assembly(home)
    qtbot.addWidget(parts.window)
    parts.show()
    qtbot.waitUntil(lambda: parts.requests.models.current is not None, timeout=60_000)
    yield parts
    assert parts.close(timeout=30), "the engine thread did not end"


@pytest.fixture
def files(qapp: QObject, tmp_path: Path) -> Iterator[Files]:
    made = Files(tmp_path / "attachments")
    yield made
    made.close()


@pytest.fixture
def tab(desk: Desk) -> CompareTab:
    return new_comparison(desk)


@pytest.fixture
def keychain() -> Iterator[Keychain]:
    found = Keychain()
    keyring.set_keyring(found)
    yield found
    keyring.set_keyring(NoKeyring())
