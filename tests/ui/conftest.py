"""Every test of the window begins and ends in the light colours."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from ui import theme


@pytest.fixture(autouse=True)
def light(qapp: QApplication) -> Iterator[None]:
    theme.apply(qapp, Qt.ColorScheme.Light)
    yield
    theme.apply(qapp, Qt.ColorScheme.Light)
