"""Images, pages and videos of a request, as servers take them: JPEG without what a camera added.

Imported on worker threads only: Pillow and numpy are not part of the start.
"""

import base64
import io
from collections.abc import Mapping
from itertools import zip_longest
from typing import TYPE_CHECKING

from engine.errors import Refused
from engine.frozen import frozen
from engine.media import intake
from engine.media.file_kind import identify
from engine.messages import ChatMessage, Media, MediaKind

if TYPE_CHECKING:
    import numpy as np

# Pixels. Most services shrink larger images themselves.
SIDE, FULL_SIDE, FRAME_SIDE = 1568, 4096, 768
FRAMES = 8
QUALITY = 90
# Of all images of a request; services refuse bodies of some 32 MB.
MAX_BYTES = 24 << 20
MEDIA_TYPE = "image/jpeg"


@frozen
class Picture:
    """A JPEG file in base64."""

    data: str


Pictures = Mapping[Media, tuple[Picture, ...]]


def pictures_of(messages: tuple[ChatMessage, ...]) -> Pictures:
    """Return the pictures of all media: one for an image or page, up to FRAMES for a video. Raises
    Refused. Blocks while files are decoded."""
    found: dict[Media, tuple[Picture, ...]] = {}
    size = 0
    for media in (it for message in messages for it in message.media):
        if media not in found:
            found[media] = _pictures(media)
            size += sum(len(it.data) for it in found[media])
        if size > MAX_BYTES:
            raise Refused(
                "The images in this chat come to more than {most} MB, which servers do not "
                "accept. Remove some, or start a new chat.",
                most=MAX_BYTES >> 20,
            )
    return found


def parts_of(message: ChatMessage, pictures: Pictures) -> list[str | Picture]:
    """Return the text of a message and its pictures, in order, without empty texts."""
    parts: list[str | Picture] = []
    at = 0
    for media, place in zip_longest(message.media, message.places, fillvalue=0):
        assert isinstance(media, Media)
        parts.append(message.content[at:place])
        at = place
        parts += pictures.get(media, ())
    parts.append(message.content[at:])
    return [it for it in parts if it]


def _pictures(media: Media) -> tuple[Picture, ...]:
    file = identify(media.path)
    if media.kind is MediaKind.VIDEO:
        frames = intake.frames_of(media, file, FRAMES, FRAME_SIDE)
        return tuple(_picture(it) for it in frames)
    return (_picture(intake.look(media, file, FULL_SIDE if media.full else SIDE)),)


def _picture(pixels: "np.ndarray") -> Picture:
    from PIL import Image  # noqa: PLC0415  on a worker thread

    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "JPEG", quality=QUALITY)
    return Picture(base64.b64encode(file.getvalue()).decode("ascii"))
