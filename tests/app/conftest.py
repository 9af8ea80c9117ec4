"""A window with a store and no engine, and a comparison in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.kit.desk import DOT_MODEL, Desk
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
def tab(desk: Desk) -> CompareTab:
    return new_comparison(desk)
