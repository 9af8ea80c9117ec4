"""Drive the controller without an engine: actions become commands, events change the window."""

import pytest
from PySide6.QtWidgets import QGridLayout, QLabel
from pytestqt.qtbot import QtBot

from engine.messages import (
    Abort,
    Aborted,
    Channel,
    Continue,
    Delta,
    Failed,
    Finished,
    FinishReason,
    Generate,
    LoadModel,
    ModelReady,
    ModelUnloaded,
    Overflow,
    PrefillProgress,
    SamplingParams,
    Timings,
    ToolCall,
    ToolInvocation,
    UnloadModel,
    Usage,
    Waiting,
)
from tests.kit.desk import DOT_MODEL, NUMBERS, Desk, model_info
from tests.kit.tabs import new_chat
from ui.conversation.message_captions import status_caption
from ui.state.chat_options import ChatOptions
from ui.state.question import Question
from ui.state.turn import TurnState

WARM = SamplingParams(temperature=0.6)
CALL = ToolInvocation("calculator", '{"expression": "6*7"}')


OTHER = model_info("/models/other", "Other", sampling=WARM)


pytestmark = pytest.mark.model(None)


# --- models ------------------------------------------------------------------------------


def test_loading_another_model_changes_nothing(desk: Desk) -> None:
    """The engine loads a model again by itself for a request that waits."""
    desk.ready()
    desk.tab.chat.options.set(ChatOptions())
    request_id = desk.ask(desk.tab)
    desk.say(ModelReady(request_id, OTHER))
    assert desk.requests.models.current == DOT_MODEL
    assert desk.tab.chat.options.usable.sampling == SamplingParams()
    assert desk.window.header.model_menu.text() == "Dot"
    assert {"Unload Dot", "Unload Other"} <= set(desk.texts())
    assert desk.tab.transcript.busy


def test_unloading_another_model_leaves_the_chosen_one(desk: Desk) -> None:
    desk.ready(OTHER)
    desk.ready()
    desk.window.workspace.model_requests.unloaded.emit(OTHER.model_id)
    assert isinstance(desk.last(), UnloadModel)
    desk.say(ModelUnloaded(desk.last().request_id, OTHER.model_id))
    assert desk.requests.models.current == DOT_MODEL
    assert "Unload Other" not in desk.texts()


def test_an_unloaded_model_is_loaded_by_the_next_question(desk: Desk) -> None:
    desk.ready()
    desk.window.workspace.model_requests.unloaded.emit(DOT_MODEL.model_id)
    desk.say(ModelUnloaded(desk.last().request_id, DOT_MODEL.model_id))
    assert "Unload Dot" not in desk.texts()
    assert desk.window.header.model_menu.text() == "Dot"
    desk.ask(desk.tab)
    assert isinstance(desk.last(), Generate) and desk.last().model_id == DOT_MODEL.model_id


def test_an_evicted_model_can_still_be_asked(desk: Desk) -> None:
    desk.ready()
    desk.say(ModelUnloaded(0, DOT_MODEL.model_id))
    assert desk.requests.models.current == DOT_MODEL
    assert "Unload Dot" not in desk.texts()


def test_a_model_in_memory_is_chosen_at_once(desk: Desk) -> None:
    desk.ready(OTHER)
    desk.ready()
    desk.window.workspace.model_requests.chosen.emit(OTHER.model_id)
    assert desk.requests.models.current == OTHER
    desk.ask(desk.tab)
    assert desk.last().model_id == OTHER.model_id


def test_a_failed_load_keeps_the_model(desk: Desk) -> None:
    desk.ready()
    desk.window.workspace.model_requests.chosen.emit("/models/none")
    assert isinstance(desk.last(), LoadModel)
    load = desk.last().request_id
    desk.say(Waiting(load, "Waits for memory."))
    assert desk.window.notice.label.text() == "Waits for memory."
    desk.say(Failed(load, "There is no folder."))
    assert desk.window.notice.label.text() == "There is no folder."
    desk.ask(desk.tab)
    assert desk.last().model_id == DOT_MODEL.model_id


def test_the_notice_of_a_failed_load_ends_when_another_model_is_chosen(desk: Desk) -> None:
    desk.ready()
    desk.window.workspace.model_requests.chosen.emit("/models/none")
    desk.say(Failed(desk.last().request_id, "There is no folder."))
    desk.say(ModelReady(0, DOT_MODEL))
    assert desk.window.notice.label.text() == "There is no folder."
    desk.ready(OTHER)
    assert desk.window.notice.isHidden()


