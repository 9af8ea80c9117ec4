"""A message with media in the forms that chat templates take."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.messages import ChatMessage


@dataclass(frozen=True, slots=True)
class Shape:
    """Placeholders of one medium in a prompt: of images, and of videos that a model reads as such.
    A video that goes as images has as many of those."""

    pictures: int = 1
    clips: int = 0


@dataclass(frozen=True, slots=True)
class Medium:
    """An image or video of a conversation. `placeholder` is what a chat template writes for each of
    its images, and `texts` what the model reads there."""

    shape: Shape
    placeholder: str = ""
    texts: tuple[str, ...] = ()


Part = str | Shape


@dataclass(frozen=True)
class Turn:
    """A message's texts and media in their order. What is not `placed` stands before the text or
    behind it, as the model's family is used to."""

    role: str
    parts: tuple[Part, ...]
    placed: bool = False

    @property
    def media(self) -> list[Shape]:
        return [part for part in self.parts if isinstance(part, Shape)]

    @property
    def text(self) -> str:
        return "".join(part for part in self.parts if isinstance(part, str))


def turn_of(message: ChatMessage, shapes: Sequence[Shape]) -> Turn:
    """With the media where the message says they stand in its content, or before it."""
    if not message.places:
        return Turn(message.role, (*shapes, message.content))
    parts: list[Part] = []
    at = 0
    for place, shape in zip(message.places, shapes, strict=True):
        parts += [message.content[at:place], shape]
        at = place
    parts.append(message.content[at:])
    return Turn(message.role, tuple(part for part in parts if part != ""), placed=True)


def as_parts(turn: Turn) -> Any:
    """Media and texts in their order, as most templates read them."""
    found: list[dict[str, str]] = []
    for part in turn.parts:
        if isinstance(part, str):
            found.append({"type": "text", "text": part})
        else:
            found += [{"type": "image"}] * part.pictures + [{"type": "video"}] * part.clips
    return found


def as_usual(turn: Turn, family: str) -> Any:
    """As mlx-vlm writes it for the family; raises ValueError where that has no such message."""
    from mlx_vlm.prompt_utils import MODEL_CONFIG, get_message_json  # noqa: PLC0415

    pictures = sum(shape.pictures for shape in turn.media)
    if any(shape.clips for shape in turn.media) or family not in MODEL_CONFIG:
        return as_parts(turn)
    found = get_message_json(
        family,
        as_parts(turn) if turn.placed else turn.text,
        role="user",
        skip_image_token=not pictures,
        num_images=pictures,
    )
    return found["content"] if isinstance(found, dict) else found
