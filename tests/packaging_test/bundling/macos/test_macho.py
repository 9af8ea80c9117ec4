"""Mach-O files are read as the bundle needs them, and fat ones lose their other slices."""

from pathlib import Path

import pytest

from bundling.macos.macho import ARM64, MachO, Malformed, macho_files, thin, with_signature_command
from tests.kit.macho import LIBRARY, X86_64, fat, macho


def test_what_a_library_needs_is_read() -> None:
    file = MachO(
        macho(
            system=(13, 2),
            libraries=("/usr/lib/libobjc.A.dylib", "@rpath/QtCore"),
            search_paths=("@loader_path/..",),
        )
    )
    assert (file.cpu, file.file_type, file.minimum_system) == (ARM64, LIBRARY, (13, 2))
    assert file.libraries == ("/usr/lib/libobjc.A.dylib", "@rpath/QtCore")
    assert file.search_paths == ("@loader_path/..",)
    assert file.segments["__LINKEDIT"].size == 20
    assert file.signature is None


def test_a_file_that_ends_anywhere_is_malformed_or_read(tmp_path: Path) -> None:
    whole = macho(libraries=("@rpath/a",), search_paths=("@loader_path",))
    for end in range(0, 700, 3):
        file = MachO(whole[:end])
        try:
            _ = (file.minimum_system, file.libraries, file.search_paths, file.segments)
        except Malformed:
            assert end < MachO(whole).header_end


def test_thinning_keeps_the_arm64_slice_its_mode_and_other_files(tmp_path: Path) -> None:
    mine, other = macho(code=b"mine"), macho(cpu=X86_64)
    tool = tmp_path / "in/tool"
    tool.parent.mkdir()
    tool.write_bytes(fat(other, mine))
    tool.chmod(0o755)
    (tmp_path / "foreign").write_bytes(fat(other, other))
    (tmp_path / "Java.class").write_bytes(b"\xca\xfe\xba\xbe\x00\x00\x00\x34rest")
    assert thin(tmp_path) == (1, len(fat(other, mine)) - len(mine))
    assert tool.read_bytes() == mine and tool.stat().st_mode & 0o777 == 0o755
    assert sorted(path.name for path in macho_files(tmp_path)) == ["foreign", "tool"]


def test_a_signature_needs_space_behind_the_load_commands() -> None:
    assert MachO(with_signature_command(macho())).signature is not None
    free = 0x4000 - MachO(macho()).header_end
    with pytest.raises(Malformed, match="no space"):
        with_signature_command(macho(code=b"c" * (free - 8)))
