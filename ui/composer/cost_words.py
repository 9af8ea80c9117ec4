"""Texts for the cost of images, videos and text files."""

from collections.abc import Sequence

from engine.messages import Media, MediaCost, MediaKind
from ui.look.language import number, tr, translated
from ui.look.numbers import (
    duration_text,
    percent_text,
    pixels_text,
    size_text,
    tokens_text,
    video_time,
)

# The share of the model's context from which it is mentioned.
_MUCH = 0.5


def cost_text(kind: MediaKind, cost: MediaCost | str | None) -> str:
    """Return the text for one cost, which is a sentence for an unreadable file, None while
    unknown."""
    if not isinstance(cost, MediaCost):
        return translated(cost) if cost else tr("measuring…")
    if kind is MediaKind.TEXT:
        return " · ".join(_amounts([cost]))
    size = pixels_text(cost.width, cost.height)
    if kind is MediaKind.VIDEO:
        parts = [tr("%n frame(s) of {size}", "", cost.frames).format(size=size)]
        if cost.images:
            parts.append(tr("sent as %n image(s)", "", cost.images))
    else:
        parts = [tr("{size} pixels").format(size=size), tr("1 image")]
    return " · ".join([*parts, *_amounts([cost])])


def seen_text(kind: MediaKind, cost: MediaCost | str | None) -> str:
    """Return the text for one cost beside the size of the file: for an image, the size that the
    model gets."""
    if kind is not MediaKind.IMAGE or not isinstance(cost, MediaCost):
        return cost_text(kind, cost)
    seen = tr("The model sees {size} pixels")
    size = pixels_text(cost.width, cost.height)
    return " · ".join([seen.format(size=size), *_amounts([cost])])


def span_text(media: Media, seconds: float, cost: MediaCost | str | None) -> str:
    """Return which part of a video of `seconds` is sent, and, once the cost is known, how many
    frames."""
    start, end = media.span or (0.0, seconds)
    part = f"{video_time(start)}–{video_time(end)}"
    if not isinstance(cost, MediaCost):
        return (
            tr("{part} is sent").format(part=part)
            if media.span
            else tr("The whole file will be sent")
        )
    if cost.frames == 1:
        return tr("1 frame of {part}").format(part=part)
    every = duration_text((end - start) / cost.frames)
    said = tr("{count} frame(s) of {part}, one every {time}", "", cost.frames)
    return said.format(count=number(cost.frames), part=part, time=every)


def attached_text(kinds: Sequence[MediaKind]) -> str:
    """Return the number of attachments of each kind; a page of a document counts as an image."""
    images, videos, texts = (
        kinds.count(kind) for kind in (MediaKind.IMAGE, MediaKind.VIDEO, MediaKind.TEXT)
    )
    parts = []
    if images and videos:
        parts.append(tr("{count} images and videos").format(count=number(images + videos)))
    elif images:
        parts.append(tr("%n image(s)", "", images))
    elif videos:
        parts.append(tr("%n video(s)", "", videos))
    return ", ".join([*parts, *([tr("%n text(s)", "", texts)] if texts else [])])


def total_text(
    kinds: Sequence[MediaKind], costs: Sequence[MediaCost | str | None], context: int
) -> str:
    """Return the text for several costs; `context` is the model's, in tokens, 0 if unknown."""
    if None in costs:
        return " · ".join((attached_text(kinds), tr("measuring…")))
    known = [cost for cost in costs if isinstance(cost, MediaCost)]
    parts = [attached_text(kinds), *(_amounts(known) if known else ())]
    tokens = sum(cost.tokens for cost in known)
    if context and tokens > _MUCH * context:
        parts.append(
            tr("{percent} of the model's context").format(
                percent=percent_text(100 * tokens / context)
            )
        )
    if unread := len(costs) - len(known):
        parts.append(tr("{count} cannot be read").format(count=number(unread)))
    return " · ".join(parts)


def _amounts(costs: Sequence[MediaCost]) -> list[str]:
    tokens = sum(cost.tokens for cost in costs)
    return [tokens_text(tokens), size_text(sum(cost.memory for cost in costs))]
