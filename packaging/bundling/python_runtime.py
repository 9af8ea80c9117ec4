"""Puts Python into a bundle: library, extension modules and standard library of one patch level.

Where GitHub can be reached, all three come from python-build-standalone, by uv. Elsewhere they are
made of the source archive of that version, which Debian keeps: on Linux it is compiled; for a Mac,
the compiled parts are those of python.org's installer of the same version, which freeze_core of
PyPI carries, and only the modules in Python come from the archive.
"""

import hashlib
import os
import re
import shutil
import sys
import tarfile
import urllib.request
from dataclasses import dataclass
from pathlib import Path

from bundling.target import LINUX, MACOS, PYTHON, PYTHON_FOLDER, Target, Tree
from bundling.tools import CACHE, BuildFailed, patchelf, run, uv

VERSION = ".".join(map(str, PYTHON))
STANDALONE = {
    MACOS: f"cpython-{VERSION}-macos-aarch64-none",
    LINUX: f"cpython-{VERSION}-linux-x86_64-gnu",
}
SOURCE = (
    f"http://deb.debian.org/debian/pool/main/p/python3.13/python3.13_{VERSION}.orig.tar.xz",
    "1e66a7945a48390ee4c2a4268a0e4185884059a13c4aab6d148aa208deea4a76",
)
MAC_BINARIES = "freeze_core==0.8.1"
LIBRARY = {MACOS: "libpython3.13.dylib", LINUX: "libpython3.13.so.1.0"}
# Folders of the standard library that no application needs: its tests, and programs with windows
# of Tk, which the bundle does not carry.
UNUSED = {
    *("test", "idlelib", "tkinter", "curses", "turtledemo", "ensurepip", "lib2to3", "pydoc_data"),
    *("lib-dynload", "site-packages", "__pycache__", "__phello__"),
}
# Modules for dbm bring Berkeley DB or gdbm, whose licences ask for the source of the whole program.
UNUSED_MODULES = re.compile(
    r"_(test|ctypes_test|xx|tkinter|curses|g?dbm)|xx|_sysconfigdata_d|turtle\.py|config-"
)
# Libraries that compiled modules of Python need, beside those of every Linux.
DEBIAN_LIBRARIES = re.compile(r"lib(ssl|crypto|sqlite3|ffi|lzma|bz2|z|expat|uuid)\.so")


@dataclass(frozen=True)
class Runtime:
    """The files of Python for a bundle. `compiled` says in a sentence who compiled it where."""

    library: Path
    standard_library: Path
    modules: Path
    headers: Path
    licence: Path
    compiled: str
    others: tuple[Path, ...] = ()


def runtime(target: Target) -> Runtime:
    """Return Python for `target`, downloaded and compiled once. Raises BuildFailed."""
    try:
        return _standalone(target)
    except BuildFailed:
        source = _unpacked_source()
        return _compiled(source) if target == LINUX else _from_installer(source)


def interpreter() -> tuple[Path, dict[str, str]]:
    """Return a Python of the bundle's version that runs here, and the environment that it needs.
    Raises BuildFailed."""
    library = runtime(MACOS if sys.platform == "darwin" else LINUX).library
    program = library.parent.parent / "bin/python{}.{}".format(*PYTHON[:2])
    return program, {**os.environ, "LD_LIBRARY_PATH": str(library.parent)}


def put_into(tree: Tree, target: Target, found: Runtime) -> None:
    """Copy Python into its places in `tree`."""
    _copy_modules(found.standard_library, tree.standard_library)
    _copy_modules(found.modules, tree.standard_library / "lib-dynload")
    shutil.copy(found.licence, tree.standard_library / "LICENSE.txt")
    tree.libraries.mkdir(parents=True, exist_ok=True)
    shutil.copy(found.library, tree.libraries / LIBRARY[target])
    # The places that python.org's modules name, relative to themselves.
    place = tree.standard_library / "bases/lib" if target == MACOS else tree.libraries
    for library in found.others:
        place.mkdir(parents=True, exist_ok=True)
        shutil.copy(library, place / library.name)
    if target == LINUX and found.others:
        _lead_to_libraries(tree)
    if target == MACOS:
        (tree.standard_library / "_sysconfigdata__darwin_darwin.py").write_text(_MAC_SYSCONFIG)


def _lead_to_libraries(tree: Tree) -> None:
    """Let modules and libraries look for libraries in the bundle, before the system's."""
    libraries = [it for it in tree.libraries.iterdir() if ".so" in it.name]
    modules = tree.standard_library / "lib-dynload"
    run(patchelf(), "--set-rpath", "$ORIGIN", *libraries)
    run(patchelf(), "--set-rpath", "$ORIGIN/../..", *modules.glob("*.so"))


_MAC_SYSCONFIG = (
    'build_time_vars = {"EXT_SUFFIX": ".cpython-313-darwin.so", "SOABI": "cpython-313-darwin",'
    ' "Py_GIL_DISABLED": 0, "LDVERSION": "3.13", "MACOSX_DEPLOYMENT_TARGET": "11.0"}\n'
)


