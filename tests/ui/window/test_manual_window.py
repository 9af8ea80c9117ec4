import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.kit.paths import ROOT
from ui.state.shortcuts import native, with_native_keys
from ui.window.main_window import MainWindow
from ui.window.manual_window import MANUAL, ManualWindow

TEXT = MANUAL.read_text(encoding="utf-8")
GERMAN = MANUAL.with_stem("manual_de").read_text(encoding="utf-8")
TITLES = re.findall(r"(?m)^#{1,2} (.*)$", TEXT)
# The German catalogue has every text of the window as the source of a translation.
CATALOGUE = ROOT / "resources" / "translations" / "duologue_de.ts"
README = ROOT / "README.md"


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    window = MainWindow()
    qtbot.addWidget(window)
    window.show()
    yield window
    window.close()


@pytest.fixture
def manual(window: MainWindow, qtbot: QtBot) -> ManualWindow:
    window.menus.actions["manual"].trigger()
    [manual] = window.findChildren(ManualWindow)
    assert manual.isVisible()
    assert not manual.text.toPlainText(), "the window comes first, its long text after it"
    qtbot.waitUntil(lambda: manual.contents.count() > 0)
    qtbot.waitUntil(lambda: manual.area.verticalScrollBar().maximum() > 0)
    return manual


@cache
def texts() -> set[str]:
    """Return every text of the window in English."""
    messages = ElementTree.parse(CATALOGUE).iter("message")
    return {message.findtext("source", "") for message in messages}


def titles(manual: ManualWindow) -> list[str]:
    return [manual.contents.item(row).text() for row in range(manual.contents.count())]


def scrolled(manual: ManualWindow) -> int:
    return manual.area.verticalScrollBar().value()


def test_the_manual_opens_once_and_lists_its_sections(
    window: MainWindow, manual: ManualWindow
) -> None:
    window.dialogs.show_manual()
    assert window.findChildren(ManualWindow) == [manual]
    assert titles(manual) == TITLES
    assert len(TITLES) > 10
    assert "config.json" in manual.text.plain_text()


def test_each_section_in_the_list_scrolls_to_its_heading(manual: ManualWindow) -> None:
    tops = []
    for row in range(manual.contents.count()):
        manual.contents.setCurrentRow(row)
        tops.append(scrolled(manual))
    assert tops == sorted(tops)
    assert len(set(tops)) > len(tops) - 3, "only the last sections fit into one view"


def test_a_clicked_section_is_shown_again_after_scrolling(manual: ManualWindow) -> None:
    manual.contents.setCurrentRow(5)
    before = scrolled(manual)
    manual.area.verticalScrollBar().setValue(0)
    place = manual.contents.visualItemRect(manual.contents.item(5)).center()
    QTest.mouseClick(manual.contents.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert scrolled(manual) == before > 0


def test_find_selects_one_match_after_the_other(manual: ManualWindow) -> None:
    def found() -> tuple[str, str, int]:
        cursor = manual.text.textCursor()
        return manual.find_bar.count.text(), cursor.selectedText().lower(), cursor.selectionStart()

    QTest.keyClicks(manual.find_bar.field, "csv")
    words, text, first = found()
    count = int(words.removeprefix("1 of "))
    assert (text, scrolled(manual) > 0) == ("csv", True)
    QTest.keyClick(manual.find_bar.field, Qt.Key.Key_Return)
    assert found()[:2] == (f"2 of {count}", "csv")
    QTest.keyClick(manual.find_bar.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert found() == (words, text, first)
    manual.find_bar.previous.click()
    assert found()[0] == f"{count} of {count}", "it goes on at the other end"
    QTest.keyClicks(manual.find_bar.field, " no such words")
    assert manual.find_bar.count.text() == "No match"


def test_page_down_in_the_text_scrolls_it(manual: ManualWindow) -> None:
    manual.text.setFocus()
    QTest.keyClick(manual.text, Qt.Key.Key_PageDown)
    assert scrolled(manual) > 0


def test_a_web_link_asks_the_window_to_open_it(
    window: MainWindow, manual: ManualWindow, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(window.workspace.link_opened) as opened:
        manual.text.link_activated.emit("https://huggingface.co/mlx-community")
    assert opened.args == ["https://huggingface.co/mlx-community"]


def test_escape_ends_the_search_and_then_closes_the_manual(manual: ManualWindow) -> None:
    QTest.keyClicks(manual.find_bar.field, "csv")
    QTest.keyClick(manual.find_bar.field, Qt.Key.Key_Escape)
    assert manual.find_bar.field.text() == ""
    assert manual.isVisible()
    QTest.keyClick(manual.find_bar.field, Qt.Key.Key_Escape)
    assert not manual.isVisible()


@pytest.mark.parametrize("path", [MANUAL, README], ids=lambda path: path.name)
def test_names_in_quotes_exist_in_the_window(path: Path) -> None:
    quoted = re.findall("“([^”]+)”", path.read_text(encoding="utf-8"))
    assert quoted
    assert [part for name in quoted for part in name.split(" › ") if part not in texts()] == []


def test_the_readme_quotes_messages_as_the_application_writes_them() -> None:
    rows = [line for line in README.read_text("utf-8").splitlines() if line.startswith("| *")]
    quoted = [part for row in rows for part in re.findall(r"\*([^*]+)\*", row)]
    assert len(quoted) > 5
    source = "\n".join([*texts(), (ROOT / "packaging" / "run.py").read_text("utf-8")])
    parts = [part.strip() for text in quoted for part in text.split("…")]
    assert [part for part in parts if part not in source] == []


def as_on_a_mac(keys: str) -> str:
    """Return the signs that Qt writes there."""
    signs = {"Meta": "⌃", "Alt": "⌥", "Shift": "⇧", "Ctrl": "⌘", "Tab": "⇥", "Left": "←"}
    *modifiers, key = re.split(r"\+(?!$)", keys)
    order = [it for it in signs if it in modifiers]
    return "".join(signs.get(it, it) for it in (*order, str(key)))


@pytest.mark.parametrize(
    ("platform", "write", "written"),
    [
        ("linux", native, "Ctrl+Shift+L, Ctrl++, Alt+Left, Ctrl+1 to 9, Ctrl+Tab; Shift, Esc"),
        ("darwin", as_on_a_mac, "⇧⌘L, ⌘+, ⌥←, ⌘1 to 9, ⌃⇥; Shift, Esc"),
    ],
)
def test_keys_are_written_as_the_system_writes_them(
    platform: str,
    write: Callable[[str], str],
    written: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    text = "Ctrl+Shift+L, Ctrl+Plus, Alt+Left, Ctrl+1 to 9, Ctrl+Tab; Shift, Esc"
    assert with_native_keys(text, write) == written


@pytest.mark.parametrize("text", [TEXT, GERMAN], ids=["English", "German"])
def test_all_keys_of_the_manual_are_known_and_none_is_left(text: str) -> None:
    named: list[str] = []
    left = with_native_keys(text, lambda keys: named.append(keys) or "")
    assert len(named) > 30
    assert [it for it in named if not QKeySequence(it).toString()] == []
    assert re.findall(r"(?:Ctrl|Alt)\b", left) == []


def test_every_link_of_the_manual_leads_to_the_web() -> None:
    links = re.findall(r"\]\(([^)]+)\)", TEXT)
    assert links
    assert all(link.startswith("https://") for link in links), "other links lead nowhere there"
