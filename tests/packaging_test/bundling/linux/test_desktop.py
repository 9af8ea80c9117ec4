"""What a Linux desktop is told about Duologue."""

import configparser
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from bundling.linux import desktop
from bundling.target import IDENTIFIER
from engine.media.file_kind import FileKind

# The file kinds that no desktop entry names: it cannot be decoded, or has a type of its own.
UNNAMED = {FileKind.HEIC}
TYPES = {
    FileKind.MP4: "video/mp4",
    FileKind.MATROSKA: "video/x-matroska",
    FileKind.AVI: "video/x-msvideo",
    FileKind.PDF: "application/pdf",
    FileKind.TEXT: "text/plain",
}


def entry() -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None, delimiters=("=",))
    parser.optionxform = str  # type: ignore[assignment]
    parser.read_string(desktop.desktop_entry())
    return parser["Desktop Entry"]


def test_the_desktop_entry_starts_the_program_with_files() -> None:
    found = entry()
    assert found["Exec"] == "duologue %F"
    assert found["Icon"] == IDENTIFIER
    assert found["Comment[de]"] == desktop.SUMMARY["de"]


def test_every_kind_of_file_that_can_be_opened_is_associated() -> None:
    types = entry()["MimeType"].split(";")
    for kind in set(FileKind) - UNNAMED:
        assert TYPES.get(kind, f"image/{kind.name.lower()}") in types


@pytest.mark.skipif(not shutil.which("desktop-file-validate"), reason="not installed")
def test_the_validator_of_desktops_has_no_complaint(tmp_path: Path) -> None:
    path = tmp_path / f"{IDENTIFIER}.desktop"
    path.write_text(desktop.desktop_entry())
    done = subprocess.run(["desktop-file-validate", path], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")


def test_the_description_names_the_version_and_the_desktop_entry() -> None:
    root = ElementTree.fromstring(desktop.metainfo("1.2.3", "2026-01-31"))
    release = root.find("releases/release")
    assert release is not None
    assert release.attrib == {"version": "1.2.3", "date": "2026-01-31"}
    assert root.findtext("launchable") == f"{IDENTIFIER}.desktop"
    assert [it.text for it in root.findall("summary")] == list(desktop.SUMMARY.values())


def test_all_files_for_the_desktop_are_written(tmp_path: Path) -> None:
    desktop.write_share(tmp_path, "1.2.3", "2026-01-31")
    found = {str(it.relative_to(tmp_path)) for it in tmp_path.rglob("*") if it.is_file()}
    assert f"applications/{IDENTIFIER}.desktop" in found
    assert f"icons/hicolor/256x256/apps/{IDENTIFIER}.png" in found
    assert f"icons/hicolor/scalable/apps/{IDENTIFIER}.svg" in found