def _copy_modules(found: Path, to: Path) -> None:
    """Copy a folder of modules without what the bundle does not need from its top level."""

    def unused(folder: str, names: list[str]) -> list[str]:
        top = Path(folder) == found
        return [
            name
            for name in names
            if name == "__pycache__" or (top and (name in UNUSED or UNUSED_MODULES.match(name)))
        ]

    shutil.copytree(found, to, ignore=unused)


def _standalone(target: Target) -> Runtime:
    home = CACHE / "standalone"
    environment = {**os.environ, "UV_PYTHON_INSTALL_DIR": str(home), "UV_HTTP_TIMEOUT": "60"}
    run(uv(), "python", "install", "--no-bin", STANDALONE[target], env=environment)
    found = home / STANDALONE[target]
    return Runtime(
        library=found / "lib" / LIBRARY[target],
        standard_library=found / "lib" / PYTHON_FOLDER,
        modules=found / "lib" / PYTHON_FOLDER / "lib-dynload",
        headers=found / "include" / PYTHON_FOLDER,
        licence=found / "lib" / PYTHON_FOLDER / "LICENSE.txt",
        compiled=f"Python {VERSION}: python-build-standalone, as uv installs it.",
    )


def _unpacked_source() -> Path:
    folder = CACHE / f"Python-{VERSION}"
    if not folder.is_dir():
        archive = _download(*SOURCE)
        with tarfile.open(archive) as packed:
            packed.extractall(CACHE, filter="data")
    return folder


def _download(address: str, sha256: str) -> Path:
    CACHE.mkdir(parents=True, exist_ok=True)
    path = CACHE / address.rpartition("/")[2]
    if not path.is_file():
        with urllib.request.urlopen(address, timeout=60) as answer, path.open("wb") as file:
            shutil.copyfileobj(answer, file)
    if hashlib.sha256(path.read_bytes()).hexdigest() != sha256:
        path.unlink()
        raise BuildFailed(f"{address} does not have the checksum that is pinned.")
    return path


def _compiled(source: Path) -> Runtime:
    installed = CACHE / f"linux-{VERSION}"
    lib = installed / "python/lib"
    if not (lib / LIBRARY[LINUX]).is_file():
        build = CACHE / "build"
        build.mkdir(parents=True, exist_ok=True)
        options = ("--enable-shared", "--disable-test-modules", "--without-ensurepip")
        flags = ("--without-readline", "CFLAGS=-O3 -g0")
        run(source / "configure", "--prefix=/python", *options, *flags, cwd=build)
        run("make", f"-j{os.cpu_count()}", cwd=build)
        run("make", "install", f"DESTDIR={installed}", cwd=build)
    modules = lib / PYTHON_FOLDER / "lib-dynload"
    libc = os.confstr("CS_GNU_LIBC_VERSION")
    return Runtime(
        library=lib / LIBRARY[LINUX],
        standard_library=lib / PYTHON_FOLDER,
        modules=modules,
        headers=installed / "python/include" / PYTHON_FOLDER,
        licence=lib / PYTHON_FOLDER / "LICENSE.txt",
        compiled=f"Python {VERSION}: compiled from its source archive here, against {libc}.",
        others=tuple(_needed_libraries(modules)),
    )


def _needed_libraries(modules: Path) -> list[Path]:
    found: set[Path] = set()
    for module in sorted(modules.glob("*.so")):
        for line in run("ldd", module).splitlines():
            name, _, rest = line.strip().partition(" => ")
            if DEBIAN_LIBRARIES.match(name):
                found.add(Path(rest.split(" ")[0]))
    return sorted(found)


def _from_installer(source: Path) -> Runtime:
    """Return the compiled parts of python.org's installer with the modules of the source."""
    folder = CACHE / MAC_BINARIES.replace("==", "-")
    if not folder.is_dir():
        platform = ("--python-platform", MACOS.platform, "--python-version", "3.13")
        wheel_only = ("--no-deps", "--only-binary", ":all:", "--quiet")
        run(uv(), "pip", "install", *platform, *wheel_only, "--target", folder, MAC_BINARIES)
    found = folder / "freeze_core"
    library = found / "bases/lib/Python"
    if VERSION.encode() not in library.read_bytes():
        raise BuildFailed(f"{MAC_BINARIES} does not carry Python {VERSION}.")
    names = ("libssl.3.dylib", "libcrypto.3.dylib")
    return Runtime(
        library=library,
        standard_library=source / "Lib",
        modules=found / "lib",
        headers=source / "Include",
        licence=source / "LICENSE",
        compiled=(
            f"Python {VERSION}: compiled by python.org (from {MAC_BINARIES} of PyPI);"
            " its modules in Python are those of the source archive."
        ),
        others=tuple(found / "bases/lib" / name for name in names),
    )
