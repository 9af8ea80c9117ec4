"""A conversion goes into a folder of our own, and its result can be checked and compared."""

from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.base.mailbox import Mailbox
from app.base.paths import CHECK_PROMPTS
from app.prompt_lists.prompt_files import read_prompts
from app.requests.conversions import ModelConversions
from engine.messages import (
    Abort,
    Aborted,
    Convert,
    Converted,
    ConvertProgress,
    Diverge,
    Diverged,
    Divergence,
    EngineStats,
    Failed,
    ModelFacts,
    ModelSpeed,
    OfferRecipes,
    Phase,
    Recipe,
    RecipeOffer,
    RecipesOffered,
    RequestStats,
    Timings,
    Usage,
)
from tests.kit.desk import Desk
from ui.state.compared_chat import ComparedChat
from ui.state.conversions import Conversion
from ui.state.library_state import LibraryModel, Place

FOUR = Recipe(4)


@pytest.fixture
def model(desk: Desk, tmp_path: Path) -> LibraryModel:
    facts = ModelFacts("f", vision=True, weight_bytes=1000)
    found = LibraryModel("/models/Owl", "Owl", Place.LM_STUDIO, facts=facts)
    desk.workspace.library.set_folders((), str(tmp_path / "own"))
    desk.workspace.library.set_models([found])
    return found


def start(qtbot: QtBot, desk: Desk, model: LibraryModel) -> Convert:
    """Start a conversion, and return its request once the disk has answered."""
    with qtbot.waitSignal(desk.requests.client.sent):
        desk.workspace.conversion_requests.started.emit(model.model_id, FOUR)
    return desk.last()


def conversion(desk: Desk, model: LibraryModel) -> Conversion:
    return desk.workspace.conversions.conversions[model.model_id]


def finish(desk: Desk, command: Convert) -> None:
    desk.say(Converted(command.request_id, command.target, 900, 10, 9))


def test_recipes_are_asked_for_once(desk: Desk, model: LibraryModel) -> None:
    wanted = desk.workspace.conversion_requests.offers_wanted
    wanted.emit(model.model_id)
    command = desk.last()
    assert isinstance(command, OfferRecipes)
    wanted.emit(model.model_id)
    assert desk.last() is command
    desk.say(RecipesOffered(command.request_id, (RecipeOffer(FOUR, 100, 200),)))
    offers = desk.workspace.conversions.offers[model.model_id]
    assert offers.ready
    assert offers.recipes[0].size == 100


def test_a_conversion_takes_a_name_that_is_free(
    qtbot: QtBot, desk: Desk, model: LibraryModel, tmp_path: Path
) -> None:
    (tmp_path / "own" / "Owl-4bit").mkdir(parents=True)
    assert start(qtbot, desk, model).target == tmp_path / "own" / "Owl-4bit-2"


def test_conversions_of_two_models_of_one_name_go_to_two_folders(
    qtbot: QtBot, desk: Desk, model: LibraryModel
) -> None:
    other = replace(model, model_id="/added/Owl")
    desk.workspace.library.set_models([model, other])
    # No folder is there until a conversion has ended.
    targets = [start(qtbot, desk, it).target.name for it in (model, other)]
    assert targets == ["Owl-4bit", "Owl-4bit-2"]


def test_a_conversion_does_not_start_while_the_disk_of_the_chosen_folder_is_away(
    qtbot: QtBot, desk: Desk, model: LibraryModel, tmp_path: Path
) -> None:
    desk.preferences.change(models_folder=str(tmp_path / "unplugged"))
    desk.workspace.conversion_requests.started.emit(model.model_id, FOUR)
    # The window does not wait for the disk.
    assert conversion(desk, model).running
    qtbot.waitUntil(lambda: "Connect its disk" in conversion(desk, model).problem)
    assert not any(isinstance(it, Convert) for it in desk.sent)


def test_a_conversion_that_is_cancelled_before_its_disk_answers_is_not_sent(
    qtbot: QtBot, desk: Desk, model: LibraryModel
) -> None:
    requests = desk.workspace.conversion_requests
    conversions = desk.workspace.findChild(ModelConversions)
    assert conversions is not None
    mailbox = conversions.findChild(Mailbox)
    assert mailbox is not None
    with qtbot.waitSignal(mailbox.arrived):
        requests.started.emit(model.model_id, FOUR)
        requests.cancelled.emit(model.model_id)
    assert not desk.workspace.conversions.conversions
    assert not any(isinstance(it, Convert) for it in desk.sent)


def test_the_library_is_read_again_when_a_model_is_converted(
    qtbot: QtBot, desk: Desk, model: LibraryModel
) -> None:
    refreshed: list[bool] = []
    desk.workspace.library_requests.refreshed.connect(lambda: refreshed.append(True))
    command = start(qtbot, desk, model)
    desk.say(ConvertProgress(command.request_id, 300, 900))
    assert (conversion(desk, model).done, conversion(desk, model).running) == (300, True)
    assert not refreshed
    finish(desk, command)
    assert conversion(desk, model).finished
    assert refreshed


