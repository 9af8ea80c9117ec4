"""The search for models is bounded, and follows neither loops nor old commits."""

import os
from pathlib import Path

import pytest

from app.models import folder_walk
from app.models.folder_walk import find_models
from app.models.repositories import SOURCE
from app.models.roots import Root, known_roots
from tests.kit.model_folders import write_cached, write_model
from ui.state.library_state import Place


def found(root: Path) -> list[str]:
    models = find_models(str(root), lambda: None)
    return sorted(os.path.relpath(it.path, root) for it in models)


def test_models_are_found_at_any_depth_and_their_inside_is_not_searched(tmp_path: Path) -> None:
    write_model(tmp_path / "maker" / "one")
    write_model(tmp_path / "maker" / "one" / "inner")
    write_model(tmp_path / "a" / "b" / "c" / "two")
    write_model(tmp_path / ".hidden" / "three")
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "config.json").write_text("{}")
    assert found(tmp_path) == ["a/b/c/two", "maker/one"]
    assert found(tmp_path / "maker" / "one") == ["."]


def test_the_cache_of_the_hub_has_one_commit_of_each_repository(tmp_path: Path) -> None:
    old = write_cached(tmp_path, "org/model-4bit", "a" * 40)
    new = write_cached(tmp_path, "org/model-4bit", "b" * 40)
    (tmp_path / "datasets--org--data").mkdir()
    models = list(find_models(str(tmp_path), lambda: None))
    assert [it.path for it in models] == [str(new)]
    assert models[0].repository == "org/model-4bit"
    (tmp_path / "models--org--model-4bit" / "refs" / "main").unlink()
    os.utime(old, (2e9, 2e9))
    assert [it.path for it in find_models(str(tmp_path), lambda: None)] == [str(old)]


def test_a_commit_that_names_another_folder_is_not_followed(tmp_path: Path) -> None:
    outside = write_model(tmp_path / "outside")
    write_cached(tmp_path / "hub", "org/model", "a" * 40)
    main = tmp_path / "hub" / "models--org--model" / "refs" / "main"
    main.write_text("../../../outside")
    assert str(outside) not in [it.path for it in find_models(str(tmp_path / "hub"), lambda: None)]


def test_loops_of_links_and_unreadable_folders_end_nothing(tmp_path: Path) -> None:
    write_model(tmp_path / "maker" / "one")
    (tmp_path / "maker" / "again").symlink_to(tmp_path)
    (tmp_path / "self").symlink_to(tmp_path / "self")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "gone").symlink_to(tmp_path / "nowhere")
    assert found(tmp_path) == ["maker/one"]


def test_the_number_of_folders_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for index in range(30):
        write_model(tmp_path / f"{index:02}")
    monkeypatch.setattr(folder_walk, "MAX_FOLDERS", 11)
    assert len(found(tmp_path)) == 10


def test_loose_gguf_files_are_models_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "a.gguf").write_bytes(b"GGUF")
    (tmp_path / "b.GGUF").write_bytes(b"GGUF")
    (tmp_path / "maker" / "c").mkdir(parents=True)
    (tmp_path / "maker" / "c" / "c.gguf").write_bytes(b"GGUF")
    write_model(tmp_path / "one")
    assert found(tmp_path) == ["a.gguf", "b.GGUF", "maker/c", "one"]


def test_the_state_of_a_model_changes_with_its_files(tmp_path: Path) -> None:
    write_model(tmp_path)
    (first,) = find_models(str(tmp_path), lambda: None)
    (same,) = find_models(str(tmp_path), lambda: None)
    assert same == first and first.size > 0
    os.utime(tmp_path / "config.json", (1, 1))
    (changed,) = find_models(str(tmp_path), lambda: None)
    assert changed.state != first.state


def test_a_name_that_is_no_text_is_left_out(tmp_path: Path) -> None:
    write_model(tmp_path / "one")
    os.makedirs(os.fsencode(tmp_path) + b"/\xff\xfe")
    assert found(tmp_path) == ["one"]


def test_the_roots_are_those_of_other_programs_and_our_own(tmp_path: Path) -> None:
    studio = tmp_path / "studio"
    studio.mkdir()
    (tmp_path / ".lmstudio-home-pointer").write_text(f"{studio}\n")
    (studio / "settings.json").write_text('{"downloadsFolder": "/disk/models"}')
    roots = known_roots(tmp_path / "home", tmp_path, {}, ("/added", "/disk/models"))
    by_place: dict[Place, list[str]] = {}
    for root in roots:
        by_place.setdefault(root.place, []).append(root.path)
    assert by_place[Place.OWN] == [str(tmp_path / "home" / "models")]
    assert by_place[Place.HUGGING_FACE] == [str(tmp_path / ".cache/huggingface/hub")]
    assert by_place[Place.LM_STUDIO] == [
        "/disk/models",
        str(studio / "models"),
        str(tmp_path / ".lmstudio" / "models"),
        str(tmp_path / ".cache" / "lm-studio" / "models"),
    ]
    assert by_place[Place.ADDED] == ["/added"]


@pytest.mark.parametrize(
    ("environment", "path"),
    [
        ({"HF_HOME": "/hf"}, "/hf/hub"),
        ({"HF_HUB_CACHE": "/cache", "HF_HOME": "/hf"}, "/cache"),
        ({"XDG_CACHE_HOME": "/xdg"}, "/xdg/huggingface/hub"),
    ],
)
def test_the_variables_of_the_hub_are_followed(tmp_path: Path, environment, path) -> None:
    assert Root(path, Place.HUGGING_FACE) in known_roots(tmp_path, tmp_path, environment, ())


def test_damaged_settings_of_lm_studio_are_ignored(tmp_path: Path) -> None:
    (tmp_path / ".lmstudio").mkdir()
    os.mkfifo(tmp_path / ".lmstudio" / "settings.json")
    (tmp_path / ".lmstudio-home-pointer").write_bytes(b"\xff\x00")
    assert len(known_roots(tmp_path, tmp_path, {}, ())) == 5


@pytest.mark.parametrize(
    ("note", "repository"),
    [
        ('{"repository": "org/model", "revision": "abc"}', "org/model"),
        ('{"repository": "../model", "revision": "abc"}', "org/model-abc1234"),
        ('{"repository": ["org/model"], "revision": 1}', "org/model-abc1234"),
        ("[" * 100_000, "org/model-abc1234"),
    ],
)
def test_a_download_is_known_by_its_note_and_not_its_folder(
    tmp_path: Path, note: str, repository: str
) -> None:
    folder = write_model(tmp_path / "org" / "model-abc1234")
    (folder / SOURCE).write_text(note)
    (found,) = find_models(str(tmp_path), lambda: None)
    assert found.repository == repository
