"""Reads which libraries the compiled files of a Linux bundle need."""

import mmap
import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_MAGIC = b"\x7fELF\x02\x01"  # 64 bits, little endian
_LOAD, _DYNAMIC = 1, 2
_END, _NEEDED, _STRINGS, _PATHS = 0, 1, 5, (15, 29)
_GLIBC = re.compile(rb"\0GLIBC_2\.(\d+)(?:\.\d+)?(?=\0)")


@dataclass(frozen=True)
class Compiled:
    """`needed` has the names of libraries, `folders` those where the file looks for them; `glibc`
    is the minor version 2.x of the C library that the file asks for, 0 if none."""

    path: Path
    needed: tuple[str, ...]
    folders: tuple[Path, ...]
    glibc: int

    def finds(self, name: str) -> bool:
        return any((folder / name).is_file() for folder in self.folders)


def compiled_files(root: Path) -> Iterator[Compiled]:
    """Yield the programs and libraries of a folder. Links are left out."""
    for path in sorted(root.rglob("*")):
        if path.is_file() and not path.is_symlink() and _begins_as_elf(path):
            yield read(path)


def read(path: Path) -> Compiled:
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        glibc = max((int(found) for found in _GLIBC.findall(data)), default=0)
        texts = list(_texts(data))
        needed = tuple(text for tag, text in texts if tag == _NEEDED)
        paths = [part for tag, text in texts if tag in _PATHS for part in text.split(":")]
        folders = (Path(part.replace("$ORIGIN", str(path.parent))) for part in paths)
        return Compiled(path, needed, tuple(folders), glibc)


def _begins_as_elf(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC


def _texts(data: mmap.mmap) -> Iterator[tuple[int, str]]:
    """Yield names and search paths of libraries, by their tags."""
    (headers,) = struct.unpack_from("<Q", data, 0x20)
    size, count = struct.unpack_from("<HH", data, 0x36)
    loaded: list[tuple[int, int, int]] = []
    dynamic = (0, 0)
    for at in (headers + size * number for number in range(count)):
        kind, _, offset, address, _, length = struct.unpack_from("<IIQQQQ", data, at)
        if kind == _LOAD:
            loaded.append((address, offset, length))
        elif kind == _DYNAMIC:
            dynamic = (offset, length)
    entries = list(_entries(data, *dynamic))
    strings = [value for tag, value in entries if tag == _STRINGS]
    for tag, value in entries:
        if tag == _NEEDED or tag in _PATHS:
            begin = _offset(loaded, strings[0]) + value
            yield tag, data[begin : data.find(b"\0", begin)].decode()


def _entries(data: mmap.mmap, offset: int, length: int) -> Iterator[tuple[int, int]]:
    for at in range(offset, offset + length, 16):
        tag, value = struct.unpack_from("<QQ", data, at)
        if tag == _END:
            return
        yield tag, value


def _offset(loaded: list[tuple[int, int, int]], address: int) -> int:
    """Return the place in the file of an address in memory."""
    for begin, offset, length in loaded:
        if begin <= address < begin + length:
            return address - begin + offset
    raise ValueError(f"no segment has the address {address:#x}")
