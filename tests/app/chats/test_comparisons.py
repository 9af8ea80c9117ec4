"""Comparisons: the commands that a question sends, and full runs with Dot."""

from dataclasses import replace
from pathlib import Path

from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from app.assembly import Assembly
from app.base.paths import DOT
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
    Media,
    MediaKind,
    ModelReady,
    SamplingParams,
    Timings,
    ToolCall,
    ToolInvocation,
    Traced,
    Usage,
)
from tests.kit import tiny_models
from tests.kit.desk import Desk, model_info
from tests.kit.tabs import new_comparison
from ui.compare.compare_tab import CompareTab
from ui.inspect.inspect_window import InspectWindow
from ui.state.attachment import Attachment
from ui.state.chat_options import ChatOptions
from ui.state.compared import AnswerState
from ui.state.model_entry import ModelEntry
from ui.state.pane import MOST_PANES, PaneSettings
from ui.state.question import Question
from ui.state.settings import ALWAYS
from ui.state.turn import TurnState

WAIT = 60_000
PICTURE = DOT.parent / "samples" / "three-shapes.png"


def last_requests(desk: Desk, count: int) -> list[Generate]:
    found = desk.generated()
    return found[len(found) - count :]


def shapes_photo() -> Attachment:
    media = Media(MediaKind.IMAGE, PICTURE)
    return Attachment(media, QImage(str(PICTURE)), "three-shapes.png", "448 × 448")


def calculator_call(request_id: int) -> ToolCall:
    return ToolCall(request_id, ToolInvocation("calculator", '{"expression": "6*7"}', "a"))


# --- commands -----------------------------------------------------------------------------


def test_a_new_comparison_has_two_panes_of_the_model_in_use(desk: Desk):
    unused = ModelEntry("Large", "/models/large", used=False)
    desk.workspace.engine.set_entries([*desk.workspace.engine.entries, unused])
    tab = new_comparison(desk)
    assert [pane.settings.model_id for pane in tab.panes] == [str(DOT)] * 2
    assert desk.window.current_tab() is tab
    first, second = (pane.settings.options.sampling for pane in tab.panes)
    assert first != second


def test_one_question_goes_to_all_panes_with_the_settings_of_each(desk: Desk, tab: CompareTab):
    one, two = tab.panes
    options = ChatOptions(
        system_prompt="Be brief.", sampling=SamplingParams(seed=5, temperature=0.5, thinking=True)
    )
    tab.set_settings(two, replace(two.settings, options=options))
    shown = shapes_photo()
    desk.controller.comparisons.ask(tab.chat, Question("What is it?", (shown,), (0,)))
    first, second = last_requests(desk, 2)
    assert [message.role for message in first.messages] == ["user"]
    assert [message.role for message in second.messages] == ["system", "user"]
    assert second.messages[0].content == "Be brief."
    assert (second.sampling.seed, second.sampling.thinking) == (5, True)
    assert first.sampling.seed != 5
    assert first.messages[-1].media == second.messages[-1].media == (shown.media,)
    assert one.transcript.turns[0].attachments[0] is two.transcript.turns[0].attachments[0]


def test_an_unknown_model_is_loaded_for_its_pane_alone(desk: Desk, tab: CompareTab):
    other = model_info("/m/other", "Other")
    tab.set_settings(tab.panes[1], PaneSettings("/m/other"))
    desk.controller.comparisons.ask(tab.chat, Question("Hello"))
    assert len(desk.generated()) == 1
    load = next(it for it in desk.sent if isinstance(it, LoadModel) and it.model_id == "/m/other")
    desk.say(ModelReady(load.request_id, other))
    (sent,) = last_requests(desk, 1)
    assert sent.model_id == "/m/other"
    assert desk.requests.models.chosen == str(DOT)
    assert tab.infos["/m/other"] == other


def test_a_model_that_fails_to_load_fails_only_its_own_pane(desk: Desk, tab: CompareTab):
    tab.set_settings(tab.panes[1], PaneSettings("/m/broken"))
    desk.controller.comparisons.ask(tab.chat, Question("Hello"))
    load = next(it for it in desk.sent if isinstance(it, LoadModel) and "broken" in it.model_id)
    desk.say(Failed(load.request_id, "This folder has no model."))
    reply = tab.panes[1].transcript.turns[-1]
    assert reply.state is TurnState.FAILED
    assert tab.panes[0].busy
    # what failed in one pane is no draft for all
    assert tab.composer.editor.toPlainText() == ""


