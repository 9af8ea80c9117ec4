"""The parts of a bundle and their licences, of the packages that the tests run with."""

import json
import re
import shutil
import sys
import sysconfig
from importlib.metadata import version
from pathlib import Path

import pytest

from bundling import components
from bundling.components import Component, Unlicensed, all_components, native_libraries
from bundling.licences import free_of_gpl, gpl_compatible, refuse, write_licences
from bundling.target import LINUX, MACOS, Tree

PACKAGES = Path(sysconfig.get_paths()["purelib"])


def tree(folder: Path, packages: Path = PACKAGES) -> Tree:
    library = folder / "lib"
    library.mkdir(parents=True)
    (library / "LICENSE.txt").write_text("The terms of Python")
    app = folder / "app"
    return Tree(folder, folder / "bin/duologue", folder / "libs", library, packages, app)


def package(folder: Path, name: str, metadata: str, licence: str = "") -> None:
    place = folder / f"{name}-1.0.dist-info"
    place.mkdir(parents=True)
    (place / "METADATA").write_text(
        f"Metadata-Version: 2.4\nName: {name}\nVersion: 1.0\n{metadata}"
    )
    if licence:
        (place / "LICENSE").write_text(licence)


def named(found: list[Component]) -> dict[str, Component]:
    return {it.name: it for it in found}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> list[Component]:
    return all_components(tree(tmp_path_factory.mktemp("bundle")))


def test_every_installed_package_has_a_licence_and_its_text(installed: list[Component]) -> None:
    found = named(installed)
    assert "Permission is hereby granted" in found["mlx"].text
    assert found["pypdfium2"].licence == "BSD-3-Clause AND Apache-2.0"
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in found["shiboken6"].text
    assert "Version 3, 29 June 2007" in found["shiboken6"].text
    assert found["Inter"].licence == "OFL-1.1"
    assert found["Python"].text == "The terms of Python"
    assert "duologue" not in found


def test_a_package_without_a_licence_is_named(tmp_path: Path) -> None:
    package(tmp_path / "packages", "bare", "")
    package(tmp_path / "packages", "textless", "License-Expression: MIT\n")
    package(tmp_path / "packages", "odd", "License: As you like\n", "As you like")
    with pytest.raises(Unlicensed, match="bare, odd, textless"):
        all_components(tree(tmp_path / "out", tmp_path / "packages"))


def test_a_library_that_nobody_looked_at_stops_the_build(tmp_path: Path) -> None:
    out = tree(tmp_path / "out", tmp_path / "packages")
    libraries = tmp_path / "packages" / "cv2" / ".dylibs"
    for folder in (libraries, out.libraries):
        folder.mkdir(parents=True)
    (libraries / "libx264.164.dylib").touch()
    (out.libraries / "libpython3.13.so.1.0").touch()
    assert [it.name for it in native_libraries(out)] == ["x264", "Xvid"]
    (out.libraries / "libreadline.so.8").touch()
    with pytest.raises(Unlicensed, match=r"libreadline\.so\.8 of libraries"):
        list(native_libraries(out))


@pytest.mark.skipif(not (PACKAGES / "mlx_cpu.libs").exists(), reason="libraries of Linux")
@pytest.mark.parametrize("wheel", ["mlx_cpu", "sentencepiece"])
def test_a_row_has_the_version_that_the_wheel_says_its_library_has(wheel: str) -> None:
    """Tools that repair wheels list the packages that they took the libraries from."""
    (bill,) = PACKAGES.glob(f"{wheel}-*.dist-info/sboms/auditwheel.cdx.json")
    listed = {
        it["name"].rstrip("0123456789"): it["version"]
        for it in json.loads(bill.read_text())["components"]
        if it["name"] != wheel
    }
    rows = [it for it in components.native_rows() if it["folder"] == f"{wheel}.libs"]
    ours = {it.removesuffix("-*"): row["version"] for row in rows for it in row["files"].split()}
    assert ours.keys() == listed.keys()
    assert all(listed[name].startswith(f"{version}-") for name, version in ours.items())