def test_the_notice_about_a_waiting_load_ends_with_the_load(desk: Desk) -> None:
    desk.ready()
    desk.window.workspace.model_requests.chosen.emit(OTHER.model_id)
    load = desk.last().request_id
    desk.say(Waiting(load, "Waits for memory."), ModelReady(load, OTHER))
    assert desk.window.notice.isHidden()


def test_unchanged_options_follow_the_model(desk: Desk) -> None:
    desk.ready()
    changed = new_chat(desk)
    changed.chat.options.change(sampling=SamplingParams(top_k=3))
    changed.chat.options.set_thinking(True)
    desk.ready(OTHER)
    followed = SamplingParams(temperature=0.6, top_k=3, thinking=True)
    assert changed.chat.options.usable.sampling == followed
    # its model is still the former one
    assert desk.tab.chat.options.usable.sampling == SamplingParams()


def test_the_notice_of_a_model_that_cannot_be_batched_appears_once(desk: Desk) -> None:
    alone = model_info("/models/alone", "Alone", batched=False)
    desk.ready(alone)
    assert desk.window.notice.label.text() == "Alone answers one request at a time."
    desk.window.notice.hide()
    desk.ready(alone)
    assert desk.window.notice.isHidden()


def test_an_outdated_load_is_cancelled(desk: Desk) -> None:
    desk.ready()
    desk.window.workspace.model_requests.chosen.emit("/models/a")
    first = desk.last().request_id
    desk.window.workspace.model_requests.chosen.emit(OTHER.model_id)
    assert desk.sent[-2] == Abort(first)
    desk.say(Aborted(first, *NUMBERS))
    assert desk.window.header.model_menu.text() == "Loading other…"
    assert desk.requests.models.chosen == OTHER.model_id


def test_a_load_chosen_again_outlives_its_cancelled_one(desk: Desk) -> None:
    desk.ready()
    desk.window.workspace.model_requests.chosen.emit(OTHER.model_id)
    first = desk.last().request_id
    desk.ready()
    desk.window.workspace.model_requests.chosen.emit(OTHER.model_id)
    desk.say(Aborted(first, *NUMBERS))
    assert desk.requests.models.chosen == OTHER.model_id


def test_a_load_with_a_waiting_question_continues(desk: Desk) -> None:
    desk.ready()
    desk.window.workspace.model_requests.chosen.emit(OTHER.model_id)
    load = desk.last().request_id
    desk.ask(desk.tab, "Why?")
    desk.ready()
    assert Abort(load) not in desk.sent
    desk.say(ModelReady(load, OTHER))
    assert desk.last().model_id == OTHER.model_id
    assert desk.requests.models.current == DOT_MODEL


# --- requests ----------------------------------------------------------------------------


def test_the_options_of_a_chat_reach_its_request(desk: Desk) -> None:
    desk.ready()
    sampling = SamplingParams(temperature=1.0, stop=("x",), thinking=True, thinking_budget=9)
    options = ChatOptions(("calculator",), (), "Be brief.", sampling, Overflow.TRIM)
    desk.tab.chat.options.set(options)
    desk.ask(desk.tab)
    sent = desk.last()
    assert isinstance(sent, Generate)
    assert (sent.sampling, sent.overflow, len(sent.tools)) == (sampling, Overflow.TRIM, 1)
    assert sent.messages[0].content == "Be brief."


def test_requests_of_a_chat_share_a_conversation_id(desk: Desk) -> None:
    desk.ready()
    asked = []
    for tab in (desk.tab, desk.tab, new_chat(desk)):
        request_id = desk.ask(tab)
        asked.append(desk.last().conversation)
        desk.say(Finished(request_id, FinishReason.STOP, Usage(), Timings()))
    assert asked[0] == asked[1] != asked[2]
    assert 0 not in asked


def test_a_question_for_a_loading_model_waits_until_its_abilities_are_known(desk: Desk) -> None:
    desk.ready()
    desk.tab.chat.options.change(tools=("calculator",))
    desk.window.workspace.model_requests.chosen.emit(OTHER.model_id)
    load = desk.last()
    desk.ask(desk.tab, "17 + 25?")
    assert desk.last() == load and desk.tab.transcript.busy
    desk.say(ModelReady(load.request_id, OTHER))
    sent = desk.last()
    assert (sent.model_id, sent.sampling, len(sent.tools)) == (OTHER.model_id, WARM, 1)
    assert [it.content for it in sent.messages] == ["17 + 25?"]


def test_a_model_stays_known_after_eviction(desk: Desk) -> None:
    desk.ready(OTHER)
    desk.ready()
    desk.say(ModelUnloaded(0, OTHER.model_id))
    desk.tab.chat.options.change(tools=("calculator",))
    desk.window.workspace.model_requests.chosen.emit(OTHER.model_id)
    desk.ask(desk.tab)
    sent = desk.last()
    assert (sent.model_id, sent.sampling, len(sent.tools)) == (OTHER.model_id, WARM, 1)