def test_an_answer_cannot_be_inspected_while_names_are_hidden(desk: Desk, tab: CompareTab):
    tab.comparison.set_blind(True)
    desk.controller.comparisons.ask(tab.chat, Question("Hello"))
    pane, request = tab.panes[0], last_requests(desk, 2)[0]
    desk.say(Traced(request.request_id, "hermes", "Hello", Channel.CONTENT, ()))
    requests, reply = pane.state.message_requests, pane.transcript.turns[-1]
    requests.inspected.emit(reply)
    assert tab.masked and not desk.window.findChildren(InspectWindow)
    tab.comparison.set_blind(False)
    requests.inspected.emit(reply)
    assert not tab.masked and desk.window.findChildren(InspectWindow)


def test_stop_all_stop_one_and_continue_one_or_all(desk: Desk, tab: CompareTab):
    comparing = desk.controller.comparisons
    comparing.ask(tab.chat, Question("Hello"))
    first, second = (it.request_id for it in last_requests(desk, 2))
    desk.say(Delta(first, Channel.CONTENT, "a"), Delta(second, Channel.CONTENT, "b"))
    tab.panes[1].header.stop.click()
    assert desk.last() == Abort(second)
    tab.conversation.requests.stopped.emit()
    assert {it.request_id for it in desk.sent if isinstance(it, Abort)} == {first, second}
    desk.say(Aborted(first, Usage(), Timings()), Aborted(second, Usage(), Timings()))
    assert not tab.busy
    tab.panes[0].state.message_requests.continued.emit()
    assert isinstance(desk.last(), Continue)
    assert desk.last().reply_id == first
    desk.say(Aborted(desk.last().request_id, Usage(), Timings()))
    before = len(desk.sent)
    tab.bar_widget.go_on.click()
    assert [type(command) for command in desk.sent[before:]] == [Continue, Continue]
    assert tab.busy


def test_a_pane_says_that_its_answer_could_not_be_continued(desk: Desk, tab: CompareTab, qtbot):
    desk.controller.comparisons.ask(tab.chat, Question("Hello"))
    first, second = (it.request_id for it in last_requests(desk, 2))
    desk.say(Aborted(first, Usage(), Timings()), Failed(second, "No memory is left."))
    tab.panes[0].state.message_requests.continued.emit()
    desk.say(Failed(desk.last().request_id, "No memory is left."))
    qtbot.waitUntil(lambda: pane_captions(tab)[0] == "Could not continue")
    assert pane_captions(tab)[1] == "Could not answer"


def test_a_pane_added_later_can_be_asked_the_last_question(desk: Desk, tab: CompareTab):
    comparing = desk.controller.comparisons
    comparing.ask(tab.chat, Question("Hello", (shapes_photo(),)))
    for command in last_requests(desk, 2):
        desk.say(Finished(command.request_id, FinishReason.STOP, Usage(), Timings()))
    late = tab.add_pane(PaneSettings(str(DOT)))
    assert late is not None
    assert tab.behind(late)
    tab.chat.asked_again.emit(late.state)
    (sent,) = last_requests(desk, 1)
    assert sent.messages[-1].content == "Hello"
    assert sent.messages[-1].media == (shapes_photo().media,)
    assert not tab.behind(late)
    assert len(tab.comparison.rounds) == 1
    assert tab.comparison.rounds[0].answer(late.pane_id)


def test_a_pane_that_failed_can_be_asked_the_last_question_again(desk: Desk, tab: CompareTab):
    desk.controller.comparisons.ask(tab.chat, Question("Hello"))
    first, second = last_requests(desk, 2)
    desk.say(Finished(first.request_id, FinishReason.STOP, Usage(), Timings()))
    desk.say(Failed(second.request_id, "No memory is left."))
    answered, failed = tab.panes
    assert not tab.behind(answered) and tab.behind(failed)

    failed_settings = replace(failed.settings, options=ChatOptions(system_prompt="Be brief."))
    tab.set_settings(failed, failed_settings)
    tab.chat.asked_again.emit(failed.state)

    (sent,) = last_requests(desk, 1)
    assert [it.content for it in sent.messages] == ["Be brief.", "Hello"]
    desk.say(Delta(sent.request_id, Channel.CONTENT, "Hi."))
    desk.say(Finished(sent.request_id, FinishReason.STOP, Usage(), Timings()))
    answer = tab.comparison.rounds[0].answer(failed.pane_id)
    assert answer is not None
    assert (answer.state, answer.text) == (AnswerState.DONE, "Hi.")
    assert answer.pane.options.system_prompt == "Be brief."
    assert len(tab.comparison.rounds) == 1 and not tab.behind(failed)


