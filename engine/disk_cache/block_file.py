"""A file of cached tokens: safetensors with the tokens as metadata and a checksum in its name."""

import io
import json
import os
import re
import struct
import zlib
from pathlib import Path
from typing import Any

import mlx.core as mx

from engine.disk_cache.cache_parts import Arrays
from engine.frozen import frozen
from engine.system.files import open_file, read_file

# parent, own hash, tokens, checksum; a state has no tokens of its own
_NAME = re.compile(r"([0-9a-f]{32})-([0-9a-f]{32})-(\d{1,4})-([0-9a-f]{8})\.safetensors")
SUFFIX = ".safetensors"
UNFINISHED = ".part"
# A block has at most 256 tokens of all layers; no cache is near that size.
MAX_BYTES = 8 << 30
MAX_HEADER = 1 << 20
_LENGTH = struct.Struct("<Q")


@frozen
class BlockName:
    """The file that has the `tokens` after those that `parent` stands for. `own` stands for all
    tokens up to its end; with no `tokens`, the file is the state of the parent."""

    parent: str
    own: str
    tokens: int
    checksum: str

    def __str__(self) -> str:
        return f"{self.parent}-{self.own}-{self.tokens}-{self.checksum}{SUFFIX}"


def parse_name(name: str) -> BlockName | None:
    found = _NAME.fullmatch(name)
    return BlockName(found[1], found[2], int(found[3]), found[4]) if found else None


def encoded(arrays: Arrays, metadata: dict[str, str]) -> bytes:
    """Return a file's content; evaluates the arrays."""
    file = io.BytesIO()
    mx.save_safetensors(file, {name: mx.contiguous(it) for name, it in arrays.items()}, metadata)
    return file.getvalue()


def checksum(data: bytes) -> str:
    return f"{zlib.crc32(data):08x}"


def write(path: Path, data: bytes) -> None:
    """Write a file that is there whole or not at all, readable by this user only. Raises
    OSError."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    part = path.with_name(path.name + UNFINISHED)
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
    part.rename(path)


def read(folder: Path, name: BlockName) -> tuple[Arrays, dict[str, str]]:
    """Return the arrays and the metadata. Raises OSError, or ValueError for a damaged file."""
    data = read_file(folder / str(name), MAX_BYTES)
    if checksum(data) != name.checksum:
        raise ValueError("the file is damaged")
    found: Any = mx.load(io.BytesIO(data), format="safetensors", return_metadata=True)
    return found


def read_tokens(folder: Path, name: BlockName) -> list[int]:
    """Return the keys of a block's tokens. Raises OSError or ValueError."""
    with open_file(folder / str(name)) as file:
        size = _LENGTH.unpack(file.read(_LENGTH.size).ljust(_LENGTH.size, b"\xff"))[0]
        if size > MAX_HEADER:
            raise ValueError("the header is too long")
        header = json.loads(file.read(size))
    tokens = json.loads(header["__metadata__"]["tokens"])
    if not isinstance(tokens, list) or len(tokens) != name.tokens:
        raise ValueError("the block has other tokens")
    return tokens
