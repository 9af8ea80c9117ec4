"""A call of a tool in a reply: what its card shows, and what a person can decide with it."""

import json
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent, QContextMenuEvent, QKeyEvent
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from engine.messages import (
    Aborted,
    Channel,
    Delta,
    Finished,
    FinishReason,
    ModelInfo,
    Timings,
    ToolCall,
    ToolInvocation,
    Usage,
)
from tests.kit.translations import in_other_words
from ui.conversation.call_cards import ToolCallCard
from ui.conversation.message_reply import ReplyMessage
from ui.look import theme
from ui.state.call_words import argument_text
from ui.state.called_tool import CalledTool, CallState, Decision
from ui.state.chat import Chat
from ui.state.question import Question
from ui.state.tool_terms import Part, ToolChange
from ui.state.turn import Turn
from ui.tabs.chat_tab import ChatTab
from ui.widgets.folded_text import MOST

DOT = ModelInfo("dot", "Dot", "dot", True, True, True, 4096, 1, 0.1)
ARGUMENTS = '{"expression": "6*7"}'
LEFT, CONTROL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier
NO_KEYS = Qt.KeyboardModifier.NoModifier
ENTER, SPACE, ESCAPE = Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Escape
LONG = "A paragraph with some words in it, to fill the page.\n\n" * 60


class ChatOnScreen:
    """A chat on screen whose model calls tools."""

    def __init__(self, qtbot: QtBot) -> None:
        self.tab = ChatTab(Chat(1))
        self.transcript = self.tab.transcript
        self.requests = self.tab.chat.message_requests
        self.decided = QSignalSpy(self.requests.call_decided)
        qtbot.addWidget(self.tab)
        self.tab.resize(700, 600)
        self.tab.chat.set_model(DOT)
        self.tab.show()
        self.tab.activateWindow()
        assert QTest.qWaitForWindowActive(self.tab)
        self.tab.composer.take_focus()

    def call(self, *call_ids: str, written: str = "", text: str = "", end: bool = True) -> None:
        """A reply with these calls."""
        self.transcript.begin_reply(1)
        if text:
            self.transcript.apply(Delta(1, Channel.CONTENT, text))
        for call_id in call_ids:
            call = ToolInvocation("calculator", ARGUMENTS, call_id)
            self.transcript.apply(ToolCall(1, call, written))
        if end:
            self.end()

    def end(self) -> None:
        self.transcript.apply(Finished(1, FinishReason.TOOL_CALLS, Usage(), Timings()))

    def change(self, call_id: str = "a", **changes: object) -> None:
        self.transcript.change_call(call_id, **changes)

    @property
    def cards(self) -> list[ToolCallCard]:
        reply = self.tab.view.message(-1)
        assert isinstance(reply, ReplyMessage)
        return reply.calls.cards

    @property
    def card(self) -> ToolCallCard:
        return self.cards[0]

    @property
    def decisions(self) -> list[tuple[object, ...]]:
        return [tuple(self.decided.at(index)) for index in range(self.decided.count())]

    def shown_buttons(self) -> list[str]:
        found = self.tab.view.findChildren(QPushButton)
        return [button.text() for button in found if button.isVisible()]


@pytest.fixture
def chat(qtbot: QtBot) -> ChatOnScreen:
    return ChatOnScreen(qtbot)


def focused() -> object:
    return QApplication.focusWidget()


def press_for_menu(widget: QWidget, at: QPoint) -> None:
    reason = QContextMenuEvent.Reason.Mouse
    QApplication.sendEvent(widget, QContextMenuEvent(reason, at, widget.mapToGlobal(at)))


# --- what it shows ---------------------------------------------------------------------------


@pytest.mark.styled
def test_a_narrow_card_shows_the_words_of_all_its_buttons(chat: ChatOnScreen) -> None:
    chat.tab.resize(330, 600)
    with in_other_words({"Run": ("Ausführen",), "Don't run": ("Auf keinen Fall ausführen",)}):
        chat.call("a")
    (card,) = chat.cards
    buttons = [it for it in card.buttons.findChildren(QPushButton) if it.isVisible()]
    assert len(buttons) == 5
    assert all(it.width() >= it.sizeHint().width() for it in buttons)
    assert all(card.buttons.rect().contains(it.geometry()) for it in buttons)
    assert card.rect().contains(card.buttons.geometry())


