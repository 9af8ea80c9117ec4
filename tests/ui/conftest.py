"""Every test of the window has an application, dressed by the fixture `look`."""

import pytest
from PySide6.QtWidgets import QApplication


@pytest.fixture(autouse=True)
def with_application(qapp: QApplication) -> QApplication:
    return qapp
