"""Our copies of added files: what they contain, and when they are removed."""

import os
import resource
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from app.attachments import copying, open_externally, own_copies
from app.attachments.contents import Contents
from app.base.reflink import clone
from engine.errors import Refused
from engine.media.intake import no_check
from engine.system.worker_process import ROOT
from tests.kit.images import bomb, draw_image, save_image, save_video

RED = ("red", "circle", 0.5, 0.5)
MP4 = b"\0\0\0\x10ftypisom"


class Gone(Exception):
    """Raised when the chat is closed."""


def files_in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and path.name != "lock"]


@pytest.fixture
def copies(tmp_path: Path) -> Contents:
    return Contents(tmp_path / "attachments")


def test_a_copy_outlives_its_original(copies: Contents, tmp_path: Path) -> None:
    path = save_image(tmp_path / "a b.png", RED)
    data = path.read_bytes()
    copy = own_copies.add(copies, path, no_check)
    path.write_text("something else")
    path.unlink()
    assert (copy.name, copy.read_bytes()) == ("a b.png", data)


def test_a_name_cannot_disguise_its_extension(copies: Contents, tmp_path: Path) -> None:
    path = save_image(tmp_path / "photo\u202egpj.png", RED)
    assert own_copies.add(copies, path, no_check).name == "photogpj.png"


def test_only_the_owner_may_read_a_copy(copies: Contents, tmp_path: Path) -> None:
    path = save_image(tmp_path / "a.png", RED)
    path.chmod(0o777)
    copy = own_copies.add(copies, path, no_check)
    pasted = own_copies.paste(copies, QImage(20, 20, QImage.Format.Format_RGB32))
    for made in (copy, pasted):
        assert stat.S_IMODE(made.stat().st_mode) == 0o600
        for folder in (made.parent, made.parent.parent, made.parent.parent.parent):
            assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_two_files_with_one_name_are_both_kept(copies: Contents, tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    one = save_image(tmp_path / "a.png", RED)
    two = save_image(tmp_path / "b" / "a.png", ("blue", "square", 0.5, 0.5))
    made = [own_copies.add(copies, path, no_check) for path in (one, two)]
    assert [path.read_bytes() for path in made] == [one.read_bytes(), two.read_bytes()]


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("notes.png", b"milk\0eggs", "notes.png is not an image or video that can be read"),
        ("list.mp4", b"#EXTM3U\nhttp://a/b.ts", "list.mp4 is a playlist"),
        ("drawing.png", b"<svg xmlns='a'/>", "drawing.png is an SVG drawing"),
        ("broken.png", b"\x89PNG\r\n\x1a\nnothing", "broken.png looks like a PNG image but is"),
    ],
)
def test_unusable_files_are_not_copied(
    copies: Contents, tmp_path: Path, name: str, content: bytes, says: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(Refused, match=says):
        own_copies.add(copies, tmp_path / name, no_check)
    assert not copies.folder.exists()


def test_folders_and_too_large_files_are_not_copied(copies: Contents, tmp_path: Path) -> None:
    with pytest.raises(Refused, match="an image can have at most 64 million"):
        own_copies.add(copies, bomb(tmp_path / "big.png", 20_000), no_check)
    (tmp_path / "long.pdf").write_bytes(b"%PDF-1.7")
    os.truncate(tmp_path / "long.pdf", 300 << 20)
    with pytest.raises(Refused, match=r"long\.pdf is 315 MB; a file of this kind can be at most"):
        own_copies.add(copies, tmp_path / "long.pdf", no_check)
    with pytest.raises(Refused, match="is a folder"):
        own_copies.add(copies, tmp_path, no_check)
    assert not copies.folder.exists()


def test_a_cancelled_copy_leaves_nothing(
    copies: Contents, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "CHUNK", 10)
    monkeypatch.setattr(copying, "clone", lambda source, target: False)
    calls = []

    def check() -> None:
        calls.append(len(files_in(copies.folder)))
        if len(calls) == 3:
            raise Gone

    (tmp_path / "a.mp4").write_bytes(MP4 + bytes(100))
    with pytest.raises(Gone):
        own_copies.add(copies, tmp_path / "a.mp4", check)
    assert calls == [1, 1, 1]
    assert files_in(copies.folder) == []


def test_a_copy_needs_free_disk_space(copies: Contents, tmp_path: Path) -> None:
    (tmp_path / "film.mp4").write_bytes(MP4)
    os.truncate(tmp_path / "film.mp4", 8 << 40)
    with pytest.raises(
        Refused, match=r"not enough disk space for a copy of film\.mp4\. .* is free"
    ):
        own_copies.add(copies, tmp_path / "film.mp4", no_check)
    assert files_in(copies.folder) == []


def test_a_failed_write_is_reported(
    copies: Contents, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "clone", lambda source, target: False)
    (tmp_path / "a.mp4").write_bytes(MP4 + bytes(1 << 20))
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 19, before[1]))
    try:
        with pytest.raises(Refused, match=r"a\.mp4 could not be copied: File too large"):
            own_copies.add(copies, tmp_path / "a.mp4", no_check)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert files_in(copies.folder) == []


