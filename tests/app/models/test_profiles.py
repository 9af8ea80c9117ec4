"""The choices for models survive a restart; adapters are attached after a check."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.models.profiles import NAME, Profiles
from app.models.variants import library_model, make_variant, variants
from engine.checkpoints.adapter_files import read_adapter
from engine.checkpoints.description import describe
from engine.checkpoints.folder_files import read_model_files
from engine.messages import ModelProfile
from tests.kit import tiny_models
from tests.kit.tiny_adapters import text_adapter
from tests.kit.tiny_text import llama
from ui.state.library_state import LibraryModel, Place
from ui.state.workspace import Workspace

MINE = ModelProfile("/m", chat_template="{{ messages }}", stop_ids=(3, 7), kept=True)
Open = Callable[[], Workspace]


@pytest.fixture
def opened(qtbot: QtBot, tmp_path: Path) -> Open:
    kept: list[Workspace] = []

    def make() -> Workspace:
        workspace = Workspace()
        Profiles(tmp_path, workspace)
        kept.append(workspace)
        return workspace

    return make


def test_profiles_survive_a_restart(opened: Open, tmp_path: Path) -> None:
    first = opened()
    first.profile_requests.changed.emit(MINE)
    first.profile_requests.changed.emit(ModelProfile("/default"))
    first.profile_requests.start_chosen.emit("/m", True)
    again = opened().library
    assert again.profiles == {"/m": MINE}
    assert again.at_start == {"/m"}
    assert (tmp_path / NAME).stat().st_mode & 0o777 == 0o600
    first.profile_requests.start_chosen.emit("/m", False)
    assert opened().library.at_start == frozenset()


@pytest.mark.parametrize("text", ["{", "[]", '{"format": "duologue-profiles", "version": 1}'])
def test_a_damaged_file_is_set_aside(opened: Open, tmp_path: Path, text: str) -> None:
    (tmp_path / NAME).write_text(text)
    workspace = opened()
    assert workspace.library.profiles == {}
    assert (tmp_path / "profiles.broken.json").read_text() == text
    assert workspace.notices.newest is not None
    workspace.profile_requests.changed.emit(MINE)
    assert opened().library.profiles == {"/m": MINE}


def test_the_file_of_a_newer_version_is_left_as_it_is(opened: Open, tmp_path: Path) -> None:
    text = '{"format": "duologue-profiles", "version": 2}'
    (tmp_path / NAME).write_text(text)
    opened().profile_requests.changed.emit(MINE)
    assert (tmp_path / NAME).read_text() == text


def attach(qtbot: QtBot, workspace: Workspace, base: Path, adapter: Path) -> tuple[str, str]:
    """Return the id of the model with the adapter, and the sentence if there is none."""
    with qtbot.waitSignal(workspace.library.adapter_answered) as answered:
        workspace.profile_requests.adapter_attached.emit(str(base), str(adapter))
    assert answered.args is not None
    assert answered.args[0] == str(base)
    return answered.args[1], answered.args[2]


def test_an_attached_adapter_is_a_model_of_its_own(
    opened: Open, qtbot: QtBot, tmp_path: Path
) -> None:
    base = tmp_path / "models--maker--Tiny-4bit" / "snapshots" / "0123abcd"
    adapter = tmp_path / "pirate" / "adapters"
    tiny_models.qwen3(base)
    text_adapter(base, adapter)
    workspace = opened()
    of_base = ModelProfile(str(base), stop_ids=(5,))
    workspace.profile_requests.changed.emit(of_base)
    model_id, problem = attach(qtbot, workspace, base, adapter)
    assert problem == ""
    assert Path(model_id).name == "Tiny-4bit + pirate"
    size = read_adapter(adapter).nbytes
    expected = ModelProfile(model_id, str(base), str(adapter), size, stop_ids=(5,))
    assert workspace.library.with_adapters(str(base)) == [expected]
    # Attached again, it is the same model; to that model, the adapter of its base.
    assert attach(qtbot, workspace, base, adapter) == (model_id, "")

    again = opened().library
    assert again.profile(model_id) == expected
    (tmp_path / NAME).unlink()
    assert opened().library.profile(model_id).adapter == str(adapter)
    entry = library_model(expected, LibraryModel(str(base), "Tiny-4bit", Place.ADDED))
    assert (entry.name, entry.available) == ("Tiny-4bit + pirate", True)
    assert not library_model(expected, None).available
    facts = describe(read_model_files(base))
    entry = library_model(expected, LibraryModel(str(base), "Tiny-4bit", Place.ADDED, facts))
    assert facts.cost and entry.facts and entry.facts.cost
    assert size > 0 and entry.facts.cost.weights == facts.cost.weights + size

    before = sorted(adapter.iterdir())
    workspace.profile_requests.adapter_removed.emit(model_id)
    assert not Path(model_id).exists()
    assert sorted(adapter.iterdir()) == before
    assert opened().library.with_adapters(str(base)) == []


def test_an_adapter_of_another_model_is_not_attached(
    opened: Open, qtbot: QtBot, tmp_path: Path
) -> None:
    base = tmp_path / "models--maker--base" / "snapshots" / "0123abcd"
    adapter = tmp_path / "adapter"
    llama(base, hidden_size=32)
    tiny_models.qwen3(tmp_path / "other")
    text_adapter(tmp_path / "other", adapter)
    model_id, problem = attach(qtbot, opened(), base, adapter)
    assert model_id == ""
    assert "adapter does not belong to base" in problem
    assert attach(qtbot, opened(), base, tmp_path)[1].endswith("adapters.safetensors.")
    next(base.glob("*.safetensors")).write_bytes(b"damaged")
    assert "weights of base cannot be read" in attach(qtbot, opened(), base, adapter)[1]
    assert variants(tmp_path) == []


def test_only_our_own_folders_are_removed(opened: Open, tmp_path: Path) -> None:
    theirs = tmp_path / "models" / "theirs"
    theirs.mkdir(parents=True)
    (theirs / "variant.json").write_text(json.dumps({}))
    opened().profile_requests.adapter_removed.emit(str(theirs))
    assert (theirs / "variant.json").exists()


def test_a_link_in_the_place_of_our_folder_is_left_alone(opened: Open, tmp_path: Path) -> None:
    theirs, ours = tmp_path / "theirs", tmp_path / "variants" / "one"
    theirs.mkdir()
    ours.parent.mkdir()
    ours.symlink_to(theirs)
    found = {"model_id": "x", "base": "/base", "adapter": "/adapter"}
    (theirs / "variant.json").write_text(json.dumps(found))
    assert variants(tmp_path) == []
    opened().profile_requests.adapter_removed.emit(str(ours))
    assert (theirs / "variant.json").exists()


@pytest.mark.parametrize("base", ["", "models", "../x", "/a\0b"])
def test_a_variant_without_a_place_is_left_out(tmp_path: Path, base: str) -> None:
    folder = tmp_path / "variants" / "one"
    folder.mkdir(parents=True)
    found = {"model_id": "x", "base": base, "adapter": "/adapter"}
    (folder / "variant.json").write_text(json.dumps(found))
    assert variants(tmp_path) == []


def test_a_file_of_a_person_beside_an_adapter_stays_and_the_adapter_goes(
    opened: Open, tmp_path: Path
) -> None:
    made = make_variant(tmp_path, "/base", "/adapter")
    mine = Path(made.model_id) / "notes.txt"
    mine.write_text("mine")
    workspace = opened()
    assert made.model_id in workspace.library.profiles
    workspace.profile_requests.adapter_removed.emit(made.model_id)
    assert made.model_id not in workspace.library.profiles
    assert mine.read_text() == "mine"


def test_ids_that_no_tokenizer_has_are_left_out(opened: Open, tmp_path: Path) -> None:
    found = {"format": "duologue-profiles", "version": 1}
    found["profiles"] = [{"model_id": "/m", "stop_ids": [-1, 7, 10**12]}]
    (tmp_path / "profiles.json").write_text(json.dumps(found))
    assert opened().library.profiles["/m"].stop_ids == (7,)
