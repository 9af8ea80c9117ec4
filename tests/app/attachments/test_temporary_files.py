"""The files of temporary conversations."""

import os
from pathlib import Path

import pytest

from app.attachments import temporary_files
from app.attachments.run_folder import RunFolder
from app.attachments.temporary_files import TemporaryFiles, clean_temporary, temporary_folder
from engine.errors import Refused


@pytest.fixture(autouse=True)
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(temporary_files.sys, "platform", "linux")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    return tmp_path


def test_an_added_file_is_linked_to_and_a_pasted_one_is_gone_with_the_chat(tmp_path: Path):
    original = tmp_path / "a.txt"
    original.write_text("words")
    files = TemporaryFiles(RunFolder(temporary_folder()).new())
    added, pasted = files.put(original), files.put_bytes(b"pasted", "b.txt")
    assert added.is_symlink()
    assert (added.read_text(), pasted.read_bytes()) == ("words", b"pasted")
    files.remove()
    assert not files.folder.exists()
    assert original.read_text() == "words"


def test_a_file_that_cannot_be_read_is_refused_with_a_sentence(tmp_path: Path):
    files = TemporaryFiles(RunFolder(temporary_folder()).new())
    with pytest.raises(Refused, match=r"gone.png cannot be opened: No such file or directory\."):
        files.put(tmp_path / "gone.png")


def test_what_a_crashed_run_left_is_removed_at_the_next_start(memory: Path):
    crashed = RunFolder(temporary_folder())
    left = crashed.new() / "pasted.png"
    left.write_bytes(b"pasted")
    os.close(crashed._lock)  # as the end of the process does
    living = RunFolder(temporary_folder())
    kept = living.new() / "pasted.png"
    kept.write_bytes(b"pasted")
    clean_temporary()
    assert not left.exists()
    assert kept.exists()
    living.close()


def test_a_folder_of_somebody_else_is_not_used(memory: Path, tmp_path: Path):
    trap = tmp_path / "trap"
    trap.mkdir()
    (memory / f"duologue-temporary-{os.getuid()}").symlink_to(trap)
    assert not temporary_folder().is_relative_to(memory)
