"""Packs files as zstd-compressed tar archives that are the same for the same files."""

import os
import shutil
import subprocess
import tarfile
from collections.abc import Callable, Sequence
from pathlib import Path

from bundling.every_file import every_file
from bundling.tools import BuildFailed

# The window of 128 MB finds what is in two places far apart, and is the widest that programs
# unpack without being told.
OPTIONS = ("-T0", "--long=27", "--quiet", "--force")
LEVEL = 19

# Returns the name of a file in the archive for its path in the bundle.
Naming = Callable[[Path], str]


def pack(
    root: Path,
    archive: Path,
    naming: Naming,
    modified: int,
    level: int = LEVEL,
    links: Sequence[tarfile.TarInfo] = (),
) -> None:
    """Write the files of `root`, and more `links`. `modified` is the time of all files. Raises
    BuildFailed."""
    zstd = shutil.which("zstd")
    if zstd is None:
        raise BuildFailed("zstd is missing. Install the package zstd.")
    command = [zstd, f"-{level}", *OPTIONS, "-o", str(archive)]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        with tarfile.open(fileobj=process.stdin, mode="w|", format=tarfile.GNU_FORMAT) as tar:
            add_files(tar, root, naming, modified, links)
        process.stdin.close()
    if process.returncode != 0:
        raise BuildFailed(f"zstd ended with {process.returncode}.")


def add_files(
    tar: tarfile.TarFile,
    root: Path,
    naming: Naming,
    modified: int,
    links: Sequence[tarfile.TarInfo],
) -> None:
    """Add files with their folders first, owned by root; folders that are links stay links."""
    folders: set[Path] = set()

    def add_folders(name: str) -> None:
        for folder in reversed(Path(name).parents[:-1]):
            if folder not in folders:
                folders.add(folder)
                tar.addfile(folder_entry(str(folder), modified))

    for link in links:
        add_folders(link.name)
        tar.addfile(link)
    for path in every_file(root):
        name = naming(path.relative_to(root))
        add_folders(name)
        _add_file(tar, path, name, modified)


def folder_entry(name: str, modified: int) -> tarfile.TarInfo:
    entry = tarfile.TarInfo(f"./{name}" if name else ".")
    entry.type, entry.mode, entry.mtime = tarfile.DIRTYPE, 0o755, modified
    entry.uname = entry.gname = "root"
    return entry


def link_entry(name: str, to: str, modified: int) -> tarfile.TarInfo:
    entry = folder_entry(name, modified)
    entry.type, entry.mode, entry.linkname = tarfile.SYMTYPE, 0o777, to
    return entry


def file_entry(name: str, size: int, runs: bool, modified: int) -> tarfile.TarInfo:
    entry = folder_entry(name, modified)
    entry.type, entry.mode, entry.size = tarfile.REGTYPE, 0o755 if runs else 0o644, size
    return entry


def _add_file(tar: tarfile.TarFile, path: Path, name: str, modified: int) -> None:
    if path.is_symlink():
        tar.addfile(link_entry(name, os.readlink(path), modified))
        return
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        tar.addfile(file_entry(name, size, os.access(path, os.X_OK), modified), file)
