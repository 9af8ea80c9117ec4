"""A conversation that is too long: its oldest messages are marked, then summarized or omitted."""

from pathlib import Path

import pytest

from app.requests import summary_prompt
from app.requests.omitted_marks import mark_omitted
from app.requests.request_options import RequestOptions
from engine.messages import (
    Abort,
    Aborted,
    ChatMessage,
    Counted,
    Failed,
    Generate,
    LoadModel,
    Media,
    MediaKind,
    Overflow,
    Timings,
    ToolInvocation,
    Trimmed,
    Usage,
)
from engine.prompts import text_files
from tests.kit.desk import DOT_MODEL, NUMBERS, Desk, model_info
from ui.state.chat_options import ChatOptions
from ui.state.sent_messages import Omission
from ui.state.turn import TurnState

TOO_LONG = "This conversation has 9,000 tokens."


@pytest.fixture(autouse=True)
def summarizing(desk: Desk) -> None:
    desk.tab.chat.options.change(overflow=Overflow.SUMMARISE)


def ask_several(desk: Desk, count: int) -> None:
    for number in range(count):
        desk.answer(desk.ask(desk.tab, f"Question {number}"), f"Answer {number}")


def too_long(desk: Desk, left_out: int) -> tuple[int, Generate]:
    """Ask a question that needs a summary; return its request id and the summary's request."""
    asked = desk.ask(desk.tab, "And now?")
    desk.say(Failed(asked, TOO_LONG, left_out=left_out))
    assert isinstance(desk.last(), Generate)
    return asked, desk.last()


def test_the_oldest_messages_are_summarized_before_the_question_is_sent(desk: Desk) -> None:
    named: dict[int, str] = {}
    desk.requests.replies.named.connect(named.__setitem__)
    ask_several(desk, 4)
    asked, summary = too_long(desk, 4)
    transcript = desk.tab.transcript
    assert transcript.reply and transcript.reply.waiting == "Summarizing 4 earlier messages…"
    (prompt,) = summary.messages
    assert "User: Question 0\n\nAssistant: Answer 0\n\nUser: Question 1" in prompt.content
    assert "Question 2" not in prompt.content
    assert not summary.tools and not summary.sampling.thinking
    assert named == {summary.request_id: "Writing a summary"}
    desk.answer(summary.request_id, " They counted. ")
    assert transcript.turns[3].summary == "They counted."
    assert named == {summary.request_id: ""}
    assert (transcript.omitted, transcript.omission) == (4, Omission.SUMMARIZED)
    again = desk.last()
    assert again.request_id == asked
    assert [it.content for it in again.messages][3:6] == ["Answer 1", "They counted.", "Question 2"]
    desk.answer(asked, "Five.")
    assert transcript.reply.content == "Five."
    # the next summary includes it
    _, summary = too_long(desk, 8)
    (prompt,) = summary.messages
    assert "They counted." in prompt.content and "Question 2" in prompt.content
    assert "Question 1" not in prompt.content


def test_several_answers_wait_for_one_summary(desk: Desk) -> None:
    ask_several(desk, 4)
    desk.tab.chat.message_requests.regenerated.emit(7, 2, "")
    first, second = (it for it in desk.sent[-2:] if isinstance(it, Generate))
    desk.say(Failed(first.request_id, TOO_LONG, left_out=4))
    summary = desk.last()
    desk.say(Failed(second.request_id, TOO_LONG, left_out=4))
    assert desk.last() is summary
    desk.answer(summary.request_id, "They counted.")
    again = [it.request_id for it in desk.sent[-2:] if isinstance(it, Generate)]
    assert again == [first.request_id, second.request_id]


def test_a_question_whose_model_went_to_the_trash_is_not_left_waiting(desk: Desk) -> None:
    """An event that the engine sent before can still be on its way."""
    ask_several(desk, 4)
    asked = desk.ask(desk.tab, "And now?")
    desk.library.trashed.emit(desk.tab.chat.model_id)
    desk.say(Failed(asked, TOO_LONG, left_out=4))
    assert isinstance(desk.last(), LoadModel)


def test_a_summary_whose_model_went_to_the_trash_is_tried_again(desk: Desk) -> None:
    ask_several(desk, 4)
    _, summary = too_long(desk, 4)
    desk.library.trashed.emit(desk.tab.chat.model_id)
    desk.say(Failed(summary.request_id, TOO_LONG))
    again = desk.last()
    assert isinstance(again, Generate) and again.request_id > summary.request_id


def test_stop_ends_the_summary_and_the_question_can_be_continued(desk: Desk) -> None:
    ask_several(desk, 4)
    asked, summary = too_long(desk, 4)
    desk.requests.replies.stop(desk.tab.transcript)
    assert desk.last() == Abort(summary.request_id)
    assert not desk.tab.transcript.busy
    desk.say(Aborted(summary.request_id, *NUMBERS))
    assert not any(turn.summary for turn in desk.tab.transcript.turns)
    desk.requests.replies.continue_reply(desk.tab.transcript)
    assert isinstance(desk.last(), Generate) and desk.last().messages[-1].content == "And now?"
    assert asked != desk.last().request_id


