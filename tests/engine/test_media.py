"""Pictures and clips: what is read, what is refused, and within which bounds."""

import io
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from engine import media
from engine.errors import Refused
from engine.messages import Media, MediaKind
from tests.pictures import picture, save_clip, save_picture

RED = ("red", "circle", 0.5, 0.5)


@pytest.mark.parametrize("suffix", ["png", "jpg", "webp", "gif", "bmp", "tiff", "avif"])
def test_formats(tmp_path: Path, suffix: str) -> None:
    path = save_picture(tmp_path / f"a.{suffix}", RED)
    assert media.identify(path) == Media(MediaKind.IMAGE, path)
    assert np.allclose(np.asarray(media.read_picture(path))[150, 200], (220, 20, 40), atol=12)


def test_a_photo_is_turned_upright(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    picture(RED, size=(400, 300)).save(tmp_path / "a.jpg", exif=exif)
    assert media.read_picture(tmp_path / "a.jpg").size == (300, 400)


def test_transparency_is_white(tmp_path: Path) -> None:
    Image.new("RGBA", (64, 64), (0, 0, 0, 0)).save(tmp_path / "a.png")
    assert media.read_picture(tmp_path / "a.png").getpixel((5, 5)) == (255, 255, 255)


@pytest.mark.parametrize("kind", [np.uint16, np.int32, np.float32])
def test_deep_grey_keeps_its_shades(tmp_path: Path, kind: type) -> None:
    ramp = np.linspace(0, 1 if kind is np.float32 else 65535, 64 * 64).reshape(64, 64)
    Image.fromarray(ramp.astype(kind)).save(tmp_path / "a.tiff")
    shades = np.asarray(media.read_picture(tmp_path / "a.tiff"))[..., 0]
    assert shades.mean() == pytest.approx(127, abs=2)
    assert (shades.min(), shades.max()) == (0, 255)


def test_print_colours_become_screen_colours(tmp_path: Path) -> None:
    Image.new("CMYK", (64, 64), (0, 255, 255, 0)).save(tmp_path / "a.jpg")
    red, green, blue = np.asarray(media.read_picture(tmp_path / "a.jpg"))[5, 5]
    assert red > 200 > 100 > max(green, blue)


def test_large_pictures_are_scaled(tmp_path: Path) -> None:
    Image.new("RGB", (6000, 3000)).save(tmp_path / "a.jpg")
    assert media.read_picture(tmp_path / "a.jpg").size == (4096, 2048)


def bomb(path: Path, side: int) -> Path:
    """A valid PNG header of side × side pixels over a few bytes of data."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    parts = [chunk(b"IHDR", header), chunk(b"IDAT", zlib.compress(b"")), chunk(b"IEND", b"")]
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(parts))
    return path


@pytest.mark.parametrize("side", [9_000, 15_000, 100_000])
def test_a_huge_picture_is_refused_before_decoding(tmp_path: Path, side: int) -> None:
    with pytest.raises(Refused, match=r"largest picture is 64 million"):
        media.identify(bomb(tmp_path / "big.png", side))


def test_text_named_png(tmp_path: Path) -> None:
    (tmp_path / "notes.png").write_text("milk, eggs")
    with pytest.raises(Refused, match=r"notes\.png is not a picture that can be read"):
        media.identify(tmp_path / "notes.png")


def test_a_picture_cut_short(tmp_path: Path) -> None:
    whole = io.BytesIO()
    picture(RED).save(whole, "PNG")
    (tmp_path / "a.png").write_bytes(whole.getvalue()[: len(whole.getvalue()) // 2])
    with pytest.raises(Refused, match="damaged"):
        media.read_picture(tmp_path / "a.png")


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("photo.heic", b"\0\0\0\x18ftypheic", "HEIC format"),
        ("drawing.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>", "SVG"),
        ("clip.mp4", b"not a video", "could not be read as a video"),
        ("empty.jpg", b"", "not a picture"),
    ],
)
def test_what_cannot_be_read(tmp_path: Path, name: str, content: bytes, says: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(Refused, match=says):
        media.identify(tmp_path / name)


def test_a_damaged_avif(tmp_path: Path) -> None:
    path = save_picture(tmp_path / "a.avif", RED)
    data = bytearray(path.read_bytes())
    data[len(data) // 2 :] = bytes(len(data) - len(data) // 2)
    path.write_bytes(data)
    with pytest.raises(Refused, match=r"damaged|not a picture"):
        media.read_picture(path)


def test_missing_files_and_folders(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="There is no file gone"):
        media.identify(tmp_path / "gone")
    with pytest.raises(Refused, match="is a folder"):
        media.identify(tmp_path)


def test_a_playlist_named_as_a_clip_is_not_followed(tmp_path: Path) -> None:
    playlist = "#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:9/secret.ts\n#EXT-X-ENDLIST\n"
    (tmp_path / "list.mp4").write_text(playlist)
    with pytest.raises(Refused):
        media.identify(tmp_path / "list.mp4")


def test_frames_are_evenly_spaced_and_in_order(tmp_path: Path) -> None:
    path = save_clip(tmp_path / "c.mp4", "blue", "circle", "right", frames=48)
    plan = media.open_clip(path, min_frames=4, max_frames=8, fps=2.0)
    assert plan.indices == (0, 7, 13, 20, 27, 34, 40, 47)
    assert plan.seconds == pytest.approx(4.0)
    frames = list(media.read_clip(plan))
    assert [frame.shape for frame in frames] == [(240, 320, 3)] * 8
    places = [np.nonzero(frame[120, :, 0] < 128)[0].mean() for frame in frames]
    assert places == sorted(places)


def test_a_clip_that_ends_early_gives_what_it_has(tmp_path: Path) -> None:
    path = save_clip(tmp_path / "c.avi", "blue", "circle", "right", frames=60)
    path.write_bytes(path.read_bytes()[: path.stat().st_size * 3 // 4])
    whole = media.ClipPlan(path, 60, 12.0, tuple(range(0, 60, 4)))
    assert 3 <= len(list(media.read_clip(whole))) < 15


def test_frames_after_a_long_gap_are_the_right_ones(tmp_path: Path) -> None:
    path = save_clip(tmp_path / "c.mp4", "blue", "circle", "right", frames=200)
    plan = media.open_clip(path, min_frames=2, max_frames=3, fps=0.1)
    places = [np.nonzero(f[120, :, 0] < 128)[0].mean() for f in media.read_clip(plan)]
    assert places[0] == pytest.approx(0.2 * 320, abs=4)
    assert places[-1] == pytest.approx(0.8 * 320, abs=4)
