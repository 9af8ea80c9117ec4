"""The page of the stored prompts edits, copies and deletes them, with a way back."""

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from ui.settings.settings_prompts import PromptsPage
from ui.state.stored_prompts import LONGEST_TEXT, StoredPrompt, StoredPrompts

A, B = StoredPrompt("A", "First {{word}}"), StoredPrompt("B", "Second")


@pytest.fixture
def page(qtbot: QtBot) -> PromptsPage:
    prompts = StoredPrompts()
    prompts.add(B, A)
    page = PromptsPage(prompts)
    prompts.setParent(page)
    qtbot.addWidget(page)
    page.show()
    return page


def names(page: PromptsPage) -> list[str]:
    return [it.name for it in page._prompts.all()]


def listed(page: PromptsPage) -> list[str]:
    return [page.list.item(row).text() for row in range(page.list.count())]


def test_a_change_is_saved_when_another_prompt_is_chosen(page: PromptsPage) -> None:
    assert (page.name.text(), page.text.toPlainText()) == ("A", A.text)
    assert "word" in page.about.text()
    page.name.setText("Z")
    page.text.setPlainText("Changed")
    page.list.setCurrentRow(1)
    assert page._prompts.all() == (B, StoredPrompt("Z", "Changed"))
    assert page.text.toPlainText() == B.text
    page.text.setPlainText("Left")
    page.hide()
    assert page._prompts.get("B") == StoredPrompt("B", "Left")


@pytest.mark.parametrize(
    ("name", "text"), [("", "x"), ("B", "x"), ("A", " "), ("A", "x " * LONGEST_TEXT)]
)
def test_what_cannot_be_saved_says_why(page: PromptsPage, name: str, text: str) -> None:
    page.name.setText(name)
    page.text.setPlainText(text)
    page._save()
    assert page.problem.isVisible() and page._prompts.all() == (A, B)


def test_a_deleted_prompt_comes_back(page: PromptsPage) -> None:
    page.delete.click()
    assert names(page) == ["B"] and page.undo.isVisible() and page.name.text() == "B"
    page.undo.go_back()
    assert names(page) == ["A", "B"] and page.name.text() == "A"


def test_new_prompts_and_copies_get_free_names(page: PromptsPage) -> None:
    page.duplicate.click()
    page.new.click()
    page.new.click()
    assert names(page) == ["A", "A (copy)", "B", "New prompt"]
    assert page.name.text() == "New prompt"
    QTest.keyClicks(page.text, "Mine")
    assert page.text.toPlainText() == "Mine"


def test_the_search_of_the_settings_finds_words_in_prompts(page: PromptsPage) -> None:
    assert page.mark_words(["second"]) == [page.list]
    assert listed(page) == ["B"]
    assert page.mark_words(["nothing"]) == []
    page.mark_words([])
    assert page.list.count() == 2


def test_a_prompt_added_under_a_search_is_shown(page: PromptsPage) -> None:
    page.mark_words(["second"])
    page.new.click()
    assert listed(page) == ["B", "New prompt"] and page.name.text() == "New prompt"
    page.name.setText("Mine")
    page.name.editingFinished.emit()
    assert listed(page) == ["B", "Mine"]
    page.mark_words(["nothing"])
    assert listed(page) == []


def test_examples_are_offered_only_while_there_are_no_prompts(page: PromptsPage) -> None:
    assert page.examples.isHidden()
    page.delete.click()
    page.delete.click()
    assert not page.examples.isHidden() and not page.name.isEnabled()
    page.examples.click()
    assert len(names(page)) == 5 and page.examples.isHidden()
