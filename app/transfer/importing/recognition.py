"""Recognizes files with conversations from a small part of them, as they are dropped."""

import os
import re
import zipfile
from pathlib import Path
from typing import BinaryIO

from app.transfer.bundle import FORMAT
from app.transfer.exporting.zip_writer import HEAD
from app.transfer.importing.lmstudio import ENDING
from engine.system.files import open_file

# Bytes at the end of a .zip file that hold its entry names.
_TAIL = 1_000_000
_BEGINNING = 4_000
_OURS = re.compile(rb'^\s*\{\s*"format"\s*:\s*"' + FORMAT.encode() + rb'"')
# Browsers and people give ChatGPT's file other names.
_CHATGPT = re.compile(rb'^\s*\[\s*\{\s*"title"\s*:')
_NAMED = re.compile(r"conversations(-\d{1,6})?\.json")
_PACKED = re.compile(HEAD.encode().replace(b".", rb"\.") + rb"|conversations(-\d{1,6})?\.json")


def has_conversations(path: Path) -> bool:
    """Return True for exports of Duologue and ChatGPT, and conversations of LM Studio."""
    name = path.name.lower()
    if not name.endswith((".zip", ".json")) or not path.is_file():
        return False
    try:
        if name.endswith(".zip"):
            with open_file(path) as file:
                return zipfile.is_zipfile(file) and bool(_PACKED.search(_tail(file)))
        with open_file(path) as file:
            beginning = file.read(_BEGINNING)
    except OSError:
        return False
    if name.endswith(ENDING) or _OURS.match(beginning):
        return True
    known = _NAMED.fullmatch(name) or _CHATGPT.match(beginning)
    return bool(known) and b'"mapping"' in beginning


def _tail(file: BinaryIO) -> bytes:
    file.seek(max(0, file.seek(0, os.SEEK_END) - _TAIL))
    return file.read(_TAIL)
