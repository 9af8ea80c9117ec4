"""The parts of a bundle that others wrote, with their licences, read from the bundle itself.

`licences.py` and `sbom.py` list them.
"""

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import lru_cache
from importlib.metadata import Distribution
from pathlib import Path
from urllib.parse import quote

from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression

from bundling.target import PYTHON, PYTHON_FOLDER, ROOT, Tree
from bundling.tools import BuildFailed

HERE = Path(__file__).parent
TERMS = HERE / "terms"
# Each library in these folders must be known: these wheels do not name all of their own, and those
# of Python come from elsewhere. Other wheels have the licences of their libraries.
CHECKED_FOLDERS = (
    *("cv2/.dylibs", "opencv_python.libs", "mlx_cpu.libs", "sentencepiece.libs"),
    *("libraries", "python"),
)
_NAMES = ("LICEN", "COPYING", "NOTICE", "AUTHORS")

# Packages whose wheel has no licence file: the licence, the holder, and where both were found.
KNOWN = {
    "latex2mathml": ("MIT", "Copyright (c) 2016 Ronie Martinez", "its LICENSE on GitHub"),
    "pyside6-essentials": ("LGPL-3.0-only", "Copyright (C) The Qt Company Ltd.", "its METADATA"),
    "sentencepiece": ("Apache-2.0", "Copyright Google Inc.", "its METADATA"),
    "shiboken6": ("LGPL-3.0-only", "Copyright (C) The Qt Company Ltd.", "its METADATA"),
    "tokenizers": ("Apache-2.0", "Copyright The HuggingFace Team", "its METADATA"),
}
# Older metadata calls the licences by these names.
SPDX = {
    "3-Clause BSD License": "BSD-3-Clause",
    "Apache 2.0": "Apache-2.0",
    "Apache 2.0 License": "Apache-2.0",
    "Apache License, Version 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD": "BSD-3-Clause",
    "BSD 2-Clause License": "BSD-2-Clause",
    "BSD License": "BSD-3-Clause",
    "BSD-3-Clause, Apache-2.0, dependency licenses": "BSD-3-Clause AND Apache-2.0",
    "ISC License": "ISC",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}
# Addresses of the source of packages that publish none on PyPI.
_MLX = "https://github.com/ml-explore/mlx/archive/refs/tags/v{0}.tar.gz"
_QT = (
    "https://download.qt.io/official_releases/QtForPython/pyside6/PySide6-{0}-src/"
    "pyside-setup-everywhere-src-{0}.tar.xz"
)
REPOSITORIES = {
    **dict.fromkeys(("mlx", "mlx-cpu", "mlx-metal"), _MLX),
    **dict.fromkeys(("pyside6-essentials", "shiboken6"), _QT),
}
OWN_FILES = {
    "Inter": ("OFL-1.1", "resources/fonts/LICENSE-Inter"),
    "JetBrains Mono": ("OFL-1.1", "resources/fonts/LICENSE-JetBrainsMono"),
    "Lucide": ("ISC", "resources/icons/LICENSE"),
}


@dataclass(frozen=True)
class Component:
    """`licence` is an SPDX expression. `source` is the address of the source, "" if uv.lock has it,
    with its `sha256` if somebody has published that. `within` names the package that carries a
    library, `tags` are those of a wheel."""

    name: str
    version: str
    licence: str
    text: str
    purl: str = ""
    source: str = ""
    sha256: str = ""
    within: str = ""
    tags: frozenset[str] = frozenset()


class Unlicensed(BuildFailed):
    """Parts of the bundle have no licence that is known; the message names them."""


def all_components(tree: Tree) -> list[Component]:
    """Return the parts of the bundle in `tree`, by name. Raises Unlicensed."""
    found = [python(tree), *packages(tree.packages), *native_libraries(tree), *own_files()]
    missing = [it.name for it in found if not _is_spdx(it.licence) or not it.text.strip()]
    if missing:
        raise Unlicensed(f"Without a licence: {', '.join(missing)}. Add it to KNOWN or SPDX.")
    return sorted(found, key=lambda it: (it.name.lower(), it.version))


def python(tree: Tree) -> Component:
    version = ".".join(map(str, PYTHON))
    text = _read(tree.standard_library / "LICENSE.txt")
    source = f"https://www.python.org/ftp/python/{version}/Python-{version}.tar.xz"
    return Component("Python", version, "PSF-2.0", text, f"pkg:generic/python@{version}", source)


def packages(folder: Path) -> Iterator[Component]:
    for place in sorted(folder.glob("*.dist-info")):
        if not place.name.startswith("duologue-"):
            yield _package(place)


def native_libraries(tree: Tree) -> Iterator[Component]:
    """Yield the libraries inside packages and beside Python, and those compiled into them, each
    version in a package once. Raises Unlicensed for a file that no row names."""
    rows = native_rows()
    for place in CHECKED_FOLDERS:
        whole = [it for it in rows if it["folder"] == place and not it["sign"]]
        _refuse_unknown(tree, place, whole)
    found: dict[tuple[str, str], Component] = {}
    for row in rows:
        version = _version(row, _files(tree, row))
        if version is not None:
            part = _library(row, version)
            found.setdefault((part.within, part.purl), part)
    yield from found.values()