def test_the_text_of_a_card_has_the_menu_of_its_message(chat: ChatOnScreen) -> None:
    chat.call("a", text="Let me see.")
    text = chat.card.arguments.text
    text.selectAll()
    press_for_menu(text.viewport(), QPoint(5, 5))
    (menu,) = chat.tab.view.message(-1).findChildren(QMenu)
    actions = {it.text(): it for it in menu.actions()}
    assert "Copy answer as Markdown" in actions
    actions["Copy"].trigger()
    assert QApplication.clipboard().text() == 'expression: "6*7"'
    menu.close()


def test_a_call_is_shown_with_its_title_name_and_arguments(chat: ChatOnScreen) -> None:
    chat.call("a")
    assert chat.card.title.text() == "calculator"
    assert not chat.card.name.isVisible(), "it is the title"
    chat.change(title="Calculator")
    assert (chat.card.title.text(), chat.card.name.text()) == ("Calculator", "calculator")
    assert chat.card.name.isVisible()
    assert chat.card.arguments.text.toPlainText() == 'expression: "6*7"'
    assert chat.card.state.text() == "Wants to run"
    assert chat.card.accessibleName() == "Tool call Calculator: Wants to run"
    assert chat.card.accessibleDescription() == 'expression: "6*7"'


def test_nothing_can_be_decided_while_the_reply_grows(chat: ChatOnScreen, qtbot: QtBot) -> None:
    chat.call("a", end=False)
    qtbot.waitUntil(lambda: chat.cards != [])
    assert chat.shown_buttons() == []
    assert chat.card.state.text() == "Waiting for the answer to finish"
    chat.card.decide(Decision.ONCE)
    assert chat.decisions == []
    chat.end()
    assert chat.shown_buttons() == ["Run", "Always", "Don't run", "Never", "Edit"]


@pytest.mark.parametrize(
    ("state", "caption"),
    [
        (CallState.DONE, "Done in 250 ms"),
        (CallState.FAILED, "Failed after 250 ms"),
        (CallState.DECLINED, "Declined"),
        (CallState.DROPPED, "Not run"),
    ],
)
def test_each_end_of_a_call_is_shown(chat: ChatOnScreen, state: CallState, caption: str) -> None:
    chat.call("a")
    chat.change(state=state, result="42", seconds=0.25)
    assert chat.card.state.text() == caption
    assert chat.card.accessibleName().endswith(caption)
    assert chat.shown_buttons() == []
    has_result = state in (CallState.DONE, CallState.FAILED)
    assert chat.card.result.isVisible() == has_result
    assert chat.card.result.text.toPlainText() == ("42" if has_result else "")


def test_a_running_call_counts_its_seconds_and_is_named_once(
    chat: ChatOnScreen, qtbot: QtBot
) -> None:
    chat.call("a")
    chat.change(state=CallState.RUNNING)
    first = chat.card.state.text()
    assert first.startswith("Running… 0.")
    named = chat.card.accessibleName()
    qtbot.waitUntil(lambda: chat.card.state.text() not in (first, "Running… 0.0 s"))
    assert chat.card.accessibleName() == named == "Tool call calculator: Running"
    chat.change(state=CallState.DONE, seconds=2.0)
    assert chat.card.state.text() == "Done in 2.0 s"
    assert chat.card.result.text.toPlainText() == "The tool returned nothing."


def test_a_call_whose_server_starts_says_so_and_counts_no_seconds(
    chat: ChatOnScreen, qtbot: QtBot
) -> None:
    chat.call("a")
    chat.change(state=CallState.RUNNING, awaits="files")
    assert chat.card.state.text() == "Starting the tool server files…"
    assert chat.card.accessibleName().endswith(": Starting the tool server files…")
    assert not chat.card._tick.isActive()
    chat.change(awaits="")
    assert chat.card.state.text().startswith("Running… 0.")


def test_a_result_is_plain_text_folded_after_its_first_lines(
    chat: ChatOnScreen, qtbot: QtBot
) -> None:
    chat.call("a")
    lines = [f"<b>line</b> {number} &amp; **more**" for number in range(30)]
    chat.change(state=CallState.DONE, result="\n".join(lines))
    result = chat.card.result
    assert result.text.toPlainText() == "\n".join(lines[:3]) + "…"
    assert result.more.text() == "Show all 30 lines"
    qtbot.mouseClick(result.more, LEFT)
    assert result.text.toPlainText() == "\n".join(lines)
    assert result.more.text() == "Show less"
    QTest.keyClick(result.more, SPACE)
    assert result.text.toPlainText() == "\n".join(lines[:3]) + "…"


