"""The READMEs lead to what they name."""

import re
from pathlib import Path

import pytest

from tests.kit.paths import ROOT

READMES = sorted(
    {ROOT / "README.md", *ROOT.glob("*/README.md"), *ROOT.glob("packaging/*/README.md")}
)
ROOMS = [ROOT / package / "README.md" for package in ("app", "engine", "ui")]
LINK = re.compile(r"\[([^\]]*)\]\(([^)#\s]+)\)")
MAX_LINES, MAX_LINES_FOR_CONTRIBUTORS, MAX_HOPS = 120, 80, 8


def links(text: str) -> list[tuple[str, str]]:
    return [(words, target) for words, target in LINK.findall(text) if ":" not in target]


@pytest.mark.parametrize("readme", READMES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_to_what_they_name(readme: Path) -> None:
    for words, target in links(readme.read_text("utf-8")):
        path = readme.parent / target
        assert path.exists(), f"{target} is missing"
        name = re.fullmatch(r"`(?:\w+\.)*(\w+)`", words)
        if name and path.suffix == ".py" and name[1] not in (path.stem, path.suffix[1:]):
            defined = rf"(?m)^\s*(?:def|class) {name[1]}\b"
            assert re.search(defined, path.read_text("utf-8")), f"{name[1]} is not in {target}"


@pytest.mark.parametrize("readme", READMES, ids=lambda path: str(path.relative_to(ROOT)))
def test_readmes_are_short(readme: Path) -> None:
    most = MAX_LINES if readme.parent == ROOT else MAX_LINES_FOR_CONTRIBUTORS
    assert len(readme.read_text("utf-8").splitlines()) <= most


@pytest.mark.parametrize("readme", ROOMS, ids=lambda path: path.parent.name)
def test_tours_are_short(readme: Path) -> None:
    text = readme.read_text("utf-8")
    tours = [part for part in text.split("\n\n") if "→" in part and "](" in part]
    assert tours
    assert all(len(links(tour)) <= MAX_HOPS for tour in tours)


@pytest.mark.parametrize("readme", ROOMS, ids=lambda path: path.parent.name)
def test_every_room_is_named(readme: Path) -> None:
    package = readme.parent
    rooms = {path.parent.name for path in package.glob("*/__init__.py")}
    assert rooms <= {target.strip("/") for _, target in links(readme.read_text("utf-8"))}
