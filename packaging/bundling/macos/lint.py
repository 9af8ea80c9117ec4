"""Checks the Mach-O files of a bundle for what would keep it from starting on another Mac."""

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

from bundling.macos.macho import ARM64, MachO, Malformed, is_fat, macho_files
from bundling.macos.signature import signature_of
from bundling.target import MACOS_FLOOR, Tree

FLOOR = tuple(int(part) for part in MACOS_FLOOR.split("."))
_SYSTEM = ("/usr/lib/", "/System/")


@dataclass(frozen=True)
class NewerMark:
    """Files that ask for a newer macOS than ours and are shipped all the same."""

    pattern: str
    version: tuple[int, int]
    reason: str


# dyld does not compare a library's minimum with the running system; it names it in the message when
# a symbol is missing. So the symbols decide: these files of PySide6 6.11.3 import 16,029. All but 8
# of the system's are imported by files for macOS 14 or older too. Those 8 have been there since
# before macOS 11: CBCentralManager, CNContactStore, EKEventStore, and five of C++'s run time.
NEWER_MARKS = tuple(
    NewerMark(
        pattern,
        (15, 0),
        "The bindings of PySide6 carry the mark of the machine that built them, but import no "
        "symbol that macOS 14 lacks.",
    )
    for pattern in ("*/PySide6/*", "*/shiboken6/*")
)


@dataclass
class Report:
    """Faults keep a bundle from being made; exceptions are the files with a NewerMark."""

    files: int = 0
    minimum_systems: Counter[tuple[int, int]] = field(default_factory=Counter)
    exceptions: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def lint(tree: Tree) -> Report:
    """Check all Mach-O files below the root of a tree."""
    report = Report()
    for path in macho_files(tree.root):
        report.files += 1
        name = path.relative_to(tree.root).as_posix()
        try:
            report.faults += [f"{name}: {fault}" for fault in _faults(path, tree, report)]
        except Malformed as error:
            report.faults.append(f"{name}: damaged: {error}")
    return report


def _faults(path: Path, tree: Tree, report: Report) -> Iterator[str]:
    data = path.read_bytes()
    if is_fat(data):
        yield "more than one processor; arm64 alone is shipped"
        return
    file = MachO(data)
    if file.cpu != ARM64:
        yield "not for arm64"
    yield from _system_faults(file, path.relative_to(tree.root).as_posix(), report)
    for name in file.libraries:
        yield from _dependency_faults(name, file, path, tree)
    yield from _signature_faults(file)


def _system_faults(file: MachO, name: str, report: Report) -> Iterator[str]:
    version = file.minimum_system
    if version is None:
        yield "no minimum version of macOS"
        return
    report.minimum_systems[version] += 1
    if version <= FLOOR:
        return
    words = "{}.{}".format(*version)
    mark = next((it for it in NEWER_MARKS if fnmatch(name, it.pattern)), None)
    if mark is not None and version <= mark.version:
        report.exceptions.append(f"{name}: {words}")
    else:
        yield f"needs macOS {words}, newer than {MACOS_FLOOR}"


def _dependency_faults(name: str, file: MachO, path: Path, tree: Tree) -> Iterator[str]:
    if name.startswith(_SYSTEM):
        return
    places = list(_places(name, file, path, tree))
    if not places:
        yield f"{name} is looked for outside of the bundle"
    elif not any(place.is_file() for place in places):
        yield f"{name} is not in the bundle"


def _places(name: str, file: MachO, path: Path, tree: Tree) -> Iterator[Path]:
    """Yield the places inside the bundle where dyld looks for a library."""
    if name.startswith("@rpath/"):
        names = [f"{folder}/{name.removeprefix('@rpath/')}" for folder in file.search_paths]
    else:
        names = [name]
    root = tree.root.resolve()
    for each in names:
        for word, folder in (
            ("@loader_path", path.parent),
            ("@executable_path", tree.launcher.parent),
        ):
            if each.startswith(f"{word}/"):
                place = Path(os.path.normpath(f"{folder.resolve()}/{each.removeprefix(word)}"))
                if place.is_relative_to(root):
                    yield place


def _signature_faults(file: MachO) -> Iterator[str]:
    signature = signature_of(file)
    if signature is None:
        yield "no signature, without which Apple silicon loads nothing"
    else:
        yield from signature.faults(file)
