"""Compiles the launcher: on Linux by zig, also for a Mac; on a Mac by its clang."""

import re
import sys
import tempfile
from pathlib import Path

from bundling.target import MACOS, MACOS_FLOOR, Target, Tree
from bundling.tools import run, zig

SOURCE = Path(__file__).with_name("launcher.c")
# The C library that MLX's wheels need.
GLIBC = "2.35"
LIBRARY_NAME = "@executable_path/../Frameworks/libpython3.13.dylib"


def build(tree: Tree, target: Target, headers: Path) -> str:
    """Compile the launcher into `tree`, and return in a sentence who did it. Raises BuildFailed."""
    tree.launcher.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        options = _options(tree, target, headers, Path(folder))
        compiler = ["clang"] if sys.platform == "darwin" else [zig(), "cc"]
        run(*compiler, "-Os", "-Wall", "-o", tree.launcher, SOURCE, *options)
    return f"Launcher: compiled by {Path(compiler[0]).name} on {sys.platform}."


def _options(tree: Tree, target: Target, headers: Path, folder: Path) -> list[str]:
    if target == MACOS:
        (folder / "libpython3.13.tbd").write_text(stub(SOURCE.read_text()))
        (folder / "pyconfig.h").write_text(PYCONFIG)
        system = f"aarch64-macos.{MACOS_FLOOR}" if sys.platform != "darwin" else ""
        chosen = ["-target", system] if system else [f"-mmacosx-version-min={MACOS_FLOOR}"]
        architecture = [] if system else ["-arch", "arm64"]
        include = ["-I", str(folder), "-I", str(headers)]
        return [*chosen, *architecture, *include, f"-L{folder}", "-lpython3.13"]
    return [
        *("-target", f"x86_64-linux-gnu.{GLIBC}"),
        *("-I", str(headers)),
        str(tree.libraries / "libpython3.13.so.1.0"),
        # The library of Python beside the program.
        "-Wl,-rpath,$ORIGIN/../lib",
    ]


def stub(source: str) -> str:
    """Return a linker stub with the functions of Python that the launcher calls: a library of
    another system cannot be read by every linker."""
    names = sorted(set(re.findall(r"\b(_?Py[A-Za-z]*_[A-Za-z_]+)\(", source)))
    symbols = ", ".join(f"_{name}" for name in names)
    return (
        "--- !tapi-tbd\ntbd-version: 4\ntargets: [ arm64-macos ]\n"
        f"install-name: '{LIBRARY_NAME}'\n"
        "current-version: 3.13\ncompatibility-version: 3.13\n"
        f"exports:\n  - targets: [ arm64-macos ]\n    symbols: [ {symbols} ]\n...\n"
    )


# The facts about a 64-bit Mac that the headers ask for. No structure that the launcher uses
# depends on any others.
PYCONFIG = """
#define ALIGNOF_MAX_ALIGN_T 8
#define HAVE_DLFCN_H 1
#define HAVE_PTHREAD_H 1
#define HAVE_STDDEF_H 1
#define HAVE_STDINT_H 1
#define HAVE_SYS_TIME_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_UNISTD_H 1
#define HAVE_WCHAR_H 1
#define SIZEOF_INT 4
#define SIZEOF_LONG 8
#define SIZEOF_LONG_LONG 8
#define SIZEOF_OFF_T 8
#define SIZEOF_PID_T 4
#define SIZEOF_SHORT 2
#define SIZEOF_SIZE_T 8
#define SIZEOF_TIME_T 8
#define SIZEOF_VOID_P 8
#define SIZEOF_WCHAR_T 4
#define SIZEOF__BOOL 1
#define Py_ENABLE_SHARED 1
#define WITH_DOC_STRINGS 1
#define WITH_MIMALLOC 1
#define WITH_PYMALLOC 1
"""
