"""Make attachments with previews from our copies. Slow: never on the Qt thread."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from app.attachments import text_page
from app.base.cancelling import Check
from engine.errors import Refused
from engine.media import intake
from engine.media.file_kind import FileKind, KnownFile, identify
from engine.messages import Media, MediaKind, clock_time, say_size
from engine.prompts import text_files
from engine.sentences import say, say_pixels
from ui.state.attachment import MOST_TEXT, Attachment

if TYPE_CHECKING:
    import numpy as np

    from engine.media.intake import Examined

PREVIEW_SIDE = 640
# Frames by which people choose a span of a video.
STRIP_FRAMES = 12
STRIP_SIDE = 320
# The frames that are played take about 60 MB at the most, while the preview is open.
PLAYED_FPS, PLAYED_MOST, PLAYED_SIDE = 12, 120, 480

Early = Callable[[Attachment], None]


def attachments(path: Path, check: Check, early: Early) -> tuple[Attachment, ...]:
    """Return the attachments of one file, several of a document; raises Refused. `check` is called
    while a worker decodes; `early` gets a long video before its strip is decoded."""
    file = identify(path, text=True)
    if file.kind is FileKind.TEXT:
        return (text(path),)

    def without_strip(video: "Examined") -> None:
        early(replace(_video(video, _caption(video, video.items[0])), strip=()))

    found = intake.examine_file(file, strip=STRIP_FRAMES, check=check, early=without_strip)
    if file.kind is FileKind.PDF:
        return tuple(
            Attachment(
                item, _image(page), path.name, say("Page {page}", page=item.page + 1), found.over
            )
            for item, page in zip(found.items, found.strip, strict=True)
        )
    item = found.items[0]
    if item.kind is MediaKind.VIDEO:
        return (_video(found, _caption(found, item)),)
    return (_moving(found, check) or _still(found, check),)


def text(path: Path) -> Attachment:
    """Return the attachment of a text file, even if it begins like another kind of file; raises
    Refused."""
    words = text_files.read_text(path)
    kept = words[:MOST_TEXT]
    size = say_size(path.stat().st_size)
    media = Media(MediaKind.TEXT, path)
    return Attachment(
        media, text_page.page(kept), path.name, size, text=kept, characters=len(words)
    )


def changed(old: Attachment, media: Media, check: Check) -> Attachment:
    """Return `old` with other settings (`media`) for the same file; raises Refused."""
    file = identify(media.path)
    if media.kind is MediaKind.VIDEO:
        # the strip shows the whole video, whatever its span
        whole = not old.strip and media.span is None
        found = intake.examine_video(media, file, strip=STRIP_FRAMES if whole else 1, check=check)
        if not whole and 0 < old.seconds < found.seconds:
            # one frame does not tell that the end of the file is missing
            found = intake.cut_at(found, old.seconds)
        video = _video(found, _caption(found, media, moves=old.moves), moves=old.moves)
        return video if whole else replace(video, strip=old.strip)
    if file.kind is FileKind.PDF:
        return replace(old, media=media)
    return _still(intake.examine_image(file, full=media.full), check)


def views_of(media: Media, check: Check) -> tuple[QImage, tuple[QImage, ...]]:
    """Return the preview of a file and the strip of a whole video, as when the file was added;
    raises Refused."""
    file = identify(media.path)
    preview = _preview(media, file, PREVIEW_SIDE, check)
    if media.kind is not MediaKind.VIDEO:
        return preview, ()
    video = intake.examine_video(replace(media, span=None), file, strip=STRIP_FRAMES, check=check)
    return preview, tuple(_small(_image(frame)) for frame in video.strip)


def larger(media: Media, side: int, check: Check) -> QImage:
    """Return a preview with no side above `side`; raises Refused."""
    return _preview(media, identify(media.path), side, check)


def playable(media: Media, seconds: float, check: Check) -> tuple[QImage, ...]:
    """Return frames to play the part of a video that is sent; raises Refused."""
    from engine.media import intake  # noqa: PLC0415

    start, end = media.span or (0.0, seconds)
    count = max(2, min(PLAYED_MOST, round((end - start) * PLAYED_FPS)))
    # the end of the file may be missing
    part = replace(media, span=(start, end))
    frames = intake.frames_of(part, identify(media.path), count, PLAYED_SIDE, check=check)
    return tuple(_image(frame) for frame in frames)


def _preview(media: Media, file: KnownFile, side: int, check: Check) -> QImage:
    return _image(intake.look(media, file, side, check=check))


def _video(found: "Examined", caption: str, *, moves: bool = False) -> Attachment:
    frames = [_image(frame) for frame in found.strip]
    item = found.items[0]
    strip = tuple(_small(frame) for frame in frames)
    name = item.path.name
    return Attachment(item, frames[0], name, caption, found.over, moves, found.seconds, strip)


def _moving(found: "Examined", check: Check) -> Attachment | None:
    """Return an animated image as a video, which is how it is sent unless people choose otherwise;
    None if the image is not animated or cannot be decoded as a video."""
    if found.moving is None:
        return None
    try:
        video = intake.examine_video(found.moving, found.file, strip=STRIP_FRAMES, check=check)
    except Refused:
        return None
    return _video(video, _caption(video, found.moving, moves=True), moves=True)


def _still(found: "Examined", check: Check) -> Attachment:
    item = found.items[0]
    moves = found.moving is not None
    caption = say("first frame") if moves else say_pixels(*found.size)
    preview = _preview(item, found.file, PREVIEW_SIDE, check)
    return Attachment(item, preview, item.path.name, caption, found.over, moves)


def _caption(found: "Examined", item: Media, *, moves: bool = False) -> str:
    """Return the size and the length of a video, or the part of it that is sent."""
    seconds = found.seconds
    start, end = item.span or (0.0, seconds)
    part = f"{clock_time(start)}–{clock_time(min(end, seconds))}"
    length = part if item.span else clock_time(seconds)
    if moves:
        return say("video {length}", length=length)
    return say("{size} · {length}", size=say_pixels(*found.size), length=length)


def _small(frame: QImage) -> QImage:
    if max(frame.width(), frame.height()) <= STRIP_SIDE:
        return frame
    keep, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
    return frame.scaled(STRIP_SIDE, STRIP_SIDE, keep, smooth)


def _image(pixels: "np.ndarray") -> QImage:
    """Return RGB uint8 (height, width, 3) as a QImage that owns its memory."""
    import numpy as np  # noqa: PLC0415

    height, width, _ = pixels.shape
    data = np.ascontiguousarray(pixels)
    view = QImage(data.data, width, height, 3 * width, QImage.Format.Format_RGB888)
    return view.copy()
