"""Looks up images of the conversation that an answer refers to by name."""

import re
from collections.abc import Callable, Sequence
from urllib.parse import unquote

from PySide6.QtGui import QImage

from ui.state.attachment import Attachment

# Returns the image for the target of ![…](…), or a null image.
FindImage = Callable[[str], QImage]
_NUMBERED = re.compile(r"(?:image|picture|photo|video|clip|attachment|file)?[\s_:#-]*(\d{1,4})")


def no_image(_target: str) -> QImage:
    return QImage()


def image_finder(attachments: Callable[[], Sequence[Attachment]]) -> FindImage:
    """Return a function that finds an image by its title, or by its number in the conversation, as
    in `attachment:1`. It reads no file: it returns the previews that the window has."""

    def find(target: str) -> QImage:
        name = unquote(target).strip().removeprefix("attachment:").casefold()
        there = attachments()
        for attachment in there:
            if attachment.title.casefold() == name:
                return attachment.preview
        match = _NUMBERED.fullmatch(name)
        if match and 1 <= int(match[1]) <= len(there):
            return there[int(match[1]) - 1].preview
        return QImage()

    return find
