"""A turn keeps what an event says, in no language yet."""

import pytest
from pytestqt.qtbot import QtBot

from engine.messages import (
    Aborted,
    Channel,
    Delta,
    Finished,
    FinishReason,
    LookProgress,
    Timings,
    ToolCall,
    ToolDelta,
    ToolInvocation,
    Usage,
    Waiting,
)
from engine.sentences import Sentence, say
from ui.conversation.message_captions import progress_caption, status_caption, thinking
from ui.look.language import translated
from ui.state.turn import Turn, TurnState


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (LookProgress(1, 0, 1), "Encoding the image…"),
        (LookProgress(1, 2, 5), "Encoding images and frames, 3 of 5…"),
        (Waiting(1, say("{count} GB is free.", count=4)), "4 GB is free."),
    ],
)
def test_a_waiting_turn_keeps_an_untranslated_sentence(
    qtbot: QtBot, event: LookProgress | Waiting, words: str
) -> None:
    turn = Turn("assistant")
    turn.update(event)
    assert isinstance(turn.waiting, Sentence) and turn.waiting.template
    assert translated(turn.waiting) == words


def test_a_call_that_is_written_is_told_until_it_is_there(qtbot: QtBot) -> None:
    turn = Turn("assistant", request_id=1, reasoning="Hm.", state=TurnState.WAITING)
    assert thinking(turn)
    for part in ('{"path": ', '"a"}'):
        turn.update(ToolDelta(1, "id", "write", part))
    assert progress_caption(turn) == "Writing a call to write: 13 characters"
    assert not status_caption(turn) and not thinking(turn)
    turn.update(ToolCall(1, ToolInvocation("write", '{"path": "a"}', "id")))
    assert progress_caption(turn) == "Waiting…" and len(turn.tool_calls) == 1
    turn.update(ToolDelta(1, "id2", "write", "{"))
    turn.update(Delta(1, Channel.CONTENT, "It was cut."))
    assert turn.writing == ("", 0)


def test_the_prompt_is_that_of_the_part_that_read_it_to_the_end(qtbot: QtBot) -> None:
    turn = Turn("assistant", request_id=1)
    turn.update(Aborted(1, Usage(9_000, cached=1_000, unread=4_000), Timings(prefill=2.0)))
    turn.resume(2)
    turn.update(Aborted(2))
    assert (turn.read, turn.usage.cached, turn.timings.prefill) == (5_000, 1_000, 2.0)
    turn.resume(3)
    read = Usage(9_000, cached=5_000, restored=100, generated=7)
    turn.update(Finished(3, FinishReason.LENGTH, read, Timings(prefill=3.0), say("It was cut.")))
    assert (turn.usage, turn.read, turn.timings.prefill) == (read, 9_000, 3.0)
    assert turn.read_again == "It was cut."
    turn.resume(4)
    turn.update(Aborted(4, Usage(9_007, unread=5_000), Timings(prefill=4.0)))
    assert (turn.usage, turn.timings.prefill, turn.read_again) == (read, 3.0, "It was cut.")
