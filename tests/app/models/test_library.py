"""The library finds models on disks, keeps what was read, and deletes nothing but our own."""

import json
import math
import os
import shutil
import stat
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication

from app.base.paths import DOT
from app.models import choices_file, root_reader, watched_roots
from app.models.facts_file import facts_file, load_facts, save_facts
from app.models.found_model import FoundModel
from app.models.library import Library
from app.models.library_file import LibraryFile
from app.models.roots import Root
from app.models.trash import move_to_trash, real_folder
from engine.checkpoints import folder_files
from engine.checkpoints.description import describe
from engine.checkpoints.folder_files import read_model_files
from engine.errors import Refused
from engine.messages import Fit, MemoryParts, ModelInfo, Recipe
from engine.model_cost import CacheCost, ModelCost
from engine.model_profile import ModelProfile
from engine.sentences import Sentence
from tests.kit.model_folders import damaged_copy, write_cached, write_model
from ui.look.numbers import parameters_text
from ui.state.conversions import Conversion
from ui.state.downloads import Download
from ui.state.library_state import LibraryModel, Place
from ui.state.notice import Notices
from ui.state.workspace import Workspace

Make = Callable[..., Library]


@pytest.fixture
def make(qtbot, tmp_path: Path) -> Iterator[Make]:
    """Return a function that starts a library with these roots, beside the added folders."""
    made: list[Library] = []

    def started(*roots: Root, get_fit=lambda _: None) -> Library:
        def find(added) -> tuple[Root, ...]:
            return (*roots, *(Root(path, Place.ADDED) for path in added))

        library = Library(Workspace(), tmp_path / "home", get_fit, find)
        made.append(library)
        library.start()
        return library

    yield started
    for library in made:
        library.close()


def models(library: Library) -> dict[str, LibraryModel]:
    return {it.name: it for it in library._workspace.library.models}


def wait(qtbot, library: Library, *names: str) -> dict[str, LibraryModel]:
    """Wait until all is read and the models have these names beside Dot."""
    state = library._workspace.library
    qtbot.waitUntil(
        lambda: not state.scanning and sorted(models(library)) == sorted(("Dot", *names)),
        timeout=10_000,
    )
    return models(library)


def test_until_the_start_models_may_still_be_found(tmp_path: Path) -> None:
    workspace = Workspace()
    library = Library(workspace, tmp_path, lambda _: None, lambda _: ())
    assert workspace.library.scanning
    library.close()


def test_roots_that_are_found_after_the_end_are_not_read(
    qapp: QCoreApplication, tmp_path: Path
) -> None:
    answered, root = threading.Event(), Root(str(tmp_path / "models"), Place.OWN)

    def find(_: object) -> tuple[Root, ...]:
        answered.wait(10)
        return (root,)

    library = Library(Workspace(), tmp_path / "home", lambda _: None, find)
    library.start()
    [finding] = [it for it in threading.enumerate() if it.name == "roots"]
    library.close()
    answered.set()
    finding.join(10)
    qapp.processEvents()
    assert not library._roots._readers


def context(model: LibraryModel) -> int:
    return model.facts.context if model.facts else 0


def notice(library: Library) -> str:
    newest = library._workspace.notices.newest
    return str(newest.sentence) if newest else ""


def test_models_of_each_place_are_listed_with_their_facts(qtbot, make, tmp_path: Path) -> None:
    write_cached(tmp_path / "hub", "org/cached")
    write_model(tmp_path / "studio" / "maker" / "plain")
    (tmp_path / "studio" / "maker" / "old").mkdir()
    (tmp_path / "studio" / "maker" / "old" / "x.gguf").write_bytes(b"GGUF")
    library = make(
        Root(str(tmp_path / "hub"), Place.HUGGING_FACE),
        Root(str(tmp_path / "studio"), Place.LM_STUDIO),
        Root(str(tmp_path / "nothing"), Place.OWN),
    )
    found = wait(qtbot, library, "cached", "plain", "old")
    assert found["cached"].repository == "org/cached"
    assert found["cached"].place is Place.HUGGING_FACE
    assert found["plain"].repository == "maker/plain"
    facts = found["plain"].facts
    assert facts and (facts.context, facts.bits, facts.tools, facts.licence) == (
        4096,
        16,
        True,
        "mit",
    )
    assert found["plain"].problem == ""
    assert "GGUF" in found["old"].problem
    assert found["plain"].size > facts.weight_bytes


