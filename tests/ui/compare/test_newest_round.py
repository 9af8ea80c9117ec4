"""A blind pane shows the newest answer and nothing that tells which model wrote it."""

from dataclasses import fields

import pytest
from pytestqt.qtbot import QtBot

from ui.compare.newest_round import HIDDEN_ERROR, SHOWN_FIELDS, NewestRound
from ui.state.transcript import Transcript
from ui.state.turn import Turn, TurnState

# the error is replaced by a sentence without a reason, and a parent is the place in a transcript
HIDDEN = {it.name for it in fields(Turn)} - {*SHOWN_FIELDS, "error", "parent"}


@pytest.fixture
def source(qtbot: QtBot) -> Transcript:
    transcript = Transcript()
    transcript.add(Turn("user", "Why?"))
    transcript.add(Turn("assistant", "So.", state=TurnState.DONE))
    return transcript


def test_every_shown_field_is_one_of_a_turn() -> None:
    assert set(SHOWN_FIELDS) < {it.name for it in fields(Turn)}


@pytest.mark.parametrize("name", sorted(HIDDEN))
def test_a_field_that_is_not_listed_stays_hidden(source: Transcript, name: str) -> None:
    secret = object()
    setattr(source.turns[1], name, secret)
    masked = NewestRound(source, 0)
    assert masked.turns[1].__dict__[name] is not secret
    source.turn_changed.emit(1)
    assert masked.turns[1].__dict__[name] is not secret


def test_a_field_that_a_turn_gets_later_stays_hidden(source: Transcript) -> None:
    source.turns[1].__dict__["model_name"] = "Qwen"
    assert "model_name" not in NewestRound(source, 0).turns[1].__dict__


def test_the_newest_answer_is_shown_as_it_grows(source: Transcript) -> None:
    masked = NewestRound(source, 0)
    source.turns[1].content = "So it is."
    source.turn_changed.emit(1)
    assert [(it.role, it.content) for it in masked.turns] == [
        ("user", "Why?"),
        ("assistant", "So it is."),
    ]


def test_the_reason_of_an_error_is_hidden(source: Transcript) -> None:
    source.turns[1].error = "Qwen has no memory left."
    assert NewestRound(source, 0).turns[1].error == HIDDEN_ERROR