def test_a_short_result_has_nothing_to_unfold(chat: ChatOnScreen) -> None:
    chat.call("a")
    chat.change(state=CallState.DONE, result="a\nb\nc")
    assert chat.card.result.text.toPlainText() == "a\nb\nc"
    assert not chat.card.result.more.isVisible()


def test_a_huge_result_is_bounded(chat: ChatOnScreen, qtbot: QtBot) -> None:
    chat.call("a")
    chat.change(state=CallState.DONE, result="x" * (MOST + 5000))
    result = chat.card.result
    assert result.more.text() == f"Show all {MOST + 5000:,} characters"
    assert len(result.text.toPlainText()) < 1000
    qtbot.mouseClick(result.more, LEFT)
    assert result.text.toPlainText().endswith("(5,000 more characters are not shown.)")


def test_a_very_long_line_is_laid_out_in_blocks_and_copied_unchanged(
    chat: ChatOnScreen, qtbot: QtBot
) -> None:
    chat.call("a")
    whole = "x" * 50_000 + " " + "word " * 1000
    chat.change(state=CallState.DONE, result=whole)
    qtbot.mouseClick(chat.card.result.more, LEFT)
    text = chat.card.result.text
    blocks = text.toPlainText().split("\n")
    assert max(map(len, blocks)) <= 2000
    assert all(it.strip("x").startswith((" word", "word ")) for it in blocks if "w" in it)
    text.selectAll()
    assert text.selected_text() == text.plain_text() == whole


def test_a_very_long_name_is_cut(chat: ChatOnScreen) -> None:
    chat.transcript.begin_reply(1)
    chat.transcript.apply(ToolCall(1, ToolInvocation("n" * 1_000_000, "{}", "a")))
    chat.end()
    assert chat.card.title.text() == "n" * 199 + "…"
    assert len(chat.card.accessibleName()) < 300


def test_arguments_too_large_for_the_editor_are_not_edited(chat: ChatOnScreen) -> None:
    chat.transcript.begin_reply(1)
    chat.transcript.apply(ToolCall(1, ToolInvocation("f", f'{{"a": "{"x" * 20_000}"}}', "a")))
    chat.end()
    assert chat.shown_buttons() == ["Run", "Always", "Don't run", "Never"]


@pytest.mark.styled
def test_unfolding_does_not_move_the_text(chat: ChatOnScreen, qtbot: QtBot) -> None:
    chat.call("a", text=LONG)
    chat.change(state=CallState.DONE, result="line\n" * 200)
    bar, card = chat.tab.view.verticalScrollBar(), chat.card
    before = card.mapTo(chat.tab, card.rect().topLeft())
    maximum = bar.maximum()
    qtbot.mouseClick(card.result.more, LEFT)
    qtbot.waitUntil(lambda: bar.maximum() > maximum)
    assert card.mapTo(chat.tab, card.rect().topLeft()) == before


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        ('{"a": 1, "b": [true, null]}', "a: 1\nb: [true, null]"),
        ('{"a": "ü"}', 'a: "ü"'),
        ('{"a\\nb": "c"}', 'a\\nb: "c"'),
        ('{"text": "one\\n  two"}', "text:\n    one\n      two"),
        ('{"a": "x\\u202ey"}', 'a: "x\\u202ey"'),
        ('{"a": "x\u202ey\u00a0z"}', 'a: "x\\u202ey\u00a0z"'),
        ('{"a\\u200bb": "\U000e0041"}', 'a\\u200bb: "\\U000e0041"'),
        ("no JSON", "no JSON"),
        ("[1]", "[1]"),
        ("[" * 10_000, "[" * 10_000),
    ],
)
def test_arguments_are_on_lines_with_nothing_hidden(arguments: str, lines: str) -> None:
    assert argument_text(arguments) == lines


def test_a_dropped_call_shows_the_reason(chat: ChatOnScreen) -> None:
    chat.call("a")
    chat.transcript.drop_calls()
    assert chat.card.note.text() == "Not run, because you continued without it."
    chat.transcript.begin_reply(2)
    chat.transcript.apply(ToolCall(2, ToolInvocation("calculator", ARGUMENTS, "b")))
    chat.transcript.apply(Aborted(2, Usage(), Timings()))
    assert chat.card.note.text() == "Not run, because the answer was cut short."
    assert chat.card.note.isVisible()