def test_the_numbers_of_an_aborted_summary_are_not_those_of_the_answer(desk: Desk) -> None:
    """Unloading a model aborts its requests."""
    ask_several(desk, 4)
    _, summary = too_long(desk, 4)
    desk.say(Aborted(summary.request_id, *NUMBERS))
    reply = desk.tab.transcript.reply
    assert reply and reply.state is TurnState.STOPPED
    assert (reply.usage, reply.timings) == (Usage(), Timings())


def test_a_failed_summary_returns_the_question_with_advice(desk: Desk) -> None:
    ask_several(desk, 4)
    _, summary = too_long(desk, 4)
    desk.say(Failed(summary.request_id, "The model is broken.", fault=True))
    reply = desk.tab.transcript.reply
    assert reply and reply.state is TurnState.FAILED
    assert reply.error.startswith(
        "The earlier messages could not be summarized. The model is broken. Try again"
    )
    assert desk.tab.conversation.draft.question.text == "And now?"


def test_a_piece_that_is_too_long_is_split(desk: Desk) -> None:
    desk.answer(desk.ask(desk.tab, "long " * 3000), "Yes.")
    ask_several(desk, 1)
    _, summary = too_long(desk, 2)
    before = len(summary.messages[0].content)
    desk.say(Failed(summary.request_id, TOO_LONG))
    smaller = desk.last()
    assert len(smaller.messages[0].content) < before * 0.6
    desk.answer(smaller.request_id, "Part one.")
    assert "Summary of what was said before:\nPart one." in desk.last().messages[0].content


def test_messages_that_would_be_omitted_are_marked(desk: Desk) -> None:
    ask_several(desk, 4)
    transcript = desk.tab.transcript
    counted = Counted(1, 9000, 0, 4096, None, left_out=4)
    mark_omitted(transcript, [counted], Overflow.SUMMARISE)
    assert (transcript.omitted, transcript.omission) == (4, Omission.TO_SUMMARIZE)
    mark_omitted(transcript, [counted], Overflow.TRIM)
    assert (transcript.omitted, transcript.omission) == (4, Omission.OMITTED)
    # without a count the marks stay
    mark_omitted(transcript, [], Overflow.TRIM)
    assert transcript.omitted == 4
    mark_omitted(transcript, [], Overflow.REFUSE)
    assert transcript.omitted == 0


def test_another_model_removes_the_marks(desk: Desk) -> None:
    ask_several(desk, 4)
    desk.tab.chat.options.change(overflow=Overflow.TRIM)
    desk.tab.transcript.set_omitted(4, Omission.OMITTED)
    desk.ready(model_info("/models/other", "Other"))
    assert desk.tab.transcript.omitted == 0


def test_a_summary_of_an_earlier_run_is_marked(desk: Desk) -> None:
    ask_several(desk, 4)
    transcript = desk.tab.transcript
    transcript.set_summary(transcript.turns[5], "They counted.")
    mark_omitted(transcript, [], Overflow.SUMMARISE)
    assert (transcript.omitted, transcript.omission) == (6, Omission.SUMMARIZED)


def test_an_answer_that_omitted_messages_marks_them(desk: Desk) -> None:
    ask_several(desk, 4)
    asked = desk.ask(desk.tab, "And now?")
    desk.say(Trimmed(asked, 2))
    assert desk.tab.transcript.omitted == 2


def test_the_pieces_contain_all_messages() -> None:
    call = ToolInvocation("clock", "{}", "1")
    messages = [
        ChatMessage("user", "When?", (Media(MediaKind.IMAGE, Path("/a/clock.png")),)),
        ChatMessage("assistant", "Let me see.", tool_calls=(call,)),
        ChatMessage("tool", "12:00", name="clock", call_id="1"),
        ChatMessage("assistant", "x" * 500),
    ]
    pieces = summary_prompt.packed_texts(messages, 120)
    assert max(map(len, pieces)) <= 120
    whole = "".join(pieces)
    assert whole.startswith("User: (image: clock.png) When?")
    assert "(calls clock with {})" in whole and "Result of clock: 12:00" in whole
    assert whole.count("x" * 100) >= 4 and whole.count("x") == 500


def test_pinned_attachments_stay_pinned_beside_text_files_and_lost_files(tmp_path: Path) -> None:
    note, image = tmp_path / "note.txt", tmp_path / "b.png"
    note.write_text("Words.")
    image.write_bytes(b"")
    media = (
        Media(MediaKind.IMAGE, tmp_path / "gone.png"),
        Media(MediaKind.TEXT, note),
        Media(MediaKind.IMAGE, image),
    )
    shown = ChatMessage("user", "Look.", media, pinned=(0, 1, 2))
    history = (shown, ChatMessage("assistant", "Yes."), ChatMessage("user", "And now?"))
    options = RequestOptions(DOT_MODEL.model_id, ChatOptions(), None)
    request = options.request(1, DOT_MODEL, history, (), "")
    assert request.messages[0].pinned == (0, 1)
    told = text_files.inlined(request).messages[0]
    assert told.media == (media[2],) and told.pinned == (0,)
