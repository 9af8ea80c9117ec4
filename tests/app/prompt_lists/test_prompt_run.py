"""Unattended runs of prompt lists: conditions that end them, and conditions that do not."""

from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.prompt_lists.prompt_run import OnLoaded, PromptRun
from tests.kit.comparisons import Panes
from ui.state.prompt_list import ListedPrompt, PromptProgress, RunState
from ui.state.question import Question

LIST = [ListedPrompt("One?"), ListedPrompt("Two?"), ListedPrompt("Three?")]


class Running:
    """A run over two panes; `asked` collects its questions, which tests answer by hand."""

    def __init__(self, qtbot: QtBot, prompts: list[ListedPrompt] = LIST) -> None:
        self._qtbot = qtbot
        self.panes = Panes("Dot", "Gemma")
        self.asked: list[str] = []
        self.stopped = 0
        self.readings: list[OnLoaded] = []
        self.told: list[PromptProgress] = []
        self.run = PromptRun(
            self.panes.comparison,
            prompts,
            lambda _, taken: self.readings.append(taken),
            self._ask,
            self._stop,
            lambda: self.panes.comparison.busy,
            self.panes.comparison,
        )
        self.run.progressed.connect(self.told.append)
        self.run.start()

    def _ask(self, question: Question) -> None:
        self.asked.append(question.text)
        self.panes.begin(question.text, unattended=True)

    def _stop(self) -> None:
        self.stopped += 1
        for pane_id in self.panes.transcripts:
            self.panes.stop(pane_id)

    def wait_asked(self, count: int) -> None:
        self._qtbot.waitUntil(lambda: len(self.asked) == count)

    def answer(self) -> None:
        for pane_id in self.panes.transcripts:
            self.panes.say(pane_id, "a")
            self.panes.end(pane_id)

    def wait_state(self, state: RunState) -> None:
        self._qtbot.waitUntil(lambda: self.run.progress.state is state)


@pytest.fixture
def running(qtbot: QtBot, qapp: QObject) -> Running:
    return Running(qtbot)


def test_each_prompt_waits_for_all_answers_to_the_previous_one(running: Running) -> None:
    running.wait_asked(1)
    running.panes.end(1)
    assert running.run.progress.done == 0
    running.panes.end(2)
    running.wait_asked(2)
    running.answer()
    running.wait_asked(3)
    running.answer()
    running.wait_state(RunState.DONE)
    assert running.asked == ["One?", "Two?", "Three?"]
    assert next(it.done for it in running.told if it.text == "Two?") == 1
    assert running.run.progress == PromptProgress(RunState.DONE, 3, 3)


def test_an_answer_that_fails_does_not_end_the_run(running: Running) -> None:
    running.wait_asked(1)
    running.panes.fail(1)
    running.panes.end(2)
    running.wait_asked(2)
    assert running.run.progress.failed == 1


def test_pausing_finishes_the_prompt_and_resuming_continues(qtbot: QtBot, running: Running) -> None:
    running.wait_asked(1)
    running.run.toggle_pause()
    assert running.run.progress.state is RunState.PAUSING
    running.answer()
    running.wait_state(RunState.PAUSED)
    # The user may ask in between.
    index = running.panes.ask("In between?", "a", "b")
    assert index == 1
    assert running.run.progress.done == 1
    running.panes.begin("Once more?")
    running.run.toggle_pause()
    qtbot.wait(20)
    assert len(running.asked) == 1
    running.answer()
    running.wait_asked(2)


def test_pausing_can_be_undone(running: Running) -> None:
    running.wait_asked(1)
    running.run.toggle_pause()
    running.run.toggle_pause()
    running.answer()
    running.wait_asked(2)


def test_stopping_stops_the_answers_and_the_list(qtbot: QtBot, running: Running) -> None:
    running.wait_asked(1)
    running.run.stop()
    assert running.stopped == 1
    assert running.run.progress.state is RunState.STOPPED
    qtbot.wait(20)
    assert running.asked == ["One?"]


def test_the_run_does_not_wait_for_an_answer_the_user_stopped(running: Running) -> None:
    running.wait_asked(1)
    running.panes.stop(1)
    running.panes.end(2)
    running.wait_asked(2)


def test_the_run_does_not_wait_for_a_removed_pane(running: Running) -> None:
    running.wait_asked(1)
    running.panes.end(1)
    running.panes.comparison.remove_pane(2)
    del running.panes.transcripts[2]
    running.wait_asked(2)


def test_files_are_read_first_and_a_bad_one_skips_its_prompt(qtbot: QtBot) -> None:
    prompts = [ListedPrompt("Bad?", (Path("a.png"),), 4), ListedPrompt("Good?", (Path("b.png"),))]
    running = Running(qtbot, prompts)
    qtbot.waitUntil(lambda: len(running.readings) == 1)
    assert running.asked == []
    running.readings[0]((), "a.png is no image.")
    qtbot.waitUntil(lambda: len(running.readings) == 2)
    running.readings[1]((), "")
    running.wait_asked(1)
    running.answer()
    running.wait_state(RunState.DONE)
    assert running.asked == ["Good?"]
    assert running.run.progress.problems == ("Line 4: a.png is no image.",)


def test_stopping_while_files_are_read_asks_nothing(qtbot: QtBot) -> None:
    running = Running(qtbot, [ListedPrompt("One?", (Path("a.png"),))])
    qtbot.waitUntil(lambda: len(running.readings) == 1)
    running.run.stop()
    running.readings[0]((), "")
    assert running.asked == []


def test_a_run_without_panes_is_reported(qtbot: QtBot) -> None:
    running = Running(qtbot)
    for pane_id in (1, 2):
        running.panes.comparison.remove_pane(pane_id)
        del running.panes.transcripts[pane_id]
    running.wait_state(RunState.STOPPED)
    assert running.run.progress.problems == (
        "There is no pane to ask. Add one, then run the list again.",
    )
