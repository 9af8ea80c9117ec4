"""Versions of questions and answers: which requests they send, and when."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.requests.request_options import RequestOptions, request_options
from engine.errors import GONE
from engine.messages import (
    Abort,
    Aborted,
    Channel,
    ChatMessage,
    Continue,
    Delta,
    Failed,
    Finished,
    FinishReason,
    Generate,
    Timings,
    ToolCall,
    ToolInvocation,
    Usage,
)
from tests.kit.desk import DOT_MODEL, Desk
from tests.kit.tabs import new_chat
from ui.state.called_tool import CallState, Decision
from ui.state.question import Question
from ui.state.settings import ALWAYS
from ui.state.transcript import Transcript
from ui.state.turn import Turn, TurnState
from ui.tabs.chat_tab import ChatTab


class Talk(Desk):
    """A desk whose chat has an answered question."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        super().__init__(qtbot, folder)
        self.ready()
        self.replies = self.requests.replies
        self.finish(self.ask(self.tab, "One?"), "1")

    @property
    def transcript(self) -> Transcript:
        return self.tab.transcript

    @property
    def options(self) -> RequestOptions:
        return request_options(self.tab.chat)

    def edit(self, index: int, text: str) -> None:
        """Send another version of a question, as the composer does."""
        chat = self.tab.chat
        chat.edit(chat.transcript.turns[index])
        chat.requests.edit_submitted.emit()
        chat.draft.cancel_edit()
        chat.requests.submitted.emit(Question(text))

    def finish(self, request_id: int, text: str) -> None:
        self.say(
            Delta(request_id, Channel.CONTENT, text),
            Finished(request_id, FinishReason.STOP, Usage(), Timings()),
        )

    def generated(self) -> list[Generate]:
        return [it for it in self.sent if isinstance(it, Generate)]


@pytest.fixture
def talk(qtbot: QtBot, tmp_path: Path):
    made = Talk(qtbot, tmp_path)
    yield made
    made.close()


def contents(request: Generate) -> list[str]:
    return [message.content for message in request.messages]


def test_an_edited_question_is_a_new_version_and_is_asked(talk: Talk) -> None:
    talk.finish(talk.ask(talk.tab, "Two?"), "2")
    talk.edit(0, "Uno?")
    assert contents(talk.last()) == ["Uno?"]
    talk.finish(talk.last().request_id, "I")
    assert [turn.content for turn in talk.transcript.turns] == ["Uno?", "I"]
    talk.transcript.show_version(0, 0)
    assert talk.transcript.turns[-1].content == "2"


def test_a_question_is_edited_in_the_composer(talk: Talk) -> None:
    talk.tab.message_actions.edit(talk.transcript.turns[0])
    assert talk.tab.composer.editor.toPlainText() == "One?"
    QTest.keyClicks(talk.tab.composer.editor, " Or two?")
    QTest.keyClick(talk.tab.composer.editor, Qt.Key.Key_Return)
    assert contents(talk.last()) == ["One? Or two?"]
    assert [it.content for it in talk.transcript.versions(0)] == ["One?", "One? Or two?"]


def test_a_chat_is_forked_up_to_a_message(talk: Talk) -> None:
    talk.finish(talk.ask(talk.tab, "Two?"), "2")
    talk.tab.message_actions.fork(talk.transcript.turns[1])
    tab = talk.window.current_tab()
    assert isinstance(tab, ChatTab) and tab is not talk.tab
    assert [turn.content for turn in tab.transcript.turns] == ["One?", "1"]
    assert len(talk.transcript.turns) == 4


def test_regenerate_adds_a_version_beside_the_old_answer(talk: Talk) -> None:
    other = replace(talk.options, model_id="/m/other")
    talk.replies.regenerate(talk.transcript, 1, other)
    assert talk.last().model_id == "/m/other"
    talk.replies.stop(talk.transcript)
    talk.replies.regenerate(talk.transcript, 1, talk.options)
    assert contents(talk.last()) == ["One?"]
    assert len(talk.transcript.versions(1)) == 3


