"""Copies of files to what the composer shows of them. Slow: not for the Qt thread."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from app.attachments.text_page import page
from app.base.cancelling import Check
from engine.errors import Refused
from engine.media.file_kind import FileKind, is_text, kind_of
from engine.messages import Media, MediaKind
from engine.prompts import text_files
from engine.sentences import say
from ui.state.attachment import MOST_TEXT, Attachment
from ui.state.clip_times import in_time

if TYPE_CHECKING:
    import numpy as np

    from engine.media.intake import Examined

PREVIEW_SIDE = 640
# Of the frames that people choose a span by.
STRIP_FRAMES = 12
STRIP_SIDE = 320

First = Callable[[Attachment], None]


def attachments(path: Path, check: Check, first: First) -> tuple[Attachment, ...]:
    """What is added with one file, of a document several; raises Refused. `check` is called while
    a worker is waited for, `first` with a long clip whose strip is still to come."""
    # the window is on screen before Pillow is imported
    from engine.media import intake  # noqa: PLC0415

    if is_text(path):
        return (text(path),)

    def begun(clip: "Examined") -> None:
        first(replace(_clip(clip, _caption(clip.items[0], clip.seconds)), strip=()))

    found = intake.examine(path, strip=STRIP_FRAMES, check=check, first=begun)
    if found.kind is FileKind.PDF:
        return tuple(
            Attachment(
                item, _image(page), path.name, say("Page {page}", page=item.page + 1), found.over
            )
            for item, page in zip(found.items, found.strip, strict=True)
        )
    item = found.items[0]
    if item.kind is MediaKind.VIDEO:
        return (_clip(found, _caption(item, found.seconds)),)
    return (_moving(found, check) or _still(found, check),)


def text(path: Path) -> Attachment:
    """A text file, also one that begins as another kind of file does; raises Refused."""
    words = text_files.read_text(path)
    kept = words[:MOST_TEXT]
    size = _size(path.stat().st_size)
    media = Media(MediaKind.TEXT, path)
    return Attachment(media, page(kept), path.name, size, text=kept, characters=len(words))


def changed(old: Attachment, media: Media, check: Check) -> Attachment:
    """`old` as it is where `media` is sent of the same file instead; raises Refused."""
    from engine.media import intake  # noqa: PLC0415

    if media.kind is MediaKind.VIDEO:
        # the strip shows all of the clip, and stays
        whole = not old.strip and media.span is None
        found = intake.examine_clip(media, strip=STRIP_FRAMES if whole else 1, check=check)
        clip = _clip(found, _caption(media, found.seconds, moves=old.moves), moves=old.moves)
        return clip if whole else replace(clip, strip=old.strip)
    if kind_of(media.path) is FileKind.PDF:
        return replace(old, media=media)
    return _still(intake.examine_picture(media), check)


def seen(media: Media, check: Check) -> tuple[QImage, tuple[QImage, ...]]:
    """What was shown of a file when it was added: its preview and, of a clip, the frames of all of
    it; raises Refused."""
    from engine.media import intake  # noqa: PLC0415

    preview = larger(media, PREVIEW_SIDE, check)
    if media.kind is not MediaKind.VIDEO:
        return preview, ()
    clip = intake.examine_clip(replace(media, span=None), strip=STRIP_FRAMES, check=check)
    return preview, tuple(_small(_image(frame)) for frame in clip.strip)


def larger(media: Media, side: int, check: Check) -> QImage:
    """No side above `side`; raises Refused."""
    from engine.media import intake  # noqa: PLC0415

    return _image(intake.look(media, side, check=check))


def _clip(found: "Examined", caption: str, *, moves: bool = False) -> Attachment:
    frames = [_image(frame) for frame in found.strip]
    item = found.items[0]
    strip = tuple(_small(frame) for frame in frames)
    name = item.path.name
    return Attachment(item, frames[0], name, caption, found.over, moves, found.seconds, strip)


def _moving(found: "Examined", check: Check) -> Attachment | None:
    """A picture that moves is sent as a clip, unless people choose otherwise or it cannot be
    read as one."""
    from engine.media import intake  # noqa: PLC0415

    if found.moving is None:
        return None
    try:
        clip = intake.examine_clip(found.moving, strip=STRIP_FRAMES, check=check)
    except Refused:
        return None
    return _clip(clip, _caption(found.moving, clip.seconds, moves=True), moves=True)


def _still(found: "Examined", check: Check) -> Attachment:
    item = found.items[0]
    moves = found.moving is not None
    caption = say("first frame") if moves else f"{found.size[0]} × {found.size[1]}"
    preview = larger(item, PREVIEW_SIDE, check)
    return Attachment(item, preview, item.path.name, caption, found.over, moves)


def _caption(item: Media, seconds: float, *, moves: bool = False) -> str:
    start, end = item.span or (0.0, seconds)
    length = f"{in_time(start)}–{in_time(min(end, seconds))}" if item.span else in_time(seconds)
    return say("clip {length}", length=length) if moves else length


def _size(count: int) -> str:
    return f"{count / 1e6:.1f} MB" if count >= 1e6 else f"{max(count / 1e3, 0.1):,.1f} kB"


def _small(frame: QImage) -> QImage:
    if max(frame.width(), frame.height()) <= STRIP_SIDE:
        return frame
    keep, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
    return frame.scaled(STRIP_SIDE, STRIP_SIDE, keep, smooth)


def _image(pixels: "np.ndarray") -> QImage:
    """RGB uint8 (height, width, 3) to an image with memory of its own."""
    import numpy as np  # noqa: PLC0415

    height, width, _ = pixels.shape
    data = np.ascontiguousarray(pixels)
    view = QImage(data.data, width, height, 3 * width, QImage.Format.Format_RGB888)
    return view.copy()