def test_a_call_dropped_while_running_does_not_claim_it_never_ran(
    chat: ChatOnScreen,
) -> None:
    chat.call("a")
    chat.change(state=CallState.RUNNING)
    chat.transcript.drop_calls()
    assert chat.card.state.text() == "Stopped"
    assert chat.card.note.text().startswith("The tool was started, but stopped")
    assert chat.card.accessibleName().endswith("Stopped")


@pytest.mark.parametrize("asked", [False, True])
def test_numbers_stand_where_the_answer_ends(chat: ChatOnScreen, asked: bool) -> None:
    chat.call("a", "b", text="Let me see.")
    chat.change("a", state=CallState.RUNNING)
    chat.transcript.drop_running_calls()
    chat.change("b", state=CallState.DONE, result="42")
    if asked:
        chat.transcript.add_question(Question("And then?"))
    chat.transcript.begin_reply(2)
    chat.transcript.apply(Delta(2, Channel.CONTENT, "It is 42."))
    chat.transcript.apply(Finished(2, FinishReason.STOP, Usage(), Timings()))
    chat.tab.view.show_changes()
    first, last = chat.tab.findChildren(ReplyMessage)
    assert first.footer.isVisible() is asked
    assert last.footer.isVisible()


@pytest.mark.parametrize(
    ("written", "started", "goes_on"),
    [("", False, False), ("text", False, True), ("text", True, False)],
)
def test_a_suggested_call_that_nobody_ran_does_not_end_the_answer(
    written: str, started: bool, goes_on: bool
) -> None:
    call = ToolInvocation("calculator", ARGUMENTS, "a")
    done = CalledTool(call, state=CallState.DONE)
    dropped = CalledTool(call, written, CallState.DROPPED, started=started)
    assert Turn("assistant", tool_calls=[done, dropped]).has_results is goes_on


@pytest.mark.styled
@pytest.mark.parametrize("scheme", [Qt.ColorScheme.Dark, Qt.ColorScheme.Light])
def test_the_icon_has_the_colour_of_its_state_in_each_scheme(
    chat: ChatOnScreen, qapp: QApplication, scheme: Qt.ColorScheme
) -> None:
    chat.call("a", "b")
    chat.change("b", state=CallState.FAILED, result="no")
    theme.apply(qapp, scheme)
    wanted = theme.colors().accent, theme.colors().red
    for card, color in zip(chat.cards, wanted, strict=True):
        image = card.icon.pixmap().toImage()
        columns, rows = range(image.width()), range(image.height())
        assert color in {image.pixelColor(x, y).name() for x in columns for y in rows}


# --- deciding --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("button", "decision"),
    [
        ("run", Decision.ONCE),
        ("always", Decision.ALWAYS),
        ("decline", Decision.DECLINE),
        ("never", Decision.NEVER),
    ],
)
@pytest.mark.parametrize("how", ["click", "return", "space"])
def test_each_button_decides_once(
    chat: ChatOnScreen, qtbot: QtBot, button: str, decision: Decision, how: str
) -> None:
    chat.call("a")
    pressed = getattr(chat.card.buttons, button)
    if how == "click":
        qtbot.mouseClick(pressed, LEFT)
    else:
        QTest.keyClick(pressed, ENTER if how == "return" else SPACE)
    assert chat.decisions == [("a", decision, ARGUMENTS)]


def test_the_names_of_buttons_include_action_and_tool(chat: ChatOnScreen) -> None:
    chat.call("a")
    chat.change(title="<b>Tool</b>")
    buttons = chat.card.buttons
    assert buttons.run.accessibleName() == "Run <b>Tool</b> once"
    assert buttons.always.accessibleName() == "Always run <b>Tool</b> without asking"
    assert "&lt;b&gt;Tool" in buttons.never.toolTip()


def test_a_decision_cannot_be_repeated(chat: ChatOnScreen, qtbot: QtBot) -> None:
    chat.call("a")
    chat.requests.call_decided.connect(lambda: chat.change(state=CallState.RUNNING))
    qtbot.mouseClick(chat.card.buttons.run, LEFT)
    chat.card.decide(Decision.ONCE)
    assert len(chat.decisions) == 1
    assert chat.shown_buttons() == []


