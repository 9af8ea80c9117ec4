"""A disk that hangs does not hold up who asks for a folder."""

from pathlib import Path
from threading import Event

import pytest

from app.models.folder_check import FolderCheck


def test_a_folder_is_told_from_what_is_none(tmp_path: Path) -> None:
    check = FolderCheck()
    assert check.is_there(str(tmp_path))
    assert not check.is_there(str(tmp_path / "none"))
    (tmp_path / "none").mkdir()
    assert check.is_there(str(tmp_path / "none"))
    assert not check.is_there("/a\0b")


def test_a_disk_that_hangs_is_asked_once_and_counts_as_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers, asked = Event(), []

    def hang(path: Path) -> bool:
        asked.append(path)
        return not answers.wait(20)

    monkeypatch.setattr(Path, "is_dir", hang)
    check = FolderCheck()
    assert check.is_there("/volume/model")
    assert check.is_there("/volume/model")
    assert len(asked) == 1
    answers.set()
    check._threads["/volume/model"].join()
    assert not check.is_there("/volume/model")
