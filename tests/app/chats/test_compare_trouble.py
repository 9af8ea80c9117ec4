"""Comparisons that are closed, stopped, changed or blind while answers grow."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox
from pytestqt.qtbot import QtBot

from app.attachments.attachments import sample_attachment
from app.base.paths import DOT
from engine.messages import (
    Abort,
    Aborted,
    Channel,
    Continue,
    Delta,
    Failed,
    ModelReady,
    Timings,
    Usage,
)
from tests.kit.desk import Desk, model_info
from tests.kit.tabs import open_list, open_tab
from ui.compare.compare_tab import CompareTab
from ui.compare.results_window import Results
from ui.look import theme
from ui.look.appearance import Appearance
from ui.state.answer_words import answer_text
from ui.state.compared import AnswerState
from ui.state.pane import PaneSettings
from ui.state.prompt_list import RunState
from ui.state.question import Question

SECRET = "Tiny reads text only. Remove the images and videos, or choose a vision model."


def ask_panes(desk: Desk, tab: CompareTab, text: str = "Hello") -> list[int]:
    before = len(desk.generated_ids())
    tab.conversation.requests.submitted.emit(Question(text))
    return desk.generated_ids()[before:]


# --- panes ---------------------------------------------------------------------------------


def test_a_restored_pane_continues_its_answer_of_the_round(desk: Desk, tab: CompareTab):
    late = tab.add_pane(PaneSettings(str(DOT)))
    assert late is not None
    first, second, third = ask_panes(desk, tab)
    desk.say(Delta(third, Channel.CONTENT, "half"))
    tab.remove(late)
    desk.say(Aborted(third, Usage(), Timings()))
    for request in (first, second):
        desk.answer(request)
    assert tab.comparison.rounds[0].ended
    tab.undo.go_back()
    answer = tab.comparison.rounds[0].answer(late.pane_id)
    assert answer is not None and answer.state is AnswerState.STOPPED
    late.state.message_requests.continued.emit()
    assert isinstance(desk.last(), Continue)
    desk.answer(desk.last().request_id, " and whole")
    assert answer.state is answer.seen is AnswerState.DONE
    assert answer.text == "half and whole"


def test_a_queued_message_does_not_wait_for_the_answer_of_a_removed_pane(
    desk: Desk, tab: CompareTab, qtbot: QtBot
):
    late = tab.add_pane(PaneSettings(str(DOT)))
    assert late is not None
    first, second, _ = ask_panes(desk, tab, "One")
    tab.conversation.next_messages.add(tab.conversation.as_next(Question("Two")))
    for request in (first, second):
        desk.answer(request)
    tab.remove(late)
    qtbot.waitUntil(lambda: len(tab.comparison.rounds) == 2)
    assert tab.comparison.rounds[1].question == "Two"


def test_a_closed_comparison_without_questions_keeps_its_panes(desk: Desk, tab: CompareTab):
    tab.add_pane(PaneSettings("/m/third"))
    desk.window.workspace.requests.closed.emit(tab.chat_id)
    assert desk.window.has_closed()
    desk.controller.conversations.reopen()
    again = desk.window.current_tab()
    assert isinstance(again, CompareTab)
    assert [pane.settings.model_id for pane in again.panes][-1] == "/m/third"


def test_the_hints_about_attachments_follow_the_models_of_the_panes(desk: Desk, tab: CompareTab):
    def hints() -> list[str]:
        return [it.text() for it in tab.composer.findChildren(QLabel)]

    tab.conversation.draft.add(sample_attachment(desk.window.workspace.built_in.samples[0]))
    assert "This model cannot see images" not in hints()
    blind = replace(model_info("/m/blind", "Blind"), vision=False)
    desk.requests.models.ensure_loading("/m/blind")
    desk.say(ModelReady(desk.last().request_id, blind))
    for pane in tab.panes:
        tab.set_settings(pane, PaneSettings("/m/blind"))
    assert "This model cannot see images" in hints()
    tab.set_settings(tab.panes[0], PaneSettings(str(DOT)))
    assert "This model cannot see images" not in hints()


# --- blind ---------------------------------------------------------------------------------


def test_the_reason_of_a_failure_is_hidden_before_the_vote(desk: Desk, tab: CompareTab):
    tab.comparison.set_blind(True)
    first, second = ask_panes(desk, tab)
    desk.say(Failed(first, SECRET))
    desk.answer(second)
    pane = tab.panes[0]
    assert pane.shown.turns[-1].error and "Tiny" not in pane.shown.turns[-1].error
    answer = tab.comparison.rounds[0].answer(pane.pane_id)
    assert answer is not None
    assert "Tiny" not in answer_text(answer, hidden=True)
    tab.comparison.reveal_all()
    assert pane.shown.turns[-1].error == SECRET
    assert SECRET in answer_text(answer)


def test_panes_are_not_added_or_removed_while_names_are_hidden(desk: Desk, tab: CompareTab):
    tab.comparison.set_blind(True)
    third = tab.add_pane(PaneSettings(str(DOT)))
    assert third is not None
    ask_panes(desk, tab)
    assert tab.masked
    assert tab.add_pane(PaneSettings(str(DOT))) is None
    tab.remove(third)
    assert third in tab.panes
    assert not tab.bar_widget.add.isEnabled()
    tab.comparison.reveal_all()
    assert tab.bar_widget.add.isEnabled()
    assert tab.add_pane(PaneSettings(str(DOT))) is not None


@pytest.mark.styled
def test_the_question_is_whole_in_a_small_window_at_a_large_zoom(
    desk: Desk, tab: CompareTab, qapp: QApplication, qtbot: QtBot
):
    desk.window.resize(720, 480)
    theme.wear(qapp, Appearance(zoom=200))
    editor = tab.composer.editor
    qtbot.waitUntil(lambda: editor.height() > editor.fontMetrics().lineSpacing() > 30)
    qtbot.wait(10)
    assert editor.visibleRegion().boundingRect() == editor.rect()


@pytest.mark.styled
def test_the_smallest_window_shows_some_lines_of_the_answers_at_any_zoom(
    desk: Desk, tab: CompareTab, qapp: QApplication, qtbot: QtBot
):
    for request in ask_panes(desk, tab):
        desk.answer(request, "Mount Everest is the tallest mountain. " * 10)
    view = tab.panes[0].view
    for zoom in (100, 150, 200):
        theme.wear(qapp, Appearance(zoom=zoom))
        desk.window.resize(0, 0)
        qtbot.wait(10)
        lines = view.visibleRegion().boundingRect().height() / view.fontMetrics().lineSpacing()
        assert lines >= 4, zoom


def test_an_edited_question_that_is_found_is_not_shown_in_one_pane_alone(
    desk: Desk, tab: CompareTab
):
    for request in ask_panes(desk, tab, "One?"):
        desk.answer(request, "Answer to One?")
    first = tab.panes[0].transcript.turns[-1]
    tab.conversation.requests.edit_submitted.emit()
    for request in ask_panes(desk, tab, "Two?"):
        desk.answer(request, "Answer to Two?")
    desk.settle()
    open_tab(desk, tab.chat_id, first.message_id)
    shown = [[turn.content for turn in it.turns] for it in tab.transcripts]
    assert shown == [["Two?", "Answer to Two?"]] * 2
    assert "This question was edited since." in desk.window.notice.label.text()


# --- lists ---------------------------------------------------------------------------------


@pytest.fixture
def running_list(desk: Desk, tab: CompareTab, tmp_path: Path, qtbot: QtBot) -> Results:
    """A running list of three prompts, the first of which is being answered."""
    (tmp_path / "list.txt").write_text("one\ntwo\nthree\n", encoding="utf-8")
    results = tab.findChild(Results)
    assert isinstance(results, Results)
    dialog = open_list(tab, tmp_path / "list.txt")
    assert dialog is not None
    dialog.accept()
    qtbot.waitUntil(lambda: len(desk.generated_ids()) == 2)
    return results


def state_of_list(tab: CompareTab) -> RunState:
    progress = tab.chat.list_progress
    assert progress is not None
    return progress.state


def test_stopping_all_answers_pauses_a_list(
    desk: Desk, tab: CompareTab, running_list: Results, qtbot: QtBot
):
    tab.conversation.requests.stopped.emit()
    for request in desk.generated_ids():
        assert Abort(request) in desk.sent
        desk.say(Aborted(request, Usage(), Timings()))
    qtbot.waitUntil(lambda: state_of_list(tab) is RunState.PAUSED)
    assert len(desk.generated_ids()) == 2
    running_list.strip.pause_button.click()
    qtbot.waitUntil(lambda: len(desk.generated_ids()) == 4)


def test_a_list_of_a_closed_tab_sends_no_more_prompts(
    desk: Desk, tab: CompareTab, running_list: Results, qtbot: QtBot
):
    desk.window.workspace.requests.closed.emit(tab.chat_id)
    [box] = [it for it in desk.window.findChildren(QMessageBox) if it.isVisible()]
    assert box.informativeText().endswith("of its list will not be asked.")
    assert tab.chat in list(desk.workspace.conversations)
    next(it for it in box.buttons() if it.text() == "Close").click()
    for request in desk.generated_ids():
        desk.say(Aborted(request, Usage(), Timings()))
    qtbot.wait(50)
    assert len(desk.generated_ids()) == 2
    desk.controller.conversations.reopen()
    qtbot.wait(50)
    assert len(desk.generated_ids()) == 2


def test_a_list_waits_for_an_answer_outside_all_rounds(
    desk: Desk, tab: CompareTab, running_list: Results, qtbot: QtBot
):
    """A duplicated pane continues an answer that belongs to no round."""
    first, second = desk.generated_ids()
    desk.say(Delta(first, Channel.CONTENT, "a"), Aborted(first, Usage(), Timings()))
    running_list.strip.pause_button.click()
    desk.answer(second)
    qtbot.waitUntil(lambda: state_of_list(tab) is RunState.PAUSED)
    tab.duplicate(tab.panes[0], tab.panes[0].settings)
    copy = tab.panes[1]
    assert copy.transcript.resumable
    copy.state.message_requests.continued.emit()
    growing = desk.last().request_id
    running_list.strip.pause_button.click()
    qtbot.wait(50)
    assert len(desk.generated_ids()) == 2
    desk.answer(growing)
    qtbot.waitUntil(lambda: len(desk.generated_ids()) == 5)


def test_a_removed_pane_is_forgotten_with_its_tab(desk: Desk, tab: CompareTab):
    desk.controller.comparisons.ask(tab.chat, Question("Which?"))
    tab.add_pane(PaneSettings("/m/third"))
    third = tab.panes[2]
    tab.remove(tab.panes[0])
    closed: list[object] = []
    tab.chat.pane_closed.connect(closed.append)
    desk.window.workspace.requests.closed.emit(tab.chat_id)
    assert len(closed) == 1
    desk.controller.conversations.reopen()
    again = desk.window.current_tab()
    assert isinstance(again, CompareTab)
    assert [it.pane_id for it in again.panes] == [2, third.pane_id]
    [compared] = again.comparison.rounds
    assert [it.pane.pane_id for it in compared.answers] == [1, 2]
