"""The window uses the chosen language, and English where a translation is missing."""

import os
import subprocess
import sys
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QLocale, Qt, QTime
from PySide6.QtWidgets import QApplication, QDialogButtonBox
from pytestqt.qtbot import QtBot

from app.desktop import translation
from app.transfer.exporting.comparison_document import comparison_document
from app.transfer.exporting.csv_writer import as_csv
from app.transfer.exporting.markdown_writer import as_markdown
from engine.errors import no_check
from engine.sentences import say
from tests.kit.comparisons import Panes
from tests.kit.paths import ROOT
from tests.kit.translations import english_afterwards
from ui.look.language import number, tr, translated
from ui.look.numbers import video_time
from ui.state.export_choice import ExportChoice


def german_catalogue() -> dict[str, str]:
    """Return the catalogue without plurals and texts that have a comment."""
    root = ElementTree.parse(translation.FOLDER / "duologue_de.ts")
    found: dict[str, str] = {}
    for message in root.iter("message"):
        source, target = message.find("source"), message.find("translation")
        plain = message.find("comment") is None and message.get("numerus") is None
        if plain and source is not None and target is not None and source.text and target.text:
            found[source.text] = target.text
    return found


@pytest.fixture(autouse=True)
def translators_removed(qapp: QApplication) -> Iterator[None]:
    with english_afterwards(qapp):
        yield


def test_texts_of_the_window_and_qt_are_german(qapp: QApplication, qtbot: QtBot) -> None:
    translation.install_translators(qapp, "de")
    for text, wanted in german_catalogue().items():
        assert tr(text) == wanted
    cancel = QDialogButtonBox.StandardButton.Cancel
    buttons = QDialogButtonBox(cancel)
    qtbot.addWidget(buttons)
    assert buttons.button(cancel).text() == "Abbrechen"
    assert QLocale().language() == QLocale.Language.German


@pytest.mark.parametrize("language", ["ar_EG", ""])
def test_a_language_without_a_translation_is_english(
    qapp: QApplication, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "ar:en")
    translation.install_translators(qapp, language)
    assert tr("Settings") == "Settings"
    assert qapp.layoutDirection() == Qt.LayoutDirection.LeftToRight
    assert QLocale().toString(QTime(9, 5), "h:mm") == "9:05"


DATES = """
from PySide6.QtCore import QCoreApplication, QLocale, QTime
from app.desktop.translation import install_translators
app = QCoreApplication()
install_translators(app, "")
locale = QLocale()
print(locale.standaloneMonthName(3), locale.toString(QTime(15, 5), QLocale.FormatType.ShortFormat))
"""


@pytest.mark.skipif(sys.platform == "darwin", reason="a Mac has one setting for all")
@pytest.mark.parametrize(
    ("language", "times", "shown"),
    [("en", "de_DE.UTF-8", "March 15:05"), ("de", "en_GB.UTF-8", "März 15:05")],
)
def test_dates_are_in_the_language_of_the_window(language: str, times: str, shown: str) -> None:
    """Qt reads the language of the system once in a process."""
    system = {"LC_ALL": "", "LANG": "en_US.UTF-8", "LANGUAGE": language, "LC_TIME": times}
    command = sys.executable, "-X", "utf8", "-c", DATES
    ended = subprocess.run(
        command, cwd=ROOT, env=os.environ | system, capture_output=True, text=True, check=True
    )
    assert ended.stdout.strip() == shown


def test_english_has_its_plurals(qapp: QApplication) -> None:
    translation.install_translators(qapp, "en")
    assert (tr("%n message(s)", "", 1), tr("%n message(s)", "", 2)) == ("1 message", "2 messages")


def test_numbers_follow_the_language_of_the_texts(qapp: QApplication) -> None:
    size = say("{size:,.1f} of {files}", size=12345.67, files=7)
    assert (number(1234567), number(1234.5, 1)) == ("1,234,567", "1,234.5")
    assert translated(size) == "12,345.7 of 7"
    translation.install_translators(qapp, "de")
    assert (number(1234567), number(1234.5, 1)) == ("1.234.567", "1.234,5")
    assert translated(size) == "12.345,7 of 7"
    assert (video_time(5.25), video_time(3725)) == ("0:05,2", "1:02:05,0")


def test_an_exported_comparison_has_german_tables_and_numbers(qapp: QApplication) -> None:
    panes = Panes("Dot", "Gemma")
    panes.ask("Why?", "a", "b")
    panes.comparison.vote(0, 2)
    translation.install_translators(qapp, "de")
    document = comparison_document("Cats", panes.comparison.rounds, ExportChoice())
    text = "".join(as_markdown(document, {}))
    assert "| Spalte | Zustand | Stimme | 1. Token | Prompt tok/s | Erzeugung tok/s |" in text
    assert "| Gemma | fertig | gewonnen | 500 ms | 250 | 20,0 |" in text
    assert "| Gemma | Gemma | 1 | 0 | 1 |" in text and "Wins" not in text
    assert ",answered,won," in "".join(as_csv(panes.comparison.rounds, no_check))


def test_untranslated_languages_have_english_numbers_too(qapp: QApplication) -> None:
    translation.install_translators(qapp, "fi")
    assert number(1234.5, 1) == "1,234.5"