@pytest.mark.skipif(not (PACKAGES / "mlx_cpu.libs").exists(), reason="libraries of Linux")
def test_libraries_inside_wheels_have_the_text_of_their_licence(installed: list[Component]) -> None:
    texts = {(it.within, it.name): it.text for it in installed}
    assert "University of Tennessee" in texts["mlx_cpu.libs", "LAPACK"]
    assert "Unicode, Inc." in texts["PySide6", "ICU"]
    for package in ("mlx_cpu.libs", "sentencepiece.libs"):
        assert "GNU GENERAL PUBLIC LICENSE" in texts[package, "GCC runtime libraries"]
    assert ("PySide6", "Qt Image Formats") in texts


def test_the_version_of_a_library_of_the_system_is_read_from_it(tmp_path: Path) -> None:
    out = tree(tmp_path / "out", tmp_path / "packages")
    out.libraries.mkdir()
    (out.libraries / "libcrypto.so.3").write_bytes(b"\0OpenSSL 3.0.17 1 Jul 2025\0")
    (found,) = native_libraries(out)
    assert (found.version, found.purl) == ("3.0.17", "pkg:generic/openssl@3.0.17")


def test_code_inside_a_file_is_listed_only_if_the_file_has_its_sign(tmp_path: Path) -> None:
    """Python has the same names of files whoever compiled it, and other code in them."""
    here = tree(tmp_path / "compiled-here", tmp_path / "packages")
    modules = here.standard_library / "lib-dynload"
    for folder in (modules, here.libraries):
        folder.mkdir(parents=True)
    (modules / "_sqlite3.cpython-313.so").write_bytes(b"SQLite 3.15.2 or higher\x003.13.15\0")
    (modules / "pyexpat.cpython-313.so").write_bytes(b"\0expat_2.8.2\0")
    (here.libraries / "libsqlite3.so.0").write_bytes(b"\x003.46.1\0")
    found = {it.name: (it.version, it.within) for it in native_libraries(here)}
    assert found == {"Expat": ("2.8.2", "Python"), "SQLite": ("3.46.1", "libraries")}

    standalone = tree(tmp_path / "standalone", tmp_path / "packages")
    standalone.libraries.mkdir()
    (standalone.libraries / "libpython3.13.so.1.0").write_bytes(
        b"mimalloc: \0expat_2.8.3\0\x013.53.1\0OpenSSL 3.5.7 9 Jun 2026\0OpenSSL 3.0.0\0"
    )
    found = {it.name: (it.version, it.within) for it in native_libraries(standalone)}
    versions = {"Expat": "2.8.3", "mimalloc": "2.1.2", "OpenSSL": "3.5.7", "SQLite": "3.53.1"}
    assert found == {name: (version, "Python") for name, version in versions.items()}


def test_a_library_beside_its_code_in_another_file_is_listed_once(tmp_path: Path) -> None:
    out = tree(tmp_path / "out", tmp_path / "packages")
    libraries = tmp_path / "packages" / "cv2" / ".dylibs"
    libraries.mkdir(parents=True)
    (libraries / "libopenjp2.2.5.3.dylib").touch()
    (libraries.parent / "cv2.abi3.so").write_bytes(b"JPEG 2000:  build (ver 2.5.3)")
    found = [(it.name, it.version) for it in native_libraries(out) if it.name != "Xvid"]
    assert found == [("OpenJPEG", "2.5.3")]


