"""A turn keeps what an event says, in no language yet."""

import pytest
from pytestqt.qtbot import QtBot

from engine.messages import LookProgress, Waiting
from engine.sentences import Sentence, say
from ui.look.language import translated
from ui.state.turn import Turn


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
