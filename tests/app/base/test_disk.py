"""Files that are written as a whole or not at all."""

import os
import stat
from pathlib import Path

import pytest

from app.base import disk


class WriteFault(Exception):
    """Anything that goes wrong while a file is written."""


@pytest.fixture(params=[False, True], ids=["random name", "fixed name"])
def temporary(request: pytest.FixtureRequest, tmp_path: Path) -> Path | None:
    return tmp_path / "out.new" if request.param else None


def file_names(folder: Path) -> list[str]:
    return [it.name for it in folder.iterdir()]


def test_the_new_file_is_private_and_replaces_the_old_one(
    tmp_path: Path, temporary: Path | None
) -> None:
    path = tmp_path / "out.json"
    path.write_text("before")
    path.chmod(0o644)
    with disk.replacing(path, temporary) as new:
        new.write_text("after")
        assert path.read_text() == "before"
    assert path.read_text() == "after"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert file_names(tmp_path) == ["out.json"]


def test_a_fault_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, temporary: Path | None
) -> None:
    path = tmp_path / "out.json"
    path.write_text("before")
    with pytest.raises(WriteFault), disk.replacing(path, temporary) as new:
        new.write_text("half")
        raise WriteFault
    assert path.read_text() == "before"
    assert file_names(tmp_path) == ["out.json"]


def test_a_file_that_a_killed_run_left_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    (tmp_path / "settings.new").write_text("half")
    (tmp_path / "settings.new").chmod(0o644)
    disk.write_json(path, {"a": 1})
    assert path.read_text() == '{\n "a": 1\n}'
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert file_names(tmp_path) == ["settings.json"]


def test_json_that_cannot_be_written_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    disk.write_json(path, 1)
    with pytest.raises(TypeError):
        disk.write_json(path, {"a": object()})
    assert path.read_text() == "1"
    assert file_names(tmp_path) == ["settings.json"]


@pytest.mark.parametrize("sync", [True, False])
def test_a_file_is_synced_before_it_is_renamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sync: bool
) -> None:
    steps: list[str] = []
    fsync, replace = os.fsync, Path.replace

    def synced(descriptor: int) -> None:
        steps.append(f"sync {os.fstat(descriptor).st_size}")
        fsync(descriptor)

    def renamed(self: Path, target: Path) -> Path:
        steps.append("rename")
        return replace(self, target)

    monkeypatch.setattr(disk.os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", renamed)
    with disk.replacing(tmp_path / "a", sync=sync) as new:
        new.write_bytes(b"12345")
    assert steps == ["sync 5", "rename"][not sync :]


def test_a_folder_that_the_first_file_makes_is_private(tmp_path: Path) -> None:
    disk.write_json(tmp_path / "home" / "a.json", 1)
    assert stat.S_IMODE((tmp_path / "home").stat().st_mode) == 0o700


def test_a_private_file_never_replaces_another(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("mine")
    with pytest.raises(FileExistsError):
        disk.create_private(tmp_path / "a")


def test_a_file_that_only_the_log_tells_of_costs_no_more(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    unreachable = tmp_path / "file" / "a.json"
    disk.write_quietly(unreachable, [1])
    assert disk.read_quietly(unreachable, 100, list, [2]) == [2]
    assert [str(unreachable) in it for it in caplog.messages] == [True, True]
