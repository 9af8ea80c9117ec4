"""Prints the section of one version in `resources/changelog.md`, for the notes of a release.

python packaging/bundling/release_notes.py v0.1.0
"""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bundling.target import ROOT
from bundling.version import project_version

CHANGELOG = ROOT / "resources" / "changelog.md"


def section(changelog: str, version: str) -> str:
    """Return what changed in a version, without the heading, "" if it has no section."""
    parts = re.split(r"^## \[?([^\]\s]+)\]?.*$", changelog, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True)).get(version, "").strip()


def is_dated(changelog: str, version: str) -> bool:
    """Return True if the heading of a version ends with a date."""
    heading = rf"^## \[?{re.escape(version)}\]? - \d{{4}}-\d\d-\d\d$"
    return bool(re.search(heading, changelog, re.MULTILINE))


def main(tag: str) -> int:
    version = tag.removeprefix("v")
    changelog = CHANGELOG.read_text(encoding="utf-8")
    notes = section(changelog, version)
    if version != project_version():
        print(f"The tag says {version}, pyproject.toml {project_version()}.", file=sys.stderr)
    elif not notes:
        print(f"resources/changelog.md has no section {version}.", file=sys.stderr)
    elif not is_dated(changelog, version):
        print(f"The section {version} of the changelog has no date.", file=sys.stderr)
    else:
        print(notes)
        return 0
    return 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
