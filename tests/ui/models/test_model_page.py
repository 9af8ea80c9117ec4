"""The page of a model."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QMessageBox

from engine.messages import ModelInfo
from engine.model_cost import CacheCost
from engine.sentences import say
from tests.kit.library_models import library_model, model_facts, model_fit
from tests.kit.translations import in_other_words
from ui.models.feature_section import features_of
from ui.models.memory_parts import chosen_parts, context_choices
from ui.models.model_page import ModelPage
from ui.models.models_window import ModelsWindow

OWN = "/data/models/Qwen3-VL-8B-Thinking-4bit"
LARGE = "Qwen3-30B-A3B-4bit"


@pytest.fixture
def page(window: ModelsWindow, workspace) -> ModelPage:
    workspace.library.shown.emit(OWN)
    return window.library.model


def test_the_page_tells_what_the_model_is_and_where(page):
    assert page.title.text().replace("\u200b", "") == "Qwen3-VL-8B-Thinking-4bit"
    line = "qwen3_vl · 8.8 B parameters · 4.8 bits · 256k context · apache-2.0"
    assert page.facts.text() == line
    paths = dict(page.paths.rows)
    assert (paths["Folder"], paths["Place"], paths["Size"]) == (OWN, "Duologue", "5.3 GB")
    assert ("Embeddings", "6 bits") in page.layers.rows


def test_the_parts_of_a_model_are_named_in_the_language_of_the_window(page):
    facts = model_facts(layer_bits=((say("Other parts"), 16.0),))
    with in_other_words({"Other parts": ("Andere Teile",)}):
        page.show_model(library_model(OWN, facts=facts))
    assert [kind for kind, _ in page.layers.rows] == ["Andere Teile"]


def test_the_page_says_first_what_was_left_out_for_safety(page, workspace):
    assert "Duologue runs no code of a model." in page.notes.text()
    assert page.stripped.y() < page.memory.y()
    workspace.library.shown.emit("/app/dot")
    assert page.stripped.isHidden()


def test_escape_and_the_button_lead_back_to_the_list(page, window, workspace):
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert not window.library.shows_model and window.isVisible()
    workspace.library.shown.emit(OWN)
    page.back.click()
    assert not window.library.shows_model


def test_the_memory_follows_the_chosen_context_and_cache(page):
    memory = page.memory
    before = dict(memory.legend.lines())
    memory.context.setCurrentIndex(memory.context.count() - 1)
    after = dict(memory.legend.lines())
    assert before["Weights"] == after["Weights"] == "4.8 GB"
    assert "Cache for 256k tokens" in after and "Cache for 16k tokens" in before
    assert "Too large by" in memory.verdict.text()
    memory.quantized.setChecked(True)
    halved = dict(memory.legend.lines())["Cache for 256k tokens"]
    assert (after["Cache for 256k tokens"], halved) == ("38.4 GB", "19.2 GB")


def test_the_parts_of_the_fit_itself_are_its_own_numbers(page):
    fit = page.model.fit
    lines = dict(page.memory.legend.lines())
    assert lines["Total"] == "7.7 GB" and lines["Free for models"] == "11.4 GB"
    assert chosen_parts(fit, page.model.facts.cost, fit.context, 0) == fit.parts


def test_a_model_that_does_not_fit_gets_advice(page, workspace):
    model = next(it for it in workspace.library.models if it.name == LARGE)
    workspace.library.shown.emit(model.model_id)
    assert page.memory.verdict.text().startswith("Too large by 14.1 GB.")
    assert "Unload Gemma 3 12B to free 7.4 GB." in page.memory.advice.text()
    assert page.memory.speed.text().startswith("Expected speed: about 48.0 tok/s")


def test_the_chosen_context_stays_when_facts_of_the_model_change(page, workspace):
    page.memory.context.setCurrentIndex(0)
    chosen = page.memory.context.currentText()
    changed = [replace(it, last_used=1.0) for it in workspace.library.models]
    workspace.library.set_models(changed)
    assert page.memory.context.currentText() == chosen


def test_a_loaded_model_shows_what_was_measured(page, workspace):
    cost = replace(page.model.facts.cost, cache=CacheCost(full=100_000))
    info = ModelInfo(OWN, "x", "f", True, True, True, 8192, 1, 0.1, cost=cost)
    page.memory.context.setCurrentIndex(0)
    workspace.engine.set_loaded([info])
    assert dict(page.memory.legend.lines())["Cache for 4k tokens"] == "410 MB"


def test_contexts_to_choose_from_double_up_to_the_models():
    fit = model_fit(model_facts())
    assert context_choices(fit, 40_960) == [4096, 8192, 16_384, 32_768, 40_960]


def test_features_are_explained_before_and_after_the_load():
    facts = model_facts(vision=True, tools=False)
    before = {it.name: it for it in features_of(facts, None)}
    assert before["Images"].works and before["Videos"].note == "They are sent as images."
    assert before["Tools"].works is False and before["Tools"].note
    assert before["Several answers at once"].works is None
    info = ModelInfo(
        *("/x", "x", "f", True, True, False, 8192, 1, 0.1),
        batched=False,
        thinking_switch=False,
        kv_note="Its cache is recurrent.",
    )
    after = {it.name: it for it in features_of(facts, info)}
    assert after["Several answers at once"].works is False
    assert after["Thinking switch"].note == "The model always thinks."
    assert after["8-bit cache"].note == "Its cache is recurrent."
    # The facts are read from the text of its template, which cannot be parsed.
    broken = replace(info, thinking=False)
    found = {it.name: it for it in features_of(model_facts(tools=True, thinking=True), broken)}
    assert found["Thinking switch"].note == "The model does not think before it answers."
    assert not found["Tools"].works
    assert found["Tools"].note == "Duologue cannot offer them to this model."


def test_a_model_that_cannot_be_used_says_why_on_its_page(page, workspace):
    workspace.library.shown.emit("/models/falcon-11b")
    assert page.problem.text() == "The family falcon is not supported."
    assert not page.use.isEnabled()
    assert page.memory.isHidden() and page.loading.isHidden()


def test_only_a_model_of_ours_has_a_button_to_delete_it(page, workspace, window):
    assert not page.delete.isHidden()
    page.delete.click()
    [box] = window.findChildren(QMessageBox)
    assert OWN in box.informativeText().replace("\u200b", "")
    box.reject()
    workspace.library.shown.emit("/lm/qwen/Qwen3-14B-MLX-5bit")
    assert page.delete.isHidden()


def test_the_buttons_ask_for_the_model_of_the_page(page, workspace):
    chosen = QSignalSpy(workspace.model_requests.chosen)
    favored = QSignalSpy(workspace.library_requests.favorite_set)
    page.use.click()
    page.star.click()
    assert chosen.at(0) == [OWN] and favored.at(0) == [OWN, False]


def test_a_model_that_is_gone_gives_way_to_the_list(page, window, workspace):
    workspace.library.set_models([library_model("/other")])
    assert not window.library.shows_model
