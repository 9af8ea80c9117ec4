"""Facts about the program: from its bundle, or from the installed packages."""

import json
from pathlib import Path

import pytest

from app.program import about_facts, build
from ui.state.about import Component


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
    facts = {"version": "1.2", "commit": "0123456789", "date": "2026-11-22"}
    path.write_text(json.dumps(facts | {"repository": f"{address}.git"}))
    assert build.read_build() == build.Build("1.2", "01234567 2026-11-22", address)
    path.write_text(json.dumps({"version": 3, "repository": "https://example.com/a/b"}))
    assert build.read_build() == build.Build("", build.UNKNOWN)


def test_damaged_components_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "licences.json"
    monkeypatch.setattr(about_facts, "LICENCES", path)
    good = {"name": "qt", "version": "6", "licence": "LGPL-3.0", "text": "LGPL"}
    path.write_text(json.dumps({"components": [good, {"name": "x"}, 7]}))
    found = about_facts.read_components()
    assert [it.text for it in found if it.name == "qt"] == ["LGPL"]
    assert not any(it.name in ("x", "mlx") for it in found)


def test_a_bundle_names_its_terms_and_its_parts_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "licences.json"
    whole = {"name": "Duologue", "version": "1", "licence": "GPL-3.0", "text": "GPL"}
    path.write_text(json.dumps({"terms": "GPL-3.0 as a whole", "components": [whole]}))
    monkeypatch.setattr(about_facts, "LICENCES", path)
    assert about_facts.read_facts().under_gpl
    assert about_facts.read_components() == (Component(**whole),)
