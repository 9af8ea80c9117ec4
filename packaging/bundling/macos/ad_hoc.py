"""Signs arm64 Mach-O files ad hoc, byte for byte as `codesign --sign -` does on a Mac.

An ad-hoc signature names nobody. It tells the system that the code is whole, without which Apple
silicon starts nothing.
"""

import hashlib
import struct

from bundling.macos.macho import EXECUTABLE, MachO, Malformed, with_signature_command
from bundling.macos.signature import (
    AD_HOC,
    CMS,
    CMS_SLOT,
    CODE_DIRECTORY,
    DIRECTORY_SLOT,
    EMBEDDED,
    INFO_PLIST,
    REQUIREMENTS,
    REQUIREMENTS_SLOT,
    RESOURCES,
)

_VERSION = 0x20400
_FIXED = 88
_SHA256, _HASH_BYTES = 2, 32
_PAGE_SHIFT = 12
# codesign keeps this many bytes for the signature of an identity, also where there is none.
_RESERVED = 18_000
_SEGMENT_PAGE = 0x4000
_MAIN_BINARY = 1


def sign(
    data: bytes,
    identifier: str,
    info_plist: bytes = b"",
    resources: bytes = b"",
) -> bytes:
    """Return the file with an ad-hoc signature in place of any that it has.

    `info_plist` and `resources` are the bundle's Info.plist and CodeResources, which the signature
    of its main executable covers. Raises Malformed.
    """
    file = MachO(with_signature_command(data))
    code, room = _prepared(file, identifier, resources)
    requirements = struct.pack(">3I", REQUIREMENTS, 12, 0)
    special = {INFO_PLIST: info_plist, REQUIREMENTS_SLOT: requirements, RESOURCES: resources}
    directory = _directory(MachO(code), identifier, special)
    blobs = {
        DIRECTORY_SLOT: directory,
        REQUIREMENTS_SLOT: requirements,
        CMS_SLOT: struct.pack(">2I", CMS, 8),
    }
    return code + _superblob(blobs).ljust(room, b"\0")


def _prepared(file: MachO, identifier: str, resources: bytes) -> tuple[bytes, int]:
    """Return the code with load commands that fit its signature, and the bytes of the latter."""
    place, linkedit = file.signature, file.segments.get("__LINKEDIT")
    if place is None or linkedit is None:
        raise Malformed("no place for a signature")
    command, end, _ = place
    code = bytearray(file.data[:end])
    code.extend(bytes(-end % 16))
    pages = -(-len(code) >> _PAGE_SHIFT)
    slots = RESOURCES if resources else REQUIREMENTS_SLOT
    directory = _FIXED + len(identifier.encode()) + 1 + _HASH_BYTES * (slots + pages)
    # three blobs with their index, of which two are as short as they can be
    size = 12 + 3 * 8 + directory + 12 + 8
    room = -(-(size + _RESERVED) // 16) * 16
    struct.pack_into("<2I", code, command + 8, len(code), room)
    held = len(code) + room - linkedit.offset
    memory = -(-held // _SEGMENT_PAGE) * _SEGMENT_PAGE
    struct.pack_into("<3Q", code, linkedit.at + 32, memory, linkedit.offset, held)
    return bytes(code), room


def _directory(file: MachO, identifier: str, special: dict[int, bytes]) -> bytes:
    text = file.segments.get("__TEXT")
    if text is None:
        raise Malformed("no code")
    slots = max(slot for slot, data in special.items() if data)
    name = identifier.encode() + b"\0"
    data, page = file.data, 1 << _PAGE_SHIFT
    pages = [data[at : at + page] for at in range(0, len(data), page)]
    hashes = _FIXED + len(name) + _HASH_BYTES * slots
    length = hashes + _HASH_BYTES * len(pages)
    head = (CODE_DIRECTORY, length, _VERSION, AD_HOC, hashes, _FIXED, slots, len(pages), len(data))
    main = _MAIN_BINARY if file.file_type == EXECUTABLE else 0
    parts = [
        struct.pack(">9I", *head),
        struct.pack(">4BI", _HASH_BYTES, _SHA256, 0, _PAGE_SHIFT, 0),
        # no scatter table, no team, no limit above 4 GB
        struct.pack(">2IIQ", 0, 0, 0, 0),
        struct.pack(">3Q", text.offset, text.size, main),
        name,
    ]
    for slot in range(slots, 0, -1):
        held = special.get(slot, b"")
        parts.append(hashlib.sha256(held).digest() if held else bytes(_HASH_BYTES))
    parts += [hashlib.sha256(each).digest() for each in pages]
    return b"".join(parts)


def _superblob(blobs: dict[int, bytes]) -> bytes:
    index, body = b"", b"".join(blobs.values())
    at = 12 + 8 * len(blobs)
    length = at + len(body)
    for slot, blob in blobs.items():
        index += struct.pack(">2I", slot, at)
        at += len(blob)
    return struct.pack(">3I", EMBEDDED, length, len(blobs)) + index + body