def test_a_held_question_fails_with_the_load(desk: Desk) -> None:
    desk.ready()
    desk.window.workspace.model_requests.chosen.emit("/models/none")
    load = desk.last().request_id
    desk.ask(desk.tab, "Why?")
    desk.say(Failed(load, "There is no folder."))
    assert desk.tab.transcript.turns[-1].error == "There is no folder."
    assert desk.tab.composer.editor.toPlainText() == "Why?"


@pytest.mark.parametrize("closed", [False, True])
def test_a_held_question_that_is_stopped_is_never_sent(desk: Desk, closed: bool) -> None:
    desk.window.workspace.model_requests.chosen.emit(OTHER.model_id)
    load = desk.last().request_id
    desk.ask(desk.tab, "Why?")
    if closed:
        desk.window.workspace.requests.closed.emit(desk.tab.chat_id)
    else:
        desk.tab.conversation.requests.stopped.emit()
        assert desk.tab.transcript.turns[-1].state is TurnState.STOPPED
    desk.say(ModelReady(load, OTHER))
    assert desk.last().request_id == load


def test_a_stopped_held_question_can_be_continued(desk: Desk) -> None:
    desk.window.workspace.model_requests.chosen.emit(OTHER.model_id)
    load = desk.last().request_id
    desk.ask(desk.tab, "Why?")
    desk.tab.conversation.requests.stopped.emit()
    desk.tab.conversation.requests.continued.emit()
    desk.say(ModelReady(load, OTHER))
    assert [it.content for it in desk.last().messages] == ["Why?"]
    assert desk.last().request_id == desk.tab.transcript.turns[-1].request_id


def test_a_question_starts_a_load_if_none_is_running(desk: Desk) -> None:
    """A sample question, for example, after the first load failed."""
    desk.ask(desk.tab, "Why?")
    load = desk.last()
    assert isinstance(load, LoadModel)
    desk.say(ModelReady(load.request_id, DOT_MODEL))
    assert isinstance(desk.last(), Generate)


def test_a_sample_that_shows_reasoning_leaves_thinking_off(desk: Desk) -> None:
    desk.ready()
    sample = next(it for it in desk.window.workspace.built_in.samples if it.thinking)
    desk.tab.conversation.requests.sample_chosen.emit(sample)
    assert desk.last().sampling.thinking
    assert not desk.tab.chat.options.value.sampling.thinking


def test_stop_wins_over_a_tool_call_that_ends_at_the_same_time(desk: Desk) -> None:
    desk.ready()
    desk.tab.chat.options.change(tools=("calculator",))
    request_id = desk.ask(desk.tab)
    desk.tab.conversation.requests.stopped.emit()
    desk.say(ToolCall(request_id, CALL), Finished(request_id, FinishReason.TOOL_CALLS, *NUMBERS))
    assert desk.last() == Abort(request_id)
    assert desk.tab.transcript.turns[-1].state is TurnState.STOPPED
    assert not desk.tab.transcript.busy


