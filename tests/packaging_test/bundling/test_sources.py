"""Source of the parts: what is asked for, what is fetched, and what stops a release."""

import hashlib
import json
import tarfile
from pathlib import Path

import pytest

from bundling import sources
from bundling.sources import Missing, Source, collect
from bundling.target import ROOT


def write_bill(path: Path, *parts: dict) -> Path:
    path.write_text(json.dumps({"components": parts}))
    return path


def part(name: str, url: str, sha256: str = "") -> dict:
    hashes = [{"alg": "SHA-256", "content": sha256}] if sha256 else []
    reference = {"type": "source-distribution", "url": url, "hashes": hashes}
    return {"name": name, "version": "1", "purl": f"pkg:{name}", "externalReferences": [reference]}


def test_each_source_is_wanted_once(tmp_path: Path) -> None:
    first = write_bill(
        tmp_path / "a.json", part("b", "https://x/b"), part("a", "https://x/a", "12")
    )
    second = write_bill(tmp_path / "b.json", part("b", "https://x/b"))
    assert sources.wanted([first, second]) == [
        Source("a", "1", "https://x/a", "12"),
        Source("b", "1", "https://x/b"),
    ]


def test_a_part_without_source_stops_the_release(tmp_path: Path) -> None:
    bare = write_bill(
        tmp_path / "a.json", {"name": "lost", "version": "2", "purl": "pkg:pypi/lost"}
    )
    with pytest.raises(Missing, match="lost 2"):
        sources.wanted([bare])


def test_sources_are_fetched_and_listed_with_their_hashes(tmp_path: Path) -> None:
    file = tmp_path / "x264.tar.gz"
    file.write_bytes(b"source")
    digest = hashlib.sha256(b"source").hexdigest()
    place = tmp_path / "out"
    place.mkdir()
    lines = collect(
        [Source("x 264", "1", file.as_uri(), digest), Source("d", "", "file:///")], place
    )
    assert lines[0] == f"x 264\t1\t{file.as_uri()}\tx-264--x264.tar.gz\t{digest}"
    assert (place / "x-264--x264.tar.gz").read_bytes() == b"source"


def test_all_sources_that_cannot_be_had_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "TRIES", 1)
    file = tmp_path / "changed"
    file.write_bytes(b"other")
    gone = Source("gone", "1", (tmp_path / "gone").as_uri())
    with pytest.raises(Missing, match=r"(?s)gone 1.*changed 2.*not the locked file"):
        collect([gone, Source("changed", "2", file.as_uri(), "00")], tmp_path)


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a checkout of git")
def test_the_source_of_this_commit_is_packed_with_the_others(tmp_path: Path) -> None:
    folder = tmp_path / "found"
    folder.mkdir()
    (folder / "SOURCES.txt").write_text("list")
    sources.pack(folder, tmp_path / "sources.tar")
    with tarfile.open(tmp_path / "sources.tar") as packed:
        names = packed.getnames()
    assert "sources/SOURCES.txt" in names
    assert any(it.startswith("sources/duologue-") for it in names)
