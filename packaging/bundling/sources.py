"""Collects the source of every part of the bundles, which the licences of some of them ask for.

    python packaging/bundling/sources.py dist/sources dist/release/*.cdx.json

Reads what to fetch from the bills of materials. `--list` as the first argument fetches nothing.
"""

import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from urllib.request import Request, urlopen

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bundling.target import ROOT
from bundling.version import project_version

TRIES = 3
TIMEOUT = 60.0


@dataclass(frozen=True)
class Source:
    """`sha256` is "" if nobody has published it. An address that ends with "/" is only named."""

    name: str
    version: str
    url: str
    sha256: str = ""


class Missing(Exception):
    """The source of a part could not be had; the message says which and why."""


def wanted(bills: list[Path]) -> list[Source]:
    """Return the sources that the bills name, each once. Raises Missing for a part without any,
    unless it is a file of this repository."""
    found: dict[str, Source] = {}
    for bill in bills:
        for part in json.loads(bill.read_text(encoding="utf-8"))["components"]:
            references = part.get("externalReferences", [])
            if not references and part.get("purl"):
                raise Missing(f"No source is known for {part['name']} {part['version']}.")
            for each in references:
                digest = next((it["content"] for it in each.get("hashes", [])), "")
                source = Source(part["name"], part["version"], each["url"], digest)
                found.setdefault(each["url"], source)
    return sorted(found.values(), key=lambda it: (it.name.lower(), it.version))


def fetch(source: Source, folder: Path) -> tuple[str, str]:
    """Download a source. Return the name of its file and its SHA-256. Raises Missing."""
    name = f"{source.name.replace(' ', '-')}--{source.url.rpartition('/')[2]}"
    digest = _download(source, folder / name)
    if source.sha256 not in ("", digest):
        raise Missing(f"{source.name} {source.version}: {source.url} is not the locked file.")
    return name, digest


def collect(sources: list[Source], folder: Path) -> list[str]:
    """Download all sources; return the lines of SOURCES.txt. Raises Missing, naming all of them."""
    lines, missing = [], []
    for source in sources:
        try:
            name, digest = ("", "") if source.url.endswith("/") else fetch(source, folder)
        except Missing as error:
            missing.append(str(error))
            continue
        lines.append("\t".join((source.name, source.version, source.url, name, digest)))
    if missing:
        raise Missing("\n".join(missing))
    return lines


def pack(folder: Path, out: Path) -> None:
    """Write the collected files and the source of this commit as one tar."""
    own = folder / f"duologue-{project_version()}.tar"
    subprocess.run(["git", "archive", "-o", str(own), "HEAD"], cwd=ROOT, check=True)
    with tarfile.open(out, "w") as file:
        file.add(folder, arcname=out.stem)


def _download(source: Source, path: Path) -> str:
    request = Request(source.url, headers={"User-Agent": "duologue-release"})
    for left in reversed(range(TRIES)):
        try:
            with urlopen(request, timeout=TIMEOUT) as answer, path.open("wb") as file:
                shutil.copyfileobj(answer, file, 1 << 20)
            break
        except OSError as error:
            if not left:
                raise Missing(f"{source.name} {source.version}: {source.url}: {error}") from error
            time.sleep(1)
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def main(folder: str, *bills: str) -> int:
    try:
        sources = wanted([Path(it) for it in bills])
        if folder == "--list":
            print("\n".join(f"{it.name} {it.version}\t{it.url}" for it in sources))
            return 0
        with tempfile.TemporaryDirectory() as place:
            lines = collect(sources, Path(place))
            (Path(place) / "SOURCES.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
            Path(folder).mkdir(parents=True, exist_ok=True)
            pack(Path(place), Path(folder, f"duologue-{project_version()}-sources.tar"))
    except Missing as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
