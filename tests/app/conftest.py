"""A window without an engine that has Dot, and a comparison in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.kit.desk import Desk
from tests.kit.tabs import new_comparison
from ui.compare.compare_tab import CompareTab


@pytest.fixture
def desk(qtbot: QtBot, home: Path) -> Iterator[Desk]:
    made = Desk(qtbot, home)
    made.ready()
    yield made
    made.close()


@pytest.fixture
def tab(desk: Desk) -> CompareTab:
    return new_comparison(desk)
