"""Code that opens people's files refuses anything but regular files, and never blocks."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.attachments.kept_files import Files
from app.cli import conversation_file
from app.cli.ask_options import ask_parser, request
from app.database.store import Store
from app.models import presets
from app.models.library_file import LibraryChoices, LibraryFile
from app.prompt_lists import prompt_files
from app.settings import settings_file
from app.transfer.importing.limited_reading import open_zip
from app.transfer.importing.recognition import has_conversations
from app.transfer.importing.report import Report
from app.transfer.importing.sources import ImportSource
from engine.errors import Refused
from engine.media import file_kind
from engine.prompts import text_files
from ui.state.notice import Notices
from ui.state.settings import Settings


def pipe(path: Path) -> None:
    os.mkfifo(path)


def zeros(path: Path) -> None:
    path.symlink_to("/dev/zero")


def sparse(path: Path) -> None:
    path.touch()
    os.truncate(path, 1 << 40)


def imported(path: Path) -> None:
    files = Files(path.parent / "attachments")
    try:
        list(ImportSource(path, files, Report(), lambda: None).bundles())
    finally:
        files.close()


def unzipped(path: Path) -> None:
    with open_zip(path):
        pass


def schema(path: Path) -> None:
    request(ask_parser().parse_args(["--json-schema", str(path), "hi"]), 1)


READERS: dict[str, tuple[str, Callable[[Path], Any]]] = {
    "messages": ("x.json", conversation_file.read_conversation),
    "schema": ("x.json", schema),
    "prompts": ("x.txt", prompt_files.read_prompts),
    "presets": ("x.json", presets.read_preset_file),
    "import": ("x.json", imported),
    "import of a zip": ("x.zip", unzipped),
    "text": ("x.txt", text_files.read_text),
    "anything": ("x.png", file_kind.identify),
}


@pytest.mark.parametrize("make", [pipe, zeros, sparse, Path.mkdir])
@pytest.mark.parametrize(("name", "read"), READERS.values(), ids=READERS)
def test_each_reader_reports_the_fault(
    tmp_path: Path, name: str, read: Callable[[Path], Any], make: Callable[[Path], Any]
) -> None:
    path = tmp_path / name
    make(path)
    with pytest.raises((Refused, ValueError)) as found:
        read(path)
    assert str(found.value).endswith(".")
    assert name in str(found.value)


@pytest.mark.parametrize("make", [pipe, zeros, sparse, Path.mkdir])
def test_invalid_files_stop_nothing(tmp_path: Path, make: Callable[[Path], Any]) -> None:
    for name in (settings_file.NAME, "recent.json", "library.json", "x.json", "x.zip"):
        make(tmp_path / name)
    assert settings_file.read_settings(tmp_path).value == Settings(offline=True)
    assert LibraryFile(tmp_path, Notices()).recent == []
    assert LibraryFile(tmp_path, Notices()).choices == LibraryChoices()
    assert not has_conversations(tmp_path / "x.json")
    assert not has_conversations(tmp_path / "x.zip")


@pytest.mark.parametrize("make", [pipe, zeros, Path.mkdir])
def test_an_invalid_database_is_reported_as_a_sentence(
    qapp, tmp_path: Path, make: Callable[[Path], Any]
) -> None:
    make(tmp_path / "conversations.db")
    store = Store(tmp_path)
    assert store.problem.endswith(".")
    store.close()