def test_a_folder_that_is_reached_twice_is_listed_once(qtbot, make, tmp_path: Path) -> None:
    write_model(tmp_path / "disk" / "one")
    (tmp_path / "link").symlink_to(tmp_path / "disk")
    library = make(
        Root(str(tmp_path / "disk"), Place.LM_STUDIO), Root(str(tmp_path / "link"), Place.ADDED)
    )
    assert wait(qtbot, library, "one")["one"].place is Place.LM_STUDIO


def test_only_changed_models_are_read_again(
    qtbot, make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("one", "two"):
        write_model(tmp_path / "disk" / name)
    root = Root(str(tmp_path / "disk"), Place.ADDED)
    wait(qtbot, make(root), "one", "two")
    read: list[str] = []
    whole = folder_files.read_model_files
    monkeypatch.setattr(
        folder_files, "read_model_files", lambda it: (read.append(it.name), whole(it))[1]
    )
    again = make(root)
    before = wait(qtbot, again, "one", "two")
    assert before["one"].facts and read == []
    write_model(tmp_path / "disk" / "two", max_position_embeddings=64)
    again.refresh()
    qtbot.waitUntil(lambda: context(models(again)["two"]) == 64)
    assert read == ["two"]
    now = models(again)
    assert now["one"].state == before["one"].state != ""
    assert now["two"].state != before["two"].state
    newest = max(it.stat().st_mtime for it in (tmp_path / "disk" / "two").iterdir())
    assert now["two"].modified == pytest.approx(newest, abs=1e-3)


def test_a_disk_that_goes_away_and_comes_back_is_noticed(qtbot, make, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    write_model(disk / "one")
    library = make(Root(str(disk), Place.ADDED))
    library._set_favorite(str(disk / "one"), True)
    wait(qtbot, library, "one")
    entry = library.entries()[1]
    assert (entry.name, entry.available) == ("one", True)
    disk.rename(tmp_path / "unplugged")
    library._roots.ask(anew=False)
    qtbot.waitUntil(lambda: not models(library)["one"].available)
    assert models(library)["one"].facts
    assert not library.entries()[1].available
    assert not library.exists(str(disk / "one"))
    (tmp_path / "unplugged").rename(disk)
    library._roots.ask(anew=False)
    qtbot.waitUntil(lambda: models(library)["one"].available)


def test_an_unmounted_disk_that_leaves_an_empty_folder_is_away(
    qtbot, make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = tmp_path / "disk"
    write_model(disk / "one")
    library = make(Root(str(disk), Place.ADDED))
    wait(qtbot, library, "one")
    shutil.rmtree(disk / "one")
    monkeypatch.setattr(root_reader, "_same_disk", lambda *_: False)
    library.refresh()
    qtbot.waitUntil(lambda: not models(library)["one"].available)
    monkeypatch.undo()
    library.refresh()
    wait(qtbot, library)


def test_a_disk_that_does_not_answer_holds_up_nothing(
    qtbot, make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_model(tmp_path / "good" / "one")
    stuck = Root(str(tmp_path / "stuck"), Place.ADDED)
    write_model(tmp_path / "stuck" / "two")
    wait(qtbot, make(stuck), "two")
    answers, search = threading.Event(), root_reader.find_models

    def find(path: str, check, weightless):
        if path == stuck.path:
            assert answers.wait(20)
        return search(path, check, weightless)

    monkeypatch.setattr(root_reader, "find_models", find)
    monkeypatch.setattr(watched_roots, "AWAY_SECONDS", 0.2)
    began = time.monotonic()
    library = make(stuck, Root(str(tmp_path / "good"), Place.ADDED))
    qtbot.waitUntil(lambda: set(models(library)) == {"Dot", "one", "two"})
    assert models(library)["two"].available
    qtbot.waitUntil(lambda: time.monotonic() - began > 0.5)
    library._roots.find_silent()
    found = wait(qtbot, library, "one", "two")
    assert (found["one"].available, found["two"].available) == (True, False)
    answers.set()
    qtbot.waitUntil(lambda: models(library)["two"].available)


def test_an_added_folder_is_told_and_remembered(qtbot, make, tmp_path: Path) -> None:
    library = make()
    requests = library._workspace.library_requests
    write_model(tmp_path / "more" / "one")
    empty = "models--maker--empty/snapshots/0123abcd"
    (tmp_path / empty).mkdir(parents=True)
    requests.folder_added.emit(str(tmp_path / "more"))
    wait(qtbot, library, "one")
    qtbot.waitUntil(lambda: notice(library) == "Found 1 model in more.")
    for name in ("half", "nothing"):
        (tmp_path / "cut" / name).mkdir(parents=True)
        (tmp_path / "cut" / name / "config.json").write_text("{}")
    write_model(tmp_path / "cut" / "whole")
    (write_model(tmp_path / "bad" / "torn") / "tokenizer.json").unlink()
    write_model(tmp_path / "bad" / "whole")
    for folder, told in {
        "cut/half": "There are no models in half yet. half is left out: its weights are missing.",
        "cut": "Found 1 model in cut. 2 folders are left out: the weights are missing.",
        "bad/torn": "Found 1 model in torn. tokenizer.json is missing. Download the model again.",
        "bad": "Found 2 models in bad. 1 of them cannot be used. The models window says why.",
    }.items():
        requests.folder_added.emit(str(tmp_path / folder))
        qtbot.waitUntil(lambda told=told: notice(library) == told)
        requests.folder_removed.emit(str(tmp_path / folder))
    requests.folder_added.emit(str(tmp_path / empty))
    qtbot.waitUntil(lambda: "no models in empty" in notice(library))
    requests.folder_added.emit(str(tmp_path / "absent"))
    qtbot.waitUntil(lambda: "absent cannot be read" in notice(library))
    added = [str(tmp_path / name) for name in ("more", empty, "absent")]
    assert list(library._workspace.library.folders) == added
    wait(qtbot, make(), "one")
    requests.folder_removed.emit(str(tmp_path / "more"))
    wait(qtbot, library)
    assert (tmp_path / "more" / "one" / "config.json").exists()


def test_an_answer_is_a_use_of_its_model_saved_once_a_minute(
    qtbot, make, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = make(Root(str(DOT), Place.BUILT_IN))
    wait(qtbot, library)
    saved: list[str] = []
    monkeypatch.setattr(choices_file, "write_json", lambda path, _: saved.append(path.name))
    for now in (1000.0, 1059.0, 1060.0, 900.0):
        monkeypatch.setattr(time, "time", lambda now=now: now)
        library.answered(str(DOT))
        used = models(library)["Dot"].last_used
        assert used == (1000.0 if now == 1059.0 else now)
    assert saved == ["library.json"] * 3
    assert [it.name for it in library.entries()] == ["Dot"]


def test_the_menu_and_the_list_tell_the_same_size_of_dot(qtbot, make) -> None:
    library = make(Root(str(DOT), Place.BUILT_IN))
    facts = wait(qtbot, library)["Dot"].facts
    assert facts is not None
    assert parameters_text(facts.parameters) in library.entries()[0].detail


def test_the_menu_has_favorites_and_the_models_used_last(qtbot, make, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    for name in ("one", "two", "three"):
        write_model(disk / name)
    (disk / "bad").mkdir()
    (disk / "bad" / "bad.gguf").write_bytes(b"GGUF")
    loose = write_model(tmp_path / "elsewhere" / "loose")
    library = make(Root(str(disk), Place.ADDED))
    wait(qtbot, library, "one", "two", "three", "bad")
    library.used(str(disk / "one"))
    library.used(str(loose))
    for name in ("two", "bad"):
        library._workspace.library_requests.favorite_set.emit(str(disk / name), True)
    found = wait(qtbot, library, "one", "two", "three", "bad", "loose")
    assert found["two"].favorite and not found["one"].favorite
    assert found["one"].last_used == pytest.approx(time.time(), abs=60)
    entries = library._workspace.engine.entries
    assert [(it.name, it.available) for it in entries] == [
        ("Dot", True), ("bad", False), ("two", True), ("loose", True), ("one", True),
        ("three", True),
    ]  # fmt: skip
    assert [it.name for it in entries if not it.used] == ["three"]
    shutil.rmtree(loose)
    library.refresh()
    qtbot.waitUntil(lambda: not library.entries()[3].available)
    library._set_favorite(str(disk / "two"), False)
    assert [it.name for it in library.entries()] == ["Dot", "bad", "loose", "one", "three", "two"]
    assert json.loads((tmp_path / "home" / "recent.json").read_text())[0] == str(loose)


def test_what_was_downloaded_is_found_at_once(qtbot, make, tmp_path: Path) -> None:
    own = tmp_path / "home" / "models"
    write_model(own / "maker" / "one")
    library = make(Root(str(own), Place.OWN))
    wait(qtbot, library, "one")
    write_model(own / "maker" / ".two.downloading" / "model")
    folder = write_model(own / "maker" / "two")
    download = Download("maker/two", "main", str(folder))
    library._workspace.downloads.finished.emit(download)
    assert wait(qtbot, library, "one", "two")["two"].repository == "maker/two"
    write_model(own / "three")
    library._workspace.library_requests.window_opened.emit("library")
    wait(qtbot, library, "one", "two", "three")


def test_the_fit_is_asked_for_each_model_with_facts(qtbot, make, tmp_path: Path) -> None:
    write_model(tmp_path / "disk" / "one")
    (tmp_path / "disk" / "old").mkdir()
    (tmp_path / "disk" / "old" / "x.gguf").write_bytes(b"GGUF")
    free = [5]

    def get_fit(model: LibraryModel) -> Fit:
        assert model.facts
        return Fit(MemoryParts(1, 0, 0, 0), 4096, free[0])

    library = make(Root(str(tmp_path / "disk"), Place.ADDED), get_fit=get_fit)
    found = wait(qtbot, library, "one", "old")
    assert found["old"].fit is None
    assert found["one"].fit and found["one"].fit.free == 5
    free[0] = 7
    library.refit()
    fit = models(library)["one"].fit
    assert fit and fit.free == 7


def test_a_model_of_our_own_goes_to_the_trash_and_out_of_memory(
    qtbot, make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "home" / "models"
    folder = write_model(own / "maker" / "one")
    trashed: list[str] = []

    def trash(path: str) -> None:
        assert threading.current_thread() is not threading.main_thread()
        trashed.append(str(path))
        shutil.move(path, tmp_path / "trash")

    monkeypatch.setattr("send2trash.send2trash", trash)
    library = make(Root(str(own), Place.OWN))
    wait(qtbot, library, "one")
    library.used(str(folder))
    info = ModelInfo(str(folder), "one", "f", False, False, False, 1, 1, 0.1)
    library._workspace.engine.set_loaded([info])
    unloaded: list[str] = []
    library._workspace.model_requests.unloaded.connect(unloaded.append)
    conversions = library._workspace.conversions
    conversions.set_conversion("/original", Conversion(Recipe(4), str(folder), running=False))
    library._workspace.library_requests.deleted.emit(str(folder))
    wait(qtbot, library)
    assert trashed == unloaded == [str(folder)]
    assert not conversions.conversions, "the original no longer offers it"
    assert notice(library) == "Moved one to the trash."
    assert LibraryFile(tmp_path / "home", Notices()).recent == []


def test_a_model_in_the_trash_is_gone_with_its_adapters_before_its_disk_is_searched(
    qtbot, make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("send2trash.send2trash", shutil.rmtree)
    own = tmp_path / "home" / "models"
    folder = write_model(own / "maker" / "one")
    library = make(Root(str(own), Place.OWN))
    pirate = ModelProfile(str(tmp_path / "pirate"), folder=str(folder), adapter="/adapter")
    library._workspace.library.set_profile(pirate)
    assert wait(qtbot, library, "one", "pirate")["pirate"].available
    seen: list[bool] = []
    library.trashed.connect(lambda _: seen.append(library.exists(pirate.model_id)))
    with qtbot.waitSignal(library.trashed) as trashed:
        library._workspace.library_requests.deleted.emit(str(folder))
    assert trashed.args == [str(folder)] and seen == [False, False]
    assert "one" not in models(library) and not models(library)["pirate"].available
    assert not library.exists(str(folder))
    wait(qtbot, library, "pirate")
    write_model(folder)
    library.refresh()
    wait(qtbot, library, "one", "pirate")


def test_the_abilities_of_a_model_are_those_of_the_template_that_was_chosen(
    qtbot, make, tmp_path: Path
) -> None:
    folder = write_model(tmp_path / "one")
    library = make(Root(str(tmp_path), Place.ADDED))
    wait(qtbot, library, "one")
    profile = ModelProfile(str(folder))
    for template, abilities in (
        ("{% if tools %}<think><tool_call>{% endif %}", (True, True)),
        ("{{ messages }}", (False, False)),
    ):
        library._workspace.library.set_profile(replace(profile, chat_template=template))
        facts = models(library)["one"].facts
        assert facts and (facts.thinking, facts.tools) == abilities


def test_a_model_in_the_trash_is_not_listed_by_a_search_that_had_found_it(
    qtbot, make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("send2trash.send2trash", shutil.rmtree)
    own = tmp_path / "home" / "models"
    folder = write_model(own / "one")
    write_model(own / "two")
    library = make(Root(str(own), Place.OWN))
    wait(qtbot, library, "one", "two")
    found, removed, search = threading.Event(), threading.Event(), root_reader.find_models

    def find(path: str, check, weightless) -> list[FoundModel]:
        there = list(search(path, check, weightless))
        found.set()
        assert removed.wait(20)
        return there

    monkeypatch.setattr(root_reader, "find_models", find)
    # A listing comes after each model.
    monkeypatch.setattr(root_reader, "LISTING_SECONDS", -1.0)
    library.refresh()
    assert found.wait(20)
    with qtbot.waitSignal(library.trashed):
        library._workspace.library_requests.deleted.emit(str(folder))
    listed: list[set[str]] = []
    completed: list[object] = []
    library._roots.changed.connect(lambda: listed.append(set(models(library))))
    library._roots.completed.connect(completed.append)
    removed.set()
    qtbot.waitUntil(lambda: len(completed) == 2)
    assert listed and all(names == {"Dot", "two"} for names in listed)
    write_model(folder)
    library.refresh()
    wait(qtbot, library, "one", "two")


def test_nothing_outside_of_our_own_folder_is_deleted(qtbot, make, tmp_path: Path) -> None:
    own = tmp_path / "home" / "models"
    other = write_model(tmp_path / "disk" / "other")
    write_model(own / "maker" / "one")
    (own / "link").symlink_to(other)
    (own / "link2").symlink_to(tmp_path / "disk")
    for path in (
        other,
        own,
        own / "maker",
        own / "link",
        own / "link2" / "other",
        own / "maker" / ".." / ".." / ".." / "disk" / "other",
        own / "maker" / "one" / "config.json",
        own / "absent",
    ):
        with pytest.raises(Refused, match="by hand"):
            real_folder(path, own)
    one = own / "maker" / "one"
    assert real_folder(one, own) == one
    # a person has put folders of their own in the place of ours
    own.rename(tmp_path / "theirs")
    own.symlink_to(tmp_path / "theirs")
    with pytest.raises(Refused, match="by hand"):
        real_folder(one, own)
    own.unlink()
    (tmp_path / "theirs").rename(own)
    library = make(Root(str(tmp_path / "disk"), Place.ADDED))
    library._workspace.library_requests.deleted.emit(str(other))
    qtbot.waitUntil(lambda: "not a model in Duologue's own folder" in notice(library))
    assert other.is_dir()


def test_a_link_that_appears_after_the_check_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trashed: list[Path] = []
    folder, theirs = write_model(tmp_path / "own" / "one"), write_model(tmp_path / "theirs")

    def swapped(*args: Path) -> Path:
        found = real_folder(*args)
        folder.rename(tmp_path / "moved")
        folder.symlink_to(theirs)
        return found

    monkeypatch.setattr("app.models.trash.real_folder", swapped)
    monkeypatch.setattr("send2trash.send2trash", trashed.append)
    with suppress(Refused):
        move_to_trash(folder, tmp_path / "own")
    assert trashed == [folder], "the link goes, never what it leads to"


def test_a_trash_that_fails_is_told_and_nothing_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_model(tmp_path / "one")

    def fail(path: str) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("send2trash.send2trash", fail)
    with pytest.raises(Refused, match="Permission denied"):
        move_to_trash(folder, tmp_path)
    monkeypatch.setattr("send2trash.send2trash", lambda _: None)
    with pytest.raises(Refused, match="could not be moved"):
        move_to_trash(folder, tmp_path)
    assert folder.is_dir()


def test_facts_survive_their_file(tmp_path: Path) -> None:
    folder = write_model(tmp_path / "one")
    facts = describe(read_model_files(folder))
    cost = ModelCost(5, CacheCost(1, ((2, 3),), 4), quantized=ModelCost(1, CacheCost()))
    found = FoundModel(
        str(folder), "1:2", "abc", 5, "a/b", replace(facts, cost=cost),
        Refused("{name} is damaged.", name="x").args[0], (Refused("A note.").args[0],),
    )  # fmt: skip
    path = facts_file(tmp_path, Root(str(tmp_path), Place.ADDED))
    save_facts(path, [found])
    (again,) = load_facts(path)
    assert again == found
    assert isinstance(again.problem, Sentence) and again.problem.values == {"name": "x"}
    assert again.facts and isinstance(again.facts.layer_bits[0][0], Sentence)
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"reader": "other", "models": []}', '{"reader": 1}', "[" * 10_000]
)
def test_damaged_files_of_facts_are_read_again(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.json").write_text(text)
    assert load_facts(tmp_path / "x.json") == []


def test_damaged_choices_are_set_aside(tmp_path: Path) -> None:
    (tmp_path / "library.json").write_text('{"folders": 3}')
    notices = Notices()
    assert LibraryFile(tmp_path, notices).choices.folders == ()
    kept = tmp_path / "library.broken.json"
    assert kept.exists()
    assert notices.newest and str(kept) in notices.newest.sentence


def test_damaged_choices_that_cannot_be_set_aside_are_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "library.json"
    path.write_text('{"folders": 3}')
    notices = Notices()
    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", refuse)
        file = LibraryFile(tmp_path, notices)
    file.set(replace(file.choices, favorites=("/models/one",)))
    assert path.read_text() == '{"folders": 3}'
    assert notices.newest and "left as they are" in notices.newest.sentence
    assert "Fix or move it" in notices.newest.sentence


def refuse(*_: object) -> None:
    raise PermissionError


def test_a_use_does_not_tell_again_that_choices_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "library.json"
    path.mkdir()
    notices = Notices()
    file = LibraryFile(tmp_path, notices)
    told = notices.newest
    assert told and "left as they are" in told.sentence
    notices.dismiss()
    file.use("/models/one", 1000.0)
    assert file.use_again("/models/one", 2000.0)
    assert notices.newest is None and path.is_dir()
    file.set(replace(file.choices, favorites=("/models/one",)))
    assert notices.newest == told


def test_hostile_choices_cost_nothing_else(qtbot, make, tmp_path: Path) -> None:
    folder = write_model(tmp_path / "disk" / "one")
    home = tmp_path / "home"
    home.mkdir(exist_ok=True)
    folders = ["/a\ud800", "/b\0c", "", "relative", str(folder.parent)]
    used = {str(folder): math.inf, "/x": math.nan, "/y": -1e300}
    (home / "library.json").write_text(
        json.dumps({"folders": folders, "favorites": ["\ud800"], "used": used})
    )
    (home / "recent.json").write_text(json.dumps(["/x\ud83d", "/\0"]))
    library = make(Root(str(folder.parent), Place.ADDED), Root("/x\ud83d", Place.ADDED))
    assert wait(qtbot, library, "one")["one"].last_used == 0.0
    assert LibraryFile(home, Notices()).choices.folders == ("/a\ud800", str(folder.parent))


def test_every_damaged_model_is_listed_with_a_sentence_or_its_facts(tmp_path: Path) -> None:
    folder = write_model(tmp_path / "one")
    for name in ("tokenizer_config.json", "generation_config.json"):
        (folder / name).write_text('{"eos_token": "a", "chat_template": "{{ tools }}"}')
    index = {"weight_map": {"a": "model.safetensors"}}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index))
    problems = 0
    for seed in range(60):
        damaged_copy(folder, tmp_path / "copy", f"library {seed}")
        (found,) = root_reader.find_models(str(tmp_path / "copy"), lambda: None)
        read = root_reader._with_facts(found)
        assert read.problem == "" or (
            isinstance(read.problem, Sentence) and read.problem[-1] == "."
        )
        assert read.problem or read.facts
        problems += bool(read.problem)
    assert problems > 15
