"""The files that tell a Linux desktop about Duologue."""

import configparser
import os
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from app.desktop.duologue_links import SCHEME
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


def read(text: str) -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None, delimiters=("=",))
    parser.optionxform = str  # type: ignore[assignment]
    parser.read_string(text)
    return parser["Desktop Entry"]


def test_the_desktop_entry_starts_the_program_with_files() -> None:
    found = read(desktop.desktop_entry())
    assert found["Exec"] == "duologue %F"
    assert found["Icon"] == IDENTIFIER
    assert found["Comment[de]"] == desktop.SUMMARY["de"]


def test_links_have_an_entry_that_no_menu_shows() -> None:
    found = read(desktop.links_entry())
    assert found["MimeType"] == f"x-scheme-handler/{SCHEME};"
    assert found["NoDisplay"] == "true"


@pytest.mark.skipif(not shutil.which("gio"), reason="not installed")
def test_a_desktop_gives_files_as_paths_and_links_as_they_are(tmp_path: Path) -> None:
    image, link = tmp_path / "two words.png", f"{SCHEME}://ask?text=Hi%20there"
    program, received, entry = (tmp_path / name for name in ("duologue", "pipe", "one.desktop"))
    program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > "{received}"\n')
    program.chmod(0o755)
    image.touch()
    os.mkfifo(received)
    for text, given, expected in (
        (desktop.desktop_entry(str(program)), image.as_uri(), str(image)),
        (desktop.links_entry(str(program)), link, link),
    ):
        entry.write_text(text)
        subprocess.run(["gio", "launch", entry, given], check=True)
        done = subprocess.run(["cat", received], capture_output=True, text=True, timeout=20)
        assert done.stdout == f"{expected}\n"


def test_every_kind_of_file_that_can_be_opened_is_associated() -> None:
    types = read(desktop.desktop_entry())["MimeType"].split(";")
    for kind in set(FileKind) - UNNAMED:
        assert TYPES.get(kind, f"image/{kind.name.lower()}") in types
    assert {"application/json", "application/zip"} <= {*types}  # exports of chats


@pytest.mark.skipif(not shutil.which("desktop-file-validate"), reason="not installed")
def test_the_validator_of_desktops_has_no_complaint(tmp_path: Path) -> None:
    desktop.write_share(tmp_path, "1.2.3", "2026-01-31")
    entries = list((tmp_path / "applications").iterdir())
    assert len(entries) == 2
    done = subprocess.run(["desktop-file-validate", *entries], capture_output=True, text=True)
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
    assert f"applications/{desktop.LINKS_ENTRY}.desktop" in found
    assert f"icons/hicolor/256x256/apps/{IDENTIFIER}.png" in found
    assert f"icons/hicolor/scalable/apps/{IDENTIFIER}.svg" in found
