"""Every place that tells the memory of a model tells the same number."""

from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.models.fits import Fits
from engine.checkpoints.description import describe
from engine.checkpoints.folder_files import read_model_files
from engine.errors import Refused
from engine.messages import EngineStats, ModelFacts
from engine.model_fit import USUAL_CONTEXT, parts_of
from engine.requests.job_queue import JobQueue
from engine.requests.ledger import RowNeed
from engine.requests.memory_manager import MemoryManager
from engine.sentences import say_size
from tests.kit import tiny_models
from ui.look.language import translated
from ui.look.numbers import share_text, size_text
from ui.models.hub_words import fit_line
from ui.models.library_table import FIT, LibraryTable
from ui.models.memory_section import MemorySection
from ui.state.hub_state import HubModel
from ui.state.library_state import LibraryModel, Place
from ui.state.workspace import Workspace


@pytest.fixture
def facts(tmp_path: Path) -> ModelFacts:
    """Return the facts of a model that does not fit with a usual context."""
    tiny_models.qwen3(tmp_path, max_position_embeddings=USUAL_CONTEXT)
    return describe(read_model_files(tmp_path))


def refusal(facts: ModelFacts, limit: int) -> str:
    """Return why the ledger refuses a conversation of the usual length."""
    assert facts.cost is not None
    manager = MemoryManager(JobQueue(), limit)
    manager.ledger.add_model("/model", facts.cost)
    chunk = facts.cost.prefill_step
    need = RowNeed("/model", USUAL_CONTEXT, chunk, facts.cost.prefill(chunk, USUAL_CONTEXT))
    with pytest.raises(Refused) as refused:
        manager.reserve(1, need)
    return translated(str(refused.value))


def test_the_library_the_page_the_hub_and_the_refusal_agree(
    qtbot: QtBot, facts: ModelFacts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert facts.cost is not None
    limit = parts_of(facts.cost, USUAL_CONTEXT // 2, 0).total
    monkeypatch.setattr("app.models.fits.available_memory", lambda: 10 * limit)
    workspace = Workspace()
    workspace.engine.set_stats(EngineStats(memory_limit=limit))
    fits = Fits(tmp_path, workspace)
    model = LibraryModel("/model", "Model", Place.ADDED, facts)
    fit = fits.of_model(model)
    assert fit is not None
    model = replace(model, fit=fit)
    table = LibraryTable()
    table.set_models([model])
    section = MemorySection()
    qtbot.addWidget(section)
    section.show_model(model)
    total = share_text(fit.parts.total, fit.free)
    assert total in table.index(0, FIT).data()
    assert total in fit_line(HubModel("org/model", facts=facts, fit=fits.of_facts(facts)))
    assert size_text(fit.parts.total - limit) in section.verdict.text()
    sentence = refusal(facts, limit)
    assert str(say_size(fit.parts.cache + fit.parts.workspace)) in sentence
    # The longest context that fits is advice in both.
    assert translated(fit.advice[0]) in section.advice.text()
    assert translated(fit.advice[0]) in sentence