def test_code_inside_qt_is_found_in_its_libraries(installed: list[Component]) -> None:
    """After an update of Qt: compare the rows with its attributions, and name its version there."""
    found = named([it for it in installed if it.within == "PySide6"])
    assert version("pyside6-essentials") == found["Qt"].version == found["Qt SVG"].version
    assert {"HarfBuzz", "libjpeg-turbo", "libpng", "LibTIFF", "libwebp", "MD4C", "PCRE2"} <= set(
        found
    )
    read = ("HarfBuzz", "libjpeg-turbo", "libpng", "LibTIFF", "PCRE2")
    assert all(re.fullmatch(r"\d+(\.\d+)+", found[it].version) for it in read)
    assert ("FreeType" in found) == (sys.platform == "darwin")
    for row in components.native_rows():
        if row["sign"].startswith("Qt") and "libQt6" in row["files"]:
            assert row["name"] in found
    assert "Philip Hazel" in found["PCRE2"].text
    assert "PNG Reference Library License version 2" in found["libpng"].text


def test_each_library_belongs_to_one_row() -> None:
    rows = components.native_rows()
    for row in rows:
        assert row["name"] and row["licence"] and row["source"].startswith("https://")
    whole = [row for row in rows if not row["sign"]]
    files = [(row["folder"], it) for row in whole for it in row["files"].split()]
    assert len(files) == len(set(files))


def test_no_row_is_excluded_by_the_terms_of_the_system_that_it_is_about() -> None:
    rows = [it for it in components.native_rows() if it["sign"]]
    assert all(free_of_gpl(it["licence"]) for it in rows)
    wrong = [it["name"] for it in rows if not gpl_compatible(it["licence"])]
    assert wrong == ["Intel IPP"], "which the wheel of OpenCV for macOS does not have"


def test_terms_of_a_bundle_exclude_what_they_must() -> None:
    gpl = Component("x264", "1", "GPL-2.0-or-later", "text")
    openssl = Component("OpenSSL", "1.1.1", "OpenSSL", "text")
    refuse([gpl], MACOS)
    refuse([openssl], LINUX)
    with pytest.raises(Unlicensed, match="x264"):
        refuse([gpl], LINUX)
    with pytest.raises(Unlicensed, match=r"OpenSSL \(OpenSSL\)"):
        refuse([openssl], MACOS)


def test_licences_in_an_expression_are_told_apart() -> None:
    assert gpl_compatible("Apache-2.0 OR Proprietary")
    assert not gpl_compatible("Apache-2.0 AND OpenSSL")
    assert free_of_gpl("LGPL-3.0-only OR GPL-2.0-only")
    assert not free_of_gpl("MIT AND GPL-3.0-only")
    assert free_of_gpl("GPL-3.0-or-later WITH GCC-exception-3.1")


def test_a_macos_bundle_carries_the_gpl_and_the_offer_of_its_source(tmp_path: Path) -> None:
    packages = tmp_path / "packages"
    package(packages, "some", "License-Expression: MIT\n", "Terms of some")
    (packages / "cv2" / ".dylibs").mkdir(parents=True)
    (packages / "cv2" / ".dylibs" / "libx265.215.dylib").touch()
    out = tree(tmp_path / "out", packages)
    found = write_licences(out, MACOS, "7.8.9")
    assert {"some", "x265", "Python"} <= set(named(found))
    notice = (out.app / "NOTICE.txt").read_text()
    assert "duologue-7.8.9-sources.tar" in notice
    assert "x265 4.1 (GPL-2.0-or-later)" in notice
    assert "GNU GENERAL PUBLIC LICENSE" in (out.app / "COPYING").read_text()
    about = json.loads((out.app / "licences.json").read_text())
    assert about["terms"].startswith("GPL-3.0-or-later")
    assert about["components"][0]["name"] == "Duologue"
    assert notice in about["components"][0]["text"]
    assert "Terms of some" in (out.app / "THIRD_PARTY_LICENCES.txt").read_text()
    shutil.rmtree(packages / "cv2")
    other = tree(tmp_path / "other", packages)
    write_licences(other, LINUX, "7.8.9")
    assert not (other.app / "COPYING").exists()