def test_a_fault_in_one_event_is_reported_and_loses_no_other(
    desk: Desk, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.ready()
    other = new_chat(desk)
    first, second = desk.ask(desk.tab), desk.ask(other)
    monkeypatch.setattr(desk.tab.transcript, "apply", lambda event: 1 // 0)
    with qtbot.capture_exceptions() as faults:
        desk.say(
            Delta(first, Channel.CONTENT, "lost"),
            Delta(second, Channel.CONTENT, "kept"),
            Finished(first, FinishReason.STOP, *NUMBERS),
            Finished(second, FinishReason.STOP, *NUMBERS),
        )
    assert other.transcript.turns[-1].content == "kept"
    assert not other.transcript.busy
    assert [kind for kind, *_ in faults] == [ZeroDivisionError] * 2


def test_a_failed_question_without_answer_text_returns_to_the_composer(desk: Desk) -> None:
    desk.ready()
    request_id = desk.ask(desk.tab, "Why?")
    desk.say(Delta(request_id, Channel.REASONING, "hm"), Failed(request_id, "No memory."))
    assert desk.tab.composer.editor.toPlainText() == "Why?"
    assert desk.tab.transcript.turns[-1].reasoning == "hm"


def test_a_failed_question_with_a_partial_answer_stays(desk: Desk) -> None:
    desk.ready()
    request_id = desk.ask(desk.tab, "Why?")
    desk.say(Delta(request_id, Channel.CONTENT, "Because"), Failed(request_id, "No memory."))
    assert desk.tab.composer.editor.toPlainText() == ""
    assert desk.tab.transcript.turns[-1].content == "Because"
    desk.ask(desk.tab, "And?")
    assert [it.content for it in desk.last().messages] == ["Why?", "Because", "And?"]


def test_a_refused_question_that_is_being_edited_is_not_put_there_twice(desk: Desk) -> None:
    desk.ready()
    draft = desk.tab.conversation.draft
    request_id = desk.ask(desk.tab, "Why?")
    draft.edit_last()
    draft.write(Question("Why not?"))
    desk.say(Failed(request_id, "No memory."))
    assert (draft.question, draft.kept) == (Question("Why not?"), Question())


def test_a_refused_question_waits_while_a_queued_message_is_edited(desk: Desk) -> None:
    desk.ready()
    conversation, draft = desk.tab.conversation, desk.tab.conversation.draft
    draft.put(Question("half a thought"))
    request_id = desk.ask(desk.tab, "Why?")
    queued = conversation.as_next(Question("And then?"))
    conversation.next_messages.add(queued)
    assert conversation.edit_next(queued)
    desk.say(Failed(request_id, "No memory."))
    assert draft.question == Question("And then?")
    conversation.write_next()
    assert [it.question.text for it in conversation.next_messages] == ["And then?"]
    assert draft.question == Question("Why?\nhalf a thought")


def test_a_stop_shows_at_once_while_the_prompt_is_processed(desk: Desk) -> None:
    """The engine ends a request between two chunks of its prompt, which can take seconds."""
    desk.ready()
    asked = desk.ask(desk.tab, "Why?")
    desk.say(PrefillProgress(asked, 512, 2048, 0))
    reply = desk.tab.transcript.turns[-1]
    desk.tab.conversation.requests.stopped.emit()
    assert status_caption(reply) == "Stopping…"
    desk.say(PrefillProgress(asked, 1024, 2048, 0))
    assert status_caption(reply) == "Stopping…"
    desk.say(Aborted(asked, *NUMBERS))
    assert (reply.state, status_caption(reply)) == (TurnState.STOPPED, "")


def test_a_stopped_answer_is_continued_under_a_new_id(desk: Desk) -> None:
    desk.ready()
    first = desk.ask(desk.tab, "Why?")
    desk.say(Delta(first, Channel.CONTENT, "Be"))
    desk.tab.conversation.requests.stopped.emit()
    assert desk.last() == Abort(first)
    desk.say(Aborted(first, *NUMBERS))
    desk.tab.conversation.requests.continued.emit()
    again = desk.last()
    assert isinstance(again, Continue) and again.reply_id == first != again.request_id
    sent = len(desk.sent)
    desk.tab.conversation.requests.continued.emit()
    assert len(desk.sent) == sent, "the answer is being continued already"
    desk.say(Delta(again.request_id, Channel.CONTENT, "cause"))
    desk.tab.conversation.requests.stopped.emit()
    assert desk.last() == Abort(again.request_id)
    desk.say(Aborted(again.request_id, *NUMBERS))
    desk.tab.conversation.requests.continued.emit()
    assert desk.last().reply_id == again.request_id
    assert desk.tab.transcript.turns[-1].content == "Because"


def test_an_answer_that_cannot_be_continued_returns_no_question(desk: Desk) -> None:
    desk.ready()
    first = desk.ask(desk.tab, "Why?")
    desk.say(Aborted(first, *NUMBERS))
    desk.tab.conversation.requests.continued.emit()
    desk.say(Failed(desk.last().request_id, "Ask again."))
    reply = desk.tab.transcript.turns[-1]
    assert (reply.state, reply.error) == (TurnState.STOPPED, "Ask again.")
    assert desk.tab.composer.editor.toPlainText() == ""


def test_every_command_has_its_own_id(desk: Desk) -> None:
    desk.ready()
    desk.ready(OTHER)
    for _ in range(3):
        desk.ask(new_chat(desk))
    ids = [it.request_id for it in desk.sent if isinstance(it, LoadModel | Generate)]
    assert len(ids) == 5
    assert len(set(ids)) == len(ids)


def test_an_empty_chat_is_about_its_model_and_samples_are_for_dot(desk: Desk) -> None:
    def shown() -> tuple[str, int]:
        welcome = desk.tab.welcome
        (note,) = welcome.findChildren(QLabel, "welcome_note")
        grid = welcome.findChild(QGridLayout)
        assert grid is not None
        return note.text().split(" ")[0], grid.count()

    assert shown() == ("Dot,", 4)
    desk.ready()
    desk.window.workspace.model_requests.chosen.emit(OTHER.model_id)
    desk.say(ModelReady(desk.last().request_id, OTHER))
    assert shown() == (OTHER.name, 0)
