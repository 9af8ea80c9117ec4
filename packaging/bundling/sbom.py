"""Writes the software bill of materials of a bundle: CycloneDX 1.6, as JSON.

    python packaging/bundling/sbom.py linux dist dist/release

The first folder has the bundle. Hashes of packages are those of uv.lock; the same bundle gives the
same file.
"""

import hashlib
import json
import sys
import tomllib
import uuid
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from packaging.utils import parse_wheel_filename

from bundling.components import Component, all_components, licences_in, normalized
from bundling.licences import LICENCE_OF
from bundling.target import ROOT, Tree, linux_tree, macos_tree
from bundling.version import project_version

TREES = {"linux": linux_tree, "macos": macos_tree}
Json = dict[str, Any]


def bill(tree: Tree, components: list[Component], target: str) -> Json:
    """Return the bill of the bundle in `tree`. `components` are those of `all_components`, `target`
    is a key of TREES."""
    version = project_version()
    lock = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))
    locked = {normalized(it["name"]) + it.get("version", ""): it for it in lock["package"]}
    parts = [_part(it, locked) for it in components]
    own = {
        "type": "application",
        "bom-ref": "duologue",
        "name": "Duologue",
        "version": version,
        "licenses": [{"license": {"id": LICENCE_OF[target]}}],
        "purl": f"pkg:generic/duologue@{version}",
    }
    found = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": own, "properties": [_property("launcher", tree.launcher.name)]},
        "components": parts,
        "dependencies": [{"ref": "duologue", "dependsOn": [it["bom-ref"] for it in parts]}],
    }
    return {**found, "serialNumber": f"urn:uuid:{_identifier(found)}"}


def _part(component: Component, lock: dict[str, Json]) -> Json:
    found: Json = {
        "type": "library",
        "bom-ref": f"{component.within or 'duologue'}:{component.purl or component.name}",
        "name": component.name,
        "version": component.version,
        "licenses": _licences(component.licence),
    }
    if component.purl:
        found["purl"] = component.purl
    if component.within:
        found["properties"] = [_property("within", component.within)]
    locked = lock.get(component.name + component.version, {})
    if source := _source(component, locked):
        found["externalReferences"] = [source]
    if digest := _wheel_hash(locked, component.tags):
        found["hashes"] = [{"alg": "SHA-256", "content": digest}]
    return found


def _licences(licence: str) -> list[Json]:
    if [licence] == licences_in(licence) and not licence.startswith("LicenseRef-"):
        return [{"license": {"id": licence}}]
    return [{"expression": licence}]


def _wheel_hash(locked: Json, tags: frozenset[str]) -> str:
    """Return the hash of the wheel with these tags in uv.lock, "" if there is none."""
    for wheel in locked.get("wheels", []):
        name = wheel["url"].rpartition("/")[2]
        if {str(it) for it in parse_wheel_filename(name)[3]} == tags:
            return wheel["hash"].removeprefix("sha256:")
    return ""


def _source(component: Component, locked: Json) -> Json:
    """Return where the source of a component is, with its hash if that is known."""
    sdist = locked.get("sdist", {})
    address = component.source or sdist.get("url", "")
    digest = component.sha256 if component.source else sdist.get("hash", "")
    found: Json = {"type": "source-distribution", "url": address}
    if digest:
        found["hashes"] = [{"alg": "SHA-256", "content": digest.removeprefix("sha256:")}]
    return found if address else {}


def _property(name: str, value: str) -> dict[str, str]:
    return {"name": f"duologue:{name}", "value": value}


def _identifier(found: Json) -> uuid.UUID:
    return uuid.UUID(bytes=hashlib.sha256(json.dumps(found).encode()).digest()[:16], version=4)


def main(target: str, out: str, folder: str) -> None:
    tree = TREES[target](Path(out))
    text = json.dumps(bill(tree, all_components(tree), target), ensure_ascii=False, indent=1)
    Path(folder).mkdir(parents=True, exist_ok=True)
    path = Path(folder, f"duologue-{project_version()}-{target}.cdx.json")
    path.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
