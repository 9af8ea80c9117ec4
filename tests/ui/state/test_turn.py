"""A turn keeps what an event says, in no language yet."""

import pytest
from pytestqt.qtbot import QtBot

from engine.messages import (
    Channel,
    Delta,
    LookProgress,
    ToolCall,
    ToolDelta,
    ToolInvocation,
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
