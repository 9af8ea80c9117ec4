"""Versions of questions and answers: which requests they send, and when."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
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
    Drafting,
    Failed,
    Finished,
    FinishReason,
    Generate,
    Skim,
    SkimReport,
    Timings,
    ToolCall,
    ToolInvocation,
    Usage,
)
from tests.kit.desk import DOT_MODEL, Desk
from tests.kit.tabs import new_chat
from ui.compare.compare_tab import CompareTab
from ui.state.called_tool import CallState, Decision
from ui.state.question import Question
from ui.state.settings import ALWAYS
from ui.state.transcript import Transcript
from ui.state.turn import Turn, TurnState
from ui.tabs.chat_tab import ChatTab


class BranchDesk(Desk):
    """A desk whose chat has an answered question."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        super().__init__(qtbot, folder)
        self.ready()
        self.replies = self.requests.replies
        self.answer(self.ask(self.tab, "One?"), "1")

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


@pytest.fixture
def branch_desk(qtbot: QtBot, tmp_path: Path):
    made = BranchDesk(qtbot, tmp_path)
    yield made
    made.close()


def message_texts(request: Generate) -> list[str]:
    return [message.content for message in request.messages]


def test_an_edited_question_is_a_new_version_and_is_asked(branch_desk: BranchDesk) -> None:
    branch_desk.answer(branch_desk.ask(branch_desk.tab, "Two?"), "2")
    branch_desk.edit(0, "Uno?")
    assert message_texts(branch_desk.last()) == ["Uno?"]
    branch_desk.answer(branch_desk.last().request_id, "I")
    assert [turn.content for turn in branch_desk.transcript.turns] == ["Uno?", "I"]
    branch_desk.transcript.show_version(0, 0)
    assert branch_desk.transcript.turns[-1].content == "2"


def test_a_question_is_edited_in_the_composer(branch_desk: BranchDesk) -> None:
    branch_desk.tab.message_actions.edit(branch_desk.transcript.turns[0])
    assert branch_desk.tab.composer.editor.toPlainText() == "One?"
    QTest.keyClicks(branch_desk.tab.composer.editor, " Or two?")
    QTest.keyClick(branch_desk.tab.composer.editor, Qt.Key.Key_Return)
    assert message_texts(branch_desk.last()) == ["One? Or two?"]
    assert [it.content for it in branch_desk.transcript.versions(0)] == ["One?", "One? Or two?"]


def test_a_chat_is_forked_up_to_a_message(branch_desk: BranchDesk) -> None:
    branch_desk.answer(branch_desk.ask(branch_desk.tab, "Two?"), "2")
    branch_desk.tab.message_actions.fork(branch_desk.transcript.turns[1])
    tab = branch_desk.window.current_tab()
    assert isinstance(tab, ChatTab) and tab is not branch_desk.tab
    assert [turn.content for turn in tab.transcript.turns] == ["One?", "1"]
    assert len(branch_desk.transcript.turns) == 4


def test_the_question_of_an_answer_is_asked_again_with_and_without_drafting(
    branch_desk: BranchDesk,
) -> None:
    branch_desk.answer(branch_desk.ask(branch_desk.tab, "Two?"), "2")
    branch_desk.tab.chat.options.change(system_prompt="Be brief.")
    branch_desk.tab.message_actions.compare_drafting(branch_desk.transcript.turns[3])
    tab = branch_desk.window.current_tab()
    assert isinstance(tab, CompareTab)
    sent = branch_desk.generated()[-2:]
    assert [it.drafting for it in sent] == [Drafting.AUTO, Drafting.OFF]
    assert sent[0].messages == sent[1].messages
    assert message_texts(sent[0]) == ["Be brief.", "One?", "1", "Two?"]


