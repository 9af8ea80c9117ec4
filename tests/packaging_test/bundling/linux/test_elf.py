"""Libraries that compiled files need, read from programs made here or present in the packages."""

import sys
from pathlib import Path

import pytest

import run
from bundling.linux import elf
from bundling.linux.elf import Compiled
from bundling.linux.system_libraries import LibraryMissing, needs

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads the files of Linux wheels")


def qt_library(name: str) -> Path:
    from PySide6 import QtCore  # noqa: PLC0415

    return Path(QtCore.__file__).parent / "Qt/lib" / name


def test_a_library_names_what_it_needs() -> None:
    found = elf.read(qt_library("libQt6Widgets.so.6"))
    assert {"libQt6Gui.so.6", "libQt6Core.so.6", "libstdc++.so.6", "libc.so.6"} <= set(found.needed)
    assert found.finds("libQt6Gui.so.6")
    assert not found.finds("libc.so.6")
    assert 14 <= found.glibc <= 35


def test_only_compiled_files_are_read(tmp_path: Path) -> None:
    (tmp_path / "script.so").write_text("#!/bin/sh\n")
    (tmp_path / "empty").touch()
    (tmp_path / "link.so").symlink_to(qt_library("libQt6Widgets.so.6"))
    assert list(elf.compiled_files(tmp_path)) == []


def compiled(root: Path, *needed: str, glibc: int = 35) -> Compiled:
    return Compiled(root / "packages/it.so", needed, (root,), glibc)


def test_a_library_in_the_bundle_needs_no_package(tmp_path: Path) -> None:
    (tmp_path / "libown.so.1").touch()
    found = needs([compiled(tmp_path, "libown.so.1", "libc.so.6")], tmp_path)
    assert found.depends() == "libc6 (>= 2.35)"


def test_a_library_counts_only_where_its_file_finds_it(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/libown.so.1").touch()
    with pytest.raises(LibraryMissing, match="needs libown"):
        needs([compiled(tmp_path, "libown.so.1")], tmp_path)


def test_what_the_bundle_lacks_becomes_a_dependency(tmp_path: Path) -> None:
    files = [
        compiled(tmp_path, "libEGL.so.1", "libgio-2.0.so.0"),
        compiled(tmp_path, "libwayland-client.so.0", "libgtk-3.so.0", glibc=36),
    ]
    found = needs(files, tmp_path)
    assert found.depends() == "libc6 (>= 2.36), libegl1, libglib2.0-0t64 | libglib2.0-0"
    assert found.recommended == ("libwayland-client0",)


def test_a_library_that_nothing_brings_is_named_with_who_needs_it(tmp_path: Path) -> None:
    with pytest.raises(LibraryMissing, match=r"^packages/it\.so needs libfoo\.so\.3$"):
        needs([compiled(tmp_path, "libfoo.so.3")], tmp_path)


def test_the_packages_that_run_py_installs_are_known(tmp_path: Path) -> None:
    libraries = {**run.QT_LIBRARIES, **run.DISPLAY_LIBRARIES}
    assert set(needs([compiled(tmp_path, *libraries)], tmp_path).packages) == set(
        libraries.values()
    )
