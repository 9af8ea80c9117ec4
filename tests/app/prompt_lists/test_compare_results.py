"""Prompt list runs and result windows of a compare tab, in the wired window."""

import json
from pathlib import Path

from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from app.base.paths import DOT
from engine.messages import (
    Abort,
    Channel,
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
from tests.kit.desk import Desk
from tests.kit.tabs import open_list
from ui.compare.compare_tab import CompareTab
from ui.compare.differences import DifferencesWindow
from ui.compare.results_window import Results, ResultsWindow
from ui.state.chat_options import ChatOptions
from ui.state.pane import PaneSettings
from ui.state.question import Question
from ui.state.turn import Turn

IMAGE = DOT.parent / "samples" / "three-shapes.png"


def results(tab: CompareTab) -> Results:
    found = tab.findChild(Results)
    assert isinstance(found, Results)
    return found


def finish_answers(desk: Desk, *commands: Generate, text: str = "So.") -> None:
    for it in commands:
        usage, timings = Usage(prompt=9, generated=3), Timings(ttft=0.1, prefill=0.1, decode=0.2)
        desk.say(Delta(it.request_id, Channel.CONTENT, text))
        desk.say(Finished(it.request_id, FinishReason.STOP, usage, timings))


def begin(desk: Desk, tab: CompareTab, path: Path, *, fresh: bool = True) -> None:
    dialog = open_list(tab, path)
    assert dialog is not None
    if not fresh:
        dialog.together.click()
    dialog.start.click()


def listed(folder: Path, text: str, name: str = "list.jsonl") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def caption(tab: CompareTab) -> str:
    return results(tab).strip.label.text()


def test_each_prompt_of_a_list_starts_a_new_conversation_in_all_panes(
    qtbot: QtBot, desk: Desk, tab: CompareTab, tmp_path: Path
) -> None:
    begin(desk, tab, listed(tmp_path, "One?\nTwo?", "list.txt"))
    qtbot.waitUntil(lambda: len(desk.generated()) == 2)
    assert caption(tab).startswith("Prompt 1 of 2")
    finish_answers(desk, *desk.generated())
    qtbot.waitUntil(lambda: len(desk.generated()) == 4)
    assert [[m.content for m in it.messages] for it in desk.generated()[2:]] == [["Two?"]] * 2
    finish_answers(desk, *desk.generated()[2:])
    qtbot.waitUntil(lambda: caption(tab) == "Finished: 2 prompts · none failed")
    assert [it.question for it in tab.comparison.rounds] == ["One?", "Two?"]


def test_a_list_can_be_asked_in_one_conversation(
    qtbot: QtBot, desk: Desk, tab: CompareTab, tmp_path: Path
) -> None:
    begin(desk, tab, listed(tmp_path, "One?\nTwo?", "list.txt"), fresh=False)
    qtbot.waitUntil(lambda: len(desk.generated()) == 2)
    finish_answers(desk, *desk.generated())
    qtbot.waitUntil(lambda: len(desk.generated()) == 4)
    assert [m.content for m in desk.generated()[-1].messages] == ["One?", "So.", "Two?"]


def test_a_run_needs_no_input(qtbot: QtBot, desk: Desk, tab: CompareTab, tmp_path: Path) -> None:
    """A run offers no tools, and does not wait for a call that a model makes anyway."""
    options = ChatOptions(tools=("builtin:calculator",))
    for pane in tab.panes:
        tab.set_settings(pane, PaneSettings(str(DOT), options))
    begin(desk, tab, listed(tmp_path, "One?\nTwo?", "list.txt"))
    qtbot.waitUntil(lambda: len(desk.generated()) == 2)
    first, second = desk.generated()
    assert first.tools == second.tools == ()
    finish_answers(desk, second)
    desk.say(ToolCall(first.request_id, ToolInvocation("calculator", "{}", "call-1")))
    desk.say(Finished(first.request_id, FinishReason.TOOL_CALLS, Usage(), Timings()))
    # the model learns that there is no such tool, and answers
    (again,) = desk.generated()[2:]
    assert again.messages[-1].role == "tool"
    qtbot.wait(20)
    assert len(desk.generated()) == 3
    finish_answers(desk, again)
    qtbot.waitUntil(lambda: len(desk.generated()) == 5)
    assert desk.generated()[-1].messages[-1].content == "Two?"


def test_a_failed_prompt_does_not_end_the_run(
    qtbot: QtBot, desk: Desk, tab: CompareTab, tmp_path: Path
) -> None:
    begin(desk, tab, listed(tmp_path, "One?\nTwo?", "list.txt"))
    qtbot.waitUntil(lambda: len(desk.generated()) == 2)
    for it in desk.generated():
        desk.say(Failed(it.request_id, "No memory is left."))
    qtbot.waitUntil(lambda: len(desk.generated()) == 4)
    finish_answers(desk, *desk.generated()[2:])
    qtbot.waitUntil(lambda: caption(tab).endswith("1 with a failed answer"))
    # a failed prompt must not return to the composer, where the next one would join it
    assert tab.composer.editor.toPlainText() == ""


def test_images_of_a_list_go_with_their_prompt_and_a_bad_one_is_reported(
    qtbot: QtBot, desk: Desk, tab: CompareTab, tmp_path: Path
) -> None:
    (tmp_path / "bad.png").write_bytes(b"\x89PNG\r\n\x1a\n, cut off")
    items = [
        {"prompt": "Bad?", "images": ["bad.png"]},
        {"prompt": "What?", "images": [str(IMAGE)]},
    ]
    text = "\n".join(json.dumps(item) for item in items)
    begin(desk, tab, listed(tmp_path, text))
    qtbot.waitUntil(lambda: len(desk.generated()) == 2, timeout=30_000)
    media = [it.messages[-1].media for it in desk.generated()]
    assert [it.path.name for (it,) in media] == ["three-shapes.png"] * 2
    assert not tab.conversation.draft.attachments
    finish_answers(desk, *desk.generated())
    qtbot.waitUntil(lambda: caption(tab).endswith("1 not asked"))
    assert "Line 1: bad.png" in results(tab).strip.label.toolTip()


def test_stop_ends_the_list_and_its_answers(
    qtbot: QtBot, desk: Desk, tab: CompareTab, tmp_path: Path
) -> None:
    begin(desk, tab, listed(tmp_path, "One?\nTwo?", "list.txt"))
    qtbot.waitUntil(lambda: len(desk.generated()) == 2)
    results(tab).strip.stop_button.click()
    assert len([it for it in desk.sent if isinstance(it, Abort)]) == 2
    assert caption(tab).startswith("Stopped after 0 of 2")


def test_closing_a_tab_stops_its_list(
    qtbot: QtBot, desk: Desk, tab: CompareTab, tmp_path: Path
) -> None:
    begin(desk, tab, listed(tmp_path, "One?\nTwo?", "list.txt"))
    qtbot.waitUntil(lambda: len(desk.generated()) == 2)
    desk.window.workspace.requests.discarded.emit(tab.chat_id)
    assert caption(tab).startswith("Stopped after 0 of 2")


def test_a_bad_list_is_reported_in_the_window(desk: Desk, tab: CompareTab, tmp_path: Path) -> None:
    assert open_list(tab, listed(tmp_path, "", "list.txt")) is None
    assert "list.txt contains no prompts." in desk.window.notice.label.text()


def test_one_list_runs_at_a_time(qtbot: QtBot, desk: Desk, tab: CompareTab, tmp_path: Path) -> None:
    begin(desk, tab, listed(tmp_path, "One?\nTwo?", "list.txt"))
    qtbot.waitUntil(lambda: len(desk.generated()) == 2)
    for wanted in (tab.list_wanted, tab.paste_wanted):
        desk.window.notice.hide()
        wanted.emit()
        assert not [it for it in tab.findChildren(QDialog) if it.isVisible()]
        assert desk.window.notice.isVisible()
    assert "A list is already running in this tab." in desk.window.notice.label.text()


# --- windows -----------------------------------------------------------------------------


def ask_and_answer(desk: Desk, tab: CompareTab) -> None:
    desk.controller.comparisons.ask(tab.chat, Question("Why?"))
    finish_answers(desk, *desk.generated()[-2:])


def test_each_window_opens_once(desk: Desk, tab: CompareTab) -> None:
    ask_and_answer(desk, tab)
    for _ in range(2):
        tab.differences_wanted.emit()
        tab.results_wanted.emit()
    assert len(tab.findChildren(DifferencesWindow)) == 1
    assert len(tab.findChildren(ResultsWindow)) == 1


def test_a_row_of_the_results_opens_its_round(desk: Desk, tab: CompareTab) -> None:
    ask_and_answer(desk, tab)
    ask_and_answer(desk, tab)
    tab.results_wanted.emit()
    tab.findChildren(ResultsWindow)[0].answers.opened.emit(0)
    (window,) = tab.findChildren(DifferencesWindow)
    assert window.question.text().startswith("Question 1 of 2")


def test_the_rest_of_a_blind_list_opens_its_first_round(desk: Desk, tab: CompareTab) -> None:
    tab.comparison.set_blind(True)
    for question in ("One?", "Two?"):
        index = tab.comparison.begin_round(Question(question), unattended=True)
        for it in tab.comparison.rounds[index].answers:
            it.turns.append(Turn("assistant", "So."))
    results(tab).votes.refresh()
    results(tab).votes.rest.click()
    (window,) = tab.findChildren(DifferencesWindow)
    assert window.question.text().startswith("Question 1 of 2")


def test_a_vote_in_the_tab_counts(desk: Desk, tab: CompareTab) -> None:
    ask_and_answer(desk, tab)
    results(tab).votes.buttons[1].click()
    vote = tab.comparison.rounds[0].vote
    assert vote is not None
    assert vote.pane_id == tab.panes[1].pane_id
