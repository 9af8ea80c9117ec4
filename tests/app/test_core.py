"""The application without its window starts the rest after the first model."""

import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot

from app import core
from app.assembly import Assembly
from app.program.crash_reporter import CRASH, ENDED
from app.settings.settings_file import MAX_BYTES
from engine.messages import Failed
from ui.state.notice import Notice
from ui.state.prompt_list import ListedPrompt, Split

# Milliseconds.
NEVER = 1_000_000
MakeCore = Callable[[int], core.Core]


@pytest.fixture
def make(qtbot: QtBot, home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MakeCore]:
    """Make an application whose engine never answers, and which waits this long for the first
    model."""
    made: list[core.Core] = []

    def make(wait: int) -> core.Core:
        monkeypatch.setattr(core, "LOAD_MS", wait)
        made.append(core.Core(home))
        monkeypatch.setattr(made[0].engine, "start", lambda: None)
        return made[0]

    yield make
    assert made[0].close(timeout=30)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[core.Library]:
    """The libraries that were started."""
    found: list[core.Library] = []
    monkeypatch.setattr(core.Library, "start", lambda it: found.append(it))
    return found


def test_the_library_is_read_once_the_first_model_has_been_loaded(
    make: MakeCore, read: list[core.Library], qtbot: QtBot
) -> None:
    made = make(NEVER)
    made.start_engine()
    qtbot.wait(0)
    assert read == []
    made.events.post(Failed(1, "No model."))
    qtbot.waitUntil(lambda: read == [made.library])


def test_the_library_is_read_beside_a_long_load(
    make: MakeCore, read: list[core.Library], qtbot: QtBot
) -> None:
    made = make(0)
    made.start_engine()
    qtbot.waitUntil(lambda: read == [made.library])
    made.events.post(Failed(1, "No model."))
    with qtbot.waitSignal(made.events.arrived):
        pass
    qtbot.wait(0)
    assert read == [made.library]


def test_damaged_settings_are_told_in_the_window(make: MakeCore, home: Path) -> None:
    home.mkdir()
    (home / "settings.json").write_text("{")
    made = make(NEVER)
    notice = made.workspace.notices.newest
    assert notice and notice.kind == "error" and "settings.broken.json" in notice.sentence
    assert made.workspace.settings.value.offline


def test_damaged_settings_are_told_beside_other_damaged_files_and_a_crash(
    make: MakeCore, home: Path
) -> None:
    home.mkdir()
    for name in ("settings", "library", "profiles", "prompts", "presets"):
        (home / f"{name}.json").write_text("{")
    notices = make(NEVER).workspace.notices
    notices.tell(Notice(ENDED, cause=CRASH, stays=True))
    told: list[str] = []
    while notices.newest:
        told.append(notices.newest.sentence)
        notices.dismiss()
    assert len(told) == 6 and "settings.broken.json" in told[-1]


def test_settings_that_cannot_be_read_are_never_overwritten(make: MakeCore, home: Path) -> None:
    home.mkdir()
    path = home / "settings.json"
    written = json.dumps({"system_prompt": "Be brief."})
    # More bytes than settings may have.
    path.write_text(written + " " * MAX_BYTES)
    made = make(NEVER)
    told = made.workspace.notices.newest
    made.workspace.notices.dismiss()
    made.preferences.change(language="de")
    assert path.read_text().startswith(written)
    assert made.workspace.notices.newest == told
    assert told and "not saved" in told.sentence


def test_a_comparison_that_opened_first_runs_lists_of_prompts_too(make: MakeCore) -> None:
    """As one does that is in front when the program starts again."""
    made = make(NEVER)
    made.workspace.requests.new_comparison.emit()
    made.complete()
    (chat,) = made.workspace.conversations.comparisons
    found: list[ListedPrompt] = []
    chat.paste_split.connect(lambda _kind, prompts, _problem: found.extend(prompts))
    chat.list_requests.pasted.emit("Why?\nHow?", Split.LINES)
    assert [it.text for it in found] == ["Why?", "How?"]


def test_a_window_that_is_painted_after_its_end_starts_nothing(qtbot: QtBot, home: Path) -> None:
    parts = Assembly(home)
    qtbot.addWidget(parts.window)
    assert parts.close(timeout=30)
    with qtbot.waitSignal(parts.first_paint.painted):
        parts.window.show()
    QCoreApplication.processEvents()
    assert all(it.name != "engine" for it in threading.enumerate())
