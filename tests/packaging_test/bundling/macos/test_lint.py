"""The lint names what would keep a bundle from starting on another Mac."""

import pytest

from bundling.macos.lint import Report, lint
from bundling.target import Tree
from tests.kit.macho import X86_64, fat, macho, signed


def lint_with(tree: Tree, data: bytes, name: str = "native/added.so") -> Report:
    place = tree.packages / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(data)
    return lint(tree)


def faults(tree: Tree, data: bytes, name: str = "native/added.so") -> list[str]:
    where = f"Contents/Resources/packages/{name}: "
    found = lint_with(tree, data, name).faults
    assert all(fault.startswith(where) for fault in found)
    return [fault.removeprefix(where) for fault in found]


def test_a_whole_app_has_no_faults(tree: Tree) -> None:
    report = lint(tree)
    assert (report.files, report.faults, report.exceptions) == (3, [], [])
    assert report.minimum_systems == {(14, 0): 3}


def test_other_processors_are_found(tree: Tree) -> None:
    assert faults(tree, signed(cpu=X86_64)) == ["not for arm64"]
    both = fat(signed(), signed(cpu=X86_64))
    assert faults(tree, both) == ["more than one processor; arm64 alone is shipped"]


def test_a_newer_system_is_a_fault_but_for_the_known_files(tree: Tree) -> None:
    assert faults(tree, signed(system=(14, 1))) == ["needs macOS 14.1, newer than 14.0"]
    (tree.packages / "native/added.so").unlink()
    report = lint_with(tree, signed(system=(15, 0)), "PySide6/QtCore.abi3.so")
    assert report.faults == []
    assert report.exceptions == ["Contents/Resources/packages/PySide6/QtCore.abi3.so: 15.0"]
    newest = faults(tree, signed(system=(26, 0)), "PySide6/QtCore.abi3.so")
    assert newest == ["needs macOS 26.0, newer than 14.0"]


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("/System/Library/Frameworks/Metal.framework/Metal", ""),
        ("@loader_path/two.so", ""),
        ("@rpath/one.dylib", ""),
        ("@executable_path/../Frameworks/one.dylib", ""),
        ("@loader_path/three.so", "is not in the bundle"),
        ("@rpath/three.dylib", "is not in the bundle"),
        ("/opt/homebrew/lib/libx.dylib", "is looked for outside of the bundle"),
        ("@loader_path/" + "../" * 9 + "usr/lib/x", "is looked for outside of the bundle"),
    ],
)
def test_every_library_is_inside_or_in_the_system(tree: Tree, name: str, fault: str) -> None:
    folders = ("@loader_path/../../../Frameworks",)
    found = faults(tree, signed(libraries=(name,), search_paths=folders))
    assert found == ([f"{name} {fault}"] if fault else [])


def test_missing_and_broken_signatures_are_found(tree: Tree) -> None:
    assert faults(tree, macho()) == ["no signature, without which Apple silicon loads nothing"]
    changed = bytearray(signed())
    changed[0x3000] ^= 1
    assert faults(tree, bytes(changed)) == ["1 pages with a wrong hash, from page 3 on"]
    assert faults(tree, signed()[:-19_000])[0].startswith("damaged: ")
