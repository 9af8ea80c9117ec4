"""Seals a bundle: CodeResources, the list of hashes of all its files, which the signature of the
main executable covers."""

import hashlib
import os
import plistlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bundling.every_file import every_file
from bundling.macos.macho import MachO, Malformed
from bundling.macos.signature import INFO_PLIST, RESOURCES, signature_of

CODE_RESOURCES = "_CodeSignature/CodeResources"
_PROJECT = r"^Resources/.*\.lproj/"
_PROJECT_VERSION = r"^Resources/.*\.lproj/locversion.plist$"
_BASE_PROJECT = r"^Resources/Base\.lproj/"
_CODE_FOLDERS = (
    "^(Frameworks|SharedFrameworks|PlugIns|Plug-ins|XPCServices|Helpers|MacOS|"
    "Library/(Automator|Spotlight|LoginItems))/"
)
_Rules = dict[str, Any]
# codesign's own rules. Each file follows the matching rule of the greatest weight; 1 if none is
# given. The first list is for systems before macOS 10.9.
_OLD_RULES: _Rules = {
    r"^Resources/": True,
    _PROJECT: {"optional": True, "weight": 1000.0},
    _PROJECT_VERSION: {"omit": True, "weight": 1100.0},
    _BASE_PROJECT: {"weight": 1010.0},
    r"^version.plist$": True,
}
_RULES: _Rules = {
    r".*\.dSYM($|/)": {"weight": 11.0},
    r"^(.*/)?\.DS_Store$": {"omit": True, "weight": 2000.0},
    _CODE_FOLDERS: {"nested": True, "weight": 10.0},
    r"^.*": True,
    r"^Info\.plist$": {"omit": True, "weight": 20.0},
    r"^PkgInfo$": {"omit": True, "weight": 20.0},
    r"^Resources/": {"weight": 20.0},
    _PROJECT: {"optional": True, "weight": 1000.0},
    _PROJECT_VERSION: {"omit": True, "weight": 1100.0},
    _BASE_PROJECT: {"weight": 1010.0},
    r"^[^/]+$": {"nested": True, "weight": 10.0},
    r"^embedded\.provisionprofile$": {"weight": 20.0},
    r"^version\.plist$": {"weight": 20.0},
}


@dataclass(frozen=True)
class _File:
    path: Path
    name: str

    @property
    def link(self) -> str:
        return os.readlink(self.path) if self.path.is_symlink() else ""


def code_resources(contents: Path, executable: str) -> bytes:
    """Return the bytes of CodeResources for the folder Contents of a bundle.

    `executable` is the main one, relative to `contents`. Raises Malformed if a file lies in a
    folder of code and is none, or has no signature.
    """
    old: dict[str, Any] = {}
    new: dict[str, Any] = {}
    for file in _files(contents, executable):
        data = b"" if file.link else file.path.read_bytes()
        rule = _rule_of(file.name, _RULES)
        if rule is not None:
            new[file.name] = _entry(file, data, rule)
        rule = _rule_of(file.name, _OLD_RULES)
        if rule is not None and not file.link:
            digest = hashlib.sha1(data).digest()
            optional = rule.get("optional", False)
            old[file.name] = {"hash": digest, "optional": True} if optional else digest
    listed = {"files": old, "files2": new, "rules": _OLD_RULES, "rules2": _RULES}
    # codesign writes whole numbers without a fraction
    return plistlib.dumps(listed).replace(b".0</real>", b"</real>")


def seal_faults(contents: Path, executable: str) -> Iterator[str]:
    """Yield what of a bundle does not agree with its seal, as `codesign --verify` would find."""
    held = contents / CODE_RESOURCES
    if not held.is_file():
        yield "The bundle has no CodeResources."
        return
    sealed = held.read_bytes()
    try:
        now = plistlib.loads(code_resources(contents, executable))
        main = signature_of(MachO((contents / executable).read_bytes()))
    except Malformed as error:
        yield f"{error}."
        return
    then = plistlib.loads(sealed)
    for part in ("files", "files2"):
        yield from _differences(then.get(part, {}), now[part])
    if then.get("rules2") != now["rules2"]:
        yield "CodeResources has other rules than codesign's."
    if main is None:
        yield f"{executable} has no signature."
        return
    for slot, data, name in (
        (INFO_PLIST, (contents / "Info.plist").read_bytes(), "Info.plist"),
        (RESOURCES, sealed, "CodeResources"),
    ):
        if main.best.special(slot) != main.best.hash(data):
            yield f"The signature of {executable} does not cover {name}."


def _differences(then: dict[str, Any], now: dict[str, Any]) -> Iterator[str]:
    for name in sorted(then.keys() | now.keys()):
        if name not in now:
            yield f"{name} is missing."
        elif name not in then:
            yield f"{name} is not sealed."
        elif then[name] != now[name]:
            yield f"{name} was changed."


def _files(contents: Path, executable: str) -> Iterator[_File]:
    for path in every_file(contents):
        found = path.relative_to(contents).as_posix()
        if found != executable and not found.startswith("_CodeSignature/"):
            yield _File(path, found)


def _rule_of(name: str, rules: _Rules) -> dict[str, Any] | None:
    """Return the rule for a file, or None if it is not to be sealed."""
    found: dict[str, Any] | None = None
    heaviest = -1.0
    for pattern, value in rules.items():
        if re.search(pattern, name):
            rule = {} if value is True else value
            weight = rule.get("weight", 1.0)
            if weight > heaviest:
                found, heaviest = rule, weight
    return None if found is None or found.get("omit") else found


def _entry(file: _File, data: bytes, rule: dict[str, Any]) -> dict[str, Any]:
    if file.link:
        return {"symlink": file.link}
    if rule.get("nested"):
        return _nested_code(file.name, data)
    entry: dict[str, Any] = {"hash2": hashlib.sha256(data).digest()}
    return {**entry, "optional": True} if rule.get("optional") else entry


def _nested_code(name: str, data: bytes) -> dict[str, Any]:
    """Return the entry of code in a folder of code: it is known by its signature, not its bytes."""
    try:
        found = signature_of(MachO(data))
    except Malformed as error:
        raise Malformed(f"{name} lies in a folder of code: {error}") from None
    if found is None:
        raise Malformed(f"{name} lies in a folder of code and has no signature")
    digest = found.best.own_hash
    return {"cdhash": digest, "requirement": f'cdhash H"{digest.hex()}"'}
