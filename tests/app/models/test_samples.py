"""The samples of the first start ask in the person's language."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QTranslator
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from app.models.samples import samples
from tests.kit.paths import ROOT
from ui.tabs.welcome import IMAGE


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    translator = QTranslator()
    assert translator.load(str(ROOT / "resources" / "translations" / "duologue_de.qm"))
    qapp.installTranslator(translator)
    yield
    qapp.removeTranslator(translator)


def test_each_sample_has_its_file_and_a_question() -> None:
    found = samples()
    assert [it.question for it in found][1:3] == [
        "How many stars are there?",
        "What color is the triangle?",
    ]
    assert all(it.path.is_file() and not it.preview().isNull() for it in found)
    # drawn without scaling on a screen with twice the pixels
    assert all(QImage(str(it.card)).size() == IMAGE * 2 for it in found)


@pytest.mark.usefixtures("german")
def test_a_german_window_asks_in_german() -> None:
    assert [it.question for it in samples()] == [
        "Was siehst du?",
        "Wie viele Sterne sind es?",
        "Welche Farbe hat das Dreieck?",
        "Wohin bewegt sich der Kreis?",
    ]