def test_a_suggestion_can_be_run_declined_and_edited(chat: ChatOnScreen, qtbot: QtBot) -> None:
    chat.call("a", written="calculator(6*7)", text="calculator(6*7)")
    assert chat.card.state.text() == "Suggested"
    note = "The model wrote this call as text. It runs only if you want it to."
    assert chat.card.note.text() == note
    assert chat.shown_buttons() == ["Run", "Don't run", "Edit"]
    qtbot.mouseClick(chat.card.buttons.run, LEFT)
    assert chat.decisions == [("a", Decision.ONCE, ARGUMENTS)]


def test_one_click_runs_every_waiting_call_once(chat: ChatOnScreen, qtbot: QtBot) -> None:
    chat.call("a", "b", "c")
    chat.requests.call_decided.connect(
        lambda call_id: chat.change(call_id, state=CallState.RUNNING)
    )
    assert "Run all 3" in chat.shown_buttons()
    chat.change("b", state=CallState.DECLINED)
    reply = chat.tab.view.message(-1)
    assert isinstance(reply, ReplyMessage)
    assert reply.calls.run_all.text() == "Run all 2"
    qtbot.mouseClick(reply.calls.run_all, LEFT)
    assert chat.decisions == [("a", Decision.ONCE, ARGUMENTS), ("c", Decision.ONCE, ARGUMENTS)]
    assert chat.shown_buttons() == []


def test_one_call_and_suggestions_are_not_run_together(chat: ChatOnScreen) -> None:
    chat.call("a")
    assert not any(text.startswith("Run all") for text in chat.shown_buttons())
    chat.call("b", "c", written="calculator()")
    assert not any(text.startswith("Run all") for text in chat.shown_buttons())


# --- editing ---------------------------------------------------------------------------------


def retype_arguments(card: ToolCallCard, text: str) -> None:
    QTest.keyClick(card.editor.edit, Qt.Key.Key_A, CONTROL)
    QTest.keyClick(card.editor.edit, Qt.Key.Key_Delete)
    QTest.keyClicks(card.editor.edit, text)


@pytest.mark.parametrize("how", ["click", "key"])
def test_edited_arguments_run_and_are_shown_as_edited(
    chat: ChatOnScreen, qtbot: QtBot, how: str
) -> None:
    chat.call("a")
    qtbot.mouseClick(chat.card.buttons.edit, LEFT)
    assert chat.shown_buttons() == ["Run edited call", "Cancel"]
    assert focused() is chat.card.editor.edit
    assert json.loads(chat.card.editor.edit.toPlainText()) == {"expression": "6*7"}
    assert not chat.card.arguments.isVisible()
    retype_arguments(chat.card, '{"expression": "6*8", "digits": 1}')
    if how == "click":
        qtbot.mouseClick(chat.card.editor.run, LEFT)
    else:
        QTest.keyClick(chat.card.editor.edit, ENTER, CONTROL)
    edited = '{"expression": "6*8", "digits": 1}'
    assert chat.decisions == [("a", Decision.ONCE, edited)]
    call = ToolInvocation("calculator", edited, "a")
    chat.change(call=call, edited=True, state=CallState.DONE, result="48")
    assert chat.card.state.text() == "Edited · Done in 0 ms"
    assert chat.card.arguments.text.toPlainText() == 'expression: "6*8"\ndigits: 1'
    assert chat.card.arguments.isVisible()


def test_a_call_that_was_edited_before_its_card_was_made_is_shown_as_edited(
    chat: ChatOnScreen,
) -> None:
    chat.call("a")
    chat.change(edited=True, state=CallState.DONE, result="48")
    assert chat.card.state.text() == "Edited · Done in 0 ms"


@pytest.mark.parametrize(
    "written",
    ['{"expression":"6*7"}', '{"text":"10\u00a0km"}', '{"text":"one\u2028two\u2029three\ufdd0"}'],
)
def test_arguments_that_were_only_looked_at_run_as_the_model_wrote_them(
    chat: ChatOnScreen, qtbot: QtBot, written: str
) -> None:
    chat.call("a")
    chat.change(call=ToolInvocation("calculator", written, "a"))
    qtbot.mouseClick(chat.card.buttons.edit, LEFT)
    qtbot.mouseClick(chat.card.editor.run, LEFT)
    assert chat.decisions == [("a", Decision.ONCE, written)]


