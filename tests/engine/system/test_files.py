"""Check that only regular files are opened and that reads are bounded."""

import errno
import os
import socket
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.system.files import TooLarge, open_file, read_file


def make_fifo(path: Path) -> None:
    os.mkfifo(path)


def make_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(os.path.relpath(path))


def symlink_to(target: str) -> Callable[[Path], None]:
    return lambda path: path.symlink_to(target)


KINDS: dict[str, tuple[Callable[[Path], object], str]] = {
    "pipe": (make_fifo, "it is a device or a pipe, not a file"),
    "socket": (make_socket, "it is a device or a pipe, not a file"),
    "zeros": (symlink_to("/dev/zero"), "it is a device or a pipe, not a file"),
    "terminal": (symlink_to("/dev/tty"), "it is a device or a pipe, not a file"),
    "folder": (Path.mkdir, "it is a folder, not a file"),
    "loop of links": (symlink_to("x"), os.strerror(errno.ELOOP)),
    "link to nothing": (symlink_to("nowhere"), os.strerror(errno.ENOENT)),
}


@pytest.mark.parametrize(("make", "reason"), KINDS.values(), ids=KINDS)
def test_nothing_but_a_regular_file_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make: Callable[[Path], object], reason: str
) -> None:
    # The path of a socket must be short.
    monkeypatch.chdir(tmp_path)
    make(tmp_path / "x")
    for read in (open_file, lambda path: read_file(path, 10)):
        with pytest.raises(OSError) as found:
            read(tmp_path / "x")
        assert found.value.strerror == reason


def test_a_pipe_that_replaced_a_file_does_not_block(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x"
    path.touch()
    before = os.stat(path)
    path.unlink()
    os.mkfifo(path)
    monkeypatch.setattr("engine.system.files.os.stat", lambda _: before)
    with pytest.raises(OSError, match="a device or a pipe"):
        open_file(path)


def test_an_impossible_name_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="no file can have this name"):
        open_file(tmp_path / "a\0b")


def test_no_more_than_the_limit_is_read(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"12345")
    assert read_file(path, 5) == b"12345"
    with pytest.raises(TooLarge):
        read_file(path, 4)


def test_a_sparse_file_uses_no_memory(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.touch()
    os.truncate(path, 1 << 40)
    tracemalloc.start()
    try:
        with pytest.raises(TooLarge, match="it is larger than 10 MB"):
            read_file(path, 10_000_000)
        assert tracemalloc.get_traced_memory()[1] < 100_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(("most", "found"), [(7, b"1234567"), (6, None)])
def test_a_file_that_grows_is_read_up_to_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int, found: bytes | None
) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"123")
    short = os.stat(path)
    path.write_bytes(b"1234567")
    monkeypatch.setattr("engine.system.files.os.fstat", lambda _: short)
    if found is None:
        with pytest.raises(TooLarge):
            read_file(path, most)
    else:
        assert read_file(path, most) == found
