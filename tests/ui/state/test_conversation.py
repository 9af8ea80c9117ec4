"""The activity of a conversation, as its signs in the sidebar and in its tab tell."""

import pytest

from engine.messages import Finished, FinishReason, Timings, ToolCall, ToolInvocation, Usage
from ui.state.called_tool import CallState
from ui.state.chat import Chat
from ui.state.compared_chat import ComparedChat
from ui.state.conversation import Activity
from ui.state.pane import PaneSettings
from ui.state.question import Question
from ui.state.transcript import Transcript

pytestmark = pytest.mark.usefixtures("qapp")


def ask(transcript: Transcript, request_id: int) -> None:
    transcript.add_question(Question("Why?"))
    transcript.begin_reply(request_id)


def call(transcript: Transcript, request_id: int, *call_ids: str) -> None:
    """Answer with calls of a tool."""
    for call_id in call_ids:
        transcript.apply(ToolCall(request_id, ToolInvocation("calculator", "{}", call_id)))
    transcript.apply(Finished(request_id, FinishReason.TOOL_CALLS, Usage(), Timings()))


def test_a_call_waits_for_a_decision_while_another_one_runs() -> None:
    chat = Chat(1)
    ask(chat.transcript, 7)
    chat.transcript.apply(ToolCall(7, ToolInvocation("calculator", "{}", "a")))
    # Its buttons appear when the answer has ended.
    assert chat.activity is Activity.ANSWERING
    call(chat.transcript, 7, "b")
    chat.transcript.change_call("a", state=CallState.RUNNING)
    assert chat.activity is Activity.ASKING
    chat.transcript.change_call("b", state=CallState.RUNNING)
    assert chat.activity is Activity.ANSWERING


def test_a_call_waits_for_a_decision_while_other_panes_answer() -> None:
    chat = ComparedChat(1)
    for request_id, name in enumerate(("Dot", "Gemma")):
        chat.add_pane(PaneSettings(name))
        ask(chat.transcripts[request_id], request_id)
    assert chat.activity is Activity.ANSWERING
    call(chat.transcripts[0], 0, "a")
    assert chat.busy and chat.activity is Activity.ASKING
    chat.transcripts[0].drop_calls()
    assert chat.activity is Activity.ANSWERING
