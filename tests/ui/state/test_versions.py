"""A conversation is a tree: what was edited, answered again or branched off stays beside it."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from engine.messages import (
    Aborted,
    Channel,
    ChatMessage,
    Delta,
    Finished,
    FinishReason,
    Timings,
    ToolCall,
    ToolInvocation,
    Usage,
)
from tests.kit.attachments import photo
from ui.state.called_tool import CallState
from ui.state.question import Question
from ui.state.transcript import Transcript
from ui.state.turn import Turn, TurnState


class Talk(Transcript):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.heard: list[tuple] = []
        self.node_added.connect(lambda turn: self.heard.append(("node", turn.content)))
        self.turn_added.connect(lambda at: self.heard.append(("added", at)))
        self.turns_dropped.connect(lambda at: self.heard.append(("dropped", at)))
        self.path_changed.connect(lambda: self.heard.append(("path",)))
        self.turn_changed.connect(lambda at: self.heard.append(("changed", at)))
        self.off_path_changed.connect(lambda turn: self.heard.append(("off", turn.content)))

    def ask(self, question: str, answer: str, request_id: int = 1) -> None:
        self.add_question(Question(question))
        self.answer(answer, request_id)

    def answer(self, text: str, request_id: int = 1) -> None:
        self.begin_reply(request_id)
        self.say(request_id, text)
        self.apply(Finished(request_id, FinishReason.STOP, Usage(), Timings()))

    def say(self, request_id: int, text: str) -> None:
        self.apply(Delta(request_id, Channel.CONTENT, text))

    @property
    def path(self) -> list[str]:
        return [turn.content for turn in self.turns]

    def beside(self, index: int) -> list[str]:
        return [turn.content for turn in self.versions(index)]


@pytest.fixture
def talk(qtbot: QtBot) -> Talk:
    made = Talk()
    made.ask("one", "1")
    made.ask("two", "2")
    made.heard.clear()
    return made


def test_an_edited_question_is_a_new_version_beside_the_old_one(talk: Talk) -> None:
    talk.take_back(0)
    assert talk.heard == [("dropped", 0), ("path",)]
    talk.ask("uno", "I")
    assert talk.path == ["uno", "I"]
    assert talk.beside(0) == ["one", "uno"]
    assert talk.beside(1) == ["I"]
    talk.heard.clear()
    talk.show_version(0, 0)
    assert talk.path == ["one", "1", "two", "2"]
    assert talk.heard == [("dropped", 0), *(("added", at) for at in range(4)), ("path",)]
    talk.show_version(0, 0)
    assert talk.heard[-1] == ("path",) and len(talk.heard) == 6, "it is shown already"
    assert [turn.content for turn in talk.all_turns()] == ["one", "1", "two", "2", "uno", "I"]


def test_the_last_seen_version_is_shown_or_else_the_newest(talk: Talk) -> None:
    talk.branch_after(2)
    talk.answer("zwei")
    talk.branch_after(2)
    talk.answer("deux")
    talk.take_back(0)
    talk.ask("uno", "I")
    talk.show_version(0, 0)
    assert talk.path[-1] == "deux"
    talk.show_version(3, 1)
    assert talk.path == ["one", "1", "two", "zwei"]
    talk.show_version(0, 1)
    talk.show_version(0, 0)
    assert talk.path[-1] == "zwei"


def test_the_history_has_only_the_shown_path(talk: Talk) -> None:
    talk.branch_after(1)
    talk.ask("drei", "3")
    assert [it.content for it in talk.history()] == ["one", "1", "drei", "3"]
    talk.show_version(2, 0)
    assert [it.content for it in talk.history()] == ["one", "1", "two", "2"]
    assert [it.content for it in talk.history(before=2)] == ["one", "1"]


def test_several_answers_can_grow_at_once(talk: Talk) -> None:
    talk.add_question(Question("three"))
    first, second, third = talk.begin_replies((11, 12, 13), "/m")
    assert talk.turns[-1] is first and talk.versions(5) == (first, second, third)
    talk.heard.clear()
    talk.say(12, "b")
    talk.say(11, "a")
    assert talk.heard == [("off", "b"), ("changed", 5)]
    talk.show_version(5, 1)
    talk.heard.clear()
    talk.say(12, "!")
    assert talk.heard == [("changed", 5)] and talk.path[-1] == "b!"
    for request_id in (11, 12):
        talk.apply(Finished(request_id, FinishReason.STOP, Usage(), Timings()))
    assert talk.busy, "one of them grows, seen or not"
    talk.apply(Aborted(13, Usage(), Timings()))
    assert not talk.busy
    assert talk.reply is second


def test_a_message_is_deleted_and_restored_with_all_after_it(talk: Talk) -> None:
    removed, restored = [], []
    talk.nodes_removed.connect(removed.append)
    talk.nodes_restored.connect(restored.append)
    talk.branch_after(1)
    talk.ask("drei", "3")
    gone = talk.delete(2)
    assert [turn.content for turn in gone] == ["drei", "3"]
    assert talk.path == ["one", "1", "two", "2"], "the version beside it"
    assert talk.beside(2) == ["two"]
    talk.restore(gone)
    assert talk.path == ["one", "1", "drei", "3"]
    assert talk.beside(2) == ["two", "drei"]
    assert removed == restored == [gone]
    talk.delete(2)
    talk.delete(2)
    assert talk.path == ["one", "1"]
    everything = talk.delete(0)
    talk.show_turn(everything[0])
    assert talk.turns == talk.all_turns() == []
    talk.restore(everything)
    assert talk.path == ["one", "1"]


def test_restored_messages_are_shown_as_before(talk: Talk) -> None:
    talk.branch_after(2)
    talk.answer("zwei", 2)
    talk.show_version(3, 0)
    talk.restore(talk.delete(0))
    assert talk.path == ["one", "1", "two", "2"]


def test_a_deleted_answer_stops_growing(talk: Talk) -> None:
    talk.add_question(Question("three"))
    talk.begin_reply(7)
    talk.say(7, "half")
    (gone,) = talk.delete(5)
    talk.say(7, " late")
    assert (gone.content, gone.state, talk.busy) == ("half", TurnState.STOPPED, False)
    talk.restore([gone])
    assert talk.resumable is gone


def test_a_call_of_a_deleted_answer_still_asks_once_the_answer_is_back(talk: Talk) -> None:
    talk.add_question(Question("three"))
    talk.begin_reply(7)
    talk.apply(ToolCall(7, ToolInvocation("calculator", "{}", "a")))
    talk.apply(Finished(7, FinishReason.TOOL_CALLS, Usage(), Timings()))
    talk.restore(talk.delete(4))
    assert talk.turns[-1].asks


def test_stored_turns_are_not_announced_as_new(qtbot: QtBot) -> None:
    question = Turn("user", "one", message_id=1)
    replies = [Turn("assistant", it, message_id=2, parent=question) for it in "ab"]
    last = Turn("user", "more", message_id=4, parent=replies[0])
    talk = Talk()
    talk.load([question, *replies, last], replies[0])
    assert talk.path == ["one", "a"]
    assert talk.heard == [("added", 0), ("added", 1), ("path",)]
    assert talk.beside(1) == ["a", "b"]
    talk.load([], None)
    assert talk.path == ["one", "a", "more"], "no head: what was seen last, then the newest"


def test_an_interrupted_stored_answer_can_be_continued(qtbot: QtBot) -> None:
    question = Turn("user", "Count.")
    half = Turn("assistant", "1, 2", "hm", state=TurnState.STOPPED, interrupted=True)
    half.parent = question
    talk = Talk()
    talk.load([question, half], half)
    assert talk.reply is talk.resumable is half
    assert talk.history_for(half) == (
        ChatMessage("user", "Count."),
        ChatMessage("assistant", "1, 2", reasoning="hm"),
    )
    talk.resume_reply(9)
    assert half.growing and not half.interrupted
    talk.say(9, ", 3")
    assert half.content == "1, 2, 3"


def test_a_fresh_start_applies_to_each_version(talk: Talk) -> None:
    talk.begin_anew()
    assert talk.history() == ()
    talk.ask("new", "n")
    assert talk.sent_from is talk.turns[4]
    talk.take_back()
    talk.ask("newer", "n")
    assert [it.content for it in talk.history()] == ["newer", "n"]
    talk.show_version(4, 0)
    assert [it.content for it in talk.history()] == ["new", "n"]
    talk.branch_after(3)
    talk.take_back(2)
    talk.ask("other", "o")
    assert [it.content for it in talk.history()] == ["one", "1", "other", "o"]


def test_a_summary_belongs_only_to_its_path(talk: Talk) -> None:
    changed = talk.heard
    talk.set_summary(talk.turns[1], "One was 1.")
    assert changed == [("changed", 1)]
    assert [(it.role, it.content) for it in talk.history()][:3] == [
        ("user", "one"),
        ("assistant", "1"),
        ("summary", "One was 1."),
    ]
    assert [index for index, _ in talk.sent_messages()] == [0, 1, 2, 3]
    talk.branch_after(0)
    talk.answer("I")
    assert "summary" not in [it.role for it in talk.history()]


def test_a_call_of_a_hidden_version_waits(talk: Talk) -> None:
    talk.add_question(Question("6*7?"))
    for reply in talk.begin_replies((1, 2)):
        call = ToolInvocation("calculator", "{}", f"c{reply.request_id}")
        talk.apply(ToolCall(reply.request_id, call))
        talk.apply(Finished(reply.request_id, FinishReason.TOOL_CALLS, Usage(), Timings()))
    talk.drop_calls()
    first, second = talk.versions(5)
    assert first.tool_calls[0].state is CallState.DROPPED
    assert second.tool_calls[0].state is CallState.PROPOSED
    talk.change_call("c2", state=CallState.DONE, result="42")
    assert second.tool_calls[0].result == "42"


def test_a_copy_of_the_beginning_is_independent(talk: Talk) -> None:
    copy = Talk()
    talk.turns[0].message_id = 5
    copy.take_over(talk, 2)
    assert copy.path == ["one", "1"]
    assert [turn.message_id for turn in copy.all_turns()] == [0, 0]
    assert copy.turns[1].parent is copy.turns[0]
    assert [it for it in copy.heard if it[0] == "node"] == [("node", "one"), ("node", "1")]


def test_pinned_attachments_stay_pinned_in_a_new_version(talk: Talk) -> None:
    red, blue, green = (photo(f"{name}.png") for name in ("red", "blue", "green"))
    talk.add_question(Question("Which?", (red, blue)))
    talk.pin(talk.turns[-1], 1, True)
    talk.answer("Red.")
    talk.take_back()
    talk.add_question(Question("Which of these?", (green, replace(blue, title="again"), red)))
    assert talk.turns[-1].pinned == (1,)
    talk.pin(talk.turns[-1], 1, False)
    talk.take_back()
    talk.add_question(Question("Which?", (blue,)))
    assert talk.turns[-1].pinned == ()
