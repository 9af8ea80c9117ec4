"""Turns grow by events, and only by those of their own request."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from engine.messages import (
    Aborted,
    Channel,
    ChatMessage,
    Delta,
    Failed,
    Finished,
    FinishReason,
    Logprobs,
    LookProgress,
    Media,
    MediaKind,
    PrefillProgress,
    Timings,
    TokenLogprob,
    ToolCall,
    ToolInvocation,
    Traced,
    Trimmed,
    Usage,
    Waiting,
)
from ui.state.answer_stats import stats_of_answer
from ui.state.attachment import Attachment
from ui.state.called_tool import CalledTool, CallState
from ui.state.question import Question
from ui.state.transcript import Transcript
from ui.state.turn import MAX_CALLS, MAX_LOGPROBS, Turn, TurnState

USAGE, TIMINGS = Usage(prompt=10, generated=3), Timings(ttft=0.1, decode=0.2)
CALL = ToolInvocation("calculator", '{"expression": "6*7"}', "a")
RESULT = ChatMessage("tool", "42", name="calculator", call_id="a")


@pytest.fixture
def transcript(qtbot: QtBot) -> Transcript:
    return Transcript()


def watched(transcript: Transcript) -> list[tuple[str, int]]:
    seen: list[tuple[str, int]] = []
    transcript.turn_added.connect(lambda index: seen.append(("added", index)))
    transcript.turn_changed.connect(lambda index: seen.append(("changed", index)))
    return seen


def test_a_reply_grows_event_by_event(transcript: Transcript) -> None:
    transcript.begin_reply(7)
    turn = transcript.turns[0]
    assert (turn.role, turn.state) == ("assistant", TurnState.WAITING)
    transcript.apply(Waiting(7, "Waits for memory."))
    assert turn.waiting == "Waits for memory."
    transcript.apply(Trimmed(7, 3))
    transcript.apply(PrefillProgress(7, 5, 10, 2))
    assert (turn.prefill, turn.state) == ((5, 10, 2), TurnState.WAITING)
    assert (turn.waiting, turn.trimmed) == ("", 3)
    transcript.apply(Delta(7, Channel.REASONING, "hm"))
    transcript.apply(Delta(7, Channel.REASONING, "m"))
    transcript.apply(Delta(7, Channel.CONTENT, "a"))
    transcript.apply(Delta(7, Channel.CONTENT, "b"))
    transcript.apply(ToolCall(7, CALL))
    assert (turn.reasoning, turn.content, turn.tool_calls) == ("hmm", "ab", [CalledTool(CALL)])
    assert turn.state is TurnState.STREAMING


def test_the_history_gives_the_places_of_images_in_a_text(transcript: Transcript) -> None:
    image = QImage(1, 1, QImage.Format.Format_RGB32)
    media = [Media(MediaKind.IMAGE, Path(name)) for name in ("a.png", "b.png")]
    attachments = tuple(Attachment(it, image, it.path.name, "") for it in media)
    transcript.add_question(Question("Is  like ?", attachments, (3, 9)))
    transcript.begin_reply(7)
    transcript.apply(Delta(7, Channel.CONTENT, "Yes."))
    transcript.apply(Finished(7, FinishReason.STOP, USAGE, TIMINGS))
    transcript.add_question(Question("Why?"))
    assert transcript.history() == (
        ChatMessage("user", "Is  like ?", tuple(media), places=(3, 9)),
        ChatMessage("assistant", "Yes."),
        ChatMessage("user", "Why?"),
    )


@pytest.mark.parametrize(
    ("event", "state"),
    [
        (Finished(7, FinishReason.LENGTH, USAGE, TIMINGS), TurnState.DONE),
        (Aborted(7, USAGE, TIMINGS), TurnState.STOPPED),
        (Failed(7, "It is broken."), TurnState.FAILED),
    ],
)
def test_every_kind_of_end_keeps_the_text(
    transcript: Transcript, event: Finished | Aborted | Failed, state: TurnState
) -> None:
    transcript.begin_reply(7)
    transcript.apply(Delta(7, Channel.CONTENT, "so far"))
    assert transcript.busy
    transcript.apply(event)
    turn = transcript.turns[0]
    assert (turn.state, turn.content, transcript.busy) == (state, "so far", False)
    if isinstance(event, Failed):
        assert turn.error == "It is broken."
    else:
        assert (turn.usage, turn.timings) == (USAGE, TIMINGS)


def test_events_reach_only_the_turn_of_their_request(transcript: Transcript) -> None:
    transcript.add_question(Question("hi"))
    transcript.begin_reply(1)
    transcript.begin_reply(2)
    seen = watched(transcript)
    transcript.apply(Delta(2, Channel.CONTENT, "two"))
    transcript.apply(Delta(99, Channel.CONTENT, "nobody's"))
    assert [turn.content for turn in transcript.turns] == ["hi", "", "two"]
    assert seen == [("changed", 2)]


def test_every_turn_is_announced(transcript: Transcript) -> None:
    seen = watched(transcript)
    transcript.add_question(Question("hi"))
    transcript.begin_reply(1)
    assert seen == [("added", 0), ("added", 1)]


def called(transcript: Transcript, request_id: int, *calls: ToolCall) -> Turn:
    """A reply that ended with these calls."""
    transcript.begin_reply(request_id)
    for call in calls:
        transcript.apply(call)
    transcript.apply(Finished(request_id, FinishReason.TOOL_CALLS, USAGE, TIMINGS))
    return transcript.turns[-1]


def test_history_omits_turns_not_meant_for_the_model(transcript: Transcript) -> None:
    transcript.add_question(Question("6*7?"))
    called(transcript, 1, ToolCall(1, CALL))
    transcript.change_call("a", state=CallState.DONE, result="42")
    transcript.begin_reply(4)
    transcript.apply(Delta(4, Channel.CONTENT, "It is 42."))
    transcript.apply(Finished(4, FinishReason.STOP, USAGE, TIMINGS))
    transcript.add_question(Question("and this?"))
    transcript.begin_reply(2)
    transcript.apply(Delta(2, Channel.REASONING, "broken"))
    transcript.apply(Failed(2, "no"))
    transcript.add_question(Question("thanks"))
    transcript.begin_reply(3)
    transcript.apply(Delta(3, Channel.CONTENT, "growing"))
    assert transcript.history() == (
        ChatMessage("user", "6*7?"),
        ChatMessage("assistant", "", (), (CALL,)),
        RESULT,
        ChatMessage("assistant", "It is 42."),
        ChatMessage("user", "thanks"),
    )


def test_reasoning_is_separated_from_the_answer(transcript: Transcript) -> None:
    transcript.begin_reply(1)
    transcript.apply(Delta(1, Channel.REASONING, "hm"))
    transcript.apply(Delta(1, Channel.CONTENT, "yes"))
    transcript.apply(Finished(1, FinishReason.STOP, USAGE, TIMINGS))
    assert transcript.history() == (ChatMessage("assistant", "yes", reasoning="hm"),)


def test_only_calls_with_a_result_are_in_the_history(transcript: Transcript) -> None:
    calls = [ToolCall(1, replace(CALL, call_id=it)) for it in "abcd"]
    turn = called(transcript, 1, *calls)
    transcript.change_call("a", state=CallState.DONE, result="42")
    transcript.change_call("b", state=CallState.DECLINED, result="Declined.")
    transcript.change_call("c", state=CallState.RUNNING)
    message, *results = transcript.history()
    assert [call.call_id for call in message.tool_calls] == ["a", "b"]
    assert [(it.call_id, it.content) for it in results] == [("a", "42"), ("b", "Declined.")]
    assert transcript.busy
    seen = watched(transcript)
    transcript.drop_calls()
    assert [it.state.name for it in turn.tool_calls] == ["DONE", "DECLINED", "DROPPED", "DROPPED"]
    assert seen == [("changed", 0)]
    assert [it.started for it in turn.tool_calls] == [False, False, True, False]
    assert not transcript.busy
    transcript.drop_calls()
    assert seen == [("changed", 0)]


def test_calls_that_wait_are_left_when_only_the_running_ones_are_dropped(
    transcript: Transcript,
) -> None:
    turn = called(transcript, 1, *(ToolCall(1, replace(CALL, call_id=it)) for it in "ab"))
    transcript.change_call("a", state=CallState.RUNNING)
    seen = watched(transcript)
    transcript.drop_running_calls()
    assert [it.state.name for it in turn.tool_calls] == ["DROPPED", "PROPOSED"]
    assert turn.tool_calls[0].started and seen == [("changed", 0)]
    transcript.drop_running_calls()
    assert seen == [("changed", 0)]


def test_a_changed_call_is_announced(transcript: Transcript) -> None:
    called(transcript, 1, ToolCall(1, CALL))
    transcript.add_question(Question("hi"))
    seen = watched(transcript)
    transcript.change_call("a", state=CallState.RUNNING)
    transcript.change_call("nobody's", state=CallState.RUNNING)
    assert seen == [("changed", 0)]


def test_a_suggestion_that_ran_is_a_call_instead_of_text(transcript: Transcript) -> None:
    transcript.begin_reply(1)
    transcript.apply(Delta(1, Channel.CONTENT, "Like this: calculator(6*7)"))
    transcript.apply(ToolCall(1, CALL, "calculator(6*7)"))
    transcript.apply(Finished(1, FinishReason.STOP, USAGE, TIMINGS))
    assert transcript.history() == (ChatMessage("assistant", "Like this: calculator(6*7)"),)
    transcript.change_call("a", state=CallState.DONE, result="42")
    assert transcript.history() == (
        ChatMessage("assistant", "Like this:", (), (CALL,)),
        RESULT,
    )


@pytest.mark.parametrize("end", [Aborted(1, USAGE, TIMINGS), Failed(1, "no")])
def test_calls_of_an_interrupted_reply_need_no_decision(
    transcript: Transcript, end: Aborted | Failed
) -> None:
    transcript.begin_reply(1)
    transcript.apply(ToolCall(1, CALL))
    transcript.apply(end)
    assert transcript.turns[0].tool_calls[0].state is CallState.DROPPED


def test_each_part_keeps_its_trace(transcript: Transcript) -> None:
    parts = [Traced(number, "hermes", "prompt", Channel.CONTENT, ()) for number in (1, 2)]
    transcript.begin_reply(1)
    transcript.apply(parts[0])
    transcript.apply(Aborted(1, USAGE, TIMINGS))
    transcript.resume_reply(2)
    transcript.apply(parts[1])
    assert list(transcript.turns[0].traces) == parts


def test_a_stopped_reply_stays_in_the_history(transcript: Transcript) -> None:
    transcript.begin_reply(1)
    transcript.apply(Delta(1, Channel.CONTENT, "half"))
    transcript.apply(Aborted(1, USAGE, TIMINGS))
    assert transcript.history() == (ChatMessage("assistant", "half"),)


def test_a_reply_that_failed_in_the_middle_stays_in_the_history(transcript: Transcript) -> None:
    """The question is not given back, so that the model gets what is shown."""
    transcript.add_question(Question("6*7?"))
    transcript.begin_reply(1)
    transcript.apply(Delta(1, Channel.CONTENT, "half"))
    transcript.apply(ToolCall(1, CALL))
    transcript.apply(Failed(1, "no"))
    assert transcript.history() == (ChatMessage("user", "6*7?"), ChatMessage("assistant", "half"))
    assert transcript.turns[-1].error == "no"


def test_image_processing_is_shown_until_prefill_ends(transcript: Transcript) -> None:
    transcript.begin_reply(7)
    transcript.apply(LookProgress(7, 0, 1))
    assert transcript.turns[-1].waiting == "Encoding the image…"
    transcript.apply(LookProgress(7, 1, 19))
    assert transcript.turns[-1].waiting == "Encoding images and frames, 2 of 19…"
    transcript.apply(PrefillProgress(7, 5, 10))
    assert not transcript.turns[-1].waiting


def test_text_ends_the_wait(transcript: Transcript) -> None:
    transcript.begin_reply(1)
    for end in (Delta(1, Channel.REASONING, "hm"), Aborted(1, USAGE, TIMINGS)):
        transcript.apply(Waiting(1, "Waits."))
        transcript.apply(end)
        assert transcript.turns[0].waiting == ""


def test_probabilities_are_kept_up_to_a_limit(transcript: Transcript) -> None:
    transcript.begin_reply(1)
    token = TokenLogprob("a", 5, -0.1)
    for _ in range(MAX_LOGPROBS + 5):
        transcript.apply(Logprobs(1, token, (token,)))
    assert transcript.turns[0].logprobs == [Logprobs(1, token, (token,))] * MAX_LOGPROBS


def test_calls_are_accepted_up_to_a_limit(transcript: Transcript) -> None:
    transcript.begin_reply(1)
    for number in range(MAX_CALLS + 5):
        transcript.apply(ToolCall(1, replace(CALL, call_id=f"{number:09d}")))
    called = transcript.turns[0].tool_calls
    assert len({it.call.call_id for it in called}) == len(called) == MAX_CALLS


# --- going on ------------------------------------------------------------------------------


def cut_short(transcript: Transcript, end: Finished | Aborted | Failed) -> Turn:
    transcript.add_question(Question("Count."))
    transcript.begin_reply(1)
    transcript.apply(Delta(1, Channel.CONTENT, "1, 2"))
    transcript.apply(end)
    return transcript.turns[-1]


STOPPED = Aborted(1, Usage(10, 2, 3, 1), Timings(0.5, 0.25, 0.125, 0.5, 1.0))
TOO_LONG = Finished(1, FinishReason.LENGTH, Usage(10, 2, 3, 1), Timings(0.5, 0.25, 0.125, 0.5, 1.0))


@pytest.mark.parametrize("end", [STOPPED, TOO_LONG], ids=["stopped", "length"])
def test_an_interrupted_reply_continues_to_grow(
    transcript: Transcript, end: Finished | Aborted
) -> None:
    turn = cut_short(transcript, end)
    assert transcript.resumable is turn
    transcript.resume_reply(2)
    assert (turn.state, turn.request_id, transcript.busy) == (TurnState.STREAMING, 2, True)
    assert transcript.resumable is None
    transcript.apply(Delta(1, Channel.CONTENT, "of the former part"))
    transcript.apply(Delta(2, Channel.CONTENT, ", 3"))
    assert turn.content == "1, 2, 3"
    more = Usage(13, 13, 4, 2), Timings(0.0625, 0.5, 0.0, 0.25, 2.0)
    transcript.apply(Finished(2, FinishReason.STOP, *more))
    assert (turn.state, turn.reason) == (TurnState.DONE, FinishReason.STOP)
    assert turn.usage == Usage(prompt=10, cached=2, generated=7, reasoning=3)
    assert turn.timings == Timings(0.5, 0.75, 0.125, 0.5, 3.0), "reading is that of the prompt"
    assert stats_of_answer(turn).generation_tps == (7 - 2) / 3.0
    assert transcript.resumable is None


def test_numbers_skip_a_part_stopped_before_its_prefill(
    transcript: Transcript,
) -> None:
    turn = cut_short(transcript, Aborted(1, Usage(), Timings(queued=1.0)))
    transcript.resume_reply(2)
    transcript.apply(Finished(2, FinishReason.STOP, USAGE, TIMINGS))
    assert turn.usage == USAGE
    assert turn.timings == replace(TIMINGS, queued=1.0)
    assert stats_of_answer(turn).generation_tps == (3 - 1) / 0.2


def test_a_failed_continuation_keeps_the_text_and_gives_the_reason(transcript: Transcript) -> None:
    turn = cut_short(transcript, TOO_LONG)
    transcript.resume_reply(2)
    transcript.apply(Failed(2, "Too late."))
    assert (turn.content, turn.state, turn.error) == ("1, 2", TurnState.STOPPED, "Too late.")
    assert turn.usage == TOO_LONG.usage
    assert transcript.history()[-1].content == "1, 2"


def test_a_failed_continuation_can_be_tried_again(transcript: Transcript) -> None:
    turn = cut_short(transcript, TOO_LONG)
    transcript.resume_reply(2)
    transcript.apply(Failed(2, "No memory."))
    assert transcript.resumable is turn
    transcript.resume_reply(3)
    assert (turn.content, turn.error, turn.growing) == ("1, 2", "", True)


def test_a_failed_reply_cannot_be_continued(transcript: Transcript) -> None:
    cut_short(transcript, Failed(1, "No memory."))
    assert transcript.resumable is None


def test_only_the_last_turn_can_be_continued(transcript: Transcript) -> None:
    cut_short(transcript, STOPPED)
    transcript.add_question(Question("And?"))
    assert transcript.resumable is None


def test_a_reply_waiting_for_its_tool_cannot_be_continued(transcript: Transcript) -> None:
    """A suggestion in an answer that came to its length."""
    turn = cut_short(transcript, TOO_LONG)
    turn.tool_calls.append(CalledTool(CALL, "1, 2"))
    assert transcript.resumable is turn
    transcript.change_call("a", state=CallState.RUNNING)
    assert transcript.resumable is None


def test_a_complete_answer_cannot_be_continued(transcript: Transcript) -> None:
    cut_short(transcript, Finished(1, FinishReason.STOP, USAGE, TIMINGS))
    assert transcript.resumable is None


def test_a_transcript_is_deleted_with_its_parent(qtbot: QtBot) -> None:
    parent = QObject()
    assert Transcript(parent).parent() is parent


def test_an_unanswered_question_is_not_in_the_history(transcript: Transcript) -> None:
    transcript.add_question(Question("6*7?"))
    called(transcript, 1, ToolCall(1, CALL))
    transcript.change_call("a", state=CallState.DONE, result="42")
    transcript.begin_reply(2)
    transcript.apply(Failed(2, "no"))
    transcript.add_question(Question("and?"))
    transcript.begin_reply(3)
    transcript.apply(Delta(3, Channel.REASONING, "hm"))
    transcript.apply(Aborted(3, USAGE, TIMINGS))
    transcript.add_question(Question("hello"))
    assert transcript.history() == (ChatMessage("user", "hello"),)


def test_a_reply_with_only_dropped_calls_is_not_in_the_history(transcript: Transcript) -> None:
    transcript.add_question(Question("6*7?"))
    transcript.begin_reply(1)
    transcript.apply(ToolCall(1, CALL))
    transcript.apply(Finished(1, FinishReason.TOOL_CALLS, USAGE, TIMINGS))
    transcript.drop_calls()
    transcript.add_question(Question("Never mind."))
    assert [it.role for it in transcript.history()] == ["user", "user"]


def test_old_prompts_are_dropped_except_the_newest(transcript: Transcript, monkeypatch) -> None:
    monkeypatch.setattr("ui.state.transcript.KEPT_PROMPTS", 10)
    for number in (1, 2, 3):
        transcript.begin_reply(number)
        transcript.apply(Traced(number, "hermes", number * "abc", Channel.CONTENT, ()))
    kept = [turn.traces[0].prompt for turn in transcript.turns]
    assert kept == ["", "", "abcabcabc"]


def test_the_last_exchange_can_be_withdrawn() -> None:
    transcript = Transcript()
    gone: list[int] = []
    transcript.turns_dropped.connect(gone.append)
    transcript.take_back()
    for request_id in (1, 2):
        transcript.add_question(Question(f"Question {request_id}"))
        transcript.begin_reply(request_id)
        transcript.apply(Delta(request_id, Channel.CONTENT, "Answer"))
    transcript.take_back()
    assert gone == [2]
    assert [turn.content for turn in transcript.turns] == ["Question 1", "Answer"]
    transcript.apply(Delta(2, Channel.CONTENT, " late"))
    transcript.apply(Delta(1, Channel.CONTENT, "!"))
    assert transcript.turns[-1].content == "Answer!"
    assert transcript.all_turns()[-1].content == "Answer late", "it is not lost"
    assert transcript.busy


def test_the_history_follows_each_change(transcript: Transcript) -> None:
    transcript.add_question(Question("first"))
    called(transcript, 1, ToolCall(1, CALL))
    assert transcript.history() == (ChatMessage("user", "first"),)
    transcript.change_call("a", state=CallState.DONE, result="42")
    assert transcript.history()[1:] == (ChatMessage("assistant", "", tool_calls=(CALL,)), RESULT)

    transcript.add_question(Question("second"))
    transcript.begin_reply(2)
    transcript.apply(Delta(2, Channel.CONTENT, "half"))
    assert transcript.history()[-1] == ChatMessage("user", "second")
    transcript.apply(Aborted(2, USAGE, TIMINGS))
    assert transcript.history()[-1] == ChatMessage("assistant", "half")
    transcript.resume_reply(3)
    assert transcript.history()[-1] == ChatMessage("user", "second")
    transcript.apply(Delta(3, Channel.CONTENT, " and half"))
    transcript.apply(Finished(3, FinishReason.STOP, USAGE, TIMINGS))
    assert transcript.history()[-1] == ChatMessage("assistant", "half and half")

    transcript.take_back()
    transcript.add_question(Question("third"))
    assert transcript.history()[-1] == ChatMessage("user", "third")
    first = transcript.history()[0]
    assert transcript.history()[0] is first
