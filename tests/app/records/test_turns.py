"""Messages survive a round trip through the database, and a damaged one hides nothing else."""

import json
from dataclasses import fields, replace
from pathlib import Path

import pytest

from app.attachments.kept_files import Files
from app.database.rows import MessageRecord
from app.records.chat_settings import ChatSettings, fields_json, read_fields
from app.records.rounds import kept_round, round_record
from app.records.turns import DAMAGED, turn_record, turns_of
from engine.messages import (
    Channel,
    FinishReason,
    Logprobs,
    SamplingParams,
    SkimReport,
    Timings,
    TokenLogprob,
    ToolInvocation,
    Traced,
    TracedToken,
    Usage,
)
from engine.sentences import Sentence, say
from ui.state.called_tool import CalledTool, CallState
from ui.state.chat_options import ChatOptions
from ui.state.compared import ComparedPane, ComparedRound, PaneAnswer, Vote
from ui.state.turn import Turn, TurnState


def full_reply() -> Turn:
    """Return a reply whose saved fields all differ from their defaults."""
    turn = Turn("assistant", "It is ③.", "Hm.", message_id=7, created=12.5)
    turn.tool_calls = [
        CalledTool(
            ToolInvocation("add", '{"a": 1}', "c1"), "add(1)", CallState.DONE, "2", 0.5, "Add"
        ),
        CalledTool(ToolInvocation("add", "{}", "c2"), state=CallState.DROPPED, started=True),
        CalledTool(ToolInvocation("add", "[]", "c3"), state=CallState.DONE, edited=True),
    ]
    turn.model_id, turn.trimmed, turn.prefill = "/models/m", 3, (5, 9, 2)
    turn.state, turn.reason = TurnState.STOPPED, FinishReason.LENGTH
    turn.error = say("{name} could not be read", name="a.png")
    turn.usage, turn.timings = Usage(9, 2, 4), Timings(0.5, decode=1.5)
    turn.read_again = say("The chat was shortened.")
    turn.earlier = Usage(1), Timings(0.1)
    turn.parts_with_tokens = 2
    chosen = TokenLogprob("a", 3, -0.5)
    turn.logprobs = [Logprobs(0, chosen, (chosen, TokenLogprob("b", 4, -1.0)))]
    tokens = (
        TracedToken(1, "<x>", Channel.REASONING, special=True),
        TracedToken(2, "a", Channel.CONTENT, drafted=True),
    )
    turn.traces = (Traced(0, "chatml", "prompt ü", Channel.CONTENT, tokens, ((0, 3),)),)
    turn.skim = SkimReport(9, 4, "small", 0.5, say("Why?"))
    turn.interrupted = turn.anew = True
    return turn


def test_every_field_of_a_message_is_stored(files: Files) -> None:
    question = Turn("user", "Which?", message_id=3, created=1.0)
    reply = full_reply()
    reply.parent = question
    records = [turn_record(it, 1, 0, files) for it in (question, reply)]
    first, second = turns_of(records, files)
    assert second.parent is first
    for it in fields(Turn):
        if it.name != "parent":
            assert getattr(first, it.name) == getattr(question, it.name), it.name
            assert getattr(second, it.name) == getattr(reply, it.name), it.name
    # In another language it is a different sentence.
    assert isinstance(second.error, Sentence) and second.error.values == {"name": "a.png"}


def test_a_growing_message_is_stored_without_its_tokens(files: Files) -> None:
    turn = replace(full_reply(), state=TurnState.STREAMING)
    record = turn_record(turn, 1, 0, files)
    assert not {"traces", "logprobs"} & json.loads(record.data).keys()
    [again] = turns_of([record], files)
    assert again.interrupted and again.state is TurnState.STOPPED


