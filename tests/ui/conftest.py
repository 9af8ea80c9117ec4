"""Every test of the window begins and ends in the light colours of a window that is not zoomed."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from ui.look import theme
from ui.look.appearance import Appearance


@pytest.fixture(autouse=True)
def light(qapp: QApplication) -> Iterator[None]:
    plain(qapp)
    yield
    plain(qapp)


def plain(app: QApplication) -> None:
    theme.wear(app, Appearance())
    theme.apply(app, Qt.ColorScheme.Light)
