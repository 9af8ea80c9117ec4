"""Whether a file that is dropped has conversations, told by little of it."""

import re
import zipfile
from pathlib import Path

from app.export.bundle import FORMAT
from app.export.everything import HEAD
from app.importing.lmstudio import ENDING

# Where a .zip file has the names of what is in it.
_TAIL = 1_000_000
_BEGINNING = 4_000
_OURS = re.compile(rb'^\s*\{\s*"format"\s*:\s*"' + FORMAT.encode() + rb'"')
_NAMED = re.compile(r"conversations(-\d{1,6})?\.json")
_PACKED = re.compile(HEAD.encode().replace(b".", rb"\.") + rb"|conversations(-\d{1,6})?\.json")


def has_conversations(path: Path) -> bool:
    name = path.name.lower()
    if not name.endswith((".zip", ".json")) or not path.is_file():
        return False
    try:
        if name.endswith(".zip"):
            return zipfile.is_zipfile(path) and bool(_PACKED.search(_tail(path)))
        with path.open("rb") as file:
            beginning = file.read(_BEGINNING)
    except OSError:
        return False
    if name.endswith(ENDING) or _OURS.match(beginning):
        return True
    return bool(_NAMED.fullmatch(name)) and b'"mapping"' in beginning


def _tail(path: Path) -> bytes:
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - _TAIL))
        return file.read(_TAIL)
