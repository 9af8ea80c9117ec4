"""Packs a bundle into a .zip file that keeps modes and links and is the same for the same files."""

import os
import stat
import zipfile
from pathlib import Path

from bundling.every_file import every_file

# The oldest date that a .zip file can hold.
_DATE = (1980, 1, 1, 0, 0, 0)
_UNIX = 3
_LEVEL = 6


def pack(root: Path, archive: Path) -> None:
    """Write all of `root`, with its own name as the only folder at the top."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=_LEVEL) as file:
        for path in every_file(root):
            name = path.relative_to(root.parent).as_posix()
            info = zipfile.ZipInfo(name, _DATE)
            info.create_system = _UNIX
            if path.is_symlink():
                info.external_attr = (stat.S_IFLNK | 0o755) << 16
                file.writestr(info, os.readlink(path))
                continue
            runs = path.stat().st_mode & stat.S_IXUSR
            info.external_attr = (stat.S_IFREG | (0o755 if runs else 0o644)) << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            file.writestr(info, path.read_bytes())
