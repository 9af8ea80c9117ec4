"""The secret of a folder's keys of images."""

import os
from pathlib import Path

from engine.disk_cache import block_file
from engine.system.files import TooLarge, read_file

NAME = "digests.seed"
BYTES = 32


def read_seed(folder: Path) -> bytes:
    """Return the random bytes from which digests of images are made where this folder's prompts are
    to be found again. New ones are drawn if there are none or they are damaged. Raises OSError."""
    path = folder / NAME
    try:
        seed = read_file(path, BYTES)
    except (FileNotFoundError, TooLarge):
        seed = b""
    if len(seed) == BYTES:
        return seed
    seed = os.urandom(BYTES)
    block_file.write(path, seed)
    return seed
