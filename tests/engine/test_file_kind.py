"""What a file is by its content, and the sentence for what cannot be used."""

from pathlib import Path

import pytest

from engine.errors import Refused
from engine.media.file_kind import FileKind, kind_of

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
def test_kinds(tmp_path: Path, content: bytes, kind: FileKind) -> None:
    (tmp_path / "file.png").write_bytes(content)
    assert kind_of(tmp_path / "file.png") is kind


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("notes.png", "milk, eggs", r"notes\.png is not a picture or video but text"),
        ("long.png", "ä" * 5000, "but text"),
        ("drawing.svg", SVG, "a drawing in SVG"),
        ("drawing.png", f"<?xml version='1.0'?><!-- a -->\n{SVG}", "a drawing in SVG"),
        ("list.mp4", "#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:9/a.ts\n", "is a playlist"),
        ("list.mp4", "ffconcat version 1.0\nfile /etc/passwd\n", "is a list of videos"),
        ("stream.mp4", "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\n", "describes a stream"),
        ("link.png", "[InternetShortcut]\nURL=http://a.b/c.png\n", "is a link"),
        ("empty.jpg", "", "is empty"),
        ("page.png", "PK\x03\x04", "is an archive"),
        ("clip.mp4", "\x01\x02 no video", "that can be read, whatever its name says"),
        ("riff.webp", "RIFF0000WAVE", "but text"),
    ],
)
def test_what_cannot_be_read(tmp_path: Path, name: str, content: str, says: str) -> None:
    (tmp_path / name).write_bytes(content.encode())
    with pytest.raises(Refused, match=says):
        kind_of(tmp_path / name)


def test_svg_of_nested_references(tmp_path: Path) -> None:
    """It hangs what draws it."""
    levels = "".join(
        f'<g id="l{i + 1}">{"".join(f"<use href=#l{i}/>" for _ in range(9))}</g>' for i in range(12)
    )
    path = tmp_path / "photo.png"
    path.write_text(f"<svg><g id='l0'><rect/></g>{levels}</svg>")
    assert 1_000 < path.stat().st_size < 4_000
    with pytest.raises(Refused, match="a drawing in SVG"):
        kind_of(path)


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:9/a.mp4", "https://a.b/c.png", "rtsp://a.b/c", "file:///a.png"]
)
def test_addresses(address: str) -> None:
    told = address.replace(":///", "://")
    with pytest.raises(Refused, match=f"^{told} is an address, and nothing is fetched"):
        kind_of(Path(address))


def test_what_cannot_be_looked_for(tmp_path: Path) -> None:
    """As in a folder that others may not enter, which root may."""
    with pytest.raises(Refused, match=r"aaa cannot be opened: File name too long\."):
        kind_of(tmp_path / ("a" * 300))


def test_what_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"There is no file .*gone\. If it was moved"):
        kind_of(tmp_path / "gone")
    with pytest.raises(Refused, match="is a folder"):
        kind_of(tmp_path)
    with pytest.raises(Refused, match="is a device or a pipe"):
        kind_of(Path("/dev/zero"))