def native_rows() -> list[dict[str, str]]:
    """Return the rows of native_libraries.csv.

    A row with a `sign`, a regular expression, is about code compiled into its `files`. It counts
    only if one of them has the sign, whose group is then the version: the kinds of Python, and the
    wheels of both systems, carry different code in files of the same name. Other rows are about
    files that are libraries themselves; their version can be an expression after a "/".
    """
    with (HERE / "native_libraries.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, restval=""))


def own_files() -> Iterator[Component]:
    for name, (licence, path) in OWN_FILES.items():
        yield Component(name, "", licence, _read(ROOT / path))


def normalized(name: str) -> str:
    """Return the name of a package as PyPI writes it in addresses."""
    return re.sub(r"[-_.]+", "-", name).lower()


def standard(licence: str) -> str:
    """Return the standard texts of the licences in an SPDX expression, as far as they are kept."""
    names = [re.sub(r"-(only|or-later)$", "", it) for it in licences_in(licence)]
    if "LGPL-3.0" in names:
        names.append("GPL-3.0")
    texts = [_read(TERMS / f"{name}.txt") for name in dict.fromkeys(names)]
    return "\n\n".join(filter(None, texts)) or "The package that carries it has its notices."


def licences_in(expression: str) -> list[str]:
    """Return the licences in an SPDX expression, without exceptions to them."""
    without = re.sub(r" WITH [\w.-]+", "", expression)
    return re.findall(r"[\w.+-]+", re.sub(r"\b(AND|OR)\b", " ", without))


def _package(place: Path) -> Component:
    found = Distribution.at(place)
    name, licence, text = normalized(found.name), licence_of(found), _texts(place)
    if name in KNOWN and not text:
        known, holder, _where = KNOWN[name]
        licence, text = known, f"{holder}\n\n{standard(known)}"
    tags = frozenset(re.findall(r"^Tag: (\S+)", found.read_text("WHEEL") or "", re.MULTILINE))
    purl = f"pkg:pypi/{name}@{found.version}"
    source = REPOSITORIES.get(name, "").format(found.version)
    return Component(name, found.version, licence, text, purl, source, tags=tags)


def licence_of(found: Distribution) -> str:
    """Return the licence that the metadata of a package names, "" if it names none."""
    about = found.metadata
    if given := about.get_all("License-Expression"):
        return given[0]
    stated = "".join(about.get_all("License") or []).strip()
    if stated and "\n" not in stated:
        return SPDX.get(stated) or stated
    trove = [it for it in about.get_all("Classifier") or [] if it.startswith("License ::")]
    names = [it.rpartition(" :: ")[2] for it in trove]
    return " AND ".join(SPDX.get(it) or it for it in names)


def _is_spdx(licence: str) -> bool:
    try:
        return bool(canonicalize_license_expression(licence))
    except InvalidLicenseExpression:
        return False


def _texts(place: Path) -> str:
    files = [it for it in sorted(place.rglob("*")) if it.is_file()]
    licences = [it for it in files if _is_licence(it.relative_to(place))]
    return "\n\n".join(f"[{it.name}]\n{_read(it)}" for it in licences)


def _is_licence(path: Path) -> bool:
    return path.parts[0] == "licenses" or any(word in path.name.upper() for word in _NAMES)


def _library(row: dict[str, str], version: str) -> Component:
    name, licence, within = row["name"], row["licence"], row["folder"].split("/")[0]
    title = f"{name} {version} ({licence})\nSource: {row['source']}"
    text = "\n\n".join(filter(None, (title, row["notice"], standard(licence))))
    purl = f"pkg:generic/{quote(normalized(name.replace(' ', '-')))}@{version}".rstrip("@")
    return Component(name, version, licence, text, purl, row["source"], row["sha256"], within)


def _version(row: dict[str, str], files: list[Path]) -> str | None:
    """Return the version of the library in a row, "" if nobody knows it, and None if the library is
    not here."""
    given, sign = row["version"], row["sign"]
    if sign:
        found = _search(sign, files)
        return found and (found[1].decode() if found.re.groups else given)
    if files and given.startswith("/"):
        found = _search(given[1:], files)
        return found[1].decode() if found else ""
    return given if files else None


def _search(expression: str, files: list[Path]) -> re.Match[bytes] | None:
    found = (re.search(expression.encode(), _content(it)) for it in files)
    return next(filter(None, found), None)


# Rows about one file follow each other, and that of OpenCV has 74 MB.
_content = lru_cache(maxsize=1)(Path.read_bytes)


def _files(tree: Tree, row: dict[str, str]) -> list[Path]:
    """Return the files of a library; one without files of its own is in all of its folder."""
    patterns = row["files"].split() or ["*"]
    places = _places(tree, row["folder"])
    return [it for place in places for pattern in patterns for it in place.glob(pattern)]


def _refuse_unknown(tree: Tree, folder: str, rows: list[dict[str, str]]) -> None:
    patterns = [it for row in rows for it in row["files"].split()] + ["libpython3*", PYTHON_FOLDER]
    files = [it.name for place in _places(tree, folder) for it in place.glob("*")]
    unknown = [it for it in files if not any(fnmatch(it, pattern) for pattern in patterns)]
    if unknown:
        raise Unlicensed(f"native_libraries.csv does not name {', '.join(unknown)} of {folder}.")


def _places(tree: Tree, folder: str) -> tuple[Path, ...]:
    """Return where the files of a row lie; code in Python itself is in its library in some builds
    of Python, and in its modules in others."""
    places = {
        "libraries": (tree.libraries,),
        "python": (tree.standard_library / "bases/lib",),
        "Python": (tree.libraries, tree.standard_library / "lib-dynload"),
    }
    return places.get(folder, (tree.packages / folder,))


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