def test_an_edit_keeps_characters_that_a_field_would_replace(
    chat: ChatOnScreen, qtbot: QtBot
) -> None:
    chat.call("a")
    written = '{"number":1,"text":"10\u00a0km\u2028on"}'
    chat.change(call=ToolInvocation("calculator", written, "a"))
    qtbot.mouseClick(chat.card.buttons.edit, LEFT)
    field = chat.card.editor.edit
    field.setPlainText(field.toPlainText().replace("1,", "2,"))
    qtbot.mouseClick(chat.card.editor.run, LEFT)
    [(_, _, arguments)] = chat.decisions
    assert json.loads(str(arguments)) == {"number": 2, "text": "10\u00a0km\u2028on"}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "A name in double quotes is missing in line 1, column 2."),
        ('{"a": NaN}', "JSON has no number NaN."),
        ("[1]", 'The arguments must be a JSON object, such as {"expression": "1 + 1"}.'),
        ("", "The arguments must be a JSON object"),
    ],
)
def test_bad_arguments_get_a_sentence_and_do_not_run(
    chat: ChatOnScreen, qtbot: QtBot, text: str, sentence: str
) -> None:
    chat.call("a")
    qtbot.mouseClick(chat.card.buttons.edit, LEFT)
    retype_arguments(chat.card, text)
    assert chat.card.editor.problem.text().startswith(sentence)
    assert chat.card.editor.problem.isVisible()
    assert not chat.card.editor.run.isEnabled()
    QTest.keyClick(chat.card.editor.edit, ENTER, CONTROL)
    assert chat.decisions == []
    retype_arguments(chat.card, "{}")
    assert not chat.card.editor.problem.isVisible()
    assert chat.card.editor.run.isEnabled()


@pytest.mark.parametrize("how", ["click", "escape"])
def test_cancelling_an_edit_keeps_the_call(chat: ChatOnScreen, qtbot: QtBot, how: str) -> None:
    chat.call("a")
    qtbot.mouseClick(chat.card.buttons.edit, LEFT)
    retype_arguments(chat.card, '{"expression": "1"}')
    if how == "click":
        qtbot.mouseClick(chat.card.editor.cancel, LEFT)
    else:
        QTest.keyClick(chat.card.editor.edit, ESCAPE)
    assert focused() is chat.card.buttons.edit
    assert chat.card.state.text() == "Wants to run"
    qtbot.mouseClick(chat.card.buttons.run, LEFT)
    assert chat.decisions == [("a", Decision.ONCE, ARGUMENTS)]


@pytest.mark.styled
def test_the_editor_shows_all_lines_at_another_zoom(chat: ChatOnScreen, qapp: QApplication) -> None:
    chat.call("a")
    chat.card.buttons.edit.click()
    field = chat.card.editor.edit
    field.setPlainText("{\n\n\n\n\n}")
    theme.wear(qapp, replace(theme.appearance(), zoom=150))
    try:
        assert field.height() >= 6 * field.fontMetrics().lineSpacing()
    finally:
        theme.wear(qapp, replace(theme.appearance(), zoom=100))


def test_calls_are_not_run_together_while_an_editor_is_open(
    chat: ChatOnScreen, qtbot: QtBot
) -> None:
    chat.call("a", "b")
    qtbot.mouseClick(chat.card.buttons.edit, LEFT)
    reply = chat.tab.view.message(-1)
    assert isinstance(reply, ReplyMessage)
    other = next(card for card in reply.calls.cards if not card.editing).buttons
    assert not any(text.startswith("Run all") for text in chat.shown_buttons())
    assert other.run.isEnabled() and not other.always.isEnabled() and not other.never.isEnabled()
    qtbot.mouseClick(chat.card.editor.cancel, LEFT)
    assert "Run all 2" in chat.shown_buttons()
    assert other.always.isEnabled() and other.never.isEnabled()


def test_a_question_that_drops_the_call_closes_its_editor(chat: ChatOnScreen, qtbot: QtBot) -> None:
    chat.call("a")
    qtbot.mouseClick(chat.card.buttons.edit, LEFT)
    chat.transcript.drop_calls()
    assert not chat.card.editor.isVisible()
    assert chat.card.state.text() == "Not run"


# --- place, keyboard, screen readers ---------------------------------------------------------