def test_several_requested_answers_have_different_seeds(talk: Talk) -> None:
    sampling = replace(talk.tab.chat.options.usable.sampling, seed=7)
    talk.tab.chat.options.change(sampling=sampling)
    talk.replies.regenerate(talk.transcript, 1, talk.options, count=3)
    sent = talk.generated()[-3:]
    assert [it.sampling.seed for it in sent] == [7, 8, 9]
    assert len({it.messages for it in sent}) == 1
    talk.finish(sent[1].request_id, "b")
    assert talk.tab.busy
    talk.tab.conversation.requests.stopped.emit()
    assert talk.sent[-2:] == [Abort(sent[0].request_id), Abort(sent[2].request_id)]
    talk.say(*(Aborted(it.request_id, Usage(), Timings()) for it in (sent[0], sent[2])))
    assert not talk.tab.busy
    assert [it.content for it in talk.transcript.versions(1)] == ["1", "", "b", ""]


def test_without_a_fixed_seed_each_version_draws_its_own(talk: Talk) -> None:
    talk.replies.regenerate(talk.transcript, 1, talk.options, count=2)
    assert [it.sampling.seed for it in talk.generated()[-2:]] == [None, None]


def test_only_a_new_question_that_fails_returns_to_the_composer(talk: Talk) -> None:
    talk.replies.regenerate(talk.transcript, 1, talk.options)
    talk.say(Failed(talk.last().request_id, "No memory."))
    assert talk.tab.conversation.draft.question.empty
    talk.edit(0, "Uno?")
    talk.say(Failed(talk.last().request_id, "No memory."))
    assert talk.tab.conversation.draft.question.text == "Uno?"
    assert [turn.content for turn in talk.transcript.all_turns()] == ["One?", "1", "", "Uno?", ""]


def test_a_late_delta_of_the_former_version_is_kept(talk: Talk) -> None:
    request = talk.ask(talk.tab, "Two?")
    talk.edit(2, "Zwei?")
    assert Abort(request) in talk.sent
    talk.say(Delta(request, Channel.CONTENT, "late"), Aborted(request, Usage(), Timings()))
    talk.transcript.show_version(2, 0)
    assert talk.transcript.turns[-1].content == "late"
    assert talk.transcript.turns[-1].state is TurnState.STOPPED


def test_closing_a_chat_stops_its_answer_for_good(talk: Talk) -> None:
    request = talk.ask(talk.tab, "Two?")
    talk.say(Delta(request, Channel.CONTENT, "half"))
    transcript = talk.transcript
    talk.replies.forget(transcript)
    talk.say(Delta(request, Channel.CONTENT, " late"))
    assert transcript.resumable is transcript.turns[-1]
    assert (transcript.turns[-1].content, talk.last()) == ("half", Abort(request))


# --- going on ------------------------------------------------------------------------------


def stopped(talk: Talk) -> int:
    request = talk.ask(talk.tab, "Count.")
    talk.say(Delta(request, Channel.CONTENT, "1, 2"), Aborted(request, Usage(), Timings()))
    return request


def test_an_evicted_answer_is_continued_from_its_text(talk: Talk) -> None:
    request = stopped(talk)
    talk.tab.conversation.requests.continued.emit()
    assert talk.last() == Continue(talk.last().request_id, request)
    talk.say(Failed(talk.last().request_id, GONE))
    again = talk.last()
    assert isinstance(again, Generate)
    assert again.messages[-2:] == (ChatMessage("user", "Count."), ChatMessage("assistant", "1, 2"))
    talk.finish(again.request_id, ", 3")
    assert talk.transcript.turns[-1].content == "1, 2, 3"
    assert not talk.transcript.turns[-1].error


def test_an_answer_stopped_meanwhile_is_not_continued(talk: Talk) -> None:
    stopped(talk)
    talk.tab.conversation.requests.continued.emit()
    going = talk.last().request_id
    talk.tab.conversation.requests.stopped.emit()
    sent = len(talk.sent)
    talk.say(Failed(going, GONE))
    assert len(talk.sent) == sent
    assert talk.transcript.resumable is talk.transcript.turns[-1]


