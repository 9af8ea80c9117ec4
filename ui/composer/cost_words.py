"""What pictures, clips and texts are to a model, in words."""

from collections.abc import Sequence

from engine.messages import MediaCost, MediaKind
from ui.language import number, tr, translated
from ui.stats.stats_numbers import size_text

# of the model's context; less than that need not be said
_MUCH = 0.5


def cost_text(kind: MediaKind, cost: MediaCost | str | None) -> str:
    """Of one; `cost` is a sentence where it cannot be read, None while that is not known."""
    if not isinstance(cost, MediaCost):
        return translated(cost) if cost else tr("measuring…")
    if kind is MediaKind.TEXT:
        return " · ".join(_amounts([cost]))
    size = f"{number(cost.width)} × {number(cost.height)}"
    if kind is MediaKind.VIDEO:
        parts = [tr("%n frame(s) of {size}", "", cost.frames).format(size=size)]
        if cost.images:
            parts.append(tr("sent as %n image(s)", "", cost.images))
    else:
        parts = [tr("{size} pixels").format(size=size), tr("1 picture")]
    return " · ".join([*parts, *_amounts([cost])])


def total_text(files: int, costs: Sequence[MediaCost | str | None], context: int) -> str:
    """Of several together; `context` is the model's, in tokens, 0 where it is not known."""
    if None in costs:
        return " · ".join((tr("%n file(s)", "", files), tr("measuring…")))
    known = [cost for cost in costs if isinstance(cost, MediaCost)]
    parts = [tr("%n file(s)", "", files), *(_amounts(known) if known else ())]
    tokens = sum(cost.tokens for cost in known)
    if context and tokens > _MUCH * context:
        parts.append(
            tr("{percent}% of the model's context").format(percent=number(100 * tokens / context))
        )
    if unread := len(costs) - len(known):
        parts.append(tr("{count} cannot be read").format(count=number(unread)))
    return " · ".join(parts)


def _amounts(costs: Sequence[MediaCost]) -> list[str]:
    tokens = sum(cost.tokens for cost in costs)
    # %n would have no separators
    counted = tr("{count} token(s)", "", tokens).format(count=number(tokens))
    return [counted, size_text(sum(cost.memory for cost in costs))]
