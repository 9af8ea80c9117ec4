"""Notes of a release, taken from the changelog."""

import re
from pathlib import Path

import pytest

from bundling import release_notes
from bundling.release_notes import CHANGELOG, section
from bundling.target import ROOT
from bundling.version import project_version

TEXT = """# Changelog

## [Unreleased]

- soon

## [1.1.0] - 2026-01-02

- new

## 1.0.0
- old
"""


def test_the_notes_are_those_of_one_version() -> None:
    assert section(TEXT, "1.1.0") == "- new"
    assert section(TEXT, "1.0.0") == "- old"
    assert section(TEXT, "1.2.0") == ""


def test_the_version_of_the_project_has_a_section() -> None:
    assert section(CHANGELOG.read_text(), project_version()).count("\n- ") >= 1


@pytest.fixture
def changelog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A changelog whose section of this version has a date."""
    file = tmp_path / "changelog.md"
    file.write_text(f"# Changelog\n\n## [{project_version()}] - 2026-01-02\n\n- new\n")
    monkeypatch.setattr(release_notes, "CHANGELOG", file)
    return file


def test_a_version_without_a_date_is_no_release(
    changelog: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changelog.write_text(changelog.read_text().replace("2026-01-02", "unreleased"))
    assert release_notes.main(f"v{project_version()}") == 1
    assert "no date" in capsys.readouterr().err


@pytest.mark.usefixtures("changelog")
def test_a_tag_must_be_the_version_of_the_project(capsys: pytest.CaptureFixture[str]) -> None:
    assert release_notes.main(f"v{project_version()}") == 0
    assert "- " in capsys.readouterr().out
    assert release_notes.main("v99.0.0") == 1
    assert "99.0.0" in capsys.readouterr().err


def test_the_version_stands_in_one_place() -> None:
    version = re.compile(rf'"v?{re.escape(project_version())}"')
    folders = ("app", "engine", "ui", "packaging")
    files = [it for folder in folders for it in (ROOT / folder).rglob("*.py")]
    assert not [it for it in files if version.search(it.read_text(encoding="utf-8"))]
