"""The HEIC decoder of a Mac, tested with formats that Qt decodes everywhere."""

import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from app.attachments.heic import QtDecoder, install_heic
from engine.errors import Refused
from engine.media import images
from engine.media.file_kind import identify
from tests.kit.images import draw_image

RED = ("red", "circle", 0.25, 0.5)


def test_a_photo_is_upright_and_scaled(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    path = tmp_path / "a.jpg"
    draw_image(RED).save(path, exif=exif)
    decoder = QtDecoder(b"jpeg")
    assert decoder.size(path) == (300, 400)
    pixels = decoder.read(path, 1000)
    assert np.abs(pixels.astype(int) - np.asarray(images.read_image(identify(path)))).mean() < 2
    assert decoder.read(path, 200).shape == (200, 150, 3)


def test_another_format_is_refused_as_damaged(tmp_path: Path) -> None:
    (tmp_path / "a.heic").write_bytes(b"\0\0\0\x18ftypheic")
    draw_image(RED).save(tmp_path / "b.heic", "PNG")
    for path in (tmp_path / "a.heic", tmp_path / "b.heic"):
        with pytest.raises(Refused, match="damaged HEIC"):
            QtDecoder(b"bmp").size(path)
        with pytest.raises(Refused, match="damaged HEIC"):
            QtDecoder(b"bmp").read(path, 100)


@pytest.mark.skipif(sys.platform == "darwin", reason="a Mac has it")
def test_other_systems_have_no_decoder(tmp_path: Path) -> None:
    (tmp_path / "a.heic").write_bytes(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic")
    install_heic()
    with pytest.raises(Refused, match="only Macs read it"):
        images.read_image(identify(tmp_path / "a.heic"))
