"""Typing a slash offers the stored prompts, asks for their variables and inserts them."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from ui.composer.composer import Composer
from ui.composer.prompt_form import PromptForm, VariableField
from ui.composer.slash_list import MANAGE
from ui.state.chat import Chat
from ui.state.question import Question
from ui.state.stored_prompts import StoredPrompt, StoredPrompts

SUMMARY = StoredPrompt("Summary", "Summarize this.\nBriefly.")
TRANSLATE = StoredPrompt("Translate", "Into {{language:English}}, {{tone:formal|kind}}: {{text}}")


@pytest.fixture
def composer(qtbot: QtBot) -> Composer:
    chat = Chat(1)
    chat.prompts = StoredPrompts(chat)
    chat.prompts.add(SUMMARY, TRANSLATE)
    window = QWidget()
    composer = Composer(chat, parent=window)
    chat.setParent(composer)
    qtbot.addWidget(window)
    window.resize(700, 500)
    composer.setGeometry(50, 380, 600, 110)
    window.show()
    composer.editor.setFocus()
    qtbot.waitUntil(composer.editor.hasFocus)
    return composer


def offered(composer: Composer) -> list[str]:
    shown = composer.slash.shown
    return [it.name for it in composer.slash._placed_list().model.items] if shown else []


def press(qtbot: QtBot, composer: Composer, *keys: Qt.Key) -> None:
    for key in keys:
        qtbot.keyClick(composer.editor, key)


def form_of(composer: Composer) -> PromptForm:
    [form] = composer.findChildren(PromptForm)
    return form


def test_a_slash_offers_the_prompts_and_letters_filter_them(
    qtbot: QtBot, composer: Composer
) -> None:
    qtbot.keyClicks(composer.editor, "/")
    assert offered(composer) == ["Summary", "Translate", MANAGE.name]
    qtbot.keyClicks(composer.editor, "bRIEF")
    assert offered(composer) == ["Summary"]
    qtbot.keyClicks(composer.editor, "x")
    assert offered(composer) == []


@pytest.mark.parametrize("text", ["and/", "/usr/bin", "/ ", "//"])
def test_other_slashes_are_text(qtbot: QtBot, composer: Composer, text: str) -> None:
    qtbot.keyClicks(composer.editor, text)
    assert offered(composer) == []


def test_return_takes_the_chosen_prompt_and_undo_takes_it_back(
    qtbot: QtBot, composer: Composer
) -> None:
    qtbot.keyClicks(composer.editor, "First line")
    qtbot.keyClick(composer.editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClicks(composer.editor, "/")
    press(qtbot, composer, Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Tab)
    assert composer.editor.toPlainText() == f"First line\n{SUMMARY.text}"
    assert composer.draft.question.text == f"First line\n{SUMMARY.text}"
    composer.editor.undo()
    assert composer.editor.toPlainText() == "First line\n/"


def test_the_arrow_keys_of_a_mac_and_the_keypad_choose_a_prompt(
    qtbot: QtBot, composer: Composer
) -> None:
    qtbot.keyClicks(composer.editor, "/")
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Enter):
        qtbot.keyClick(composer.editor, key, Qt.KeyboardModifier.KeypadModifier)
    assert composer.editor.toPlainText() == SUMMARY.text


def test_escape_closes_the_list_and_keeps_the_slash(qtbot: QtBot, composer: Composer) -> None:
    qtbot.keyClicks(composer.editor, "/s")
    press(qtbot, composer, Qt.Key.Key_Escape)
    qtbot.keyClicks(composer.editor, "u")
    assert (offered(composer), composer.editor.toPlainText()) == ([], "/su")
    press(qtbot, composer, *[Qt.Key.Key_Backspace] * 3)
    qtbot.keyClicks(composer.editor, "/s")
    assert "Summary" in offered(composer)


def test_a_form_asks_for_the_variables(qtbot: QtBot, composer: Composer) -> None:
    qtbot.keyClicks(composer.editor, "/tra")
    press(qtbot, composer, Qt.Key.Key_Return)
    form = form_of(composer)
    assert list(form.fields) == ["language", "tone", "text"]
    text = form.fields["text"]
    assert isinstance(text, VariableField)
    qtbot.keyClicks(text, "Guten {{Tag}}")
    qtbot.keyClick(text, Qt.Key.Key_Return)
    assert composer.editor.toPlainText() == "Into English, formal: Guten {{Tag}}"
    assert composer.editor.hasFocus() or not form.isVisible()


def test_a_form_leaves_the_text_that_came_meanwhile(qtbot: QtBot, composer: Composer) -> None:
    composer.editor.setPlainText("/tra\nof a book")
    composer.editor.moveCursor(QTextCursor.MoveOperation.EndOfBlock)
    press(qtbot, composer, Qt.Key.Key_Return)
    composer.draft.restore(Question("Refused"))
    qtbot.keyClick(form_of(composer).fields["language"], Qt.Key.Key_Return)
    assert composer.editor.toPlainText() == "Refused\n/tra\nof a bookInto English, formal: "


def test_a_cancelled_form_leaves_what_was_typed(qtbot: QtBot, composer: Composer) -> None:
    qtbot.keyClicks(composer.editor, "/tra")
    press(qtbot, composer, Qt.Key.Key_Return)
    qtbot.keyClick(form_of(composer).fields["language"], Qt.Key.Key_Escape)
    assert composer.editor.toPlainText() == "/tra"


@pytest.mark.parametrize("cancelled", [False, True])
def test_a_form_that_a_click_elsewhere_closed_comes_back_as_it_was(
    qtbot: QtBot, composer: Composer, cancelled: bool
) -> None:
    composer.conversation.prompt_sought.emit(TRANSLATE)
    left = form_of(composer)
    qtbot.keyClicks(left.fields["text"], "Guten Tag")
    if cancelled:
        left.cancel.click()
    left.close()
    composer.conversation.prompt_sought.emit(TRANSLATE)
    text = next(it for it in composer.findChildren(PromptForm) if it.isVisible()).fields["text"]
    assert isinstance(text, VariableField)
    assert text.toPlainText() == ("" if cancelled else "Guten Tag")


def test_the_clipboard_is_filled_in_as_text(qtbot: QtBot, composer: Composer) -> None:
    QGuiApplication.clipboard().setText("{{language}} of the day")
    composer.conversation.prompt_sought.emit(StoredPrompt("P", "See: {{clipboard}}"))
    assert composer.editor.toPlainText() == "See: {{language}} of the day"


@pytest.mark.parametrize("prompt", ["See: {{clipboard}}", "See: {{text}}"])
def test_all_of_a_long_value_goes_with_the_prompt_as_a_file(
    qtbot: QtBot, composer: Composer, prompt: str
) -> None:
    text = "word " * 30_000
    pasted = QSignalSpy(composer.conversation.attachment_requests.text_pasted)
    QGuiApplication.clipboard().setText(text)
    composer.conversation.prompt_sought.emit(StoredPrompt("P", prompt))
    if "text" in prompt:
        field = form_of(composer).fields["text"]
        assert isinstance(field, VariableField)
        field.paste()
        qtbot.keyClick(field, Qt.Key.Key_Return)
    assert composer.editor.toPlainText() == "See: "
    assert [pasted.at(index) for index in range(pasted.count())] == [[text]]


def test_the_text_of_the_editor_is_kept_as_a_prompt(qtbot: QtBot, composer: Composer) -> None:
    prompts = composer.conversation.prompts
    assert prompts is not None
    qtbot.keyClicks(composer.editor, "Tell me a story.")
    with qtbot.waitSignal(prompts.page_wanted) as wanted:
        composer.slash._keep()
    assert wanted.args == ["Tell me a story."]
    assert prompts.get("Tell me a story.") == StoredPrompt("Tell me a story.", "Tell me a story.")
