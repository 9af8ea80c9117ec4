"""The footer of an answer: its numbers, the reasons for a slow start, and copying both."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from engine.messages import (
    Aborted,
    Channel,
    Delta,
    Finished,
    FinishReason,
    Timings,
    Usage,
)
from ui.conversation.message_footer import MessageFooter
from ui.conversation.message_widget import ViewRequests
from ui.state.answer_words import answer_with_numbers, numbers_text, slow_line
from ui.state.requests import MessageRequests
from ui.state.transcript import Transcript

USAGE = Usage(2310, cached=310, generated=41, reasoning=20, content=19, looked=3, known=1)
TIMINGS = Timings(ttft=0.182, prefill=2.0, decode=0.2)
DONE = Finished(1, FinishReason.STOP, USAGE, TIMINGS)
NUMBERS = (
    "182 ms to first token · 200 tok/s · 41 tokens (20 reasoning, 19 answer) · "
    "2,000 read at 1,000 tok/s · 310 reused"
)


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


# --- numbers -------------------------------------------------------------------------------


@pytest.mark.styled
def test_prompt_and_generation_speeds_are_separate(show):
    footer = show(answered(DONE).turns[-1])
    assert footer.numbers.text() == NUMBERS
    assert footer.numbers.shown == NUMBERS


def test_kinds_of_tokens_are_listed_only_with_reasoning(show):
    usage = Usage(generated=1234, reasoning=1100, content=30, tool_call=90)
    said = show(ended(usage, Timings())).numbers.text()
    assert said == "1,234 tokens (1,100 reasoning, 30 answer, 90 tool call)"
    assert show(ended(Usage(generated=4, content=4), Timings())).numbers.text() == "4 tokens"


def test_the_reason_for_a_short_answer_is_shown(show):
    length = show(answered(Finished(1, FinishReason.LENGTH, USAGE, TIMINGS)).turns[-1])
    assert length.numbers.text().endswith(" · length limit reached")
    stopped = show(answered(Aborted(1, Usage(generated=1), Timings(ttft=1.25))).turns[-1])
    assert stopped.numbers.text() == "1.2 s to first token · 1 token · stopped"


@pytest.mark.styled
def test_a_narrow_footer_shows_the_most_important_numbers(show):
    footer = show(answered(DONE).turns[-1], width=560)
    assert footer.numbers.shown == NUMBERS.replace(" (20 reasoning, 19 answer)", "")
    footer.resize(250, footer.height())
    assert footer.numbers.shown == "200 tok/s · 182 ms · 41 tok"
    assert NUMBERS in footer.numbers.toolTip()
    footer.resize(120, footer.height())
    assert footer.numbers.shown.startswith("200")
    assert footer.numbers.shown.endswith("…")


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


@pytest.mark.styled
def test_causes_of_a_slow_start_are_sorted_by_length(show):
    timings = Timings(
        ttft=20.0, queued=8.0, loading=3.1, memory=4.2, looking=1.2, behind=1.3, prefill=1.5
    )
    turn = ended(timings=timings, why="The system prompt changed.")
    assert slow_line(turn) == (
        "4.2 s waiting for memory · 3.1 s loading the model · 2.0 s queued · "
        "1.5 s reading 2,000 tokens (The system prompt changed) · "
        "1.2 s looking at 3 images and frames"
    )
    footer = show(turn)
    assert footer.slow.isVisible()
    assert footer.slow.text() == slow_line(turn)
    assert "1.2 s looking at 3 images" in footer.slow.toolTip()
    assert footer.slow.accessibleName() == f"Slow to begin: {slow_line(turn)}"
    footer.resize(200, footer.height())
    assert footer.slow.shown.startswith("4.2 s waiting for memory")


@pytest.mark.parametrize(
    ("timings", "said"),
    [
        (Timings(queued=2.0, loading=2.0), "2.0 s loading the model"),
        (Timings(queued=2.0, memory=2.0), "2.0 s waiting for memory"),
        (Timings(queued=2.0), "2.0 s queued"),
        (Timings(behind=2.0), "2.0 s queued"),
        (Timings(prepare=2.0), "2.0 s preparing the prompt"),
        (Timings(prefill=2.0), "2.0 s reading 2,000 tokens"),
        (Timings(queued=0.4, prefill=0.4, looking=0.4, behind=0.09), ""),
    ],
)
def test_every_cause_has_a_text(timings, said):
    assert slow_line(ended(timings=timings)) == said


def test_a_quick_answer_shows_no_causes(show):
    footer = show(ended(timings=Timings(ttft=0.2, prefill=0.1, decode=9.0)))
    assert footer.slow.isHidden()


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
    named["Copy answer with its numbers"].trigger()
    copied = QGuiApplication.clipboard().text()
    assert copied == answer_with_numbers(turn)
    first, numbers = copied.split("\n\n")
    assert first == "An answer"
    assert numbers.startswith("*2.0 s to first token · 200 tok/s")
    assert numbers.endswith("*1.5 s loading the model*")
    named["Copy answer"].trigger()
    assert QGuiApplication.clipboard().text() == "An answer"


def test_an_answer_without_numbers_is_copied_alone():
    assert answer_with_numbers(ended(Usage(), Timings())) == "An answer"