def test_a_skimmed_answer_gets_a_version_that_is_read_in_full(branch_desk: BranchDesk) -> None:
    branch_desk.tab.chat.options.change(skim=40)
    asked = branch_desk.ask(branch_desk.tab, "Two?")
    assert branch_desk.last().skim == Skim(0.4)
    branch_desk.answer(asked, "2")
    entry, turn = "Read in full", branch_desk.transcript.turns[3]
    menu = QMenu()
    branch_desk.tab.message_actions.fill(turn, menu)
    assert entry not in [it.text() for it in menu.actions()]
    turn.skim = SkimReport(9_000, 3_000, "small", 1.0)
    menu = QMenu()
    branch_desk.tab.message_actions.fill(turn, menu)
    next(it for it in menu.actions() if it.text() == entry).trigger()
    assert branch_desk.last().skim is None
    assert message_texts(branch_desk.last()) == ["One?", "1", "Two?"]
    assert branch_desk.last().model_id == turn.model_id
    assert len(branch_desk.transcript.versions(3)) == 2
    assert branch_desk.tab.chat.options.value.skim == 40


def test_a_skimmed_answer_is_compared_with_one_that_is_read_in_full(
    branch_desk: BranchDesk,
) -> None:
    branch_desk.tab.chat.options.change(skim=40)
    branch_desk.answer(branch_desk.ask(branch_desk.tab, "Two?"), "2")
    branch_desk.tab.message_actions.compare_skimming(branch_desk.transcript.turns[3])
    assert isinstance(branch_desk.window.current_tab(), CompareTab)
    sent = branch_desk.generated()[-2:]
    assert [it.skim for it in sent] == [Skim(0.4), None]
    assert message_texts(sent[0]) == message_texts(sent[1]) == ["One?", "1", "Two?"]


def test_regenerate_adds_a_version_beside_the_old_answer(branch_desk: BranchDesk) -> None:
    other = replace(branch_desk.options, model_id="/m/other")
    branch_desk.replies.regenerate(branch_desk.transcript, 1, other)
    assert branch_desk.last().model_id == "/m/other"
    branch_desk.replies.stop(branch_desk.transcript)
    branch_desk.replies.regenerate(branch_desk.transcript, 1, branch_desk.options)
    assert message_texts(branch_desk.last()) == ["One?"]
    assert len(branch_desk.transcript.versions(1)) == 3


def test_several_requested_answers_have_different_seeds(branch_desk: BranchDesk) -> None:
    sampling = replace(branch_desk.tab.chat.options.usable.sampling, seed=7)
    branch_desk.tab.chat.options.change(sampling=sampling)
    branch_desk.replies.regenerate(branch_desk.transcript, 1, branch_desk.options, count=3)
    sent = branch_desk.generated()[-3:]
    assert [it.sampling.seed for it in sent] == [7, 8, 9]
    assert len({it.messages for it in sent}) == 1
    branch_desk.answer(sent[1].request_id, "b")
    assert branch_desk.tab.busy
    branch_desk.tab.conversation.requests.stopped.emit()
    assert branch_desk.sent[-2:] == [Abort(sent[0].request_id), Abort(sent[2].request_id)]
    branch_desk.say(*(Aborted(it.request_id, Usage(), Timings()) for it in (sent[0], sent[2])))
    assert not branch_desk.tab.busy
    assert [it.content for it in branch_desk.transcript.versions(1)] == ["1", "", "b", ""]


def test_without_a_fixed_seed_each_version_draws_its_own(branch_desk: BranchDesk) -> None:
    branch_desk.replies.regenerate(branch_desk.transcript, 1, branch_desk.options, count=2)
    assert [it.sampling.seed for it in branch_desk.generated()[-2:]] == [None, None]


def test_only_a_new_question_that_fails_returns_to_the_composer(branch_desk: BranchDesk) -> None:
    branch_desk.replies.regenerate(branch_desk.transcript, 1, branch_desk.options)
    branch_desk.say(Failed(branch_desk.last().request_id, "No memory."))
    assert branch_desk.tab.conversation.draft.question.empty
    branch_desk.edit(0, "Uno?")
    branch_desk.say(Failed(branch_desk.last().request_id, "No memory."))
    assert branch_desk.tab.conversation.draft.question.text == "Uno?"
    assert [turn.content for turn in branch_desk.transcript.all_turns()] == [
        "One?",
        "1",
        "",
        "Uno?",
        "",
    ]


