"""The part of a model's page that loads it, and keeps it in memory."""

from dataclasses import replace

import pytest
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot

from engine.messages import Fit, MemoryParts, ModelInfo, ModelProfile
from ui.models.loading_section import LoadingSection
from ui.state.library_state import LibraryModel, Place
from ui.state.workspace import Workspace

ID = "/models/qwen"
LOADED = ModelInfo(ID, "Qwen", "qwen3", False, True, True, 4096, 8_200_000_000, 1.0)
FITS = Fit(MemoryParts(8_200_000_000, 0, 0, 0), 4096, free=20_000_000_000)
MODEL = LibraryModel(ID, "Qwen", Place.OWN, fit=FITS)
TIGHT = replace(MODEL, fit=replace(FITS, free=4_000_000_000))


@pytest.fixture
def workspace() -> Workspace:
    return Workspace()


@pytest.fixture
def section(qtbot: QtBot, workspace: Workspace) -> LoadingSection:
    made = LoadingSection(workspace)
    qtbot.addWidget(made)
    made.show_model(MODEL)
    made.show()
    return made


def shown(section: LoadingSection) -> list[str]:
    buttons = (section.load, section.load_anyway, section.work.cancel, section.unload)
    return [it.text() for it in buttons if it.isVisible()]


def test_the_page_tells_why_its_model_could_not_be_loaded(
    section: LoadingSection, workspace: Workspace
) -> None:
    workspace.engine.note_load_failure("/models/other", "Its weights are damaged.")
    assert section.work.state.text() == "Not loaded"
    workspace.engine.note_load_failure(ID, "Its weights are damaged.")
    assert (shown(section), section.work.state.text()) == (["Load"], "Its weights are damaged.")
    told = QSignalSpy(workspace.engine.loading_changed)
    for _ in range(2):
        workspace.engine.note_load_failure(ID, "")
    assert told.count() == 1
    assert section.work.state.text() == "Not loaded"


def test_a_model_is_loaded_cancelled_and_unloaded(
    section: LoadingSection, workspace: Workspace
) -> None:
    requests, asked = workspace.model_requests, []
    requests.loaded.connect(lambda it: asked.append(("load", it)))
    requests.load_cancelled.connect(lambda it: asked.append(("cancel", it)))
    requests.unloaded.connect(lambda it: asked.append(("unload", it)))
    assert (shown(section), section.work.state.text()) == (["Load"], "Not loaded")
    section.load.click()
    workspace.engine.set_loading({ID: (0, 0)})
    assert section.work.state.text() == "Waiting to load"
    workspace.engine.set_loading({ID: (4_100_000_000, 8_200_000_000)})
    assert shown(section) == ["Cancel"]
    assert section.work.state.text() == "Loading, 4.1 of 8.2 GB in memory"
    assert section.work.bar.value() == section.work.bar.maximum() // 2
    section.work.cancel.click()
    workspace.engine.set_loading({})
    workspace.engine.set_loaded([LOADED])
    assert shown(section) == ["Unload"]
    assert section.work.state.text() == "Loaded, 8.2 GB of weights in memory"
    assert section.work.bar.isHidden()
    section.unload.click()
    assert asked == [("load", ID), ("cancel", ID), ("unload", ID)]


def test_a_model_that_does_not_fit_can_be_loaded_anyway(
    section: LoadingSection, workspace: Workspace
) -> None:
    asked = []
    workspace.profile_requests.changed.connect(asked.append)
    workspace.model_requests.loaded.connect(asked.append)
    section.show_model(TIGHT)
    assert shown(section) == ["Load anyway"]
    section.load_anyway.click()
    assert asked == [ModelProfile(ID, anyway=True), ID]


def test_a_model_that_would_end_the_program_cannot_be_loaded(section: LoadingSection) -> None:
    section.show_model(replace(TIGHT, fit=replace(TIGHT.fit or FITS, fatal=True)))
    assert shown(section) == []
    assert "larger than the memory of this computer" in section.note.text()


def test_the_choices_follow_the_profile_and_change_it(
    section: LoadingSection, workspace: Workspace
) -> None:
    profiles, starts = [], []
    workspace.profile_requests.changed.connect(profiles.append)
    workspace.profile_requests.start_chosen.connect(lambda *it: starts.append(it))
    kept = ModelProfile(ID, stop_ids=(7,), kept=True)
    workspace.library.set_profile(kept)
    workspace.library.set_at_start({ID})
    assert section.kept.isChecked() and section.at_start.isChecked()
    section.kept.click()
    section.at_start.click()
    assert profiles == [replace(kept, kept=False)]
    assert starts == [(ID, False)]


def test_the_focus_stays_in_the_section(section: LoadingSection, workspace: Workspace) -> None:
    section.activateWindow()
    section.load.setFocus()
    workspace.engine.set_loading({ID: (0, 0)})
    assert section.work.cancel.hasFocus() or section.kept.hasFocus()
