"""Facts about this copy of Duologue: its version, how it was built, and the libraries in it."""

import os
import re
import sys
from collections.abc import Iterator
from importlib import metadata
from typing import Any

from app.base.disk import read_json
from app.base.paths import RESOURCES
from engine.frozen import frozen

PROGRAM = RESOURCES.parent
# Written by packaging/bundle.py beside the program; a copy from source has none.
BUILD = PROGRAM / "build.json"
# By the names of their packages.
LIBRARIES = {
    "mlx": "mlx",
    "mlx-lm": "mlx-lm",
    "mlx-vlm": "mlx-vlm",
    "transformers": "transformers",
    "pyside6-essentials": "PySide6 (Qt)",
}
# The build of a bundle that does not say which it is.
UNKNOWN = "?"
_SHORT = 8
_MAX_BYTES = 1 << 16
_MAX_TEXT = 200
_REPOSITORY = re.compile(r"https://github\.com/[\w.-]{1,100}/[\w.-]{1,100}")


@frozen
class Build:
    """`build` is the commit and the day of the bundle, "" for a copy that runs from source.
    `repository` is the address of the source on
    GitHub, "" if it is not known."""

    version: str = ""
    build: str = ""
    repository: str = ""


def read_build() -> Build:
    """Return the facts in `build.json`: texts named "version", "commit", "date" and "repository". A
    copy from source has those of its installed package. Reads the disk."""
    try:
        found = read_json(BUILD, _MAX_BYTES)
    except (OSError, ValueError, RecursionError):
        return Build(_version("duologue"), "", _given_repository() or _own_repository())
    found = found if isinstance(found, dict) else {}
    given = _given_repository() or _text(found, "repository")
    commit, day = _text(found, "commit")[:_SHORT], _text(found, "date")
    build = " ".join(filter(None, (commit, day))) or UNKNOWN
    return Build(_text(found, "version"), build, is_repository(given))


def is_repository(address: str) -> str:
    """Return the address of a repository on GitHub without what follows, "" for any other."""
    found = _REPOSITORY.match(address)
    return found[0].removesuffix(".git") if found else ""


def library_versions() -> tuple[tuple[str, str], ...]:
    """Return the names and versions of Python and the main libraries. Reads the disk."""
    python = ("Python", ".".join(map(str, sys.version_info[:3])))
    found = ((name, _version(package)) for package, name in LIBRARIES.items())
    return (python, *(each for each in found if each[1]))


def _text(found: dict[Any, Any], name: str) -> str:
    value = found.get(name, "")
    return value[:_MAX_TEXT] if isinstance(value, str) else ""


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def _given_repository() -> str:
    return is_repository(os.environ.get("DUOLOGUE_REPOSITORY", ""))


def _own_repository() -> str:
    return next(filter(None, map(is_repository, _addresses())), "")


def _addresses() -> Iterator[str]:
    """Yield the addresses in [project.urls] of pyproject.toml, which the package carries."""
    try:
        found = metadata.metadata("duologue").get_all("Project-URL") or []
    except metadata.PackageNotFoundError:
        return
    for line in found:
        yield line.rpartition(", ")[2]