def test_a_late_delta_of_the_former_version_is_kept(branch_desk: BranchDesk) -> None:
    request = branch_desk.ask(branch_desk.tab, "Two?")
    branch_desk.edit(2, "Zwei?")
    assert Abort(request) in branch_desk.sent
    branch_desk.say(Delta(request, Channel.CONTENT, "late"), Aborted(request, Usage(), Timings()))
    branch_desk.transcript.show_version(2, 0)
    assert branch_desk.transcript.turns[-1].content == "late"
    assert branch_desk.transcript.turns[-1].state is TurnState.STOPPED


def test_closing_a_chat_stops_its_answer_for_good(branch_desk: BranchDesk) -> None:
    request = branch_desk.ask(branch_desk.tab, "Two?")
    branch_desk.say(Delta(request, Channel.CONTENT, "half"))
    transcript = branch_desk.transcript
    branch_desk.replies.forget(transcript)
    branch_desk.say(Delta(request, Channel.CONTENT, " late"))
    assert transcript.resumable is transcript.turns[-1]
    assert (transcript.turns[-1].content, branch_desk.last()) == ("half", Abort(request))


# --- going on ------------------------------------------------------------------------------


def stopped(talk: BranchDesk) -> int:
    request = talk.ask(talk.tab, "Count.")
    talk.say(Delta(request, Channel.CONTENT, "1, 2"), Aborted(request, Usage(), Timings()))
    return request


def test_an_evicted_answer_is_continued_from_its_text(branch_desk: BranchDesk) -> None:
    request = stopped(branch_desk)
    branch_desk.tab.conversation.requests.continued.emit()
    assert branch_desk.last() == Continue(branch_desk.last().request_id, request)
    branch_desk.say(Failed(branch_desk.last().request_id, GONE))
    again = branch_desk.last()
    assert isinstance(again, Generate)
    assert again.messages[-2:] == (ChatMessage("user", "Count."), ChatMessage("assistant", "1, 2"))
    branch_desk.answer(again.request_id, ", 3")
    assert branch_desk.transcript.turns[-1].content == "1, 2, 3"
    assert not branch_desk.transcript.turns[-1].error


def test_an_answer_that_could_not_be_continued_is_continued_later(branch_desk: BranchDesk) -> None:
    stopped(branch_desk)
    going_on = branch_desk.tab.conversation.requests.continued
    going_on.emit()
    refused = branch_desk.last().request_id
    branch_desk.say(Failed(refused, "There is no memory for this."))
    going_on.emit()
    # The engine knows the reply by its last request.
    assert branch_desk.last().reply_id == refused
    branch_desk.say(Failed(branch_desk.last().request_id, GONE))
    branch_desk.answer(branch_desk.last().request_id, ", 3")
    turn = branch_desk.transcript.turns[-1]
    assert (turn.content, turn.error) == ("1, 2, 3", "")


def test_an_answer_stopped_meanwhile_is_not_continued(branch_desk: BranchDesk) -> None:
    stopped(branch_desk)
    branch_desk.tab.conversation.requests.continued.emit()
    going = branch_desk.last().request_id
    branch_desk.tab.conversation.requests.stopped.emit()
    sent = len(branch_desk.sent)
    branch_desk.say(Failed(going, GONE))
    assert len(branch_desk.sent) == sent
    assert branch_desk.transcript.resumable is branch_desk.transcript.turns[-1]


def test_an_answer_of_an_earlier_run_is_continued_by_its_model(branch_desk: BranchDesk) -> None:
    question = Turn("user", "Count.")
    half = Turn("assistant", "1, 2", model_id=DOT_MODEL.model_id, state=TurnState.STOPPED)
    half.parent, half.interrupted = question, True
    tab = new_chat(branch_desk)
    tab.transcript.load([question, half], half)
    tab.conversation.requests.continued.emit()
    assert isinstance(branch_desk.last(), Generate)
    assert message_texts(branch_desk.last()) == ["Count.", "1, 2"]
    assert branch_desk.last().model_id == DOT_MODEL.model_id