def test_a_pane_that_failed_after_a_tool_call_is_asked_the_question_itself_again(
    desk: Desk, tab: CompareTab, qtbot: QtBot
):
    desk.preferences.permit("calculator", ALWAYS)
    failed = tab.panes[1]
    options = replace(failed.settings.options, tools=("calculator",))
    tab.set_settings(failed, replace(failed.settings, options=options))
    desk.controller.comparisons.ask(tab.chat, Question("Hello"))
    first, second = (it.request_id for it in last_requests(desk, 2))
    desk.answer(first)
    desk.say(calculator_call(second), Finished(second, FinishReason.TOOL_CALLS, Usage(), Timings()))
    qtbot.waitUntil(lambda: len(desk.generated()) == 3)
    desk.say(Failed(desk.last().request_id, "No memory is left."))

    tab.chat.asked_again.emit(failed.state)

    (sent,) = last_requests(desk, 1)
    assert [it.content for it in sent.messages] == ["Hello"]
    desk.answer(sent.request_id, "So.")
    answer = tab.comparison.rounds[0].answer(failed.pane_id)
    assert answer and answer.turns == failed.transcript.turns[1:]
    tab.chat.asked_again.emit(failed.state)
    assert desk.last() == sent, "the menu was opened before"


def test_a_pane_that_failed_in_a_list_waits_for_a_person_when_it_is_asked_again(
    desk: Desk, tab: CompareTab
):
    failed = tab.panes[1]
    options = replace(failed.settings.options, tools=("calculator",))
    tab.set_settings(failed, replace(failed.settings, options=options))
    desk.controller.comparisons.ask(tab.chat, Question("Hello"), unattended=True)
    first, second = (it.request_id for it in last_requests(desk, 2))
    desk.answer(first)
    desk.say(Failed(second, "No memory is left."))
    tab.chat.asked_again.emit(failed.state)
    request_id = desk.last().request_id
    desk.say(
        calculator_call(request_id),
        Finished(request_id, FinishReason.TOOL_CALLS, Usage(), Timings()),
    )
    answer = tab.comparison.rounds[0].answer(failed.pane_id)
    assert answer and not answer.ended


def test_a_duplicate_is_asked_the_last_question_without_the_answer_of_its_original(
    desk: Desk, tab: CompareTab
):
    for text in ("Hello", "Why?"):
        desk.controller.comparisons.ask(tab.chat, Question(text))
        for command in last_requests(desk, 2):
            desk.answer(command.request_id)
    first, _ = last_requests(desk, 2)
    tab.duplicate(tab.panes[0], tab.panes[0].settings)
    copy = tab.panes[1]
    tab.chat.asked_again.emit(copy.state)
    (sent,) = last_requests(desk, 1)
    assert sent.messages == first.messages
    desk.answer(sent.request_id, "So.")
    assert [it.content for it in copy.transcript.turns] == ["Hello", "Hi.", "Why?", "So."]
    answer = tab.comparison.rounds[-1].answer(copy.pane_id)
    assert answer and (answer.text, answer.state) == ("So.", AnswerState.DONE)


def test_a_fresh_question_has_no_history_and_an_unattended_one_no_tools(
    desk: Desk, tab: CompareTab
):
    comparing = desk.controller.comparisons
    calculator = desk.toolbox.registry.tools[0].entry.tool_id
    for pane in tab.panes:
        options = replace(pane.settings.options, tools=(calculator,))
        tab.set_settings(pane, replace(pane.settings, options=options))
    comparing.ask(tab.chat, Question("One"))
    commands = last_requests(desk, 2)
    assert all(command.tools for command in commands)
    for command in commands:
        desk.say(
            Delta(command.request_id, Channel.CONTENT, "1"),
            Finished(command.request_id, FinishReason.STOP, Usage(), Timings()),
        )
    comparing.ask(tab.chat, Question("Two"), fresh=True, unattended=True)
    for command in last_requests(desk, 2):
        assert [message.content for message in command.messages] == ["Two"]
        assert command.tools == ()
    assert [turn.content for turn in tab.panes[0].transcript.turns][:3] == ["One", "1", "Two"]


def test_a_removed_pane_stops_and_is_forgotten_with_its_undo(desk: Desk, tab: CompareTab):
    late = tab.add_pane(PaneSettings(str(DOT)))
    assert late is not None
    desk.controller.comparisons.ask(tab.chat, Question("Hello"))
    request = last_requests(desk, 1)[0].request_id
    tab.remove(late)
    assert desk.last() == Abort(request)
    tab.undo.end()
    desk.say(Aborted(request, Usage(), Timings()))
    assert len(tab.panes) == 2


