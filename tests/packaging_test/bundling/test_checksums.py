"""Checksums of a release, with keys made here; sha256sum is a judge."""

import shutil
import stat
import subprocess
from pathlib import Path

import pytest

from bundling.checksums import SIGNATURE, SUMS, Wrong, make_key, verify, write


@pytest.fixture
def keys(tmp_path: Path) -> tuple[Path, Path]:
    private, public = tmp_path / "key.pem", tmp_path / "release_key.pub"
    make_key(private, public)
    return private, public


@pytest.fixture
def release(tmp_path: Path) -> Path:
    folder = tmp_path / "release"
    folder.mkdir()
    (folder / "Duologue-0.1.0-macos-arm64.dmg").write_bytes(b"app")
    (folder / "duologue_0.1.0_amd64").write_bytes(b"deb")
    return folder


def test_a_signed_release_verifies(release: Path, keys: tuple[Path, Path]) -> None:
    private, public = keys
    assert write(release, private.read_text(), public)
    verify(release, public)
    tool = ["sha256sum"] if shutil.which("sha256sum") else ["shasum", "-a", "256"]
    subprocess.run([*tool, "-c", SUMS], cwd=release, capture_output=True, check=True)
    assert (release / SIGNATURE).read_bytes().count(b"\n") == 1


def test_another_file_or_another_key_does_not_verify(
    release: Path, keys: tuple[Path, Path], tmp_path: Path
) -> None:
    private, public = keys
    write(release, private.read_text(), public)
    (release / "duologue_0.1.0_amd64").write_bytes(b"changed")
    with pytest.raises(Wrong, match="_amd64 is not the file"):
        verify(release, public)
    other = tmp_path / "other.pub"
    make_key(tmp_path / "other.pem", other)
    with pytest.raises(Wrong, match="not the signature"):
        verify(release, other)
    (release / SUMS).write_bytes((release / SUMS).read_bytes() + b"\n")
    with pytest.raises(Wrong, match="not the signature"):
        verify(release, public)


def test_a_file_that_is_not_listed_does_not_verify(release: Path, keys: tuple[Path, Path]) -> None:
    write(release, keys[0].read_text(), keys[1])
    (release / "Duologue-9.9.9-macos-arm64.dmg").write_bytes(b"evil")
    with pytest.raises(Wrong, match="dmg is not the file"):
        verify(release, keys[1])


def test_a_release_without_key_has_checksums_alone(release: Path) -> None:
    (release / SIGNATURE).write_text("left from before")
    assert not write(release, "")
    assert (release / SUMS).is_file()
    assert not (release / SIGNATURE).exists()


def test_a_key_that_the_app_does_not_know_is_refused(
    release: Path, keys: tuple[Path, Path], tmp_path: Path
) -> None:
    make_key(tmp_path / "other.pem", tmp_path / "other.pub")
    with pytest.raises(Wrong, match="is not the key that"):
        write(release, (tmp_path / "other.pem").read_text(), keys[1])
    with pytest.raises(Wrong, match="is missing"):
        write(release, keys[0].read_text(), tmp_path / "none.pub")
    with pytest.raises(Wrong, match="not a private key"):
        write(release, "no key", keys[1])


def test_a_pair_of_keys_is_never_replaced(keys: tuple[Path, Path], tmp_path: Path) -> None:
    private, public = keys
    assert stat.S_IMODE(private.stat().st_mode) == 0o600
    with pytest.raises(FileExistsError):
        make_key(tmp_path / "new.pem", public)
    assert not (tmp_path / "new.pem").exists()
    with pytest.raises(FileExistsError):
        make_key(private, tmp_path / "new.pub")
    assert not (tmp_path / "new.pub").exists()