def test_a_tool_that_ran_when_the_program_ended_was_started(files: Files) -> None:
    states = CallState.RUNNING, CallState.PROPOSED, CallState.DROPPED
    calls = [CalledTool(ToolInvocation("add", "{}", it.name), state=it) for it in states]
    record = turn_record(Turn("assistant", tool_calls=calls), 1, 0, files)
    # An earlier version wrote no `started`.
    [turn] = turns_of([replace(record, data=record.data.replace(', "started": false', ""))], files)
    found = [(it.state, it.started) for it in turn.tool_calls]
    dropped = CallState.DROPPED
    assert found == [(dropped, True), (CallState.PROPOSED, False), (dropped, False)]


def test_a_call_that_awaited_its_server_when_the_program_ended_asks_again(files: Files) -> None:
    called = CalledTool(ToolInvocation("add", "{}", "1"), state=CallState.RUNNING)
    called.awaits = "files"
    [turn] = turns_of([turn_record(Turn("assistant", tool_calls=[called]), 1, 0, files)], files)
    [again] = turn.tool_calls
    assert (again.state, again.awaits, again.started) == (CallState.PROPOSED, "", False)


@pytest.mark.parametrize(
    "data",
    [
        "{",
        "[]",
        '{"usage": 7}',
        '{"attachments": [{"kind": "HOLOGRAM"}]}',
        '{"tool_calls": [{"call": null}]}',
        '{"error": [1, 2]}',
        '{"logprobs": "no base64"}',
    ],
)
def test_the_readable_fields_of_a_damaged_message_are_shown(files: Files, data: str) -> None:
    good = MessageRecord(1, 1, content="Before.")
    bad = MessageRecord(2, 1, 0, 1, "assistant", "Still here.", "Hm.", data=data)
    after = MessageRecord(3, 1, 0, 2, "user", "After.")
    _, turn, last = turns_of([good, bad, after], files)
    assert (turn.content, turn.reasoning, turn.error) == ("Still here.", "Hm.", DAMAGED)
    assert last.parent is turn and not last.error


def test_damaged_traces_are_dropped(files: Files) -> None:
    [turn] = turns_of([MessageRecord(1, 1, data='{"traces": "AAAA"}')], files)
    assert turn.traces == ()


def test_a_round_survives_a_round_trip_and_a_damaged_one_is_refused(files: Files) -> None:
    options = ChatOptions(sampling=SamplingParams(temperature=0.5, seed=3, stop=("x",)))
    panes = [ComparedPane(1, "A", "/m/a", options), ComparedPane(2, "B", "/m/b", ChatOptions())]
    answers = [PaneAnswer(panes[0]), PaneAnswer(panes[1], unattended=True, dropped=True)]
    compared = ComparedRound("Which?", (), answers, (), (2, 1), True, True, Vote(2, True))
    record = round_record(compared, 4, 9, 1, files)
    kept = kept_round(record, files)
    assert (kept.message_id, kept.index) == (9, 4)
    again = kept.compared
    assert [it.pane for it in again.answers] == panes
    assert again.answers[1].unattended and again.answers[1].dropped
    assert (again.order, again.vote, again.hidden) == ((2, 1), Vote(2, True), False)
    for data in ("{", '{"index": 1}', record.data.replace('"order"', '"other"')):
        with pytest.raises(ValueError):
            kept_round(replace(record, data=data), files)


def test_damaged_settings_have_their_defaults() -> None:
    options = ChatOptions(system_prompt="Be brief.", files=(Path("/a"),), kv_8bit=("/m",))
    settings = ChatSettings("/m", options, SamplingParams(top_k=4))
    assert read_fields(ChatSettings, fields_json(settings)) == settings
    assert read_fields(ChatSettings, fields_json(ChatSettings())) == ChatSettings()
    damaged = json.loads(fields_json(settings)) | {"options": {"sampling": {"temperature": 99}}}
    assert read_fields(ChatSettings, json.dumps(damaged)) == replace(
        settings, options=ChatOptions()
    )
    assert read_fields(ChatSettings, "no JSON") == ChatSettings()