def test_an_edited_question_replaces_the_last_one_in_its_panes(desk: Desk, tab: CompareTab):
    comparing = desk.controller.comparisons
    comparing.ask(tab.chat, Question("Frist"))
    for command in last_requests(desk, 2):
        desk.answer(command.request_id, "?")
    tab.conversation.requests.edit_submitted.emit()
    tab.conversation.requests.submitted.emit(Question("First"))
    for command, pane in zip(last_requests(desk, 2), tab.panes, strict=True):
        assert [message.content for message in command.messages] == ["First"]
        assert [turn.content for turn in pane.transcript.turns] == ["First", ""]


# --- full runs ----------------------------------------------------------------------------


def pane_captions(tab: CompareTab) -> list[str]:
    tab.runs.show()
    return [pane.header.caption.text() for pane in tab.panes]


def test_four_panes_of_dot_share_one_batch_and_one_prompt(app: Assembly, qtbot: QtBot):
    tab = new_comparison(app)
    sampling = SamplingParams(temperature=0.2, max_tokens=20)
    for _ in range(2):
        tab.add_pane(PaneSettings(str(DOT)))
    for seed, pane in enumerate(tab.panes):
        options = ChatOptions(sampling=replace(sampling, seed=seed))
        tab.set_settings(pane, replace(pane.settings, options=options))
    tab.conversation.requests.submitted.emit(
        Question("Describe this picture in detail.", (shapes_photo(),))
    )
    qtbot.waitUntil(lambda: not tab.busy, timeout=WAIT)
    replies = [pane.transcript.turns[-1] for pane in tab.panes]
    assert all("circle" in reply.content for reply in replies)
    new = [reply.usage.prompt - reply.usage.cached for reply in replies]
    assert sum(new) < replies[0].usage.prompt + 4 * 32
    assert pane_captions(tab) == [
        "Batched with B, C and D · prompt processed once for all",
        "Batched with A, C and D · prompt processed once for all",
        "Batched with A, B and D · prompt processed once for all",
        "Batched with A, B and C · prompt processed once for all",
    ]
    assert all("tok/s" in pane.header.speed.text() for pane in tab.panes)
    tab.conversation.requests.submitted.emit(Question("And the largest?"))
    qtbot.waitUntil(lambda: not tab.busy, timeout=WAIT)
    again = [pane.transcript.turns[-1].usage for pane in tab.panes]
    assert all(usage.prompt - usage.cached < 64 for usage in again)


def test_two_models_alternate(app: Assembly, qtbot: QtBot, tmp_path: Path):
    tiny_models.qwen3(tmp_path / "tiny")
    tab = new_comparison(app)
    options = ChatOptions(sampling=SamplingParams(max_tokens=80))
    tab.set_settings(tab.panes[1], PaneSettings(str(tmp_path / "tiny"), options))
    app.requests.models.ensure_loading(str(tmp_path / "tiny"))
    qtbot.waitUntil(lambda: str(tmp_path / "tiny") in tab.infos, timeout=WAIT)
    tab.conversation.requests.submitted.emit(Question("Tell me all that you can do."))
    qtbot.waitUntil(lambda: not tab.busy, timeout=WAIT)
    assert pane_captions(tab)[0].startswith("Alternating with tiny")
    assert pane_captions(tab)[1].startswith("Alternating with Dot")
    assert app.requests.models.chosen == str(DOT)


def test_a_model_used_from_the_library_comes_into_the_comparison(desk: Desk, tab: CompareTab):
    desk.workspace.model_requests.chosen.emit("/m/other")
    assert [pane.settings.model_id for pane in tab.panes] == [*[str(DOT)] * 2, "/m/other"]
    # a new chat has the model that it had
    assert desk.requests.models.chosen == str(DOT)
    for _ in range(MOST_PANES - 3):
        tab.add_pane(PaneSettings(str(DOT)))
    desk.workspace.model_requests.chosen.emit("/m/last")
    assert len(tab.panes) == MOST_PANES
    assert all(pane.settings.model_id != "/m/last" for pane in tab.panes)
    notice = desk.workspace.notices.newest
    assert notice is not None
    assert notice.sentence.startswith(f"A comparison can have at most {MOST_PANES} panes.")


def test_hidden_models_are_not_told_apart_by_one_that_is_added(desk: Desk, tab: CompareTab):
    tab.comparison.set_blind(True)
    tab.chat.begin_round(Question("Hello"))
    assert tab.chat.masked
    desk.workspace.model_requests.chosen.emit("/m/other")
    assert len(tab.panes) == 2
    notice = desk.workspace.notices.newest
    assert notice is not None
    assert "until you vote or choose “Show names”" in notice.sentence


def test_panes_list_a_model_once_the_library_does(desk: Desk, tab: CompareTab, tmp_path: Path):
    folder = tmp_path / "tiny"
    tiny_models.qwen3(folder)
    desk.workspace.library_requests.favorite_set.emit(str(folder), True)
    assert str(folder) in tab.names
