"""The footer of an answer: its numbers, the reasons for a slow start, and copying both."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication

from engine.messages import (
    Aborted,
    Channel,
    Delta,
    Finished,
    FinishReason,
    SkimReport,
    Timings,
    ToolCall,
    ToolInvocation,
    Usage,
    say,
)
from ui.conversation.conversation_view import ConversationView
from ui.conversation.message_actions import MessageActions
from ui.conversation.message_body import MessageBody
from ui.conversation.message_captions import status_caption
from ui.conversation.message_footer import MessageFooter
from ui.conversation.message_reply import ReplyMessage
from ui.conversation.message_widget import ViewRequests
from ui.state.answer_stats import stats_of_answer
from ui.state.answer_words import answer_with_numbers, numbers_text, skim_text, slow_line
from ui.state.called_tool import CallState
from ui.state.chat import Chat
from ui.state.figures import first_token, generated, speed
from ui.state.requests import AttachmentRequests, MessageRequests
from ui.state.transcript import Transcript
from ui.widgets.chip_button import ChipButton

USAGE = Usage(2310, cached=310, generated=41, reasoning=20, content=19, looked=3, known=1)
TIMINGS = Timings(ttft=0.182, prefill=2.0, decode=0.2)
DONE = Finished(1, FinishReason.STOP, USAGE, TIMINGS)
LINE = "200 tok/s · 182 ms to first token · 41 tokens"
KINDS = "20 reasoning, 19 answer, 2 markers"
COPIED = f"{LINE} · {KINDS} · 2,000 processed at 1,000 tok/s · 310 cached"


def answered(*events, text="An answer"):
    transcript = Transcript()
    transcript.begin_reply(1, "/models/qwen")
    if text:
        transcript.apply(Delta(1, Channel.CONTENT, text))
    for event in events:
        transcript.apply(event)
    return transcript


def ended(usage=USAGE, timings=TIMINGS, why=""):
    return answered(Finished(1, FinishReason.STOP, usage, timings, why)).turns[-1]


@pytest.fixture
def show(qtbot):
    def make(turn, width=700):
        footer = MessageFooter(turn, MessageRequests(), ViewRequests())
        qtbot.addWidget(footer)
        footer.refresh()
        footer.resize(width, footer.sizeHint().height())
        footer.show()
        return footer

    return make


# --- the line ------------------------------------------------------------------------------


@pytest.mark.styled
def test_the_line_has_the_three_most_important_numbers(show):
    turn = answered(DONE).turns[-1]
    footer = show(turn)
    assert footer.numbers.shown == footer.numbers.text() == LINE
    assert numbers_text(turn).splitlines()[0] == COPIED


def test_kinds_of_tokens_are_copied_only_with_reasoning():
    usage = Usage(generated=1234, reasoning=1100, content=30, tool_call=90)
    said = numbers_text(ended(usage, Timings()))
    assert said == "1,234 tokens · 1,100 reasoning, 30 answer, 90 in tool calls, 14 markers"
    assert numbers_text(ended(Usage(generated=4, content=4), Timings())) == "4 tokens"


def test_the_reason_for_a_short_answer_is_shown(show):
    length = show(answered(Finished(1, FinishReason.LENGTH, USAGE, TIMINGS)).turns[-1])
    assert length.numbers.text().endswith(" · length limit reached")
    stopped = show(answered(Aborted(1, Usage(generated=1), Timings(ttft=1.25))).turns[-1])
    assert stopped.numbers.text() == "1.2 s to first token · 1 token · stopped"


@pytest.mark.styled
def test_a_narrow_line_shortens_its_numbers(show):
    footer = show(answered(DONE).turns[-1], width=260)
    assert footer.numbers.shown == "200 tok/s · 182 ms · 41 tok"
    assert footer.numbers.accessibleName() == LINE


@pytest.mark.styled
def test_a_very_narrow_line_leaves_numbers_out_and_keeps_how_the_answer_ended(show):
    footer = show(answered(Finished(1, FinishReason.LENGTH, USAGE, TIMINGS)).turns[-1], width=260)
    assert footer.numbers.shown == "200 tok/s · 182 ms · length limit reached"


@pytest.mark.styled
def test_each_number_says_at_the_pointer_what_it_means(show):
    footer = show(answered(DONE).turns[-1])
    middle = footer.numbers.height() // 2
    said = []
    for x in range(footer.numbers.width()):
        part = footer.numbers.part_at(QPoint(x, middle))
        if part and part.about not in said:
            said.append(part.about)
    assert said == [speed().explained, first_token().explained, generated().explained]


@pytest.mark.styled
def test_the_buttons_stand_first_and_do_not_move_with_the_numbers(show):
    short = show(ended(Usage(generated=4, content=4), Timings()))
    long = show(answered(DONE).turns[-1])
    assert short.copy_button.x() == long.copy_button.x() == 0
    assert short.numbers.x() == long.numbers.x() > long.copy_button.geometry().right()


def test_a_turn_that_called_tools_has_no_line_and_the_last_one_has_the_sums(show):
    transcript = answered(
        ToolCall(1, ToolInvocation("clock", "{}", "c1")),
        Finished(1, FinishReason.TOOL_CALLS, USAGE, TIMINGS),
    )
    footer = show(transcript.turns[0])
    footer.refresh()
    assert footer.isHidden(), "while somebody decides"
    transcript.change_call("c1", state=CallState.RUNNING)
    footer.refresh()
    assert footer.isHidden(), "while the tool runs"
    transcript.change_call("c1", state=CallState.DONE, result="noon")
    footer.refresh()
    assert not footer.isHidden(), "while nothing follows"
    transcript.begin_reply(2, "/models/qwen")
    footer.set_continued(transcript.is_continued(0))
    transcript.apply(Delta(2, Channel.CONTENT, "It is noon."))
    transcript.apply(
        Finished(2, FinishReason.STOP, Usage(2400, 2330, 20), Timings(0.1, decode=0.1))
    )
    footer.refresh()
    assert footer.isHidden()
    footer = show(transcript.turns[1])
    # 41 + 20 tokens, of which the first of each turn took no decoding
    assert footer.numbers.text() == "197 tok/s · 182 ms to first token · 61 tokens"


def test_a_continued_answer_without_text_shows_its_progress_once(show):
    transcript = answered(Aborted(1, USAGE, TIMINGS), text="")
    transcript.resume_reply(2)
    turn = transcript.turns[-1]
    assert status_caption(turn) == "Waiting…", "in place of the answer"
    assert show(turn).numbers.text() == ""


def test_enter_and_a_click_ask_for_all_numbers(show, qtbot):
    turn = answered(DONE).turns[-1]
    footer = show(turn)
    asked = footer._view_requests.explained
    with qtbot.waitSignal(asked) as by_mouse:
        qtbot.mouseClick(footer.numbers, Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(asked) as by_key:
        qtbot.keyClick(footer.numbers, Qt.Key.Key_Return)
    assert by_mouse.args == by_key.args == [turn, footer.numbers]


def test_numbers_cover_all_parts_of_a_continued_answer():
    transcript = answered(Aborted(1, USAGE, Timings(1.0, looking=2.0), "It changed."))
    transcript.resume_reply(2)
    more = Usage(2400, 2400, 5, looked=1), Timings(9.0, looking=0.5, behind=1.0), ""
    transcript.apply(Finished(2, FinishReason.STOP, *more))
    turn = transcript.turns[-1]
    assert (turn.usage.generated, turn.usage.looked, turn.usage.known) == (46, 4, 1)
    assert (turn.timings.looking, turn.timings.behind, turn.timings.ttft) == (2.5, 1.0, 1.0)
    assert turn.read_again == "It changed."


# --- why it was slow -------------------------------------------------------------------------


def test_causes_of_a_slow_start_are_sorted_by_length():
    timings = Timings(
        ttft=20.0, queued=8.0, loading=3.1, memory=4.2, looking=1.2, behind=1.3, prefill=1.5
    )
    turn = ended(timings=timings, why="The system prompt changed.")
    assert slow_line(turn) == (
        "Memory wait: 4.2 s · Model load: 3.1 s · Queued: 2.0 s · "
        "Prompt time: 1.5 s (The system prompt changed) · Vision: 1.2 s"
    )


@pytest.mark.parametrize(
    ("timings", "said"),
    [
        (Timings(queued=2.0, loading=2.0), "Model load: 2.0 s"),
        (Timings(queued=2.0, memory=2.0), "Memory wait: 2.0 s"),
        (Timings(queued=2.0), "Queued: 2.0 s"),
        (Timings(behind=2.0), "Queued: 2.0 s"),
        (Timings(prepare=2.0), "Preparation: 2.0 s"),
        (Timings(prefill=2.0), "Prompt time: 2.0 s"),
        (Timings(queued=0.4, prefill=0.4, looking=0.4, behind=0.09), ""),
    ],
)
def test_every_cause_has_a_text(timings, said):
    assert slow_line(ended(timings=timings)) == said


def test_a_quick_answer_has_no_causes():
    assert slow_line(ended(timings=Timings(ttft=0.2, prefill=0.1, decode=9.0))) == ""


def test_an_answer_stopped_while_its_prompt_was_processed_counts_that_part_alone():
    usage = Usage(prompt=4096, cached=3, unread=3072)
    stopped = Aborted(1, usage, Timings(prefill=2.0))
    turn = answered(stopped).turns[-1]
    assert "1,021 processed at 510 tok/s" in numbers_text(turn)
    assert stats_of_answer(turn).read == 1024


def test_a_skimmed_answer_says_what_was_read_and_by_whom_it_was_chosen():
    skim = SkimReport(24_180, 7_300, "Dash", 5.3)
    turn = answered(replace(DONE, usage=replace(USAGE, prompt=24_180), skim=skim)).turns[-1]
    said = "Skimmed: 7,300 of 24,180 tokens read (30%), chosen by Dash in 5.3 s"
    assert numbers_text(turn).splitlines()[-1] == said
    # What was left out is not processed.
    assert "6,990 processed" in numbers_text(turn)
    assert stats_of_answer(turn).prompt_tps == 6_990 / 2
    later = replace(skim, seconds=0.0)
    assert skim_text(later) == "Skimmed: 7,300 of 24,180 tokens read (30%), chosen by Dash"


def test_the_button_to_read_in_full_stands_where_the_text_begins_and_waits_for_an_answer(qtbot):
    skim = SkimReport(24_180, 7_300, "Dash", 5.3)
    transcript = answered(replace(DONE, skim=skim))
    view = ConversationView(transcript, MessageRequests(), AttachmentRequests())
    qtbot.addWidget(view)
    view.resize(700, 500)
    chat = Chat(1, parent=view)
    view.offer_actions(MessageActions(chat, view))
    view.show()
    [button] = (it for it in view.findChildren(ChipButton) if it.isVisible())
    [body] = view.findChildren(MessageBody)
    assert button.text().strip() == "Read in full"
    assert button.isEnabled()
    assert button.mapTo(view, QPoint()).x() == body.mapTo(view, QPoint()).x()
    chat.transcript.begin_reply(2)
    assert not button.isEnabled()
    assert button.toolTip() == "Available when the answer is finished"


def test_a_prompt_that_should_have_been_skimmed_says_why_it_was_not():
    skim = SkimReport(9_000, 9_000, note=say("The draft model is gone."))
    turn = answered(replace(DONE, skim=skim)).turns[-1]
    assert numbers_text(turn).splitlines()[-1] == "Not skimmed: The draft model is gone."
    assert skim_text(SkimReport()) == ""


def test_the_line_of_a_skimmed_answer_is_always_shown(qtbot):
    turn = answered(replace(DONE, skim=SkimReport(24_180, 7_300, "Dash", 5.3))).turns[-1]
    reply = ReplyMessage(turn, MessageRequests(), ViewRequests())
    qtbot.addWidget(reply)
    reply.set_last(False)
    reply.show()
    assert reply.skimmed.isVisible()
    assert reply.skimmed.text() == skim_text(turn.skim)


def test_a_growing_answer_has_no_footer(show):
    transcript = answered()
    footer = show(transcript.turns[-1])
    assert numbers_text(transcript.turns[-1]) == ""
    assert footer.isHidden() or not footer.numbers.text()


# --- copied ----------------------------------------------------------------------------------


def test_the_answer_is_copied_alone_or_with_its_numbers(show, qtbot):
    turn = ended(timings=Timings(ttft=2.0, queued=1.5, loading=1.5, decode=0.2))
    footer = show(turn)
    qtbot.mouseClick(footer.copy_button, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "An answer"
    named = {action.text(): action for action in footer.copy_menu().actions()}
    named["Copy answer with statistics"].trigger()
    copied = QGuiApplication.clipboard().text()
    assert copied == answer_with_numbers(turn)
    first, numbers = copied.split("\n\n")
    assert first == "An answer"
    assert numbers.startswith("*200 tok/s · 2.0 s to first token")
    assert numbers.endswith("*Model load: 1.5 s*")
    named["Copy answer"].trigger()
    assert QGuiApplication.clipboard().text() == "An answer"


def test_an_answer_without_numbers_is_copied_alone():
    assert answer_with_numbers(ended(Usage(), Timings())) == "An answer"
