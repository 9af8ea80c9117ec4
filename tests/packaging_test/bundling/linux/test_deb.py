"""The Debian package and the archive, written for a tiny bundle and read by Debian's programs."""

import os
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from bundling.linux.deb import control, write_deb
from bundling.linux.finish import finish
from bundling.linux.system_libraries import Needs
from bundling.target import linux_tree
from tests.kit.paths import ROOT

NEEDS = Needs(("libegl1", "libglib2.0-0"), ("libwayland-client0",), 36)
TIME = 1_750_000_000

needs_zstd = pytest.mark.skipif(not shutil.which("zstd"), reason="zstd is not installed")
needs_dpkg = pytest.mark.skipif(not shutil.which("dpkg-deb"), reason="dpkg-deb is Debian's")


def tiny_bundle(folder: Path) -> Path:
    """Return a bundle with a program, a library with a link to it, and a file for the desktop."""
    root = folder / "duologue"
    for name in ("bin/duologue", "lib/libown.so.1.2", "share/applications/it.desktop", "app/ä.txt"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(name)
    (root / "bin/duologue").chmod(0o700)
    (root / "app/ä.txt").chmod(0o666)
    (root / "lib/libown.so.1").symlink_to("libown.so.1.2")
    return root


def listed(package: Path) -> dict[str, str]:
    """Return mode and owner of each file in a package, by its name."""
    command = ["dpkg-deb", "--contents", package]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    lines = [line.split(None, 5) for line in output.splitlines()]
    return {line[5]: f"{line[0]} {line[1]}" for line in lines}


def test_the_control_file_has_its_fields_in_lines_of_their_own() -> None:
    lines = control("1.2.3", NEEDS, 2049).splitlines()
    assert "Version: 1.2.3" in lines
    assert "Installed-Size: 3" in lines
    assert "Depends: libc6 (>= 2.36), libegl1, libglib2.0-0t64 | libglib2.0-0" in lines
    description = lines.index(next(line for line in lines if line.startswith("Description:")))
    assert all(line.startswith(" ") and len(line) <= 80 for line in lines[description + 1 :])


@needs_zstd
@needs_dpkg
def test_dpkg_reads_the_package(tmp_path: Path) -> None:
    package = tmp_path / "it.deb"
    write_deb(tiny_bundle(tmp_path), package, "1.2.3", NEEDS, TIME, level=1)
    found = listed(package)
    assert found["./opt/duologue/bin/duologue"] == "-rwxr-xr-x root/root"
    assert found["./opt/duologue/app/ä.txt"] == "-rw-r--r-- root/root"
    assert "./usr/share/applications/it.desktop" in found
    assert "./opt/duologue/lib/libown.so.1 -> libown.so.1.2" in found
    assert "./usr/bin/duologue -> ../../opt/duologue/bin/duologue" in found
    assert len(found) == len(set(found)) == 15
    version = ["dpkg-deb", "--field", package, "Version"]
    assert subprocess.check_output(version, text=True) == "1.2.3\n"


@needs_zstd
@needs_dpkg
def test_dpkg_can_verify_the_installed_files(tmp_path: Path) -> None:
    package, place = tmp_path / "it.deb", tmp_path / "place"
    write_deb(tiny_bundle(tmp_path), package, "1", NEEDS, TIME, level=1)
    subprocess.run(["dpkg-deb", "--raw-extract", package, place], check=True)
    check = ["md5sum", "--check", "--strict", "--quiet", "DEBIAN/md5sums"]
    subprocess.run(check, cwd=place, check=True)
    assert len((place / "DEBIAN/md5sums").read_text().splitlines()) == 4


@needs_zstd
def test_the_same_files_give_the_same_package(tmp_path: Path) -> None:
    packages = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        root = tiny_bundle(tmp_path / name)
        os.utime(root / "bin/duologue", (1, 1) if name == "one" else None)
        packages.append(tmp_path / f"{name}.deb")
        write_deb(root, packages[-1], "1", NEEDS, TIME, level=1)
    assert packages[0].read_bytes() == packages[1].read_bytes()


@needs_zstd
def test_a_bundle_becomes_an_archive_with_its_files_for_the_desktop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(TIME))
    tiny_bundle(tmp_path)
    done = finish(linux_tree(tmp_path), "1.2.3", level=1)
    assert done.archive.name == "duologue-1.2.3-linux-x86_64.tar.zst"
    assert done.package.name == "duologue_1.2.3_amd64.deb"
    plain = tmp_path / "plain.tar"
    subprocess.run(["zstd", "-q", "-d", done.archive, "-o", plain], check=True)
    with tarfile.open(plain) as tar:
        names = tar.getnames()
        assert tar.getmember("./duologue/bin/duologue").mode == 0o755
        assert {it.mtime for it in tar.getmembers()} == {TIME}
    assert "./duologue/share/applications/org.duologue.Duologue.desktop" in names
    assert "./duologue/README.txt" in names
    readme = (tmp_path / "duologue/README.txt").read_text()
    shared = [it for it in (tmp_path / "duologue/share").rglob("*") if it.is_file()]
    for file in shared:  # people may have copied it
        assert f"~/.local/share/{file.relative_to(tmp_path / 'duologue/share')}\n" in readme
    assert (ROOT / "LICENSE").read_text() in (
        tmp_path / "duologue/share/doc/duologue/copyright"
    ).read_text()
