"""Names for exported files, made from titles."""

from collections.abc import Container
from pathlib import Path


def safe_name(title: str, default: str) -> str:
    """Return a title without characters that mean something to a file system."""
    kept = "".join(it if it.isalnum() or it in " -_" else " " for it in title)
    return " ".join(kept.split())[:60].strip() or default


def free_file_name(name: str, suffix: str, folder: Path, taken: Container[str] = ()) -> str:
    """Return `name` with a suffix, and with a number if the folder or `taken`, which is
    case-folded, has that already."""
    found, number = f"{name}{suffix}", 1
    while found.casefold() in taken or (folder / found).exists():
        number += 1
        found = f"{name} {number}{suffix}"
    return found
