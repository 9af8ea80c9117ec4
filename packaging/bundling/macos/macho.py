"""Reads Mach-O files as far as a bundle needs it, and takes the arm64 slice out of fat ones."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from bundling.every_file import every_file

MAGIC = b"\xcf\xfa\xed\xfe"
_FAT_MAGIC = b"\xca\xfe\xba\xbe"
# Java class files begin with the same four bytes; no fat file has this many slices.
_MOST_SLICES = 10
ARM64 = 0x0100000C
EXECUTABLE = 2
_HEADER = 32

_SEGMENT = 0x19
_CODE_SIGNATURE = 0x1D
_RPATH = 0x8000001C
# LC_LOAD_DYLIB, its weak, re-exported, lazy and upward forms
_LOADS = (0xC, 0x80000018, 0x8000001F, 0x20, 0x80000023)
_VERSION_MIN, _BUILD_VERSION = 0x24, 0x32


class Malformed(ValueError):
    """The bytes are no Mach-O file of 64 bits, or they end early."""


@dataclass(frozen=True)
class Segment:
    """`at` is the place of its load command, the offsets and sizes are those in the file."""

    at: int
    name: str
    memory_size: int
    offset: int
    size: int


@dataclass(frozen=True)
class MachO:
    """A thin Mach-O file of 64 bits, read when its properties are asked for."""

    data: bytes

    @property
    def cpu(self) -> int:
        return self._header[1]

    @property
    def file_type(self) -> int:
        return self._header[3]

    @cached_property
    def minimum_system(self) -> tuple[int, int] | None:
        """The oldest macOS that may load the file, or None if the file does not say."""
        for kind, at, _ in self._commands:
            if kind in (_VERSION_MIN, _BUILD_VERSION):
                (version,) = self._unpack("<I", at + (8 if kind == _VERSION_MIN else 12))
                return version >> 16, version >> 8 & 0xFF
        return None

    @cached_property
    def libraries(self) -> tuple[str, ...]:
        """The names of the libraries that the file loads."""
        return tuple(self._text(at, size) for kind, at, size in self._commands if kind in _LOADS)

    @cached_property
    def search_paths(self) -> tuple[str, ...]:
        """The folders that stand for "@rpath"."""
        return tuple(self._text(at, size) for kind, at, size in self._commands if kind == _RPATH)

    @cached_property
    def segments(self) -> dict[str, Segment]:
        found: dict[str, Segment] = {}
        for kind, at, _ in self._commands:
            if kind == _SEGMENT:
                name, _, memory, offset, size = self._unpack("<16s4Q", at + 8)
                text = name.rstrip(b"\0").decode("ascii", "replace")
                found[text] = Segment(at, text, memory, offset, size)
        return found

    @cached_property
    def signature(self) -> tuple[int, int, int] | None:
        """The places of the load command and of the code signature, and the size of the latter."""
        for kind, at, _ in self._commands:
            if kind == _CODE_SIGNATURE:
                offset, size = self._unpack("<2I", at + 8)
                return at, offset, size
        return None

    @cached_property
    def header_end(self) -> int:
        """The first byte behind the load commands."""
        return _HEADER + self._header[5]

    @cached_property
    def first_section(self) -> int:
        """The first byte of the first section, up to which load commands can grow."""
        starts = []
        for kind, at, _ in self._commands:
            if kind == _SEGMENT:
                (sections,) = self._unpack("<I", at + 64)
                for each in range(min(sections, 1000)):
                    size, offset = self._unpack("<QI", at + 72 + 80 * each + 40)
                    starts += [offset] if offset and size else []
        return min(starts, default=len(self.data))

    @cached_property
    def _header(self) -> tuple[int, ...]:
        if self.data[:4] != MAGIC:
            raise Malformed("not a Mach-O file of 64 bits")
        return self._unpack("<8I", 0)

    @cached_property
    def _commands(self) -> tuple[tuple[int, int, int], ...]:
        """The kind, place and size of each load command."""
        found = []
        at = _HEADER
        for _ in range(self._header[4]):
            kind, size = self._unpack("<2I", at)
            if size < 8 or at + size > self.header_end:
                raise Malformed("load commands that do not fit into their space")
            found.append((kind, at, size))
            at += size
        return tuple(found)

    def _text(self, at: int, size: int) -> str:
        (start,) = self._unpack("<I", at + 8)
        return self.data[at + start : at + size].split(b"\0")[0].decode("utf-8", "replace")

    def _unpack(self, layout: str, at: int) -> tuple:
        try:
            return struct.unpack_from(layout, self.data, at)
        except struct.error:
            raise Malformed("it ends early") from None


def macho_files(root: Path) -> Iterator[Path]:
    """Yield the Mach-O files below `root`, fat ones too, in the order of their names."""
    for path in every_file(root):
        if path.is_file() and not path.is_symlink() and _begins_as_macho(path):
            yield path


def is_fat(head: bytes) -> bool:
    count = int.from_bytes(head[4:8])
    return head[:4] == _FAT_MAGIC and len(head) >= 8 and 0 < count < _MOST_SLICES


def slices(data: bytes) -> dict[int, bytes]:
    """Return the slices of a fat file by their processor."""
    found: dict[int, bytes] = {}
    for each in range(int.from_bytes(data[4:8])):
        place = 8 + 20 * each
        if place + 20 > len(data):
            raise Malformed("it ends early")
        cpu, _, offset, size, _ = struct.unpack_from(">5I", data, place)
        if offset + size > len(data):
            raise Malformed("it ends early")
        found[cpu] = data[offset : offset + size]
    return found


def thin(root: Path) -> tuple[int, int]:
    """Replace each fat file below `root` by its arm64 slice. Return the number of files, and the
    bytes that were saved. A fat file without that slice stays: the lint names it."""
    count = saved = 0
    for path in macho_files(root):
        data = path.read_bytes()
        if is_fat(data) and (piece := slices(data).get(ARM64)) is not None:
            path.write_bytes(piece)
            count += 1
            saved += len(data) - len(piece)
    return count, saved


def _begins_as_macho(path: Path) -> bool:
    with path.open("rb") as file:
        head = file.read(8)
    return head[:4] == MAGIC or is_fat(head)


def with_signature_command(data: bytes) -> bytes:
    """Return the file with a load command for a signature at its end, if it has none yet.

    Raises Malformed if the space before the first section is too short.
    """
    file = MachO(data)
    if file.signature is not None:
        return data
    at, size = file.header_end, 16
    if at + size > file.first_section or any(data[at : at + size]):
        raise Malformed("no space for the load command of a signature")
    changed = bytearray(data)
    struct.pack_into("<4I", changed, at, _CODE_SIGNATURE, size, len(data), 0)
    count, held = struct.unpack_from("<2I", data, 16)
    struct.pack_into("<2I", changed, 16, count + 1, held + size)
    return bytes(changed)