def test_an_answer_of_an_earlier_run_is_continued_by_its_model(talk: Talk) -> None:
    question = Turn("user", "Count.")
    half = Turn("assistant", "1, 2", model_id=DOT_MODEL.model_id, state=TurnState.STOPPED)
    half.parent, half.interrupted = question, True
    tab = new_chat(talk)
    tab.transcript.load([question, half], half)
    tab.conversation.requests.continued.emit()
    assert isinstance(talk.last(), Generate)
    assert contents(talk.last()) == ["Count.", "1, 2"]
    assert talk.last().model_id == DOT_MODEL.model_id


# --- on disk first -------------------------------------------------------------------------


@pytest.fixture
def later(talk: Talk) -> list[Callable[[], None]]:
    """Functions that wait until everything is saved."""
    waiting: list[Callable[[], None]] = []
    talk.replies._when_saved = waiting.append
    return waiting


def test_a_question_is_on_disk_before_it_is_sent(
    talk: Talk, later: list[Callable[[], None]]
) -> None:
    sent = len(talk.sent)
    talk.ask(talk.tab, "Two?")
    assert len(talk.sent) == sent and talk.tab.busy
    later.pop()()
    assert contents(talk.last()) == ["One?", "1", "Two?"]


def test_a_question_stopped_while_it_is_saved_is_not_sent(
    talk: Talk, later: list[Callable[[], None]]
) -> None:
    talk.ask(talk.tab, "Two?")
    sent = len(talk.sent)
    talk.tab.conversation.requests.stopped.emit()
    later.pop()()
    assert len(talk.sent) == sent and not talk.tab.busy
    talk.tab.conversation.requests.continued.emit()
    later.pop()()
    assert contents(talk.last()) == ["One?", "1", "Two?"], (
        "it was never sent: the whole prompt is sent"
    )


# --- tools ---------------------------------------------------------------------------------


def call(request_id: int, number: int) -> ToolCall:
    arguments = f'{{"expression": "{number}*7"}}'
    return ToolCall(request_id, ToolInvocation("calculator", arguments, f"{number:09d}"))


def test_tools_run_only_for_the_shown_version(talk: Talk, qtbot: QtBot) -> None:
    talk.preferences.permit("calculator", ALWAYS)
    talk.tab.chat.options.change(tools=("calculator",))
    talk.replies.regenerate(talk.transcript, 1, talk.options, count=2)
    shown, beside = (it.request_id for it in talk.generated()[-2:])
    usage = Usage(), Timings()
    for number, request_id in enumerate((beside, shown), 1):
        end = Finished(request_id, FinishReason.TOOL_CALLS, *usage)
        talk.say(call(request_id, number), end)
    qtbot.waitUntil(lambda: len(talk.generated()) == 4)
    assert [message.role for message in talk.last().messages] == ["user", "assistant", "tool"]
    assert talk.last().messages[-1].content == "14"
    waits = talk.transcript.versions(1)[2]
    assert waits.tool_calls[0].state is CallState.PROPOSED
    talk.finish(talk.last().request_id, "It is 14.")
    talk.transcript.show_version(1, 2)
    qtbot.waitUntil(lambda: len(talk.generated()) == 5)
    assert talk.last().messages[-1].content == "7"


def test_a_call_of_an_earlier_run_can_be_run(talk: Talk, qtbot: QtBot) -> None:
    tab = new_chat(talk)
    tab.chat.options.change(tools=("calculator",))
    question, caller = Turn("user", "6*7?"), Turn("assistant", model_id=DOT_MODEL.model_id)
    caller.parent = question
    caller.update(call(0, 6))
    tab.transcript.load([question, caller], caller)
    sent = len(talk.sent)
    tab.chat.message_requests.call_decided.emit("000000006", Decision.ONCE, '{"expression": "6*7"}')
    qtbot.waitUntil(lambda: len(talk.sent) > sent)
    assert talk.last().messages[-1].content == "42"
