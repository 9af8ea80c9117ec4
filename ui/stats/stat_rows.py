"""Values of the live panel: those of several answers side by side, and the progress of one."""

from collections.abc import Sequence
from typing import Any

from engine.messages import Phase, RequestStats
from ui.look.numbers import NOTHING, or_nothing, speed_text
from ui.state.figures import Figure, prompt_text

# More values than these have no room side by side.
MOST_BESIDE = 2


def values(figures: Sequence[Figure[Any]], answers: Sequence[RequestStats]) -> list[str]:
    return [value_text(it, answers) for it in figures]


def value_text(figure: Figure[Any], answers: Sequence[RequestStats]) -> str:
    """Return the values of two answers side by side, or the smallest and the largest of more."""
    texts = [figure.text(answer) for answer in answers]
    known = [it for it, text in zip(answers, texts, strict=True) if text != NOTHING]
    if figure.value is None or len(answers) <= MOST_BESIDE or not known:
        return joined_values(texts)
    low = figure.text(min(known, key=figure.value))
    high = figure.text(max(known, key=figure.value))
    if low == high:
        return low
    (least, unit), (most, same) = low.partition(" ")[::2], high.partition(" ")[::2]
    return f"{least}–{most} {unit}".rstrip() if unit == same else f"{low} – {high}"


def request_progress(stats: RequestStats) -> str:
    """Return the progress of a live request; "" if there is no number."""
    if stats.phase is Phase.DECODE:
        return or_nothing(speed_text, stats.generation_tps)
    return prompt_text(stats) if stats.phase is Phase.PREFILL else ""


def joined_values(texts: Sequence[str]) -> str:
    """Join the values of several answers: a value that all share appears once, and so does a
    shared unit."""
    if len(set(texts)) <= 1:
        return texts[0] if texts else NOTHING
    heads, units = zip(*(text.partition(" ")[::2] for text in texts), strict=True)
    shared = {unit for text, unit in zip(texts, units, strict=True) if text != NOTHING}
    if len(shared) == 1 and (unit := shared.pop()):
        return f"{' · '.join(heads)} {unit}"
    return " · ".join(texts)