def test_a_failed_conversion_says_why_and_can_be_started_again(
    qtbot: QtBot, desk: Desk, model: LibraryModel
) -> None:
    command = start(qtbot, desk, model)
    desk.say(Failed(command.request_id, "The disk is full."))
    assert conversion(desk, model).problem == "The disk is full."
    assert start(qtbot, desk, model).request_id != command.request_id


def test_a_cancelled_conversion_leaves_no_row(
    qtbot: QtBot, desk: Desk, model: LibraryModel
) -> None:
    command = start(qtbot, desk, model)
    desk.workspace.conversion_requests.cancelled.emit(model.model_id)
    assert desk.last() == Abort(command.request_id)
    # a stop and an end can cross
    desk.workspace.conversion_requests.cancelled.emit(model.model_id)
    desk.say(Aborted(command.request_id, Usage(), Timings()))
    assert model.model_id not in desk.workspace.conversions.conversions


def test_a_check_asks_twenty_prompts_with_images_where_the_model_sees(
    desk: Desk, model: LibraryModel
) -> None:
    requests = desk.workspace.conversion_requests
    requests.check_started.emit(model.model_id, "/models/Owl-4bit")
    command = desk.last()
    assert isinstance(command, Diverge)
    assert len(command.prompts) == 20
    assert sum(bool(prompt.media) for prompt in command.prompts) == 4
    requests.check_started.emit("/models/Blind", "/models/Blind-4bit")
    blind = desk.last()
    assert len(blind.prompts) == 20
    assert not any(prompt.media for prompt in blind.prompts)
    found = Divergence(model.model_id, "/models/Owl-4bit", (), ModelSpeed(), ModelSpeed())
    desk.say(Diverged(command.request_id, found))
    check = desk.workspace.conversions.checks[model.model_id]
    assert check.divergence is found
    assert not check.running


@pytest.mark.parametrize("gone", ["Owl", "Owl-4bit"])
def test_a_check_ends_when_one_of_its_models_goes_to_the_trash(
    desk: Desk, model: LibraryModel, tmp_path: Path, gone: str
) -> None:
    owl, other = str(tmp_path / "Owl"), str(tmp_path / "Owl-4bit")
    desk.workspace.conversion_requests.check_started.emit(owl, other)
    check = desk.last()
    desk.workspace.library_requests.deleted.emit(str(tmp_path / "Dash"))
    assert desk.last() is check
    desk.workspace.library_requests.deleted.emit(str(tmp_path / gone))
    assert desk.last() == Abort(check.request_id)
    desk.say(Aborted(check.request_id, Usage(), Timings()))
    assert not desk.workspace.conversions.checks


def test_the_panel_names_a_conversion_and_a_check_until_they_end(
    desk: Desk, model: LibraryModel, qtbot: QtBot
) -> None:
    panel = desk.window.stats_panel
    desk.window.show_stats_panel(True)
    command = start(qtbot, desk, model)
    desk.say(EngineStats((RequestStats(command.request_id, "", Phase.CONVERTING),)))
    qtbot.waitUntil(lambda: panel.phase.text() == "converting a model")
    assert panel.live.lines() == [("Conversion of Owl", "converting a model")]
    finish(desk, command)
    desk.workspace.conversion_requests.check_started.emit(model.model_id, "/models/Owl-4bit")
    check = desk.last().request_id
    desk.say(EngineStats((RequestStats(check, model.model_id, Phase.COMPARING),)))
    qtbot.waitUntil(lambda: panel.phase.text() == "comparing two models")
    assert panel.live.lines() == [("Check of Owl-4bit", "comparing two models · Owl")]
    desk.say(Aborted(check, Usage(), Timings()), EngineStats())
    qtbot.waitUntil(lambda: panel.phase.text() == "idle")
    assert not desk.workspace.engine.request_names


def test_both_models_can_be_compared_on_the_same_prompts(desk: Desk, model: LibraryModel) -> None:
    pairs: list[tuple[str, ...]] = []
    offered: list[tuple[object, ...]] = []

    def watch(opened: ComparedChat) -> None:
        opened.list_offered.connect(lambda _, prompts: offered.append(prompts))

    desk.workspace.conversations.opened.connect(watch)
    desk.workspace.profile_requests.compared.connect(pairs.append)
    desk.workspace.conversion_requests.compared.emit(model.model_id, "/models/Owl-4bit")
    assert pairs == [(model.model_id, "/models/Owl-4bit")]
    assert len(offered[0]) == 20


def test_the_prompts_come_with_their_images() -> None:
    prompts = read_prompts(CHECK_PROMPTS)
    assert sum(not prompt.files for prompt in prompts) == 20
