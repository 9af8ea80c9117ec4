"""Reads facts about the program, and the licences of its parts, on a thread."""

import logging
import platform
from collections.abc import Callable, Iterator
from importlib import metadata
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject

from app.base.chores import Chores
from app.base.disk import read_json
from app.program.build import PROGRAM, library_versions, read_build
from engine.system.files import read_file
from ui.state.about import AboutFacts, Component
from ui.state.workspace import Workspace

log = logging.getLogger(__name__)

# Written by packaging/bundle.py beside the program; a copy from source has none.
LICENCES = PROGRAM / "licences.json"
_OWN = "duologue"
_MAX_BYTES = 64 << 20
_MAX_TEXT = 1 << 20
_MAX_COMPONENTS = 5_000
_FILES_OF = {
    "LICENSE": ("Duologue", "Apache-2.0"),
    "resources/fonts/LICENSE-Inter": ("Inter", "OFL-1.1"),
    "resources/fonts/LICENSE-JetBrainsMono": ("JetBrains Mono", "OFL-1.1"),
    "resources/icons/LICENSE": ("Lucide", "ISC"),
}
_NAMES = ("LICENSE", "LICENCE", "COPYING", "NOTICE", "AUTHORS")


class AboutReader(QObject):
    """`on_facts` is called on the Qt thread with the facts, once."""

    def __init__(self, workspace: Workspace, on_facts: Callable[[AboutFacts], object]) -> None:
        super().__init__(workspace)
        self._state = workspace.about
        self._on_facts = on_facts
        self._chores = Chores("about", self)
        self._reading = False
        workspace.about_requests.licences_wanted.connect(self._read_licences)

    def start(self) -> None:
        self._chores.do(read_facts, self._show)

    def close(self) -> None:
        self._chores.close()

    def _show(self, facts: AboutFacts) -> None:
        QCoreApplication.setApplicationVersion(facts.version)
        self._state.set_facts(facts)
        self._on_facts(facts)

    def _read_licences(self) -> None:
        if self._state.components is None and not self._reading:
            self._reading = True
            self._chores.do(read_components, self._state.set_components)


def read_facts() -> AboutFacts:
    """Return the facts; reads the disk."""
    build = read_build()
    names = library_versions()
    return AboutFacts(
        build.version, build.build, build.repository, names, system_name(), _is_under_gpl()
    )


def _is_under_gpl() -> bool:
    try:
        found = read_json(LICENCES, _MAX_BYTES)
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(found, dict) and str(found.get("terms")).startswith("GPL")


def system_name() -> str:
    """Return the system with its version and processor, such as "macOS 15.1 arm64"."""
    if mac := platform.mac_ver()[0]:
        return f"macOS {mac} {platform.machine()}"
    try:
        name = platform.freedesktop_os_release().get("PRETTY_NAME", "")
    except OSError:
        name = ""
    return f"{name or platform.system()} {platform.machine()}"


def read_components() -> tuple[Component, ...]:
    """Return the program and its parts by others: those of the bundle, or of this installation.
    Reads the disk."""
    try:
        # complete, with the program itself first
        return tuple(_listed(read_json(LICENCES, _MAX_BYTES)))
    except FileNotFoundError:
        log.debug("%s is in a bundle alone", LICENCES)
    except (OSError, ValueError, RecursionError) as error:
        log.warning("%s cannot be read: %s", LICENCES, error)
    others = (it for it in _installed() if it.name.lower() != _OWN)
    return tuple(sorted((*others, *_own()), key=lambda it: it.name.lower()))


def _listed(found: Any) -> Iterator[Component]:
    """Yield the valid components of `licences.json`. Raises ValueError."""
    if not isinstance(found, dict) or not isinstance(listed := found.get("components"), list):
        raise ValueError("it has no list of components")
    names = ("name", "version", "licence", "text")
    for each in listed[:_MAX_COMPONENTS]:
        if isinstance(each, dict) and all(isinstance(each.get(it), str) for it in names):
            yield Component(*(each[it][:_MAX_TEXT] for it in names))


def _installed() -> Iterator[Component]:
    for found in metadata.distributions():
        about = found.metadata
        if name := _field(about, "Name"):
            licence = _field(about, "License-Expression") or _short_name(about)
            yield Component(name, found.version, licence, _texts(found))


def _own() -> Iterator[Component]:
    """Yield Duologue, and the fonts and icons that are among its files."""
    for path, (name, licence) in _FILES_OF.items():
        try:
            text = read_file(PROGRAM / path, _MAX_TEXT).decode("utf-8", "replace")
        except OSError:
            continue
        yield Component(name, "", licence, text)


def _field(about: metadata.PackageMetadata, name: str) -> str:
    """Return a field, "" if it is missing: `importlib_metadata`, once imported, raises KeyError."""
    return (about.get_all(name) or [""])[0]


def _short_name(about: metadata.PackageMetadata) -> str:
    """Return the licence in the older fields of a package, "" if it names none."""
    trove = [it for it in about.get_all("Classifier") or [] if it.startswith("License ::")]
    if trove:
        return ", ".join(it.rpartition(" :: ")[2] for it in trove)
    # Some packages have the whole text in this field.
    lines = _field(about, "License").strip().splitlines()
    return lines[0].strip() if len(lines) == 1 else ""


def _texts(found: metadata.Distribution) -> str:
    """Return the licence files of a package, one after the other."""
    parts = []
    for file in found.files or []:
        named = file.name.upper().startswith(_NAMES) or "licenses" in file.parts
        if named and ".dist-info" in file.parts[0]:
            try:
                path = found.locate_file(file)
                parts.append(read_file(path, _MAX_TEXT).decode("utf-8", "replace"))  # type: ignore[arg-type]
            except OSError as error:
                log.info("%s cannot be read: %s", file, error)
    return "\n\n".join(parts)
