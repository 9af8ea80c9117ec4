"""Words are found wherever they stand, on screen or not, and each is brought on screen in turn."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.messages import Aborted, Channel, Delta, Timings, ToolCall, ToolInvocation, Usage, say
from ui.compare.pane_view import NARROWEST
from ui.conversation.conversation_find import MatchCounts
from ui.conversation.conversation_view import ConversationView
from ui.conversation.find_bar import FindBar
from ui.conversation.message_menu import message_menu
from ui.conversation.message_reply import ReplyMessage
from ui.conversation.message_user import UserMessage
from ui.look import theme
from ui.state.called_tool import CalledTool, CallState
from ui.state.question import Question
from ui.state.requests import AttachmentRequests, MessageRequests
from ui.state.transcript import Transcript
from ui.state.turn import Turn
from ui.widgets.text_body import TextBody

SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
ENTER, ESCAPE = Qt.Key.Key_Return, Qt.Key.Key_Escape
FILLER = "Nothing of interest in this paragraph, which goes on for a while.\n\n" * 8


class Search:
    """A conversation of `count` exchanges on screen, with its find bar."""

    def __init__(self, qtbot: QtBot, count: int = 60) -> None:
        self.qtbot = qtbot
        self.transcript = Transcript()
        for number in range(count):
            self.transcript.add_question(Question(f"question {number}"))
            self.transcript.add(Turn("assistant", FILLER))
        self.view = ConversationView(self.transcript, MessageRequests(), AttachmentRequests())
        qtbot.addWidget(self.view)

    def open(self, words: str = "") -> "Search":
        self.view.resize(700, 500)
        with self.qtbot.waitActive(self.view):
            self.view.show()
            self.view.activateWindow()
        self.view.open_find()
        found = self.view.findChild(FindBar)
        assert found is not None
        self.bar = found
        if words:
            self.bar.field.setText(words)
            self.qtbot.waitUntil(lambda: self.bar.count.text()[-1:] not in ("", "…"))
        return self

    def total(self) -> int:
        """Return the number of matches that the bar shows, while it is at none of them."""
        return int("0" + "".join(filter(str.isdigit, self.bar.count.text())))

    def written(self, index: int) -> bool:
        """Return True if a message stands there as it will stay, with its formulas drawn."""
        message = self.view.message(index)
        shown = "".join(text.toPlainText() for text in message.texts())
        return not message.unfinished and "$" not in shown

    def step(self, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> str:
        QTest.keyClick(self.bar.field, ENTER, modifier)
        QApplication.sendPostedEvents()
        return self.bar.count.text()

    def shown(self) -> tuple[str, str, bool]:
        """The text that has the current match, the match, and whether it is in sight."""
        accent = theme.colors().accent
        for message in self.view.column.live.values():
            for text in message.findChildren(TextBody):
                for mark in text.extraSelections():
                    cursor = QTextCursor(mark.cursor)  # pyright: ignore
                    if mark.format.background().color().name() == accent:  # pyright: ignore
                        place = text.mapTo(self.view.column, text.cursorRect(cursor).center())
                        inside = self.view.column.rect().contains(place) and text.isVisible()
                        return text.objectName(), cursor.selectedText(), inside
        return "", "", False


def focused_widget() -> QWidget:
    widget = QApplication.focusWidget()
    assert widget is not None
    return widget


@pytest.fixture
def search(qtbot: QtBot) -> Search:
    return Search(qtbot)


@pytest.mark.styled
def test_a_pasted_line_is_found_although_it_ends_with_a_break(search: Search) -> None:
    search.transcript.turns[3].content = "```\nalpha one\nbeta\n```"
    search.open()
    QApplication.clipboard().setText("alpha one\n")
    search.bar.field.paste()
    search.qtbot.waitUntil(lambda: search.bar.count.text()[-1:] not in ("", "…"))
    assert (search.step(), search.shown()[1]) == ("1 of 1", "alpha one")


@pytest.mark.styled
def test_matches_are_counted_and_stepped_through_in_a_cycle(search: Search) -> None:
    search.transcript.turns[3].content = FILLER + "A Needle here, a needle there."
    search.transcript.turns[101].content = "needle " + FILLER
    search.open("needle")
    assert search.bar.count.text() == "3 matches"
    search.view.verticalScrollBar().setValue(0)
    passed = []
    for _ in range(4):
        count = search.step()
        passed.append((count, *search.shown()))
    assert passed == [
        ("1 of 3", "answer", "Needle", True),
        ("2 of 3", "answer", "needle", True),
        ("3 of 3", "answer", "needle", True),
        ("1 of 3", "answer", "Needle", True),
    ]
    assert search.step(SHIFT) == "3 of 3"
    assert search.step(SHIFT) == "2 of 3"
    assert search.shown() == ("answer", "needle", True)


def test_cells_from_right_to_left_are_stepped_through_as_they_are_read(qtbot: QtBot) -> None:
    search = Search(qtbot, count=1)
    answer = "one\n\n|א|ב|ג|\n|-|-|-|\n|One|x|ONE|\n|oNE|x|one onE|\n\noNe"
    search.transcript.turns[1].content = answer
    search.open("one")
    passed = []
    for _ in range(7):
        search.step()
        passed.append(search.shown()[1])
    assert passed == ["one", "One", "ONE", "oNE", "one", "onE", "oNe"]


@pytest.mark.styled
def test_questions_and_folded_reasoning_are_searched(search: Search) -> None:
    search.transcript.turns[40].content = "where is the needle?"
    search.transcript.turns[81].reasoning = "line\n" * 30 + "the needle, perhaps"
    search.open("NEEDLE")
    search.view.verticalScrollBar().setValue(0)
    assert search.step() == "1 of 2"
    assert search.shown() == ("question_text", "needle", True)
    assert search.step() == "2 of 2"
    assert search.shown() == ("reasoning", "needle", True)
    reply = search.view.message(81)
    assert isinstance(reply, ReplyMessage)
    assert reply.fold.header.isChecked()


@pytest.mark.styled
def test_tool_calls_are_searched_and_their_folded_results_are_opened(search: Search) -> None:
    called = CalledTool(ToolInvocation("seek", '{"what": "n\\u0065edle"}', "1"))
    called.state, called.result = CallState.DONE, "hay\n" * 30 + "the needle"
    search.transcript.turns[41].tool_calls.append(called)
    search.open("needle")
    assert search.bar.count.text() == "2 matches"
    search.view.verticalScrollBar().setValue(0)
    assert search.step() == "1 of 2"
    assert search.shown() == ("call_arguments", "needle", True)
    assert search.step() == "2 of 2"
    assert search.shown() == ("call_result", "needle", True)
    message = search.view.message(41)
    assert isinstance(message, ReplyMessage)
    assert message.calls.cards[0].result.more.isChecked()


@pytest.mark.styled
def test_errors_and_folded_summaries_are_searched(search: Search) -> None:
    turn = search.transcript.turns[41]
    turn.error = say("The {name} broke. Thread another.", name="needle")
    turn.summary = "They look for a needle."
    search.open("needle")
    assert 41 not in search.view.column.live
    assert search.bar.count.text() == "2 matches"
    search.view.verticalScrollBar().setValue(0)
    assert search.step() == "1 of 2"
    assert search.shown() == ("error_text", "needle", True)
    assert search.step() == "2 of 2"
    assert search.shown() == ("reasoning", "needle", True)
    search.transcript.set_summary(turn, "They found it.")
    search.qtbot.waitUntil(lambda: search.bar.count.text()[-1:] == "1")


def test_matches_in_the_first_lines_of_a_folded_result_are_marked(search: Search) -> None:
    called = CalledTool(ToolInvocation("seek", "{}", "1"))
    called.state, called.result = CallState.DONE, "a needle\n" * 30
    search.transcript.turns[-1].tool_calls.append(called)
    search.open("needle")
    assert search.bar.count.text() == "30 matches"
    message = search.view.message(-1)
    assert isinstance(message, ReplyMessage)
    result = message.calls.cards[0].result
    marks = result.text.extraSelections()
    shown = result.text.toPlainText()
    assert 0 < len(marks) == shown.count("needle") < 30
    assert {it.cursor.selectedText() for it in marks} == {"needle"}  # pyright: ignore
    QTest.keyClick(search.bar.field, ESCAPE)
    assert result.text.extraSelections() == []


def test_a_result_that_arrives_without_a_widget_is_searched(qtbot: QtBot) -> None:
    transcript = Transcript()
    transcript.begin_reply(7)
    transcript.apply(ToolCall(7, ToolInvocation("seek", "{}", "1")))
    counts = MatchCounts(transcript)
    counts.seek("needle")
    qtbot.waitUntil(lambda: not counts.going_on)
    transcript.change_call("1", state=CallState.DONE, result="a needle")
    qtbot.waitUntil(lambda: not counts.going_on)
    assert counts.total == 1


@pytest.mark.styled
def test_all_visible_matches_are_marked_until_the_bar_closes(search: Search) -> None:
    search.transcript.turns[-1].content = "one needle, two needles, three **needle**s"
    search.open("needle")
    reply = search.view.message(-1)
    assert isinstance(reply, ReplyMessage)
    assert len(reply.body.extraSelections()) == 3
    QTest.keyClicks(search.bar.field, "x")
    assert reply.body.extraSelections() == []
    search.qtbot.waitUntil(lambda: search.bar.count.text() == "No match")
    assert not search.bar.next.isEnabled()
    search.bar.field.setText("needle")
    assert len(reply.body.extraSelections()) == 3
    QTest.keyClick(search.bar.field, ESCAPE)
    assert search.bar.isHidden()
    assert reply.body.extraSelections() == []
    assert search.view.viewport().y() == 0
    search.view.open_find()
    search.qtbot.waitUntil(lambda: search.total() == 3)
    assert len(reply.body.extraSelections()) == 3, "the bar kept its words"


def test_the_ends_of_a_chat_are_reached_from_a_clicked_message(qtbot: QtBot) -> None:
    """A click gives the keyboard to the text, where it shows no caret."""
    view = Search(qtbot).open().view
    bar = view.verticalScrollBar()
    reply = view.message(-1)
    assert isinstance(reply, ReplyMessage)
    reply.body.setFocus(Qt.FocusReason.MouseFocusReason)
    QTest.keyClick(reply.body, Qt.Key.Key_Home, CONTROL)
    assert bar.value() == 0
    QTest.keyClick(reply.body, Qt.Key.Key_End, SHIFT)
    assert bar.value() == 0, "it selects"
    QTest.keyClick(reply.body, Qt.Key.Key_End)
    assert bar.value() == bar.maximum() > 0


@pytest.mark.styled
@pytest.mark.parametrize(
    ("content", "words", "count"),
    [
        ("A **very** good `thing`", "very good thing", 1),
        ("a [word](https://example.org/needle) with an address", "needle", 0),
        ("nee**d**le and N\\_eedle", "needle", 1),
        ("needle&nbsp;case\n\n1. a\n1. needle\n", "2. needle", 0),
        ("1. a\n1. b\n", "2.", 1),
        (
            "| a | needle |\n|---|---|\n| needle | c |\n\n```py\nneedle = 1  # needle\n```",
            "needle",
            4,
        ),
        ("```needle\nx\n```\n\na\nneedle", "needle", 1),
        ("nee[dl](https://dl.org)[e](x) and n[ee][r]\n\n[r]: dle", "needle", 1),
        ("n&#101;edle", "needle", 1),
        ("$needle^2$", "needle", 0),
        ("ΟΔΟΣ and straße", "οδος and STRA", 1),
        ("needle " * 1100, "needle", 1000),
    ],
)
def test_search_finds_off_screen_text_as_it_would_be_shown(
    qtbot: QtBot, content: str, words: str, count: int
) -> None:
    search = Search(qtbot, 12)
    search.transcript.turns[1].content = content
    search.open(words)
    assert 1 not in search.view.column.live
    assert search.total() == count
    search.view.scroll_to(1)
    qtbot.waitUntil(lambda: search.written(1))
    # A formula that was just drawn is counted again with the next layout.
    QApplication.sendPostedEvents()
    assert search.total() == count


def test_numbers_of_images_and_reasoning_off_screen_are_searched_as_shown(qtbot: QtBot) -> None:
    search = Search(qtbot, 12)
    search.transcript.turns[2].content, search.transcript.turns[2].places = "one two", (4,)
    search.transcript.turns[3].reasoning = "*one* [1]two"
    search.open("[1]two")
    assert search.bar.count.text() == "2 matches"


def test_an_answer_that_grows_without_a_widget_is_searched_as_shown(qtbot: QtBot) -> None:
    transcript = Transcript()
    counts = MatchCounts(transcript)
    reply = transcript.begin_reply(7)
    counts.seek("very good")
    for text in ("A **ve", "ry** go", "od *very* ", "good"):
        transcript.apply(Delta(7, Channel.CONTENT, text))
        qtbot.waitUntil(lambda: not counts.going_on)
    assert (reply.growing, counts.total) == (True, 2)
    transcript.apply(Delta(7, Channel.CONTENT, "![very good](x)"))
    transcript.apply(Aborted(7, Usage(), Timings()))
    qtbot.waitUntil(lambda: not counts.going_on)
    assert (reply.growing, counts.total) == (False, 3)


def test_a_long_answer_off_screen_is_searched_in_slices(qtbot: QtBot) -> None:
    transcript = Transcript()
    transcript.add(Turn("assistant", "|a|b|\n|-|-|\n" + "|[c](d)|needle|\n" * 2000))
    counts = MatchCounts(transcript)
    counts.seek("needle")
    turns = QSignalSpy(counts.changed)
    qtbot.waitUntil(lambda: not counts.going_on, timeout=60_000)
    assert counts.total == 1000
    assert turns.count() > 1, "in slices"


def test_text_that_streams_is_searched_too(search: Search, qtbot: QtBot) -> None:
    search.transcript.begin_reply(1)
    search.open("needle")
    assert search.bar.count.text() == "No match"
    search.transcript.apply(Delta(1, Channel.CONTENT, "here is a nee"))
    search.transcript.apply(Delta(1, Channel.CONTENT, "dle and a needle"))
    qtbot.waitUntil(lambda: search.bar.count.text() == "2 matches")
    reply = search.view.message(-1)
    assert isinstance(reply, ReplyMessage)
    qtbot.waitUntil(lambda: len(reply.body.extraSelections()) == 2)


def test_removed_keys_open_nothing(search: Search) -> None:
    search.view.show()
    QTest.keyClick(search.view, Qt.Key.Key_G, CONTROL)
    assert search.view.findChild(FindBar) is None


def test_the_commands_open_the_bar_and_step(search: Search) -> None:
    search.transcript.turns[5].content = "needle and needle"
    search.open("needle")
    counts = []
    for step in (search.view.find_next, search.view.find_next, search.view.find_previous):
        step()
        counts.append(search.bar.count.text())
    assert counts == ["1 of 2", "2 of 2", "1 of 2"]


def test_a_match_in_a_long_answer_is_reached_once_written(qtbot: QtBot) -> None:
    search = Search(qtbot)
    search.transcript.turns[7].content = FILLER * 60 + "\n\nthe needle at the end\n\n" + FILLER
    search.open("needle")
    search.step()
    qtbot.waitUntil(lambda: search.shown() == ("answer", "needle", True))


def test_a_turn_that_goes_before_its_match_is_shown_is_not_looked_for(qtbot: QtBot) -> None:
    search = Search(qtbot, 1)
    search.view.show()
    search.view.find_in(search.transcript.turns[-1], "interest")
    search.transcript.take_back()
    looked: list[bool] = []
    QTimer.singleShot(0, lambda: looked.append(True))
    qtbot.waitUntil(lambda: bool(looked))
    assert search.view.findChild(FindBar) is None


def test_another_version_has_its_own_matches(search: Search, qtbot: QtBot) -> None:
    talk = search.transcript
    talk.turns[119].content = FILLER * 100 + "the needle at the end"
    search.open("needle")
    search.step()
    assert search.bar.count.text() == "1 of 1"
    talk.branch_after(117)
    talk.add_question(Question("a needle, and another needle"))
    qtbot.waitUntil(lambda: search.bar.count.text() == "2 matches")
    assert search.step() == "1 of 2"
    assert search.shown() == ("question_text", "needle", True)
    talk.show_version(118, 0)
    qtbot.waitUntil(lambda: search.bar.count.text() == "1 match")


@pytest.mark.styled
@pytest.mark.parametrize("width", [NARROWEST, 333, 700])
def test_nothing_in_the_bar_overlaps_in_a_narrow_pane(qtbot: QtBot, width: int) -> None:
    bar = FindBar()
    qtbot.addWidget(bar)
    bar.field.setText("words")
    bar.show_count(0, 0, more=False)
    bar.setFixedWidth(width)
    bar.show()
    row = (bar.field, bar.count, bar.previous, bar.next, bar.close_button)

    def apart() -> bool:
        places = [it.geometry() for it in row]
        return places[-1].right() < width and all(
            before.right() < after.left() for before, after in pairwise(places)
        )

    qtbot.waitUntil(apart)


# --- keyboard and menu -------------------------------------------------------------------


@pytest.mark.styled
def test_arrows_go_from_message_to_message(search: Search) -> None:
    search.open()
    search.view.setFocus()
    search.view.scroll_to(10)
    QTest.keyClick(search.view, Qt.Key.Key_Down)
    visited = []
    for _ in range(8):
        visited.append(focused_widget())
        QTest.keyClick(focused_widget(), Qt.Key.Key_Down)
    kinds = {type(it) for it in visited}
    assert kinds == {UserMessage, ReplyMessage}
    focus = focused_widget()
    assert isinstance(focus, UserMessage | ReplyMessage)
    assert focus.visibleRegion().boundingRect().height() > 0
    assert focus.accessibleDescription() == focus.turn.content[:1000]
    edge = focus.geometry().topLeft() + QPoint(-9, focus.height() // 2)
    image = search.view.column.grab().toImage()
    assert image.pixelColor(edge).name() == theme.colors().accent


def test_a_whole_message_can_be_selected_and_copied(search: Search) -> None:
    search.transcript.turns[-1].content = "two *words*"
    search.open()
    message = search.view.message(-1)
    message.setFocus()
    QTest.keyClick(message, Qt.Key.Key_A, CONTROL)
    QTest.keyClick(message, Qt.Key.Key_C, CONTROL)
    assert QApplication.clipboard().text() == "two words"


def test_the_menu_copies_an_answer_as_markdown_and_as_text(search: Search) -> None:
    search.transcript.turns[-1].content = "two *words*"
    search.open()
    menu = message_menu(search.view.message(-1), QPoint(5, 5))
    actions = {action.text(): action for action in menu.actions() if action.text()}
    copies = ["Copy", "Copy answer as Markdown", "Copy answer as text"]
    assert list(actions) == [*copies, "Read aloud", "Select all"]
    assert not actions["Copy"].isEnabled()
    actions["Copy answer as Markdown"].trigger()
    assert QApplication.clipboard().text() == "two *words*"
    actions["Copy answer as text"].trigger()
    assert QApplication.clipboard().text() == "two words"
    assert "two <em>words</em>" in QApplication.clipboard().mimeData().html()
    question = message_menu(search.view.message(-2), QPoint(5, 5))
    assert [it.text() for it in question.actions() if it.text()] == [
        "Copy",
        "Copy message",
        "Select all",
    ]


@pytest.mark.styled
def test_tab_visits_the_parts_of_messages_in_order_and_leaves(search: Search, qtbot: QtBot) -> None:
    search.open()
    search.view.scroll_to(50)
    search.view.setFocus()
    passed: list[int] = []
    for _ in range(8):
        QTest.keyClick(focused_widget(), Qt.Key.Key_Tab)
        at = search.view.column.focused()
        assert at is not None
        passed.append(at)
    assert passed == sorted(passed)
    assert len(set(passed)) > 2
    search.view.message(0)
    for _ in range(len(passed) - 1):
        QTest.keyClick(focused_widget(), Qt.Key.Key_Backtab)
    assert search.view.column.focused() == passed[0]
