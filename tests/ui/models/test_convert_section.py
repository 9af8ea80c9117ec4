"""The page of a model offers its conversion, and shows how far it is and how good it is."""

from pytestqt.qtbot import QtBot

from engine.messages import (
    Divergence,
    ModelFacts,
    ModelSpeed,
    PromptDivergence,
    Recipe,
    RecipeOffer,
)
from ui.models.convert_section import ConvertSection
from ui.state.conversions import Check, Conversion, Offers
from ui.state.library_state import LibraryModel, Place
from ui.state.workspace import Workspace

FOUR, EIGHT = Recipe(4), Recipe(8)
OFFERS = (
    RecipeOffer(FOUR, 4_000_000, 300_000_000),
    RecipeOffer(EIGHT, 8_000_000, 310_000_000),
    RecipeOffer(Recipe(4, high_bits=6), problem="No such layers."),
    RecipeOffer(Recipe(4, 32, "mxfp4"), problem="No kernels."),
    RecipeOffer(Recipe(4, 16, "nvfp4"), problem="No kernels."),
)
MODEL = LibraryModel(
    "/m/Owl", "Owl", Place.OWN, ModelFacts("f", parameters=8 * 10**9, weight_bytes=16_000_000)
)


def opened(qtbot: QtBot, model: LibraryModel = MODEL) -> tuple[ConvertSection, Workspace]:
    workspace = Workspace()
    section = ConvertSection(workspace)
    qtbot.addWidget(section)
    section.show_model(model)
    section.show()
    return section, workspace


def test_options_are_worked_out_when_a_person_asks(qtbot: QtBot) -> None:
    section, workspace = opened(qtbot)
    wanted: list[str] = []
    workspace.conversion_requests.offers_wanted.connect(wanted.append)
    section.look.click()
    assert wanted == ["/m/Owl"]
    workspace.conversions.set_offers("/m/Owl", Offers(OFFERS, ready=True))
    recipes = section.choice.recipes
    assert [recipes.itemText(at) for at in range(recipes.count())] == ["4 bits", "8 bits"]
    assert "The new weights take 4 MB instead of 16 MB." in section.choice.about.text()
    assert "needs 300 MB of memory" in section.choice.about.text()
    assert section.choice.impossible.text().split("\n") == [
        "Not possible: 4 and 6 bits mixed. No such layers.",
        "Not possible: MXFP4; NVFP4. No kernels.",
    ]
    assert not section.look.isVisible()


def test_a_small_vision_model_is_proposed_more_bits(qtbot: QtBot) -> None:
    facts = ModelFacts("f", parameters=2 * 10**9, vision=True)
    section, workspace = opened(qtbot, LibraryModel("/m/Eye", "Eye", Place.OWN, facts))
    workspace.conversions.set_offers("/m/Eye", Offers(OFFERS, ready=True))
    assert section.choice.recipes.currentText() == "8 bits"


def test_a_model_that_cannot_be_converted_says_why(qtbot: QtBot) -> None:
    section, workspace = opened(qtbot)
    workspace.conversions.set_offers("/m/Owl", Offers(ready=True, problem="It is quantized."))
    assert section.note.text() == "It is quantized."
    assert not section.choice.isVisible()


def test_a_conversion_shows_its_progress_and_can_be_cancelled(qtbot: QtBot) -> None:
    section, workspace = opened(qtbot)
    workspace.conversions.set_offers("/m/Owl", Offers(OFFERS, ready=True))
    started: list[Recipe] = []
    cancelled: list[str] = []
    workspace.conversion_requests.started.connect(lambda _, recipe: started.append(recipe))
    workspace.conversion_requests.cancelled.connect(cancelled.append)
    section.choice.start.click()
    assert started == [FOUR]
    running = Conversion(FOUR, "/own/Owl-4bit", 1_000_000, 4_000_000)
    workspace.conversions.set_conversion("/m/Owl", running)
    assert not section.choice.isVisible()
    assert section.conversion.bar.value() == 250
    assert section.conversion.state.text() == "Converting to 4 bits: 1 of 4 MB"
    section.conversion.cancel.click()
    assert cancelled == ["/m/Owl"]


def test_a_result_can_be_opened_checked_and_compared(qtbot: QtBot) -> None:
    section, workspace = opened(qtbot)
    asked: list[tuple[str, ...]] = []
    requests = workspace.conversion_requests
    requests.check_started.connect(lambda *ids: asked.append(ids))
    requests.compared.connect(lambda *ids: asked.append(ids))
    workspace.library_requests.page_opened.connect(lambda *ids: asked.append(ids))
    assert not section.check.isVisible()
    workspace.conversions.set_conversion("/m/Owl", Conversion(FOUR, "/own/Owl", running=False))
    for button in (section.check, section.compare, section.open_page):
        assert button.isVisible()
        button.click()
    assert asked == [("/m/Owl", "/own/Owl"), ("/m/Owl", "/own/Owl"), ("/own/Owl",)]


def test_a_check_shows_each_prompt_and_where_the_models_differ(qtbot: QtBot) -> None:
    section, workspace = opened(qtbot)
    prompts = (
        PromptDivergence("Why?", 10, 10, 0.001),
        PromptDivergence("Name a\ncolor.", 10, 8, 0.2, 3, " red", " blue"),
    )
    speeds = ModelSpeed(100.0, 20.0), ModelSpeed(120.0, 35.0)
    found = Divergence("/m/Owl", "/own/Owl", prompts, *speeds)
    workspace.conversions.set_check("/m/Owl", Check("/own/Owl", running=False, divergence=found))
    table = section.result.table.model()
    cells = [[table.index(row, at).data() for at in range(4)] for row in range(2)]
    assert cells == [
        ["Why?", "10 of 10", "0.0010", "None"],
        ["Name a color.", "8 of 10", "0.2000", "At token 4: “blue” instead of “red”"],
    ]
    figures = dict(section.result.figures.rows)
    assert figures["Same most likely token"] == "90.0% of 20 tokens"
    assert figures["Speed of the converted model"].startswith("35.0 tok/s")
    assert section.result.verdict.text().startswith("The converted model answers much like")


def test_a_result_that_is_gone_is_offered_no_more(qtbot: QtBot) -> None:
    section, workspace = opened(qtbot)
    state = workspace.conversions
    found = Divergence("/m/Owl", "/own/Owl", (), ModelSpeed(100.0, 20.0), ModelSpeed(120.0, 35.0))
    state.set_conversion("/m/Owl", Conversion(FOUR, "/own/Owl", running=False))
    state.set_check("/m/Owl", Check("/own/Owl", running=False, divergence=found))
    parts = (section.saved, section.open_page, section.check, section.compare, section.result)
    state.forget_target("/own/Other")
    assert all(part.isVisible() for part in parts)
    state.forget_target("/own/Owl")
    assert not any(part.isVisible() for part in parts)
    state.set_conversion("/m/Owl", Conversion(FOUR, "/own/Owl"))
    state.forget_target("/own/Owl")
    assert section.conversion.isVisible(), "it makes the folder anew"


def test_another_model_does_not_show_these_results(qtbot: QtBot) -> None:
    section, workspace = opened(qtbot)
    workspace.conversions.set_conversion("/m/Owl", Conversion(FOUR, "/own/Owl", running=False))
    section.show_model(LibraryModel("/m/Cat", "Cat", Place.OWN))
    assert not section.saved.isVisible()
    assert section.look.isVisible()
