"""Turns grow by events, and only by those of their own request."""

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from engine.messages import (
    Aborted,
    Channel,
    ChatMessage,
    Delta,
    Failed,
    Finished,
    FinishReason,
    PrefillProgress,
    Timings,
    ToolCall,
    ToolInvocation,
    Usage,
)
from ui.transcript import Transcript, TurnState

USAGE, TIMINGS = Usage(prompt=10, generated=3), Timings(ttft=0.1, decode=0.2)
CALL = ToolInvocation("calculator", '{"expression": "6*7"}')


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
    transcript.apply(PrefillProgress(7, 5, 10))
    assert (turn.prefill, turn.state) == ((5, 10), TurnState.WAITING)
    transcript.apply(Delta(7, Channel.REASONING, "hm"))
    transcript.apply(Delta(7, Channel.REASONING, "m"))
    transcript.apply(Delta(7, Channel.CONTENT, "a"))
    transcript.apply(Delta(7, Channel.CONTENT, "b"))
    transcript.apply(ToolCall(7, CALL))
    assert (turn.reasoning, turn.content, turn.tool_calls) == ("hmm", "ab", [CALL])
    assert turn.state is TurnState.STREAMING


@pytest.mark.parametrize(
    ("event", "state"),
    [
        (Finished(7, FinishReason.LENGTH, USAGE, TIMINGS), TurnState.DONE),
        (Aborted(7, USAGE, TIMINGS), TurnState.STOPPED),
        (Failed(7, "It is broken."), TurnState.FAILED),
    ],
)
def test_each_end_keeps_the_text(
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
    transcript.add_message("user", "hi")
    transcript.begin_reply(1)
    transcript.begin_reply(2)
    seen = watched(transcript)
    transcript.apply(Delta(2, Channel.CONTENT, "two"))
    transcript.apply(Delta(99, Channel.CONTENT, "nobody's"))
    assert [turn.content for turn in transcript.turns] == ["hi", "", "two"]
    assert seen == [("changed", 2)]


def test_every_turn_is_announced(transcript: Transcript) -> None:
    seen = watched(transcript)
    transcript.add_message("user", "hi")
    transcript.begin_reply(1)
    assert seen == [("added", 0), ("added", 1)]


def test_history_leaves_out_what_the_model_must_not_read(transcript: Transcript) -> None:
    transcript.add_message("user", "6*7?")
    transcript.begin_reply(1)
    transcript.apply(Delta(1, Channel.REASONING, "secret"))
    transcript.apply(ToolCall(1, CALL))
    transcript.apply(Finished(1, FinishReason.TOOL_CALLS, USAGE, TIMINGS))
    transcript.add_message("tool", "42")
    transcript.add_message("user", "and this?")
    transcript.begin_reply(2)
    transcript.apply(Delta(2, Channel.CONTENT, "broken"))
    transcript.apply(Failed(2, "no"))
    transcript.add_message("user", "thanks")
    transcript.begin_reply(3)
    transcript.apply(Delta(3, Channel.CONTENT, "growing"))
    assert transcript.history() == (
        ChatMessage("user", "6*7?"),
        ChatMessage("assistant", "", (), (CALL,)),
        ChatMessage("tool", "42"),
        ChatMessage("user", "thanks"),
    )


def test_a_stopped_reply_stays_in_the_history(transcript: Transcript) -> None:
    transcript.begin_reply(1)
    transcript.apply(Delta(1, Channel.CONTENT, "half"))
    transcript.apply(Aborted(1, USAGE, TIMINGS))
    assert transcript.history() == (ChatMessage("assistant", "half"),)


def test_a_transcript_goes_with_its_parent(qtbot: QtBot) -> None:
    parent = QObject()
    assert Transcript(parent).parent() is parent


def test_a_question_without_an_answer_is_not_told_again(transcript: Transcript) -> None:
    transcript.add_message("user", "6*7?")
    transcript.begin_reply(1)
    transcript.apply(ToolCall(1, CALL))
    transcript.apply(Finished(1, FinishReason.TOOL_CALLS, USAGE, TIMINGS))
    transcript.add_message("tool", "42")
    transcript.begin_reply(2)
    transcript.apply(Failed(2, "no"))
    transcript.add_message("user", "and?")
    transcript.begin_reply(3)
    transcript.apply(Delta(3, Channel.REASONING, "hm"))
    transcript.apply(Aborted(3, USAGE, TIMINGS))
    transcript.add_message("user", "hello")
    assert transcript.history() == (ChatMessage("user", "hello"),)
