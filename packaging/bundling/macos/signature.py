"""Reads code signatures: the blobs, the hashes of the pages, and the code directory's own hash."""

import hashlib
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from bundling.macos.macho import MachO, Malformed

EMBEDDED, CODE_DIRECTORY, REQUIREMENTS = 0xFADE0CC0, 0xFADE0C02, 0xFADE0C01
ENTITLEMENTS, ENTITLEMENTS_DER, CMS = 0xFADE7171, 0xFADE7172, 0xFADE0B01
# The slots of a signature, in the order of their blobs.
DIRECTORY_SLOT, REQUIREMENTS_SLOT, ENTITLEMENTS_SLOT, DER_SLOT = 0, 2, 5, 7
ALTERNATES = range(0x1000, 0x1005)
CMS_SLOT = 0x10000
# Special slots of a code directory: hashes of things outside the code.
INFO_PLIST, RESOURCES = 1, 3
AD_HOC, LINKER_SIGNED, HARDENED = 0x2, 0x20000, 0x10000
_ALGORITHMS = {1: ("sha1", 20), 2: ("sha256", 32), 3: ("sha256", 20), 4: ("sha384", 48)}


@dataclass(frozen=True)
class CodeDirectory:
    """The hashes of a file's pages and of what belongs to them."""

    blob: bytes

    @property
    def version(self) -> int:
        return self._fields[2]

    @property
    def flags(self) -> int:
        return self._fields[3]

    @property
    def special_slots(self) -> int:
        return self._fields[6]

    @property
    def code_limit(self) -> int:
        return self._fields[8]

    @property
    def rank(self) -> int:
        """The kind of the hashes; the system trusts the highest of several directories."""
        return self._fields[10]

    @property
    def identifier(self) -> str:
        return self.blob[self._fields[5] :].split(b"\0")[0].decode("utf-8", "replace")

    @property
    def own_hash(self) -> bytes:
        """The hash by which other signatures name this code."""
        return hashlib.new(_ALGORITHMS[self.rank][0], self.blob).digest()[:20]

    def special(self, slot: int) -> bytes:
        """Return the hash in a special slot, or b"" if there is none."""
        if slot > self.special_slots:
            return b""
        _, size = _ALGORITHMS[self.rank]
        at = self._fields[4] - slot * size
        found = self.blob[at : at + size]
        return found if any(found) else b""

    def hash(self, data: bytes) -> bytes:
        name, size = _ALGORITHMS[self.rank]
        return hashlib.new(name, data).digest()[:size]

    def wrong_pages(self, data: bytes) -> Iterator[int]:
        """Yield the numbers of the pages of a file whose hashes differ."""
        start, count, page = self._fields[4], self._fields[7], 1 << self._fields[12]
        _, size = _ALGORITHMS[self.rank]
        for each in range(count):
            piece = data[each * page : min((each + 1) * page, self.code_limit)]
            at = start + each * size
            if self.hash(piece) != self.blob[at : at + size]:
                yield each
        if count * page < self.code_limit:
            yield count

    @cached_property
    def _fields(self) -> tuple[int, ...]:
        if len(self.blob) < 44:
            raise Malformed("a code directory that ends early")
        fields = struct.unpack_from(">9I4BI", self.blob)
        if fields[10] not in _ALGORITHMS:
            raise Malformed("hashes of an unknown kind")
        return fields


@dataclass(frozen=True)
class Signature:
    """The blobs of a code signature by their slots."""

    blobs: dict[int, bytes]

    @property
    def directories(self) -> list[CodeDirectory]:
        return [
            CodeDirectory(blob)
            for slot, blob in self.blobs.items()
            if slot == DIRECTORY_SLOT or slot in ALTERNATES
        ]

    @property
    def best(self) -> CodeDirectory:
        """The directory that the system checks."""
        found = self.directories
        if not found:
            raise Malformed("a signature without a code directory")
        return max(found, key=lambda it: it.rank)

    def faults(self, file: MachO) -> Iterator[str]:
        """Yield what of the signature does not agree with the file."""
        place = file.signature
        for directory in self.directories or [self.best]:
            wrong = list(directory.wrong_pages(file.data))
            if wrong:
                yield f"{len(wrong)} pages with a wrong hash, from page {wrong[0]} on"
            if place is not None and directory.code_limit != place[1]:
                yield "the signature does not cover all of the code"
            for slot in (REQUIREMENTS_SLOT, ENTITLEMENTS_SLOT, DER_SLOT):
                held, blob = directory.special(slot), self.blobs.get(slot, b"")
                if held != (directory.hash(blob) if blob else b""):
                    yield f"a wrong hash in special slot {slot}"


def signature_of(file: MachO) -> Signature | None:
    """Return the code signature of a file, or None if there is none. Raises Malformed."""
    place = file.signature
    if place is None:
        return None
    _, offset, size = place
    data = file.data[offset : offset + size]
    if len(data) < 12 or len(data) < size:
        raise Malformed("a signature that ends early")
    magic, _, count = struct.unpack_from(">3I", data)
    if magic != EMBEDDED or 12 + 8 * count > len(data):
        raise Malformed("a signature of an unknown form")
    found = {}
    for each in range(count):
        slot, at = struct.unpack_from(">2I", data, 12 + 8 * each)
        length = int.from_bytes(data[at + 4 : at + 8])
        if length < 8 or at + length > len(data):
            raise Malformed("a part of the signature that ends early")
        found[slot] = data[at : at + length]
    return Signature(found)
