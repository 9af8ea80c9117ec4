"""Asks GitHub for the newest release, and reads the answer. Used on worker threads."""

import os
import re
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field
from pathlib import Path
from typing import Any

from app.hub.access import HubAccess
from app.hub.halt import Halt
from app.hub.hub_problems import DownloadFailed, DownloadPaused, GoneFromHub, TryAgain
from app.hub.patience import Patience
from app.program.build import PROGRAM
from app.program.release_signature import SIGNATURE, SUMS
from engine.errors import Refused
from engine.frozen import frozen
from engine.sentences import say
from ui.state.updates import Release

API = "https://api.github.com"
SITE = "https://github.com/"
# The address for tests.
API_VARIABLE = "DUOLOGUE_RELEASES"
MAX_NOTES = 40_000
MAX_ASSETS = 100
MAX_BYTES = 4 << 30
OFFLINE = say("Strict offline is on, so GitHub is not asked. Turn it off in Settings › Privacy.")
_UNREACHABLE = say("GitHub cannot be reached. Check the connection, then try again.")
_UNEXPECTED = say("GitHub did not answer as expected. Try again later.")
_NOTHING = say("There is no release of Duologue yet.")
_VERSION = re.compile(r"v?(\d{1,6})\.(\d{1,6})(?:\.(\d{1,6}))?", re.ASCII)
_CONTROL = ("Cc", "Cf", "Cs", "Co", "Cn")
_LINUX = ("linux", "amd64", "x86_64")


@frozen
class FoundRelease:
    """`addresses` are those of its files by their names."""

    release: Release
    addresses: dict[str, str] = field(default_factory=dict)


@frozen
class ReleaseAccess:
    """The way to the releases of a repository, "owner/name"."""

    repository: str
    proxy: str = ""
    api: str = field(default_factory=lambda: os.environ.get(API_VARIABLE, API))

    def is_allowed(self, address: str) -> bool:
        """Return True if files may be fetched from there: GitHub, or the server of a test."""
        return address.startswith((SITE, f"{self.api}/"))


def newest_release(access: ReleaseAccess, halt: Halt, current: str) -> FoundRelease | None:
    """Return the newest release, None unless it is newer than `current`. Raises Refused or
    Stopped."""
    # Imported here, since httpx2 takes long.
    from app.hub.connection import Connection  # noqa: PLC0415
    from app.hub.hub_client import trusted_certificates  # noqa: PLC0415

    path = f"repos/{access.repository}/releases/latest"
    with failures_named():
        hub = HubAccess(access.api, access.proxy)
        connection = Connection(hub, Patience(), halt, trusted_certificates())
        try:
            found = connection.json(path, access.repository)
        finally:
            connection.close()
    return read_release(found, access, current)


@contextmanager
def failures_named() -> Iterator[None]:
    """Turn the failures of a connection, which are about the hub of models, into those of GitHub.
    Raises Refused."""
    try:
        yield
    except DownloadPaused as error:
        raise Refused(OFFLINE) from error
    except GoneFromHub as error:
        raise Refused(_NOTHING) from error
    except TryAgain as error:
        raise Refused(_UNREACHABLE) from error
    except DownloadFailed as error:
        raise Refused(_UNEXPECTED) from error


def read_release(found: Any, access: ReleaseAccess, current: str) -> FoundRelease | None:
    """Return what GitHub says about a release, None unless it is newer than `current`. Raises
    Refused."""
    if not isinstance(found, dict) or (version := numbers(found.get("tag_name"))) is None:
        raise Refused(_UNEXPECTED)
    if found.get("draft") or found.get("prerelease") or version <= (numbers(current) or (0, 0, 0)):
        return None
    files = {name: it for it in _assets(found, access) if (name := it["name"])}
    text = ".".join(map(str, version))
    # The version in its signed name keeps an old file from being passed off as a new one.
    ours = {name: it for name, it in files.items() if _has_version(name, text)}
    chosen = _for_this_system(ours) if SUMS in files and SIGNATURE in files else ""
    notes = found.get("body")
    release = Release(
        text,
        f"{SITE}{access.repository}/releases/tag/{found['tag_name']}",
        _readable(notes[:MAX_NOTES]) if isinstance(notes, str) else "",
        chosen,
        files[chosen]["size"] if chosen else 0,
    )
    return FoundRelease(release, {name: it["browser_download_url"] for name, it in files.items()})


def _readable(notes: str) -> str:
    """Return Markdown without control characters and those that change the text direction."""
    return "".join(it for it in notes if it in "\n\t" or unicodedata.category(it) not in _CONTROL)


def numbers(version: object) -> tuple[int, int, int] | None:
    """Return the numbers of a version such as "v1.2.3" or "1.2", None if it is none."""
    match = _VERSION.fullmatch(version) if isinstance(version, str) else None
    return (int(match[1]), int(match[2]), int(match[3] or 0)) if match else None


def _has_version(name: str, version: str) -> bool:
    """Return True if a file is named after exactly this version: 1.2.0 is none of 11.2.0."""
    return bool(re.search(rf"(?<![\d.]){re.escape(version)}(?!\.?\d)", name))


def _assets(found: dict[Any, Any], access: ReleaseAccess) -> Iterator[dict[str, Any]]:
    listed = found.get("assets")
    for each in listed[:MAX_ASSETS] if isinstance(listed, list) else ():
        if not isinstance(each, dict):
            continue
        name, size, address = (each.get(it) for it in ("name", "size", "browser_download_url"))
        if (
            isinstance(name, str)
            and _is_plain(name)
            and isinstance(size, int)
            and 0 < size <= MAX_BYTES
            and isinstance(address, str)
            and access.is_allowed(address)
        ):
            yield each


def _is_plain(name: str) -> bool:
    """Return True if a name can be that of a file in Downloads, which it must not leave or hide
    in."""
    return bool(re.fullmatch(r"[A-Za-z0-9][\w.+~-]{0,150}", name, re.ASCII))


def _for_this_system(files: dict[str, dict[str, Any]]) -> str:
    """Return the name of the file for this system and kind of installation, "" if there is
    none."""
    if sys.platform == "darwin":
        words, endings = ("macos",), (".dmg", ".zip")
    else:
        installed = Path("/usr") in PROGRAM.parents or Path("/opt") in PROGRAM.parents
        words, endings = _LINUX, (".deb",) if installed else (".tar.zst",)
    for ending in endings:
        for name in sorted(files):
            if name.endswith(ending) and any(word in name.lower() for word in words):
                return name
    return ""
