"""Walks through a bundle in an order that is the same for the same files."""

import os
from collections.abc import Iterator
from pathlib import Path


def every_file(root: Path) -> Iterator[Path]:
    """Yield the files below `root` and all links, those to folders too, in the order of their
    names."""
    for folder, folders, names in os.walk(root):
        links = [name for name in folders if Path(folder, name).is_symlink()]
        folders[:] = sorted(set(folders) - set(links))
        for name in sorted(names + links):
            yield Path(folder, name)
