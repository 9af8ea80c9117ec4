"""Recognizing dropped files with conversations."""

import zipfile
from pathlib import Path

import pytest

from app.transfer.importing.recognition import has_conversations


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("a.json", '{\n "format": "duologue",\n "version": 1', True),
        ("a.json", '{"format": "duologue-presets", "version": 1}', False),
        ("a.json", '{"messages": []}', False),
        ("a.conversation.json", "{}", True),
        ("conversations.json", '[{"title": "x", "mapping": {', True),
        ("conversations-001.json", '[{"title": "x", "mapping": {', True),
        ("conversations (1).json", '[{"title": "x", "create_time": 1, "mapping": {', True),
        ("book.json", '[{"title": "x", "map": {', False),
        ("conversations.json", "[1, 2]", False),
        ("a.txt", '{"format": "duologue"', False),
        ("a.zip", "duologue.json", False),
    ],
)
def test_conversation_files_are_recognized(
    tmp_path: Path, name: str, text: str, found: bool
) -> None:
    path = tmp_path / name
    path.write_text(text)
    assert has_conversations(path) is found


@pytest.mark.parametrize(
    ("entry", "found"),
    [("duologue.json", True), ("export/conversations-000.json", True), ("cat.png", False)],
)
def test_zip_files_are_recognized(tmp_path: Path, entry: str, found: bool) -> None:
    path = tmp_path / "a.ZIP"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(entry, "x")
    assert has_conversations(path) is found


def test_a_missing_file_has_no_conversations(tmp_path: Path) -> None:
    assert not has_conversations(tmp_path / "none.zip")
    assert not has_conversations(tmp_path)
