"""Removes symbols from the compiled files of a Linux bundle that nothing in it looks up."""

from pathlib import Path

from bundling.linux.elf import compiled_files
from bundling.tools import run


def strip(root: Path) -> int:
    """Strip every program and library of a folder; return the bytes saved. Raises BuildFailed.

    Most wheels come with the names of functions that are local to a library, which only a debugger
    reads. Names that other files are linked with stay.
    """
    files = [it.path for it in compiled_files(root)]
    before = _size(files)
    if files:
        run("strip", "--strip-unneeded", *files)
    return before - _size(files)


def _size(files: list[Path]) -> int:
    return sum(path.stat().st_size for path in files)