def in_view(chat: ChatOnScreen, card: ToolCallCard) -> bool:
    area = chat.tab.view.viewport()
    top = card.mapTo(area, card.rect().topLeft()).y()
    return top >= 0 and top + card.height() <= area.height()


@pytest.mark.styled
def test_a_waiting_card_is_scrolled_to_if_the_reader_is_at_the_end(
    chat: ChatOnScreen, qtbot: QtBot
) -> None:
    chat.call("a", text=LONG)
    qtbot.waitUntil(lambda: in_view(chat, chat.card))


@pytest.mark.styled
def test_the_first_of_many_cards_stays_in_view_until_the_reader_scrolls(
    chat: ChatOnScreen, qtbot: QtBot
) -> None:
    chat.call(*(str(number) for number in range(12)), text=LONG)
    qtbot.waitUntil(lambda: in_view(chat, chat.cards[0]))
    assert not in_view(chat, chat.cards[-1])
    bar = chat.tab.view.verticalScrollBar()
    bar.setValue(bar.maximum())
    chat.change("0", state=CallState.DECLINED)
    qtbot.waitUntil(lambda: in_view(chat, chat.cards[-1]))


@pytest.mark.styled
def test_a_card_at_the_lower_edge_stays_in_view_with_its_editor(
    chat: ChatOnScreen, qtbot: QtBot
) -> None:
    chat.call("a", text=LONG)
    qtbot.waitUntil(lambda: in_view(chat, chat.card))
    chat.card.buttons.edit.click()
    assert in_view(chat, chat.card)
    chat.card.editor.run.click()
    assert chat.tab.view.follows_end


@pytest.mark.styled
def test_a_waiting_card_does_not_scroll_a_reader_elsewhere(
    chat: ChatOnScreen, qtbot: QtBot
) -> None:
    chat.call("a", text=LONG, end=False)
    bar = chat.tab.view.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.value() > 0)
    bar.setValue(0)
    chat.end()
    assert chat.card.asks
    assert bar.value() == 0


def test_a_new_card_takes_no_focus_from_the_question(chat: ChatOnScreen) -> None:
    chat.call("a")
    assert focused() is chat.tab.composer.editor


def test_a_call_can_be_run_by_keyboard(chat: ChatOnScreen) -> None:
    chat.call("a")
    assert chat.tab.view.focus_call()
    assert focused() is chat.card.buttons.run
    QTest.keyClick(chat.card.buttons.run, ENTER)
    assert chat.decisions == [("a", Decision.ONCE, ARGUMENTS)]
    assert focused() is chat.tab.composer.editor


def test_tab_goes_through_the_buttons_of_a_card(chat: ChatOnScreen) -> None:
    chat.call("a")
    chat.tab.view.focus_call()
    passed = []
    for _ in range(4):
        QTest.keyClick(chat.tab.focusWidget(), Qt.Key.Key_Tab)
        widget = focused()
        assert isinstance(widget, QPushButton)
        passed.append(widget.text())
    assert passed == ["Always", "Don't run", "Never", "Edit"]


def test_after_a_decision_by_key_the_next_call_has_the_focus(chat: ChatOnScreen) -> None:
    chat.call("a", "b")
    chat.requests.call_decided.connect(
        lambda call_id: chat.change(call_id, state=CallState.RUNNING)
    )
    chat.tab.view.focus_call()
    QTest.keyClick(chat.cards[0].buttons.run, ENTER)
    assert focused() is chat.cards[1].buttons.run
    QTest.keyClick(chat.cards[1].buttons.decline, SPACE)
    assert focused() is chat.tab.composer.editor


def test_a_held_key_decides_about_one_call(chat: ChatOnScreen) -> None:
    chat.call("a", "b", "c")
    chat.requests.call_decided.connect(
        lambda call_id: chat.change(call_id, state=CallState.RUNNING)
    )
    chat.tab.view.focus_call()
    for repeated in (False, True, True):
        widget = QApplication.focusWidget()
        assert widget is not None
        press = QKeyEvent(QEvent.Type.KeyPress, ENTER, NO_KEYS, "\r", repeated)
        QApplication.sendEvent(widget, press)
    assert [call_id for call_id, *_ in chat.decisions] == ["a"]
    assert focused() is chat.cards[1].buttons.run


