"""Facts about the program: from its bundle, or from the installed packages."""

import json
from pathlib import Path

import pytest

from app.program import about_facts, build


def test_a_copy_from_source_names_its_libraries_and_their_licences() -> None:
    assert about_facts.read_facts().version
    assert dict(build.library_versions())["mlx"]
    found = {it.name: it for it in about_facts.read_components()}
    assert "MIT" in found["mlx"].text
    assert found["Duologue"].text and found["Lucide"].text


def test_the_facts_of_a_bundle_are_those_it_was_built_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "build.json"
    monkeypatch.setattr(build, "BUILD", path)
    address = "https://github.com/a/b"
    path.write_text(json.dumps({"version": "1.2", "build": "34", "repository": f"{address}.git"}))
    assert build.read_build() == build.Build("1.2", "34", address)
    path.write_text(json.dumps({"version": 3, "repository": "https://example.com/a/b"}))
    assert build.read_build() == build.Build()


def test_damaged_components_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "licences.json"
    monkeypatch.setattr(about_facts, "LICENCES", path)
    good = {"name": "qt", "version": "6", "licence": "LGPL-3.0", "text": "LGPL"}
    path.write_text(json.dumps({"components": [good, {"name": "x"}, 7]}))
    found = about_facts.read_components()
    assert [it.text for it in found if it.name == "qt"] == ["LGPL"]
    assert not any(it.name in ("x", "mlx") for it in found)
