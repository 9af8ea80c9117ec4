"""The results of checks of converted models survive a restart."""

import json
from pathlib import Path

import pytest

from app.models.saved_checks import MAX_TEXT, NAME, CheckFile
from engine.messages import Diverge, Diverged, Divergence, ModelSpeed, PromptDivergence
from tests.kit.desk import Desk
from ui.state.conversions import SavedCheck
from ui.state.workspace import Workspace

ORIGINAL, CONVERTED = "/models/Owl", "/own/Owl-4bit"


def divergence(agreed: int = 8, prompt: str = "Name a\ncolor.") -> Divergence:
    found = PromptDivergence(prompt, 10, agreed, 0.2, 3, " red", " blue\u202e")
    speeds = ModelSpeed(100.0, 20.0), ModelSpeed(120.0, 35.0)
    return Divergence(ORIGINAL, CONVERTED, (found,), *speeds)


@pytest.fixture
def opened(qtbot, tmp_path: Path):
    opened: list[Workspace] = []

    def open_again() -> Workspace:
        workspace = Workspace()
        CheckFile(tmp_path, workspace)
        opened.append(workspace)
        return workspace

    return open_again


def test_the_result_of_a_check_is_there_after_a_restart(desk: Desk, home: Path) -> None:
    desk.workspace.conversion_requests.check_started.emit(ORIGINAL, CONVERTED)
    command = desk.last()
    assert isinstance(command, Diverge)
    desk.say(Diverged(command.request_id, divergence()))
    later = Workspace()
    CheckFile(home, later)
    check = later.conversions.newest_check(CONVERTED)
    assert check and check.divergence == divergence()
    assert later.conversions.newest_check(ORIGINAL) is None


def test_a_new_check_replaces_that_of_the_same_two_models(opened) -> None:
    first = opened()
    for agreed, ended in ((8, 100.0), (9, 200.0)):
        first.conversions.save_check(SavedCheck(divergence(agreed), ended))
    later = opened().conversions
    assert list(later.saved_checks) == [(ORIGINAL, CONVERTED)]
    assert later.newest_check(CONVERTED) == SavedCheck(divergence(9), 200.0)


def test_another_conversion_in_the_same_folder_has_no_result(opened) -> None:
    first = opened()
    first.conversions.save_check(SavedCheck(divergence(), 100.0))
    first.conversions.forget_checks(CONVERTED)
    assert opened().conversions.newest_check(CONVERTED) is None


def test_long_texts_are_cut_in_the_file(opened) -> None:
    first = opened()
    first.conversions.save_check(SavedCheck(divergence(prompt="x" * 10**6), 100.0))
    check = opened().conversions.newest_check(CONVERTED)
    assert check.divergence.prompts[0].prompt == "x" * MAX_TEXT


@pytest.mark.parametrize(
    "text",
    ["{", "[]", '{"format": "duologue-checks", "version": 1, "checks": [{"ended": "never"}]}'],
)
def test_a_damaged_file_is_kept_and_results_are_saved_again(
    opened, tmp_path: Path, text: str
) -> None:
    (tmp_path / NAME).write_text(text)
    workspace = opened()
    assert (tmp_path / "checks.broken.json").read_text() == text
    assert "Run the checks again." in workspace.notices.newest.sentence
    workspace.conversions.save_check(SavedCheck(divergence(), 100.0))
    assert opened().conversions.newest_check(CONVERTED)


def test_a_file_of_a_newer_version_is_left_as_it_is(opened, tmp_path: Path) -> None:
    newer = json.dumps({"format": "duologue-checks", "version": 9, "checks": "?"})
    (tmp_path / NAME).write_text(newer)
    workspace = opened()
    workspace.conversions.save_check(SavedCheck(divergence(), 100.0))
    assert (tmp_path / NAME).read_text() == newer
    assert workspace.conversions.newest_check(CONVERTED)