# --- on disk first -------------------------------------------------------------------------


@pytest.fixture
def later(branch_desk: BranchDesk) -> list[Callable[[], None]]:
    """Functions that wait until everything is saved."""
    waiting: list[Callable[[], None]] = []
    branch_desk.replies._when_saved = waiting.append
    return waiting


def test_a_question_is_on_disk_before_it_is_sent(
    branch_desk: BranchDesk, later: list[Callable[[], None]]
) -> None:
    sent = len(branch_desk.sent)
    branch_desk.ask(branch_desk.tab, "Two?")
    assert len(branch_desk.sent) == sent and branch_desk.tab.busy
    later.pop()()
    assert message_texts(branch_desk.last()) == ["One?", "1", "Two?"]


def test_a_question_stopped_while_it_is_saved_is_not_sent(
    branch_desk: BranchDesk, later: list[Callable[[], None]]
) -> None:
    branch_desk.ask(branch_desk.tab, "Two?")
    sent = len(branch_desk.sent)
    branch_desk.tab.conversation.requests.stopped.emit()
    later.pop()()
    assert len(branch_desk.sent) == sent and not branch_desk.tab.busy
    branch_desk.tab.conversation.requests.continued.emit()
    later.pop()()
    assert message_texts(branch_desk.last()) == ["One?", "1", "Two?"], (
        "it was never sent: the whole prompt is sent"
    )


# --- tools ---------------------------------------------------------------------------------


def calculator_call(request_id: int, number: int) -> ToolCall:
    arguments = f'{{"expression": "{number}*7"}}'
    return ToolCall(request_id, ToolInvocation("calculator", arguments, f"{number:09d}"))


def test_tools_run_only_for_the_shown_version(branch_desk: BranchDesk, qtbot: QtBot) -> None:
    branch_desk.preferences.permit("calculator", ALWAYS)
    branch_desk.tab.chat.options.change(tools=("calculator",))
    branch_desk.replies.regenerate(branch_desk.transcript, 1, branch_desk.options, count=2)
    shown, beside = (it.request_id for it in branch_desk.generated()[-2:])
    usage = Usage(), Timings()
    for number, request_id in enumerate((beside, shown), 1):
        end = Finished(request_id, FinishReason.TOOL_CALLS, *usage)
        branch_desk.say(calculator_call(request_id, number), end)
    qtbot.waitUntil(lambda: len(branch_desk.generated()) == 4)
    assert [message.role for message in branch_desk.last().messages] == [
        "user",
        "assistant",
        "tool",
    ]
    assert branch_desk.last().messages[-1].content == "14"
    waits = branch_desk.transcript.versions(1)[2]
    assert waits.tool_calls[0].state is CallState.PROPOSED
    branch_desk.answer(branch_desk.last().request_id, "It is 14.")
    branch_desk.transcript.show_version(1, 2)
    qtbot.waitUntil(lambda: len(branch_desk.generated()) == 5)
    assert branch_desk.last().messages[-1].content == "7"


def test_a_call_of_an_earlier_run_can_be_run(branch_desk: BranchDesk, qtbot: QtBot) -> None:
    tab = new_chat(branch_desk)
    tab.chat.options.change(tools=("calculator",))
    question, caller = Turn("user", "6*7?"), Turn("assistant", model_id=DOT_MODEL.model_id)
    caller.parent = question
    caller.update(calculator_call(0, 6))
    tab.transcript.load([question, caller], caller)
    sent = len(branch_desk.sent)
    tab.chat.message_requests.call_decided.emit("000000006", Decision.ONCE, '{"expression": "6*7"}')
    qtbot.waitUntil(lambda: len(branch_desk.sent) > sent)
    assert branch_desk.last().messages[-1].content == "42"
