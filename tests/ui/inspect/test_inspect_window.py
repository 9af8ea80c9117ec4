"""Inspect an answer: prompt, tokens, channel changes and the format in use."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtTest import QAbstractItemModelTester, QSignalSpy, QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.messages import (
    Aborted,
    Channel,
    Delta,
    Finished,
    FinishReason,
    ModelInfo,
    Timings,
    Traced,
    TracedToken,
    Usage,
)
from tests.kit.tabs import add_tab
from ui.conversation.message_reply import ReplyMessage
from ui.inspect.inspect_window import InspectWindow
from ui.inspect.token_table import CHANNEL, DRAFTED, ID, TEXT, TokenTable, TracedTokens
from ui.look import theme
from ui.state.chat import Chat
from ui.state.question import Question
from ui.state.turn import Turn
from ui.tabs.chat_tab import ChatTab
from ui.window.main_window import MainWindow

LEFT = Qt.MouseButton.LeftButton
REASONING, CONTENT, CALL = Channel.REASONING, Channel.CONTENT, Channel.TOOL_CALL
TOKENS = (
    TracedToken(11, " so", REASONING),
    TracedToken(2, "</think>", CONTENT, special=True),
    TracedToken(12, "\n\n", CONTENT),
    TracedToken(13, "<b>hi</b>\t", CONTENT),
    TracedToken(3, "<tool_call>", CALL, special=True),
    TracedToken(14, "{", CALL),
)
PROMPT = "<|im_start|>user\n<b>Hi</b> & bye<|im_end|>\n"
TRACE = Traced(7, "hermes", PROMPT, REASONING, TOKENS)
DOT = ModelInfo("/dot", "Dot", "dot", True, True, True, 4096, 1, 0.1, channel_format="hermes")


def replied(tab: ChatTab, *traces: Traced) -> ReplyMessage:
    tab.transcript.begin_reply(7, "/dot")
    tab.transcript.apply(Delta(7, CONTENT, "hi"))
    for trace in traces:
        tab.transcript.apply(trace)
    tab.transcript.apply(Finished(7, FinishReason.STOP, Usage(), Timings()))
    message = tab.view.message(-1)
    assert isinstance(message, ReplyMessage)
    return message


@pytest.fixture
def window(qtbot: QtBot) -> MainWindow:
    window = MainWindow()
    qtbot.addWidget(window)
    window.workspace.engine.set_model(DOT)
    add_tab(window, Chat(1))
    window.show()
    return window


def inspected(window: MainWindow, *traces: Traced) -> InspectWindow:
    message = replied(window.current_chat(), *(traces or (TRACE,)))
    QTest.mouseClick(message.footer.inspect_button, LEFT)
    return window.findChildren(InspectWindow)[-1]


def column_texts(model: QAbstractItemModel, column: int) -> list[str]:
    return [model.index(row, column).data() for row in range(model.rowCount())]


# --- the button -------------------------------------------------------------------------------


def test_only_an_ended_reply_with_a_trace_can_be_inspected(window: MainWindow) -> None:
    tab = window.current_chat()
    assert not replied(tab).footer.inspect_button.isVisible()
    tab.transcript.begin_reply(8)
    tab.transcript.apply(Traced(8, "hermes", "", CONTENT, ()))
    growing = tab.view.message(-1)
    assert isinstance(growing, ReplyMessage)
    assert not growing.footer.inspect_button.isVisible()
    tab.transcript.apply(Aborted(8, Usage(), Timings()))
    assert growing.footer.inspect_button.isVisible()
    assert growing.footer.inspect_button.accessibleName() == "Inspect prompt and tokens"


def test_the_window_is_not_modal_and_named_after_the_chat(window: MainWindow) -> None:
    window.current_chat().transcript.add_question(Question("Hello?"))
    found = inspected(window)
    assert found.isVisible()
    assert not found.isModal()
    assert found.windowTitle() == "Inspect – Hello?"
    QTest.keyClick(found, Qt.Key.Key_Escape)
    assert not found.isVisible()


# --- the prompt -------------------------------------------------------------------------------


@pytest.mark.styled
def test_the_prompt_is_plain_text_that_can_be_copied(window: MainWindow, qtbot: QtBot) -> None:
    found = inspected(window)
    assert found.prompt.isVisible()
    assert found.prompt.toPlainText() == PROMPT
    assert found.prompt.isReadOnly()
    assert found.prompt.font().family() == theme.MONO
    qtbot.mouseClick(found.copy_button, LEFT)
    assert QApplication.clipboard().text() == PROMPT


def test_what_was_left_out_of_the_prompt_is_gray(window: MainWindow) -> None:
    # Qt counts an emoji as two, and long words are broken.
    prompt = "🙂 one two " + "x" * 5_000 + " three 🙂 four"
    ranges = tuple((prompt.index(it), prompt.index(it) + len(it)) for it in ("two", "three 🙂"))
    found = inspected(window, Traced(7, "hermes", prompt, CONTENT, TOKENS, ranges))
    gray = [it.cursor.selectedText() for it in found.prompt.extraSelections()]
    assert gray == ["two", "three 🙂"]
    assert found.length.text().endswith("10 characters not read, in gray")


def test_each_part_of_a_continued_reply_has_its_own_trace(window: MainWindow, qtbot: QtBot) -> None:
    later = Traced(7, "mistral", "later", CONTENT, TOKENS[:1])
    found = inspected(window, TRACE, later)
    assert found.prompt.toPlainText() == "later"
    assert "mistral" in found.format.used.text()
    qtbot.mouseClick(found.parts[0], LEFT)
    assert found.prompt.toPlainText() == PROMPT
    assert found.tokens.model is not None
    assert found.tokens.model.rowCount() == len(TOKENS)
    assert "hermes" in found.format.used.text()


def test_a_reply_of_one_part_has_no_choice_of_parts(window: MainWindow) -> None:
    assert not inspected(window).parts[0].isVisible()


# --- the tokens -------------------------------------------------------------------------------


def test_the_token_model_follows_qts_rules(qtbot: QtBot) -> None:
    model = TracedTokens(TRACE)
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    assert column_texts(model, ID) == ["11", "2", "12", "13", "3", "14"]
    assert column_texts(model, TEXT) == ["·so", "</think>", "↵↵", "<b>hi</b>⇥", "<tool_call>", "{"]
    assert column_texts(model, CHANNEL) == [
        "reasoning",
        "reasoning → answer",
        "answer",
        "answer",
        "answer → tool call",
        "tool call",
    ]


def test_accepted_drafts_are_marked_and_counted(qtbot: QtBot) -> None:
    table = TokenTable()
    qtbot.addWidget(table)
    table.show_trace(TRACE)
    assert table.view.isColumnHidden(DRAFTED) and "drafted" not in table.caption.text()
    drafted = (TOKENS[0], *(replace(token, drafted=True) for token in TOKENS[1:3]))
    table.show_trace(replace(TRACE, tokens=drafted))
    assert table.model is not None
    assert column_texts(table.model, DRAFTED) == ["", "drafted", "drafted"]
    assert not table.view.isColumnHidden(DRAFTED)
    assert "2 drafted" in table.caption.text()


def test_rows_that_switched_the_channel_are_marked(qtbot: QtBot) -> None:
    model = TracedTokens(TRACE)
    assert model.switches == [1, 4]
    background = Qt.ItemDataRole.BackgroundRole
    marked = [row for row in range(6) if model.index(row, TEXT).data(background)]
    assert marked == [1, 4]
    assert TracedTokens(Traced(7, "", "", CONTENT, TOKENS[:1])).switches == [0]


def test_a_screen_reader_hears_the_text_itself(qtbot: QtBot) -> None:
    model = TracedTokens(TRACE)
    assert model.index(0, TEXT).data(Qt.ItemDataRole.AccessibleTextRole) == " so"


def test_keys_step_through_channel_changes_in_a_cycle(window: MainWindow, qtbot: QtBot) -> None:
    found = inspected(window)
    found.tabs[1].click()
    table = found.tokens
    assert table.view.isVisible()
    assert table.caption.text() == "6 tokens · the channel changes 2 times"
    stepped = []
    for _ in range(3):
        qtbot.mouseClick(table.next, LEFT)
        stepped.append(table.view.currentIndex().row())
    qtbot.mouseClick(table.previous, LEFT)
    stepped.append(table.view.currentIndex().row())
    QTest.keyClick(table.view, Qt.Key.Key_F3)
    stepped.append(table.view.currentIndex().row())
    QTest.keyClick(table.view, Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
    stepped.append(table.view.currentIndex().row())
    assert stepped == [1, 4, 1, 4, 1, 4]


def test_without_a_channel_change_no_step_is_possible(qtbot: QtBot) -> None:
    table = TokenTable()
    qtbot.addWidget(table)
    table.show_trace(Traced(7, "", "", REASONING, TOKENS[:1]))
    assert not table.next.isEnabled()
    assert table.caption.text() == "1 token · one channel"
    table.step(1)
    assert not table.view.currentIndex().isValid()


class Counted(TracedTokens):
    """Counts what is asked of it."""

    asked = 0

    def data(self, index, role=Qt.ItemDataRole.DisplayRole):
        self.asked += role == Qt.ItemDataRole.DisplayRole
        return super().data(index, role)


def test_only_visible_rows_of_many_tokens_are_made(qtbot: QtBot) -> None:
    tokens = tuple(TracedToken(number, "x", CONTENT) for number in range(30_000))
    table = TokenTable()
    qtbot.addWidget(table)
    table.show_trace(TRACE)
    model = Counted(Traced(7, "", "", CONTENT, tokens))
    table.view.setModel(model)
    table.resize(700, 500)
    table.show()
    qtbot.waitUntil(lambda: model.asked > 0)
    table.view.scrollToBottom()
    qtbot.waitUntil(lambda: table.view.rowAt(10) > 29_000)
    assert model.asked < 2_000


# --- the format -------------------------------------------------------------------------------


def items(found: InspectWindow) -> list[str]:
    combo = found.format.combo
    return [combo.itemText(index) for index in range(combo.count())]


def test_the_format_in_use_can_be_overridden_for_the_model(window: MainWindow) -> None:
    window.workspace.engine.set_formats(["gemma", "hermes"], {})
    found = inspected(window)
    combo = found.format.combo
    assert items(found) == ["Detected: hermes", "gemma", "hermes"]
    assert combo.currentText() == "Detected: hermes"
    assert found.format.used.text() == "This answer was read as hermes."
    chosen = QSignalSpy(window.workspace.model_requests.format_chosen)
    combo.setFocus()
    QTest.keyClick(combo, Qt.Key.Key_Down)
    assert chosen.count() == 1
    assert chosen.at(0) == ["/dot", "gemma"]
    QTest.keyClick(combo, Qt.Key.Key_Up)
    assert chosen.at(1) == ["/dot", ""]


def test_a_chosen_format_appears_in_open_windows(window: MainWindow) -> None:
    found = inspected(window)
    window.workspace.engine.set_formats(["gemma", "hermes"], {"/dot": "gemma", "/other": "hermes"})
    assert found.format.combo.currentText() == "gemma"
    window.workspace.engine.set_formats(["gemma"], {"/dot": "gone"})
    assert found.format.combo.currentText() == "gone"


def test_no_detected_format_is_invented_for_an_unknown_model(
    window: MainWindow,
) -> None:
    tab = window.current_chat()
    turn = Turn("assistant", model_id="/unknown", traces=(TRACE,))
    tab.chat.message_requests.inspected.emit(turn)
    assert items(window.findChildren(InspectWindow)[-1]) == ["As detected"]


def test_a_very_long_word_wraps_and_is_copied_unchanged(window: MainWindow, qtbot: QtBot) -> None:
    """Layout of a single line this long would freeze the window for seconds."""
    found = inspected(window, Traced(7, "hermes", "x" * 5000, CONTENT, TOKENS))
    assert found.prompt.toPlainText() == "\n".join(["x" * 2000, "x" * 2000, "x" * 1000])
    qtbot.mouseClick(found.copy_button, LEFT)
    assert QApplication.clipboard().text() == "x" * 5000
