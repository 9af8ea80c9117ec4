"""Ad-hoc signatures are those of Apple's codesign, and cover every byte."""

import lzma
from pathlib import Path

import pytest

from bundling.macos.ad_hoc import sign
from bundling.macos.macho import EXECUTABLE, MachO, Malformed
from bundling.macos.signature import AD_HOC, INFO_PLIST, RESOURCES, Signature, signature_of
from tests.kit.macho import macho, signed

# A library of X.Org (MIT licence) out of the macOS wheel of opencv-python 5.0.0.93, where codesign
# signed it on a Mac.
APPLES = lzma.decompress(Path(__file__).with_name("libxcb-shm.dylib.xz").read_bytes())


def signature(data: bytes) -> Signature:
    found = signature_of(MachO(data))
    assert found is not None
    return found


def faults(data: bytes) -> list[str]:
    return list(signature(data).faults(MachO(data)))


def test_the_signature_is_the_one_that_codesign_wrote() -> None:
    assert not faults(APPLES)
    identifier = signature(APPLES).best.identifier
    assert sign(APPLES, identifier) == APPLES
    assert sign(APPLES, "another") != APPLES


def test_a_file_without_a_signature_gets_one() -> None:
    data = signed()
    best = signature(data).best
    assert (best.flags, best.identifier, best.special_slots) == (AD_HOC, "test", 2)
    assert not faults(data)
    assert sign(data, "test") == data
    place = MachO(data).signature
    assert place is not None and place[1] + place[2] == len(data)
    linkedit = MachO(data).segments["__LINKEDIT"]
    assert linkedit.offset + linkedit.size == len(data)


def test_every_changed_page_is_found() -> None:
    data = signed()
    limit = signature(data).best.code_limit
    pages = range(0, limit, 4096)
    assert len(pages) == 5
    # not the header, which says where the signature is
    for at in (3000, *pages[1:], limit - 1):
        changed = bytearray(data)
        changed[at] ^= 1
        assert faults(bytes(changed)) == [
            f"1 pages with a wrong hash, from page {at // 4096} on",
        ]


def test_code_behind_the_last_page_is_found() -> None:
    data = bytearray(signed())
    place = MachO(bytes(data)).signature
    assert place is not None
    directory = data.index(b"\xfa\xde\x0c\x02")
    data[directory + 32 : directory + 36] = (place[1] + 4096).to_bytes(4)
    assert "the signature does not cover all of the code" in faults(bytes(data))


def test_the_main_executable_covers_the_description_and_the_seal() -> None:
    unsigned = macho(file_type=EXECUTABLE)
    best = signature(sign(unsigned, "app", b"plist", b"resources")).best
    assert best.special_slots == 3
    assert best.special(INFO_PLIST) == best.hash(b"plist")
    assert best.special(RESOURCES) == best.hash(b"resources")


def test_a_damaged_signature_is_malformed() -> None:
    data = signed()
    place = MachO(data).signature
    assert place is not None
    for at, value in ((0, 0), (8, 0xFF), (16, 0xFF), (24, 0xFF)):
        changed = bytearray(data)
        changed[place[1] + at] = value
        with pytest.raises(Malformed):
            found = signature_of(MachO(bytes(changed)))
            assert found is not None
            _ = list(found.faults(MachO(bytes(changed))))
