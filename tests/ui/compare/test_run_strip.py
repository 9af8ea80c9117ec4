"""The caption of the progress of a prompt list."""

import pytest
from pytestqt.qtbot import QtBot

from ui.compare.run_strip import RunStrip
from ui.state.prompt_list import PromptProgress, RunState


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (RunState.RUNNING, "Prompt 1,235 of 5,678 · 1,001 with a failed answer · Why?"),
        (RunState.PAUSED, "Paused after 1,234 of 5,678 · 1,001 with a failed answer"),
        (RunState.STOPPED, "Stopped after 1,234 of 5,678 · 1,001 with a failed answer"),
    ],
)
def test_the_counts_of_a_long_list_have_separators(
    qtbot: QtBot, state: RunState, words: str
) -> None:
    strip = RunStrip()
    qtbot.addWidget(strip)
    strip.show_progress(PromptProgress(state, 1234, 5678, failed=1001, text="Why?"))
    assert strip.label.text() == words
