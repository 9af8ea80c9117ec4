"""The models window over a workspace with a library."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.kit.library_models import shelf
from ui.models.models_window import ModelsWindow
from ui.state.workspace import Workspace


@pytest.fixture
def workspace() -> Workspace:
    made = Workspace()
    made.library.set_models(shelf())
    return made


@pytest.fixture
def window(qtbot: QtBot, workspace: Workspace) -> ModelsWindow:
    made = ModelsWindow(workspace)
    # pytest-qt closes it again
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(made)
    made.show()
    return made
