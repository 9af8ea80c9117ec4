"""Still images are decoded within their bounds, or refused."""

import io
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from engine.errors import Refused
from engine.media import images
from engine.media.budget import BUDGET, Budget
from engine.media.file_kind import identify
from engine.system.worker_process import ROOT
from tests.kit.images import bomb, draw_image, save_image

RED = ("red", "circle", 0.5, 0.5)


def open_header(path: Path, budget: Budget = BUDGET) -> None:
    """Open an image as far as its header."""
    with images.open_image(identify(path), budget):
        pass


@pytest.mark.parametrize("suffix", ["png", "jpg", "webp", "gif", "bmp", "tiff", "avif"])
def test_each_format_is_decoded(tmp_path: Path, suffix: str) -> None:
    path = save_image(tmp_path / f"a.{suffix}", RED)
    assert np.allclose(
        np.asarray(images.read_image(identify(path)))[150, 200], (220, 20, 40), atol=12
    )


def test_a_photo_is_turned_upright(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    draw_image(RED, size=(400, 300)).save(tmp_path / "a.jpg", exif=exif)
    assert images.read_image(identify(tmp_path / "a.jpg")).size == (300, 400)


def test_transparent_pixels_become_white(tmp_path: Path) -> None:
    Image.new("RGBA", (64, 64), (0, 0, 0, 0)).save(tmp_path / "a.png")
    assert images.read_image(identify(tmp_path / "a.png")).getpixel((5, 5)) == (255, 255, 255)


@pytest.mark.parametrize("kind", [np.uint16, np.int32, np.float32])
def test_deep_grayscale_keeps_its_shades(tmp_path: Path, kind: type) -> None:
    ramp = np.linspace(0, 1 if kind is np.float32 else 65535, 64 * 64).reshape(64, 64)
    Image.fromarray(ramp.astype(kind)).save(tmp_path / "a.tiff")
    shades = np.asarray(images.read_image(identify(tmp_path / "a.tiff")))[..., 0]
    assert shades.mean() == pytest.approx(127, abs=2)
    assert (shades.min(), shades.max()) == (0, 255)


def test_cmyk_becomes_rgb(tmp_path: Path) -> None:
    Image.new("CMYK", (64, 64), (0, 255, 255, 0)).save(tmp_path / "a.jpg")
    red, green, blue = np.asarray(images.read_image(identify(tmp_path / "a.jpg")))[5, 5]
    assert red > 200 > 100 > max(green, blue)


def test_large_images_are_scaled_unless_full(tmp_path: Path) -> None:
    Image.new("RGB", (6000, 3000)).save(tmp_path / "a.jpg")
    assert images.read_image(identify(tmp_path / "a.jpg")).size == (4096, 2048)
    assert images.read_image(identify(tmp_path / "a.jpg"), full=True).size == (6000, 3000)


def test_a_large_photo_is_scaled_and_turned(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.new("RGB", (6000, 3000)).save(tmp_path / "a.jpg", exif=exif)
    assert images.read_image(identify(tmp_path / "a.jpg")).size == (2048, 4096)


@pytest.mark.parametrize(
    ("size", "full", "sent"),
    [
        ((1990, 10), False, (1990, 10)),
        ((2100, 10), False, (2100, 11)),
        ((10, 2100), False, (11, 2100)),
        ((20_000, 3), False, (4096, 21)),
        ((20_000, 3), True, (20_000, 101)),
    ],
)
def test_a_long_thin_image_is_padded(
    tmp_path: Path, size: tuple[int, int], full: bool, sent: tuple[int, int]
) -> None:
    Image.new("RGB", size, "red").save(tmp_path / "a.png")
    image = images.read_image(identify(tmp_path / "a.png"), full=full)
    assert image.size == sent
    width, height = sent
    assert image.getpixel((width // 2, height // 2)) == (255, 0, 0)
    corner = (255, 0, 0) if size == sent else (255, 255, 255)
    assert image.getpixel((width - 1, height - 1)) == corner


def test_padding_counts_as_pixels(tmp_path: Path) -> None:
    Image.new("L", (200_000, 1)).save(tmp_path / "a.png")
    assert images.read_image(identify(tmp_path / "a.png")).size == (4096, 21)
    with images.open_image(identify(tmp_path / "a.png")) as image:
        assert images.decoding_bytes(image, BUDGET, full=True) > 4 * 200_000 * 1001
    with pytest.raises(Refused, match="200,000 × 1 pixels: too long and thin"):
        images.read_image(identify(tmp_path / "a.png"), full=True)


def test_a_jpeg_with_too_many_pixels_is_decoded_smaller(tmp_path: Path) -> None:
    budget = replace(BUDGET, pixels=1_000_000, side=1000, image_bytes=10_000_000)
    Image.new("RGB", (4000, 2000), "red").save(tmp_path / "a.jpg")
    assert images.read_image(identify(tmp_path / "a.jpg"), budget=budget).size == (1000, 500)
    # all coefficients are in memory until the last scan
    Image.new("RGB", (4000, 2000), "red").save(tmp_path / "b.jpg", progressive=True)
    too_much = "would take 56 MB of memory, more than the limit of 10 MB"
    with pytest.raises(Refused, match=too_much):
        images.read_image(identify(tmp_path / "b.jpg"), budget=budget)
    with pytest.raises(Refused, match="an image can have at most 1 million"):
        images.read_image(identify(tmp_path / "a.jpg"), full=True, budget=budget)


def test_a_warning_of_pillow_is_an_error(tmp_path: Path) -> None:
    """Runs in a process without pytest, which turns all warnings into errors."""
    path = bomb(tmp_path / "big.png", 9_000)
    code = f"import engine.media.images; from PIL import Image; Image.open({str(path)!r})"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1
    assert "DecompressionBombWarning: Image size (81000000 pixels)" in done.stderr


def test_a_file_with_too_many_bytes_is_refused(tmp_path: Path) -> None:
    path = save_image(tmp_path / "a.png", RED)
    with pytest.raises(Refused, match=r"a\.png is 0 MB; a file of this kind can be at most 0 MB"):
        open_header(path, replace(BUDGET, file_bytes=100))


def test_the_extension_is_ignored(tmp_path: Path) -> None:
    path = save_image(tmp_path / "a.png", RED).rename(tmp_path / "a.mp4")
    assert images.read_image(identify(path)).size == (400, 300)


def test_only_listed_decoders_are_used(tmp_path: Path) -> None:
    """Pillow would decode the PCX, and start another program for the PostScript."""
    draw_image(RED).save(tmp_path / "a.png", "PCX")
    (tmp_path / "b.png").write_text("%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10\n")
    with pytest.raises(Refused, match="is not an image or video that can be read"):
        open_header(tmp_path / "a.png")
    with pytest.raises(Refused, match="PostScript"):
        open_header(tmp_path / "b.png")


class OneColor:
    """A decoder that returns one color for every file."""

    def __init__(self, width: int, height: int) -> None:
        self._size = width, height

    def size(self, path: Path) -> tuple[int, int]:
        return self._size

    def read(self, path: Path, side: int) -> np.ndarray:
        scale = min(1, side / max(self._size))
        width, height = (round(each * scale) for each in self._size)
        return np.full((height, width, 3), (1, 2, 3), np.uint8)


def test_heic_is_decoded_by_the_system(tmp_path: Path) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic")
    with pytest.raises(Refused, match=r"Apple's HEIC format.*Export it as JPEG"):
        images.read_image(identify(path))
    try:
        images.set_heic_decoder(OneColor(8192, 4096))
        assert images.read_image(identify(path)).size == (4096, 2048)
        assert images.read_image(identify(path), full=True).getpixel((0, 0)) == (1, 2, 3)
        images.set_heic_decoder(OneColor(20_000, 20_000))
        with pytest.raises(Refused, match="an image can have at most 64 million"):
            images.read_image(identify(path))
    finally:
        images.set_heic_decoder(None)


def test_a_long_thin_heic_image_is_padded(tmp_path: Path) -> None:
    path = tmp_path / "photo.heic"
    path.write_bytes(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic")
    try:
        images.set_heic_decoder(OneColor(2100, 10))
        image = images.read_image(identify(path))
        assert image.size == (2100, 11)
        assert image.getpixel((0, 0)) == (1, 2, 3)
        assert image.getpixel((0, 10)) == (255, 255, 255)
        images.set_heic_decoder(OneColor(200_000, 1))
        with pytest.raises(Refused, match="200,000 × 1 pixels: too long and thin"):
            images.read_image(identify(path), full=True)
    finally:
        images.set_heic_decoder(None)


@pytest.mark.parametrize("side", [9_000, 15_000, 100_000])
def test_a_huge_image_is_refused_before_decoding(tmp_path: Path, side: int) -> None:
    with pytest.raises(Refused, match=r"an image can have at most 64 million"):
        open_header(bomb(tmp_path / "big.png", side))


def test_a_truncated_image_is_refused(tmp_path: Path) -> None:
    whole = io.BytesIO()
    draw_image(RED).save(whole, "PNG")
    (tmp_path / "a.png").write_bytes(whole.getvalue()[: len(whole.getvalue()) // 2])
    with pytest.raises(Refused, match="damaged"):
        images.read_image(identify(tmp_path / "a.png"))


def test_a_damaged_avif_is_refused(tmp_path: Path) -> None:
    path = save_image(tmp_path / "a.avif", RED)
    # Half of the pixels as zeros can be decoded, depending on the image.
    header, mark, pixels = path.read_bytes().partition(b"mdat")
    path.write_bytes(header + mark + bytes(len(pixels)))
    with pytest.raises(Refused, match="damaged or incomplete"):
        images.read_image(identify(path))
