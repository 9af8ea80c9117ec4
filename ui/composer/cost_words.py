"""What pictures, clips and texts are to a model, in words."""

from collections.abc import Sequence

from engine.messages import MediaCost, MediaKind
from ui.language import translated
from ui.stats.stats_numbers import size_text

MEASURING = "measuring…"
# of the model's context; less than that need not be said
_MUCH = 0.5


def cost_text(kind: MediaKind, cost: MediaCost | str | None) -> str:
    """Of one; `cost` is a sentence where it cannot be read, None while that is not known."""
    if not isinstance(cost, MediaCost):
        return translated(cost or MEASURING)
    if kind is MediaKind.TEXT:
        return " · ".join(_amounts([cost]))
    size = f"{cost.width:,} × {cost.height:,}"
    if kind is MediaKind.VIDEO:
        parts = [f"{_counted(cost.frames, 'frame')} of {size}"]
        if cost.images:
            parts.append(f"sent as {_counted(cost.images, 'image')}")
    else:
        parts = [f"{size} pixels", "1 picture"]
    return " · ".join([*parts, *_amounts([cost])])


def total_text(files: int, costs: Sequence[MediaCost | str | None], context: int) -> str:
    """Of several together; `context` is the model's, in tokens, 0 where it is not known."""
    if None in costs:
        return f"{_counted(files, 'file')} · {MEASURING}"
    known = [cost for cost in costs if isinstance(cost, MediaCost)]
    parts = [_counted(files, "file"), *(_amounts(known) if known else ())]
    tokens = sum(cost.tokens for cost in known)
    if context and tokens > _MUCH * context:
        parts.append(f"{tokens / context:.0%} of the model's context")
    if unread := len(costs) - len(known):
        parts.append(f"{unread:,} cannot be read")
    return " · ".join(parts)


def _amounts(costs: Sequence[MediaCost]) -> list[str]:
    tokens = sum(cost.tokens for cost in costs)
    return [_counted(tokens, "token"), size_text(sum(cost.memory for cost in costs))]


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"
