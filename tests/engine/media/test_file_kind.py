"""Files are identified by their content, and unusable ones are refused with a sentence."""

import os
from pathlib import Path

import pytest

from engine.errors import Refused
from engine.media.file_kind import FileKind, identify, stat_file

SVG = "<svg xmlns='http://www.w3.org/2000/svg'/>"


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf", FileKind.AVIF),
        (b"\0\0\0\x18ftypmif1\0\0\0\0mif1avif", FileKind.AVIF),
        (b"\0\0\0\x18ftypmif1\0\0\0\0mif1heic", FileKind.HEIC),
        (b"\0\0\0\x18ftypisom\0\0\x02\0isommp41", FileKind.MP4),
        (b"\0\0\0\x14ftypqt  \0\0\0\0qt  ", FileKind.MP4),
        (b"\0\0\x10\0moov", FileKind.MP4),
        (b"\x1aE\xdf\xa3\x9fB\x86\x81\x01", FileKind.MATROSKA),
        (b"RIFF\0\0\0\0AVI LIST", FileKind.AVI),
        (b"RIFF\0\0\0\0WEBPVP8 ", FileKind.WEBP),
        (b"\n\n%PDF-1.7", FileKind.PDF),
    ],
)
def test_the_first_bytes_determine_the_kind(tmp_path: Path, content: bytes, kind: FileKind) -> None:
    (tmp_path / "file.png").write_bytes(content)
    assert identify(tmp_path / "file.png").kind is kind


@pytest.mark.parametrize(
    "words",
    [
        "BMW and Audi are car makers.",
        "I'm free on Monday.",
        "Files of this kind begin with %PDF-1.7.",
        "GGUF or MLX: which of the two?",
    ],
)
def test_a_text_that_begins_like_another_file_is_text(tmp_path: Path, words: str) -> None:
    (tmp_path / "notes.txt").write_text(words)
    assert identify(tmp_path / "notes.txt", text=True).kind is FileKind.TEXT


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("notes.png", "milk, eggs", r"notes\.png is not an image or video but text"),
        ("long.png", "ä" * 5000, "but text"),
        ("drawing.svg", SVG, "an SVG drawing"),
        ("drawing.png", f"<?xml version='1.0'?><!-- a -->\n{SVG}", "an SVG drawing"),
        ("list.mp4", "#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:9/a.ts\n", "is a playlist"),
        ("list.mp4", "ffconcat version 1.0\nfile /etc/passwd\n", "is a list of videos"),
        ("stream.mp4", "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\n", "describes a stream"),
        ("link.png", "[InternetShortcut]\nURL=http://a.b/c.png\n", "is a link"),
        ("empty.jpg", "", "is empty"),
        ("page.png", "PK\x03\x04", "is an archive"),
        ("llama.gguf", "GGUF\3\0\0\0", "is a model as a GGUF file"),
        ("model.safetensors", '\x10\2\0\0\0\0\0\0{"a":{"dtype"', "has the weights of a model"),
        ("clip.mp4", "\x01\x02 no video", "that can be read, whatever its name says"),
        ("memo.wav", "RIFF0000WAVE", "is a sound file"),
        ("memo.m4a", "\0\0\0\x20ftypM4A \0", "is a sound file"),
        ("song.mp3", "ID3\4", "is a sound file"),
    ],
)
def test_the_refusal_of_an_unusable_file_names_its_kind(
    tmp_path: Path, name: str, content: str, says: str
) -> None:
    (tmp_path / name).write_bytes(content.encode())
    with pytest.raises(Refused, match=says):
        identify(tmp_path / name)


def test_an_svg_that_would_hang_its_renderer_is_refused(tmp_path: Path) -> None:
    levels = "".join(
        f'<g id="l{i + 1}">{"".join(f"<use href=#l{i}/>" for _ in range(9))}</g>' for i in range(12)
    )
    path = tmp_path / "photo.png"
    path.write_text(f"<svg><g id='l0'><rect/></g>{levels}</svg>")
    assert 1_000 < path.stat().st_size < 4_000
    with pytest.raises(Refused, match="an SVG drawing"):
        identify(path)


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:9/a.mp4", "https://a.b/c.png", "rtsp://a.b/c", "file:///a.png"]
)
def test_an_address_is_refused(address: str) -> None:
    shown = address.replace(":///", "://")
    with pytest.raises(Refused, match=f"^{shown} is an address, and nothing is fetched"):
        identify(Path(address))


def test_a_file_that_the_system_cannot_find_is_refused_with_its_reason(tmp_path: Path) -> None:
    """Like a file in a folder without permission, which root (in a container) can enter."""
    with pytest.raises(Refused, match=r"aaa cannot be opened: File name too long\."):
        identify(tmp_path / ("a" * 300))


def test_only_regular_files_are_opened(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"^gone was not found. If it was moved"):
        identify(tmp_path / "gone")
    with pytest.raises(Refused, match="is a folder"):
        identify(tmp_path)
    with pytest.raises(Refused, match="is a device or a pipe"):
        identify(Path("/dev/zero"))


TEXT, PNG, GIF = b"milk, eggs", b"\x89PNG\r\n\x1a\n", b"GIF89a"


@pytest.mark.parametrize(("content", "says"), [(b"", "is empty"), (SVG.encode(), "SVG")])
def test_text_is_detected_only_if_requested(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(TEXT)
    assert identify(path, text=True).kind is FileKind.TEXT
    path.write_bytes(content)
    with pytest.raises(Refused, match=says):
        identify(path, text=True)


def test_an_open_file_starts_at_its_first_byte(tmp_path: Path) -> None:
    path = tmp_path / "a.gif"
    path.write_bytes(GIF + bytes(5000))
    with identify(path).open() as file:
        assert file.read() == GIF + bytes(5000)


def test_a_file_that_became_another_kind_is_refused(tmp_path: Path) -> None:
    """Even one whose size and times are as before."""
    path = tmp_path / "a.png"
    path.write_bytes(PNG)
    known, status = identify(path), path.stat()
    path.write_bytes(GIF + b"\0\0")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert (path.stat().st_size, path.stat().st_mtime_ns) == (8, status.st_mtime_ns)
    with pytest.raises(Refused, match=r"a\.png changed while it was read\. Add it again\."):
        known.open()


def test_a_file_that_became_a_pipe_or_vanished_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(PNG)
    known = identify(path)
    path.unlink()
    with pytest.raises(Refused, match="was not found"):
        known.open()
    os.mkfifo(path)
    with pytest.raises(Refused, match="a device or a pipe"):
        known.open()


def test_checking_the_status_opens_no_file(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(PNG)
    assert stat_file(path).st_size == 8
    with pytest.raises(Refused, match="is a folder"):
        stat_file(tmp_path)
    with pytest.raises(Refused, match="is an address"):
        stat_file(Path("http://127.0.0.1:9/a.mp4"))