def test_a_double_click_decides_about_one_card(chat: ChatOnScreen, qtbot: QtBot) -> None:
    chat.call(*"abcdefghijkl")
    chat.requests.call_decided.connect(
        lambda call_id: chat.change(call_id, state=CallState.RUNNING)
    )
    run = chat.card.buttons.run
    qtbot.waitUntil(lambda: chat.tab.childAt(run.mapTo(chat.tab, run.rect().center())) is run)
    place = run.mapTo(chat.tab, run.rect().center())
    qtbot.mouseClick(run, LEFT)
    assert not isinstance(chat.tab.childAt(place), QPushButton)
    qtbot.waitUntil(lambda: chat.tab.childAt(place) is chat.cards[1].buttons.run)


def test_after_a_click_the_question_has_the_focus(chat: ChatOnScreen, qtbot: QtBot) -> None:
    chat.call("a", "b")
    qtbot.mouseClick(chat.card.buttons.run, LEFT)
    assert focused() is chat.tab.composer.editor


def test_without_a_call_the_focus_stays(chat: ChatOnScreen) -> None:
    assert not chat.tab.view.focus_call()
    chat.call("a")
    chat.change(state=CallState.DONE)
    assert not chat.tab.view.focus_call()


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect announcements to assistive technology, which cannot be observed otherwise off
    screen."""
    said: list[str] = []
    tell = QAccessible.updateAccessibility

    def listen(event: QAccessibleEvent) -> None:
        widget = event.object()
        assert isinstance(widget, QWidget)
        said.append(widget.accessibleName())
        tell(event)

    monkeypatch.setattr(QAccessible, "updateAccessibility", listen)
    return said


def test_a_waiting_card_is_announced_once(
    chat: ChatOnScreen, qtbot: QtBot, announced: list[str]
) -> None:
    chat.call("a")
    qtbot.waitUntil(lambda: announced == ["Tool call calculator: Wants to run"])
    chat.change(title="Calculator")
    qtbot.mouseClick(chat.card.buttons.edit, LEFT)
    qtbot.mouseClick(chat.card.editor.cancel, LEFT)
    chat.change(state=CallState.DECLINED)
    assert len(announced) == 1


def test_a_call_that_runs_at_once_is_not_announced(
    chat: ChatOnScreen, qtbot: QtBot, announced: list[str]
) -> None:
    chat.call("a")
    chat.change("a", state=CallState.RUNNING)
    chat.transcript.begin_reply(2)
    chat.transcript.apply(ToolCall(2, ToolInvocation("calculator", ARGUMENTS, "b")))
    chat.transcript.apply(Finished(2, FinishReason.TOOL_CALLS, Usage(), Timings()))
    qtbot.waitUntil(lambda: announced != [])
    assert len(announced) == 1


def test_changes_of_a_tool_are_shown_while_its_call_waits(chat: ChatOnScreen) -> None:
    chat.call("a")
    changes = (
        ToolChange(Part.COMMAND, "server", "server --all"),
        ToolChange(Part.DESCRIPTION, "Add.", "Add\nall\u202e."),
        ToolChange(Part.ARGUMENT, "", "{}", "key"),
    )
    chat.change(changes=changes)
    assert chat.card.note.text().startswith("This tool has changed since")
    assert chat.card.changes.text.toPlainText().split("\n") == [
        "Server command:",
        "    before: server",
        "    now: server --all",
        "Description for the model:",
        "    before: Add.",
        "    now: Add",
        "        all\\u202e.",
        "New argument key:",
        "    now: {}",
    ]
    chat.change(state=CallState.RUNNING)
    assert (chat.card.changes.isHidden(), chat.card.note.isHidden()) == (True, True)


def test_a_permission_of_an_earlier_version_is_explained(chat: ChatOnScreen) -> None:
    chat.call("a")
    chat.change(changes=(ToolChange(Part.UNKNOWN),))
    assert "earlier version of Duologue" in chat.card.note.text()
    assert chat.card.changes.isHidden()


@pytest.mark.parametrize(("tool_id", "name"), [("calculator", ""), ("s/sum", "calculator")])
def test_a_tool_of_the_application_is_named_once(
    chat: ChatOnScreen, tool_id: str, name: str
) -> None:
    chat.call("a")
    chat.change(title="Calculator", tool_id=tool_id)
    shown = "" if chat.card.name.isHidden() else chat.card.name.text()
    assert (chat.card.title.text(), shown) == ("Calculator", name)
