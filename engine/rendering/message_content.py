"""A message with media: its parts in order, the forms that chat templates take, and a check that
a template keeps that order."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from engine.frozen import frozen
from engine.messages import ChatMessage

# Replaces a text, to see where a template puts it.
_SENTINEL = "qzt{}zq"
_SENTINELS = r"(?P<text>qzt\d+zq)"


@frozen
class Shape:
    """Placeholders of one medium in a prompt: of images, and of videos that a model takes as such.
    A video that is sent as images has as many of those."""

    images: int = 1
    videos: int = 0


@frozen
class Medium:
    """An image or video of a conversation. `placeholder` is what a chat template writes for each of
    its images, and `texts` what replaces each of these in the prompt."""

    shape: Shape
    placeholder: str = ""
    texts: tuple[str, ...] = ()


Part = str | Shape


@frozen
class MessageContent:
    """A message's texts and media in their order. Media that are not `placed` by the person stand
    before the text or after it, as the model's family expects."""

    role: str
    parts: tuple[Part, ...]
    placed: bool = False

    @property
    def media(self) -> list[Shape]:
        return [part for part in self.parts if isinstance(part, Shape)]

    @property
    def text(self) -> str:
        return "".join(part for part in self.parts if isinstance(part, str))


def message_content(message: ChatMessage, shapes: Sequence[Shape]) -> MessageContent:
    """Return the content with media at the places that the message names, or else before it."""
    if not message.places:
        return MessageContent(message.role, (*shapes, message.content))
    parts: list[Part] = []
    at = 0
    for place, shape in zip(message.places, shapes, strict=True):
        parts += [message.content[at:place], shape]
        at = place
    parts.append(message.content[at:])
    kept = tuple(part for part in parts if part != "")
    return MessageContent(message.role, kept, placed=True)


def as_parts(content: MessageContent) -> Any:
    """Return media and texts in their order, the form that most templates read."""
    parts: list[dict[str, str]] = []
    for part in content.parts:
        if isinstance(part, str):
            parts.append({"type": "text", "text": part})
        else:
            parts += [{"type": "image"}] * part.images + [{"type": "video"}] * part.videos
    return parts


def as_family(content: MessageContent, family: str) -> Any:
    """Return the form that mlx-vlm writes for the family; raises ValueError if the family has no
    form for such a message."""
    from mlx_vlm.prompt_utils import MODEL_CONFIG, get_message_json  # noqa: PLC0415

    images = sum(shape.images for shape in content.media)
    if any(shape.videos for shape in content.media) or family not in MODEL_CONFIG:
        return as_parts(content)
    message = get_message_json(
        family,
        as_parts(content) if content.placed else content.text,
        role="user",
        skip_image_token=not images,
        num_images=images,
    )
    return message["content"] if isinstance(message, dict) else message


def with_sentinels(contents: Sequence[MessageContent]) -> list[MessageContent]:
    """Return the contents with a different sentinel in place of each text of users and answers."""
    numbers = count()

    def sentinel(part: Part) -> Part:
        visible = isinstance(part, str) and part.strip()
        return _SENTINEL.format(next(numbers)) if visible else part

    return [
        replace(content, parts=tuple(map(sentinel, content.parts)))
        if content.role in ("user", "assistant")
        else content
        for content in contents
    ]


def keeps_order(
    prompt: str, contents: Sequence[MessageContent], placeholders: str, *, numbered: bool
) -> bool:
    """Return True if a prompt has the sentinels and media of `contents` in their order.

    `placeholders` is a pattern (`Placeholders.pattern`). Answers may be missing; media that are not
    placed may stand before the text of their message or after it.
    """
    pattern = "|".join(filter(None, (_SENTINELS, placeholders)))
    left = [_item(match) for match in re.finditer(pattern, prompt)]
    images = count(1) if numbered else None
    for content in contents:
        wanted = [item for part in content.parts for item in _items(part, images)]
        if content.role == "assistant" and not set(wanted) & set(left):
            continue
        if not content.placed and left[: len(wanted)] != wanted:
            # The text is the last of them.
            wanted = wanted[-1:] + wanted[:-1]
        if left[: len(wanted)] != wanted:
            return False
        left = left[len(wanted) :]
    return not left


def _item(match: re.Match[str]) -> str:
    """Return a sentinel, or the kind of a medium with its number if it has one."""
    groups = match.groupdict()
    if groups["text"]:
        return groups["text"]
    kind = "image" if groups.get("image") else "video"
    return kind + (groups.get("number") or "")


def _items(part: Part, images: Iterator[int] | None) -> Iterator[str]:
    if isinstance(part, str):
        yield from re.findall(_SENTINELS, part)
        return
    for _ in range(part.images):
        yield f"image{next(images)}" if images else "image"
    yield from ["video"] * part.videos
