"""A composer on the screen."""

import pytest
from pytestqt.qtbot import QtBot

from tests.kit.attachments import SEEING, new_composer, use_model
from ui.composer.composer import Composer


@pytest.fixture
def composer(qtbot: QtBot) -> Composer:
    """Return a composer with focus, for a model that reads images and videos."""
    composer = new_composer()
    qtbot.addWidget(composer)
    composer.resize(700, 240)
    use_model(composer, SEEING)
    composer.show()
    composer.take_focus()
    return composer
