import json
from pathlib import Path

import pytest

from app.models.fits import NAME, Fits
from engine.messages import EngineStats, ModelFacts, ModelInfo, ModelProfile, ModelStats
from engine.model_cost import CacheCost, ModelCost
from ui.state.workspace import Workspace

GB = 10**9
COST = ModelCost(4 * GB, CacheCost(100_000), active=4 * GB)
FACTS = ModelFacts("qwen3", bits=8.5, context=40_960, cost=COST)


@pytest.fixture
def workspace(qapp: object, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """Return a workspace on a machine of 32 GB, 20 of which are free, with a limit of 16 GB."""
    monkeypatch.setattr("app.models.fits.available_memory", lambda: 20 * GB)
    monkeypatch.setattr("app.models.fits.physical_memory", lambda: 32 * GB)
    monkeypatch.setattr("app.models.fits.memory_bandwidth", lambda: 100e9)
    found = Workspace()
    found.engine.set_stats(EngineStats(memory_limit=16 * GB))
    return found


def info(model_id: str, weights: int = 9 * GB) -> ModelInfo:
    cost = ModelCost(weights, CacheCost())
    return ModelInfo(model_id, "Big", "qwen3", False, False, False, 8192, weights, 1.0, cost=cost)


def test_a_fit_is_for_a_usual_context(workspace: Workspace, tmp_path: Path) -> None:
    fit = Fits(tmp_path, workspace).of_facts(FACTS)
    assert fit is not None
    assert fit.fits
    assert (fit.context, fit.longest, fit.free) == (8192, 40_960, 16 * GB)


def test_idle_models_give_way_and_kept_ones_do_not(workspace: Workspace, tmp_path: Path) -> None:
    fits = Fits(tmp_path, workspace)
    workspace.engine.set_loaded([info("/big")])
    idle = fits.of_facts(FACTS)
    workspace.library.set_profile(ModelProfile("/big", kept=True))
    kept = fits.of_facts(FACTS)
    assert idle is not None
    assert kept is not None
    assert (idle.free, kept.free) == (16 * GB, 7 * GB)


def test_other_programs_use_memory(
    workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.models.fits.available_memory", lambda: 3 * GB)
    fit = Fits(tmp_path, workspace).of_facts(FACTS)
    assert fit is not None
    assert fit.free == 3 * GB
    assert not fit.fits


def test_the_measured_cost_of_a_loaded_model_counts(workspace: Workspace, tmp_path: Path) -> None:
    fits = Fits(tmp_path, workspace)
    workspace.engine.set_loaded([info("/big")])
    fit = fits.of_facts(FACTS, "/big")
    assert fit is not None
    assert fit.parts.weights == 9 * GB
    assert fit.free == 16 * GB


def test_the_speed_of_this_machine_replaces_the_expected_one(
    workspace: Workspace, tmp_path: Path
) -> None:
    fits = Fits(tmp_path, workspace)
    expected = fits.of_facts(FACTS, "/model")
    stats = ModelStats("/model", replies=1, generated=101, decode=4.0)
    workspace.engine.set_stats(EngineStats(memory_limit=16 * GB, models=(stats,)))
    measured = Fits(tmp_path, workspace).of_facts(FACTS, "/model")
    assert expected is not None
    assert measured is not None
    assert expected.speed == pytest.approx(75e9 / (4 * GB + COST.cache.of(8192, 0)))
    assert (expected.measured, measured.measured) == (False, True)
    assert measured.speed == 25


def test_a_damaged_file_of_speeds_is_set_aside(workspace: Workspace, tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("{")
    assert Fits(tmp_path, workspace).of_facts(FACTS) is not None
    assert not (tmp_path / NAME).exists()
    (tmp_path / NAME).write_text(json.dumps({"/model": "fast", "/other": -1, "/good": 5}))
    fit = Fits(tmp_path, workspace).of_facts(FACTS, "/good")
    assert fit is not None
    assert fit.speed == 5