def test_an_unwritable_folder_gives_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "attachments").write_text("a file has the name")
    with pytest.raises(Refused, match=r"a\.png could not be added: .* cannot be written to"):
        own_copies.add(
            Contents(tmp_path / "attachments"), save_image(tmp_path / "a.png", RED), no_check
        )


def test_a_clone_has_all_bytes_or_is_not_made(tmp_path: Path) -> None:
    """Holds on file systems with and without clones."""
    path = save_image(tmp_path / "a.png", RED)
    with path.open("rb") as file:
        made = clone(file.fileno(), tmp_path / "b.png")
    assert (tmp_path / "b.png").exists() == made
    if made:
        assert (tmp_path / "b.png").read_bytes() == path.read_bytes()
        assert stat.S_IMODE((tmp_path / "b.png").stat().st_mode) == 0o600


COPY_AND_WAIT = """
import sys
from pathlib import Path
from app.attachments import copying
from app.attachments.contents import Contents
copying.clone = lambda source, target: False
copying.CHUNK = 10
def wait():
    print("begun", flush=True)
    sys.stdin.read()
Contents(Path(sys.argv[1])).put(Path(sys.argv[2]), wait)
"""


def test_leftovers_of_a_crash_are_removed_and_those_of_a_live_run_stay(
    copies: Contents, tmp_path: Path
) -> None:
    path = save_image(tmp_path / "a.png", RED)
    # an earlier version kept copies in a folder of each run
    left = copies.folder / "tmpold1" / "3" / "tmpx" / "a.png"
    left.parent.mkdir(parents=True)
    left.write_bytes(b"x")
    (copies.folder / "tmpold1" / "lock").touch()
    with subprocess.Popen(
        [sys.executable, "-c", COPY_AND_WAIT, str(copies.folder), str(path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "begun\n"
        (copies.folder / "tmpstray").symlink_to(tmp_path)
        mine = own_copies.add(copies, path, no_check)
        again = Contents(copies.folder)
        again.clean()
        assert not left.exists()
        (begun,) = set(copies.folder.glob("tmp*/*/new"))
        again.collect(set())
        assert mine.exists(), "another run may just have put it"
        other.kill()
    again.clean()
    assert not begun.exists() and mine.exists()
    assert path.exists(), "a link was followed"


def test_a_file_is_opened_with_the_extension_of_its_kind(copies: Contents, tmp_path: Path) -> None:
    (tmp_path / "holiday.command").write_bytes(save_image(tmp_path / "a.png", RED).read_bytes())
    copy = own_copies.add(copies, tmp_path / "holiday.command", no_check)
    named = open_externally.named_by_kind(copy)
    assert (named.name, named.read_bytes()) == ("holiday.png", copy.read_bytes())
    assert open_externally.named_by_kind(copy) == named
    photo = draw_image(RED)
    photo.save(tmp_path / "photo.JPG")
    copy = own_copies.add(copies, tmp_path / "photo.JPG", no_check)
    assert open_externally.named_by_kind(copy) == copy
    video = own_copies.add(
        copies, save_video(tmp_path / "c.mp4", "blue", "circle", "up", frames=2), no_check
    )
    assert open_externally.named_by_kind(video) == video
    for name in ("run.command", "page.html", "notes"):
        (tmp_path / name).write_text("#!/bin/sh\necho 1")
        copy = own_copies.add(copies, tmp_path / name, no_check)
        # not run, nor shown as a page
        assert open_externally.named_by_kind(copy).suffix == ".txt"
    copy.write_bytes(b"\0\1")
    with pytest.raises(Refused, match="that can be read"):
        open_externally.named_by_kind(copy)


def test_quick_look_gets_a_file_with_the_extension_of_its_kind(
    copies: Contents, tmp_path: Path, qtbot: QtBot
) -> None:
    (tmp_path / "holiday.command").write_bytes(save_image(tmp_path / "a.png", RED).read_bytes())
    copy = own_copies.add(copies, tmp_path / "holiday.command", no_check)
    program, told = tmp_path / "qlmanage", tmp_path / "told"
    program.write_text(f'#!/bin/sh\necho "$@" > "{told}.new"; mv "{told}.new" "{told}"\n')
    program.chmod(0o755)
    open_externally.quick_look(copy, str(program))
    qtbot.waitUntil(told.exists)
    assert told.read_text().strip() == f"-p {copy.with_name('holiday.png')}"
    with pytest.raises(Refused):
        open_externally.quick_look(copy, str(tmp_path / "nothing"))
