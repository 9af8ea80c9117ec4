import re
from collections.abc import Callable, Iterator
from xml.etree import ElementTree

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.desktop.translation import install_translators
from tests.kit.paths import ROOT
from tests.kit.translations import english_afterwards
from ui.state.shortcuts import with_native_keys
from ui.state.workspace import Workspace
from ui.window.manual_window import MANUAL, ManualWindow, manual_path

ENGLISH = MANUAL.read_text(encoding="utf-8").splitlines()
GERMAN = MANUAL.with_stem("manual_de").read_text(encoding="utf-8").splitlines()
CATALOGUE = ROOT / "resources" / "translations" / "duologue_de.ts"


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    with english_afterwards(qapp):
        install_translators(qapp, "de")
        yield


@pytest.fixture(scope="module")
def catalogue() -> dict[str, set[str]]:
    """Return the German texts of the window by the English ones."""
    found: dict[str, set[str]] = {}
    for message in ElementTree.parse(CATALOGUE).iter("message"):
        words = {message.findtext("translation", "")}
        words |= {form.text or "" for form in message.iter("numerusform")}
        found.setdefault(message.findtext("source", ""), set()).update(words)
    return found


def structure(line: str) -> tuple[str, int, int]:
    """Return what begins a line, its number of bold texts and its number of cells."""
    start = re.match(r"#+ |- |\||```.*|$|", line)
    assert start is not None
    return start[0], line.count("**"), line.count("|")


def names(line: str, quotes: str) -> set[str]:
    """Return the names of a path such as "Settings › General" one by one."""
    return {part for quoted in re.findall(quotes, line) for part in quoted.split(" › ")}


def test_both_manuals_have_the_same_structure() -> None:
    assert [structure(line) for line in GERMAN] == [structure(line) for line in ENGLISH]


def test_code_blocks_are_the_same() -> None:
    blocks = re.compile(r"```.*?```", re.DOTALL)
    assert blocks.findall("\n".join(GERMAN)) == blocks.findall("\n".join(ENGLISH)) != []


def keys(line: str) -> list[str]:
    found: list[str] = []
    with_native_keys(line, lambda it: found.append(it) or "")
    return sorted(found)


def code(line: str) -> list[str]:
    """Return the code of a line. The names of variables in prompts are translated."""
    return sorted(re.findall("`[^`]+`", re.sub(r"\{\{.*?\}\}", "variable", line)))


def links(line: str) -> list[str]:
    return re.findall(r"\]\(([^)]+)\)", line)


def numbers(line: str) -> list[str]:
    return sorted(re.findall(r"\d+", line))


@pytest.mark.parametrize("named", [keys, code, links, numbers])
def test_each_line_names_the_same(named: Callable[[str], list[str]]) -> None:
    assert any(named(line) for line in ENGLISH)
    assert [named(line) for line in GERMAN] == [named(line) for line in ENGLISH]


def test_each_line_names_the_same_texts_of_the_window(catalogue: dict[str, set[str]]) -> None:
    for english, german in zip(ENGLISH, GERMAN, strict=True):
        shown = names(german, "„([^“]+)“")
        assert [it for it in names(english, "“([^”]+)”") if not catalogue[it] & shown] == []


def test_bold_texts_of_the_window_are_those_of_the_german_one(
    catalogue: dict[str, set[str]],
) -> None:
    bold = r"\*\*([^*]+)\*\*"
    for english, german in zip(ENGLISH, GERMAN, strict=True):
        named, shown = names(english, bold), names(german, bold)
        assert [it for it in named & catalogue.keys() if not catalogue[it] & shown] == []


def test_names_in_german_quotes_exist_in_the_window(catalogue: dict[str, set[str]]) -> None:
    texts = set().union(*catalogue.values())
    assert names("\n".join(GERMAN), "„([^“]+)“") - texts == set()


def test_a_language_without_a_manual_has_the_english_one() -> None:
    assert manual_path() == MANUAL


@pytest.mark.usefixtures("german")
def test_a_german_window_shows_the_german_manual(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    window = ManualWindow(Workspace(parent).link_opened, parent)
    window.show()
    qtbot.waitUntil(lambda: window.contents.count() > 0)
    shown = [window.contents.item(row).text() for row in range(window.contents.count())]
    assert shown == [line.lstrip("# ") for line in GERMAN if re.match("##? ", line)]
    assert "Strg+" in window.text.plain_text()
    # QTest presses keys of ASCII alone.
    window.find_bar.field.setText("überfliegen")
    assert window.find_bar.count.text().startswith("1 von ")
    assert window.text.textCursor().selectedText().casefold() == "überfliegen"
