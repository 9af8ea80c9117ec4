"""What servers get of videos, documents and files that are gone."""

import base64
import io
from pathlib import Path

import pytest
from PIL import Image

from app.remote import pictures
from app.remote.pictures import FRAME_SIDE, FRAMES, parts_of, pictures_of
from engine.errors import Refused
from engine.messages import ChatMessage, Media, MediaKind
from tests.kit.images import save_pages
from tests.kit.paths import ROOT

VIDEO = Media(MediaKind.VIDEO, ROOT / "resources/samples/moving-circle.mp4")


def opened(picture: pictures.Picture) -> Image.Image:
    return Image.open(io.BytesIO(base64.b64decode(picture.data)))


def test_a_video_is_sent_as_frames_at_its_place() -> None:
    message = ChatMessage("user", "In  it moves.", (VIDEO,), places=(3,))
    found = pictures_of((message,))
    assert len(found[VIDEO]) == FRAMES
    assert all(max(opened(it).size) <= FRAME_SIDE for it in found[VIDEO])
    assert len({it.data for it in found[VIDEO]}) > 1, "nothing moves"
    first, *frames, last = parts_of(message, found)
    assert (first, last) == ("In ", " it moves.") and tuple(frames) == found[VIDEO]


def test_the_page_of_a_document_is_the_one_that_was_added(tmp_path: Path) -> None:
    path = tmp_path / "two.pdf"
    save_pages(path, Image.new("RGB", (200, 100), "red"), Image.new("RGB", (200, 100), "blue"))
    media = Media(MediaKind.IMAGE, path, page=1)
    [picture] = pictures_of((ChatMessage("user", "?", (media,)),))[media]
    red, _, blue = opened(picture).resize((1, 1)).getpixel((0, 0))  # pyright: ignore[reportGeneralTypeIssues]
    assert blue > 200 > 50 > red


def test_a_file_that_is_gone_or_too_much_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = Media(MediaKind.IMAGE, tmp_path / "gone.png")
    with pytest.raises(Refused, match=r"gone\.png was not found"):
        pictures_of((ChatMessage("user", "?", (gone,)),))
    monkeypatch.setattr(pictures, "MAX_BYTES", 1 << 10)
    with pytest.raises(Refused, match="which servers do not accept"):
        pictures_of((ChatMessage("user", "?", (VIDEO,)),))
