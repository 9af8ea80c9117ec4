"""The bill of materials: what CycloneDX 1.6 asks for, and what a reader looks for."""

import json
import tomllib
from pathlib import Path

import pytest

from bundling.components import Component
from bundling.sbom import bill
from bundling.target import LINUX, MACOS, ROOT, linux_tree, macos_tree

LOCK = tomllib.loads((ROOT / "uv.lock").read_text())
LOCKED = next(it for it in LOCK["package"] if it["name"] == "pygments")


@pytest.fixture
def found() -> dict:
    tags = frozenset({"py3-none-any"})
    purl = f"pkg:pypi/pygments@{LOCKED['version']}"
    package = Component("pygments", LOCKED["version"], "BSD-2-Clause", "text", purl, tags=tags)
    purl, source = "pkg:generic/ffmpeg@7.1.1", ("https://a/b", "ab12")
    library = Component("FFmpeg", "7.1.1", "IJG AND MIT", "text", purl, *source, "cv2")
    return bill(linux_tree(Path("out")), [package, library], LINUX.name)


def test_a_package_has_the_hashes_of_the_lock(found: dict) -> None:
    part = found["components"][0]
    assert part["hashes"] == [
        {"alg": "SHA-256", "content": LOCKED["wheels"][0]["hash"].removeprefix("sha256:")}
    ]
    assert part["externalReferences"][0]["url"] == LOCKED["sdist"]["url"]
    assert part["licenses"] == [{"license": {"id": "BSD-2-Clause"}}]


def test_a_library_inside_a_package_is_listed_with_its_source(found: dict) -> None:
    part = found["components"][1]
    assert part["licenses"] == [{"expression": "IJG AND MIT"}]
    hashes = [{"alg": "SHA-256", "content": "ab12"}]
    reference = {"type": "source-distribution", "url": "https://a/b", "hashes": hashes}
    assert part["externalReferences"] == [reference]
    assert part["properties"] == [{"name": "duologue:within", "value": "cv2"}]


def test_the_bill_names_the_licence_of_the_whole(found: dict) -> None:
    mac = bill(macos_tree(Path("out")), [], MACOS.name)
    for each, licence in ((found, "Apache-2.0"), (mac, "GPL-3.0-or-later")):
        assert each["metadata"]["component"]["licenses"] == [{"license": {"id": licence}}]


def test_the_bill_is_complete_and_the_same_each_time(found: dict) -> None:
    """These are the rules of the schema; CI validates against the schema itself."""
    assert found["bomFormat"] == "CycloneDX"
    assert found["specVersion"] == "1.6"
    assert found["serialNumber"].startswith("urn:uuid:")
    references = [it["bom-ref"] for it in found["components"]]
    assert len(references) == len(set(references))
    assert found["dependencies"] == [{"ref": "duologue", "dependsOn": references}]
    assert found["metadata"]["component"]["version"]
    json.dumps(found)
