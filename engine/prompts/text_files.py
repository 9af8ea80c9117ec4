"""Text files of a message, written into its text: with a name, in a fence, at their place."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

from engine.errors import Refused, reason
from engine.messages import ChatMessage, Generate, Media, MediaKind
from engine.system.files import read_file

MAX_BYTES = 16 << 20
_BOM = "\ufeff"
_FENCES = re.compile(r"`{3,}")


def read_text(path: Path) -> str:
    """Return the text of a file; raises Refused if it is too long, or not UTF-8."""
    try:
        check_file_size(path)
        return read_file(path, MAX_BYTES).decode("utf-8").removeprefix(_BOM)
    except UnicodeDecodeError as error:
        raise Refused(
            "{name} is not UTF-8 text. Save it as UTF-8 and add it again.", name=path.name
        ) from error
    except OSError as error:
        raise Refused(
            "{name} cannot be opened: {reason}. Add it again.",
            name=path.name,
            reason=reason(error),
        ) from error


def check_file_size(path: Path) -> None:
    """Check the size of a file; raises Refused, and OSError if there is no such file."""
    check_byte_count(path.name, path.stat().st_size)


def check_byte_count(name: str, size: int) -> None:
    """Check a number of bytes; raises Refused."""
    if size > MAX_BYTES:
        raise Refused(
            "{name} is {size:,.0f} MB; a text file can be at most {most:,.0f} MB. Add only the "
            "part you need.",
            name=name,
            size=size / 1e6,
            most=MAX_BYTES // 1_000_000,
        )


def inlined(request: Generate) -> Generate:
    """Return the request with its text files as text of their messages; raises Refused."""
    return replace(request, messages=tuple(map(_inlined, request.messages)))


def fenced_file(media: Media) -> str:
    """Return a text file as it stands in a message; raises Refused."""
    text = read_text(media.path)
    longest = max((len(fence) for fence in _FENCES.findall(text)), default=2)
    fence = "`" * (longest + 1)
    # A tokenizer takes no bytes of a name that are not characters.
    name = " ".join(media.path.name.encode("utf-8", "replace").decode().split())
    end = "" if text.endswith("\n") else "\n"
    return f"{name}:\n{fence}\n{text}{end}{fence}\n"


def _inlined(message: ChatMessage) -> ChatMessage:
    if all(media.kind is not MediaKind.TEXT for media in message.media):
        return message
    content, media, places, pinned = "", [], [], []
    for index, (text, each) in enumerate(_parts(message)):
        content += text
        if each is None:
            continue
        if each.kind is MediaKind.TEXT:
            line_break = "" if not content or content.endswith("\n") else "\n"
            content += f"{line_break}{fenced_file(each)}\n"
        else:
            if index in message.pinned:
                pinned.append(len(media))
            places.append(len(content))
            media.append(each)
    placed = tuple(places) if message.places else ()
    return replace(
        message, content=content, media=tuple(media), places=placed, pinned=tuple(pinned)
    )


def _parts(message: ChatMessage) -> Iterator[tuple[str, Media | None]]:
    """Yield each medium after the text before it; then the rest of the text."""
    at = 0
    for media, place in zip_longest(message.media, message.places, fillvalue=0):
        assert isinstance(media, Media)
        yield message.content[at:place], media
        at = place
    yield message.content[at:], None
