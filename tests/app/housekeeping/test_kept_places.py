"""The window names the files that stay when the program is deleted, with their sizes."""

from pathlib import Path

import pytest

from app.housekeeping.kept_places import IDENTIFIER, kept_places
from tests.kit.paths import ROOT
from ui.state.settings import PlaceKind


def write(path: Path, size: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"x" * size)


def test_models_are_counted_apart_from_the_data(home: Path, tmp_path: Path) -> None:
    write(home / "conversations.db", 100)
    write(home / "models/a/b/model.safetensors", 5000)
    (home / "models/link").symlink_to(ROOT)
    found = {it.kind: (it.path, it.size) for it in kept_places(home, tmp_path, "linux")}
    assert found == {
        PlaceKind.DATA: (str(home), 100),
        PlaceKind.MODELS: (str(home / "models"), 5000),
    }


def test_models_on_another_disk_are_not_taken_from_the_data(home: Path, tmp_path: Path) -> None:
    write(home / "conversations.db", 100)
    write(tmp_path / "disk/a/model.safetensors", 5000)
    (home / "models").symlink_to(tmp_path / "disk")
    found = {it.kind: it.size for it in kept_places(home, tmp_path, "linux")}
    assert found == {PlaceKind.DATA: 100, PlaceKind.MODELS: 5000}


def test_a_chosen_folder_is_named_apart(home: Path, tmp_path: Path) -> None:
    write(home / "models/a/b/model.safetensors", 5000)
    write(tmp_path / "disk/a/b/model.safetensors", 300)
    chosen = str(tmp_path / "disk")
    found = {it.kind: it.size for it in kept_places(home, tmp_path, "linux", chosen)}
    assert found == {PlaceKind.DATA: 0, PlaceKind.MODELS: 5000, PlaceKind.CHOSEN: 300}


@pytest.mark.parametrize("name", ["models", "models/link.safetensors"])
def test_a_link_that_cannot_be_followed_is_passed_over(
    home: Path, tmp_path: Path, name: str
) -> None:
    write(home / "conversations.db", 100)
    link = home / name
    link.parent.mkdir(exist_ok=True)
    # A name that no file may have.
    link.symlink_to("x" * 300)
    assert sum(it.size for it in kept_places(home, tmp_path, "linux")) == 100


def test_on_macos_the_files_of_the_system_are_named(home: Path, tmp_path: Path) -> None:
    home.mkdir()
    plist = tmp_path / f"Library/Preferences/{IDENTIFIER}.plist"
    write(plist, 7)
    found = kept_places(home, tmp_path, "darwin")
    assert [(it.kind, it.path, it.size) for it in found[1:]] == [(PlaceKind.SYSTEM, str(plist), 7)]


def test_the_identifier_is_that_of_the_bundle() -> None:
    target = (ROOT / "packaging/bundling/target.py").read_text()
    assert f'IDENTIFIER = "{IDENTIFIER}"' in target
